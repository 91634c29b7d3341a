"""`gateway extras`: lists the extras and their tables, and prints the setting that turns one on or off.

`disable NAME --drop` prints the script that drops the tables of an extra that is off; `--apply` runs it. Everything
else changes nothing.
"""

import argparse
import asyncio
import sys
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import msgspec

from gateway.config import settings as configuration
from gateway.config.dsn import DsnError
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import DatabaseError
from gateway.database.error_hints import with_hint
from gateway.database.user_rights import tables_of
from gateway.features.operators.command_line import (
    add_operation_arguments,
    add_output,
    operation,
    site_connection,
)
from gateway.features.operators.report import escape, table
from gateway.install import options
from gateway.install.drop_extra import drop_extra
from gateway.install.names import InstallError, OptionError
from gateway.install.options import options_of
from gateway.registration.extra import ListedExtra, enabled_extras, installed_extras, list_extras, read_extras


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    words = parser.add_subparsers(dest="word", required=True, metavar="list | enable | disable")
    text = "show all extras: which are on, and whether their tables are there"
    add_output(words.add_parser("list", help=text))
    for word, text in {"enable": "with what it needs", "disable": "with what needs it"}.items():
        change = words.add_parser(word, help=f"print the setting for {word} NAME, {text}")
        change.add_argument("name", metavar="NAME")
        if word == "disable":
            _add_drop_arguments(change)


def _add_drop_arguments(parser: argparse.ArgumentParser) -> None:
    option = parser.add_argument
    option("--drop", action="store_true", help="print the script that drops its tables, with their data")
    option("--apply", action="store_true", help="with --drop: run the script instead of printing it")
    option("--confirm", metavar="NAME", help="with --apply: the name of the extra again")
    text = "with --apply: where the rows are written before they are deleted (default: the current folder)"
    option("--export", metavar="FOLDER", type=Path, default=".", help=text)
    options.add_arguments(parser)
    add_operation_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if a drop is refused; 2 after another error, which standard error names.

    Raises SettingsError for an unknown name.
    """
    settings = configuration.from_environment()
    if args.word == "list":
        return _list(settings, as_json=args.json)
    if args.name not in installed_extras():
        raise SettingsError(f"there is no extra {args.name!r}; `gateway extras list` names all")
    if args.word == "disable" and (args.drop or args.apply):
        return options.run_command("extras", lambda: _drop(args, settings))
    names = [extra.name for extra in enabled_extras(settings)]
    _print((_enable if args.word == "enable" else _disable)(args.name, names))
    return 0


def _drop(args: argparse.Namespace, settings: Settings) -> int:
    name = args.name
    if not args.drop:
        raise OptionError("--apply goes with --drop; without it, disable prints a setting alone")
    if args.apply and args.confirm != name:
        raise OptionError(f"--apply needs --confirm {name}; nothing was touched")
    if name in {extra.name for extra in enabled_extras(settings)}:
        raise InstallError(
            f"{name} is on: write the setting that `gateway extras disable {name}` prints into the file, restart each "
            "instance, and drop the tables then"
        )
    change = operation(args, "extras disable")
    folder = args.export.absolute() if args.apply else None
    sys.stdout.write(asyncio.run(drop_extra(options_of(args), name, change, folder)))
    return 0


def _list(settings: Settings, *, as_json: bool) -> int:
    try:
        rows = asyncio.run(_read(settings))
    except (DsnError, DatabaseError) as error:
        rows = list_extras(settings, None)
        sys.stderr.write(f"gateway extras: the state of tables is unknown: {escape(with_hint(error))}\n")
    _print([msgspec.json.encode(rows).decode()] if as_json else _lines(rows))
    return 0


async def _read(settings: Settings) -> list[ListedExtra]:
    async with site_connection(settings) as site:
        return await read_extras(site, settings)


def _print(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def _lines(rows: Collection[ListedExtra]) -> list[str]:
    return table(
        "name, state, tables, their schema, needs, what it adds",
        [
            (row.name, _state(row), len(row.tables), _schema(row), " ".join(row.needs) or "-", row.summary)
            for row in rows
        ],
    )


def _state(row: ListedExtra) -> str:
    if row.is_on:
        return "on without tables" if row.tables_state == "absent" else "on"
    return "off with tables kept" if row.tables_state in {"current", "pending", "newer"} else "off"


def _schema(row: ListedExtra) -> str:
    texts = {
        "none": "-",
        "absent": "no tables yet",
        "current": f"{row.version}, current",
        "pending": f"{row.version} of {row.newest_version}: run gateway upgrade",
        "newer": f"{row.version}, newer than this release's {row.newest_version}",
        "unknown": "unknown",
    }
    return texts[row.tables_state]


def _enable(name: str, names: Collection[str]) -> Iterator[str]:
    added_names = [need for need in (*installed_extras()[name].needs, name) if need not in names]
    if not added_names:
        yield f"{name} is on already"
        return
    if needs := added_names[:-1]:
        yield f"# {name} needs {', '.join(needs)} as well"
    yield from _setting({*names, *added_names})
    if any(tables_of(added) for added in added_names):
        yield "# before the restart: `gateway install` prints the script with its tables, `--apply` runs it"


def _disable(name: str, names: Collection[str]) -> Iterator[str]:
    if name not in names:
        yield f"{name} is off already"
        return
    dependents = [other for other in names if name in installed_extras()[other].needs]
    if dependents:
        yield f"# without {name}, {', '.join(dependents)} cannot be on"
    if tables_of(name):
        yield "# its rows stay in the site schema, until `--drop` after the restart"
    yield from _setting({*names} - {name, *dependents})


def _setting(names: Collection[str]) -> Iterator[str]:
    yield "# write this into the settings file, then restart each instance"
    yield "[extras]"
    quoted_names = [f'"{name}"' for name in installed_extras() if name in names]
    yield f"enabled = [{', '.join(quoted_names)}]"

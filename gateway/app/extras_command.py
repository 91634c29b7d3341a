"""`gateway extras`: lists the extras, and prints the setting that turns one on or off. It changes nothing."""

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator

import msgspec
from msgspec import Struct

from gateway.config import settings as configuration
from gateway.config.settings import SettingsError
from gateway.database.user_rights import tables_of
from gateway.extra import enabled_extras, installed_extras
from gateway.features.operators.command_line import add_output, shared_arguments
from gateway.features.operators.report import table


class ListedExtra(Struct, frozen=True, kw_only=True):
    name: str
    is_on: bool
    is_default: bool
    needs: tuple[str, ...]
    tables: tuple[str, ...]
    summary: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    words = parser.add_subparsers(dest="word", required=True, metavar="list | enable | disable")
    add_output(words.add_parser("list", parents=[shared_arguments()], help="show all extras and which are on"))
    for word, text in {"enable": "with what it needs", "disable": "with what needs it"}.items():
        change = words.add_parser(word, parents=[shared_arguments()], help=f"print the setting for {word} NAME, {text}")
        change.add_argument("name", metavar="NAME")


def run(args: argparse.Namespace) -> int:
    """Returns 0. Raises SettingsError for an unknown name."""
    names = [extra.name for extra in enabled_extras(configuration.from_environment())]
    if args.word == "list":
        rows = [
            ListedExtra(
                name=extra.name,
                is_on=extra.name in names,
                is_default=extra.is_default,
                needs=extra.needs,
                tables=tables_of(extra.name),
                summary=extra.summary,
            )
            for extra in installed_extras().values()
        ]
        _print([msgspec.json.encode(rows).decode()] if args.json else _lines(rows))
        return 0
    if args.name not in installed_extras():
        raise SettingsError(f"there is no extra {args.name!r}; `gateway extras list` names all")
    _print((_enable if args.word == "enable" else _disable)(args.name, names))
    return 0


def _print(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def _lines(rows: Collection[ListedExtra]) -> list[str]:
    return table(
        "name, state, needs, tables, what it adds",
        [
            (row.name, "on" if row.is_on else "off", " ".join(row.needs) or "-", len(row.tables), row.summary)
            for row in rows
        ],
    )


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
    yield "# its rows stay in the site schema"
    yield from _setting({*names} - {name, *dependents})


def _setting(names: Collection[str]) -> Iterator[str]:
    yield "# write this into the settings file, then restart each instance"
    yield "[extras]"
    quoted_names = [f'"{name}"' for name in installed_extras() if name in names]
    yield f"enabled = [{', '.join(quoted_names)}]"

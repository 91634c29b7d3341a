"""`gateway items import`: writes the items of a datapack, or of the game's tables, into one file."""

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from gateway.config.dsn import Dsn
from gateway.config.settings import SettingsError
from gateway.database.database import DatabaseError, Session, connect
from gateway.database.error_hints import with_hint
from gateway.database.queries import Query, query
from gateway.features.items import catalogue
from gateway.features.items.catalogue import MAX_ITEMS
from gateway.game.items import Kind
from gateway.install import items_datapack
from gateway.install.config_file import update_file
from gateway.install.items_parse import ImportFailedError, ImportSummary, RawItem, collect
from gateway.install.names import InstallError
from gateway.install.options import ADMIN_DSN, admin_login, exit_code
from gateway.install.servers import COLUMNS


class ImportedItem(Struct):
    """A row of any of the tables; most columns may be NULL there."""

    item_id: int
    name: str | None
    subtype: str | None
    crystal: str | None
    bodypart: str | None
    consume_type: str | None


# The tables of the pack come first: custom items replace theirs.
_TABLES: Final[Mapping[str, tuple[Kind, Query[ImportedItem]]]] = {
    "weapon": ("weapon", query("items.weapons", ImportedItem)),
    "armor": ("armor", query("items.armors", ImportedItem)),
    "etcitem": ("etcitem", query("items.etcitems", ImportedItem)),
    "custom_weapon": ("weapon", query("items.custom_weapons", ImportedItem)),
    "custom_armor": ("armor", query("items.custom_armors", ImportedItem)),
    "custom_etcitem": ("etcitem", query("items.custom_etcitems", ImportedItem)),
}
_REQUIRED: Final = frozenset({"weapon", "armor", "etcitem"})


async def table_items(admin: Dsn) -> list[RawItem]:
    """Returns the items of the tables in the schema that the DSN names. Raises ImportFailedError or DatabaseError."""
    if not admin.schema:
        raise ImportFailedError("the administrator's DSN names no schema: mysql://root@host/game_schema")
    connection = await connect(admin)
    try:
        session = Session("admin", connection, max_rows=MAX_ITEMS, on_query=None)
        tables = {column.table.lower() for column in await session.read(COLUMNS, schemas=[admin.schema])}
        if missing := _REQUIRED - tables:
            names = ", ".join(sorted(missing))
            raise ImportFailedError(f"{admin.schema} has no table {names}: this pack keeps its items in XML files")
        return [
            _raw_item(kind, row)
            for table, (kind, rows) in _TABLES.items()
            if table in tables
            for row in await session.read(rows)
        ]
    finally:
        connection.close()


def _raw_item(kind: Kind, row: ImportedItem) -> RawItem:
    return RawItem(
        id=row.item_id,
        name=row.name or "",
        kind=kind,
        subtype=row.subtype or "",
        crystal=row.crystal or "",
        bodypart=row.bodypart or "",
        stackable=(row.consume_type or "").lower() in {"stackable", "asset"},
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    reading = actions.add_parser("import", help="read the items of a datapack into one file")
    source = reading.add_mutually_exclusive_group(required=True)
    source.add_argument("folder", nargs="?", type=Path, help="the datapack's folder of items: *.xml, subfolders too")
    source.add_argument(
        "--tables", action="store_true", help=f"read the tables weapon, armor and etcitem; ${ADMIN_DSN} is the login"
    )
    text = "the file to write; the one of --config then has it as items.catalogue"
    reading.add_argument("--to", type=Path, required=True, metavar="FILE", help=text)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 or 2 if nothing was written, and standard error says why."""
    try:
        items, summary = collect(_source(args))
        size = catalogue.save(items, args.to)
        if config := getattr(args, "config", None):
            update_file(Path(config), {"items": {"catalogue": str(args.to.resolve())}})
    except (SettingsError, InstallError, DatabaseError) as error:
        sys.stderr.write(f"gateway items: {with_hint(error)}\n")
        return 1 if isinstance(error, SettingsError) else exit_code(error)  # the content of a file is refused
    except OSError as error:
        sys.stderr.write(f"gateway items: {args.to}: {error.strerror}\n")
        return 1
    sys.stdout.write(format_summary(summary, args.to, size, config))
    return 0


def _source(args: argparse.Namespace) -> list[RawItem]:
    if args.tables:
        return asyncio.run(table_items(admin_login(os.environ.get(ADMIN_DSN, ""), ADMIN_DSN)))
    return list(items_datapack.items(args.folder))


def format_summary(summary: ImportSummary, path: Path, size: int, config: str | None = None) -> str:
    """The report for the operator. `config`: the configuration file that names the catalogue now."""
    next_step = f"{config} names it; restart" if config else "name it as `catalogue` under [items] and restart"
    kinds = summary.kinds
    lines = [
        f"{kinds.total():,} items: {kinds['weapon']:,} weapons, {kinds['armor']:,} armor, {kinds['etcitem']:,} others",
        f"written to {path} ({size / 1024:,.0f} kB); {next_step}",
    ]
    if summary.repeated_ids:
        lines.append(f"{summary.repeated_ids:,} ids occur twice; the later item counts")
    lines += [f"unknown word: {word} ({times:,} times)" for word, times in sorted(summary.unknown_words.items())]
    return "".join(f"{line}\n" for line in lines)

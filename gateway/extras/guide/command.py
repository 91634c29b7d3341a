"""`gateway datapack import`: writes the items, monsters and drops of the operator's game server into two files."""

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from gateway.config import settings as configuration
from gateway.config.dsn import Dsn
from gateway.config.settings import SettingsError
from gateway.database.database import DatabaseError
from gateway.database.error_hints import with_hint
from gateway.extras.guide import guide, guide_file, monsters_tables, monsters_xml, server_rates
from gateway.extras.guide.guide import Datapack
from gateway.extras.guide.monsters import Monster, Spawn
from gateway.extras.guide.recipes import recipes
from gateway.extras.guide.server_rates import ServerRates
from gateway.features.items import catalogue
from gateway.features.items.catalogue import CatalogueItem
from gateway.game.items import ADENA
from gateway.install import items_datapack
from gateway.install.config_file import update_file
from gateway.install.items_import import table_items
from gateway.install.items_parse import ImportFailedError, ImportSummary, RawItem, collect
from gateway.install.names import InstallError
from gateway.install.options import ADMIN_DSN, admin_login, exit_code

Place = Literal["files", "tables"]


class Sources(Struct, frozen=True):
    """Where a pack keeps its items, its monsters and their spawns."""

    items: Place
    monsters: Place
    spawns: Place


SOURCES: Final[Mapping[str, Sources]] = {
    "mobius": Sources("files", "tables", "tables"),
    "mobius_ct0": Sources("files", "files", "files"),
    "acis": Sources("files", "files", "tables"),
    "rusacis": Sources("files", "files", "files"),
    "frozen": Sources("tables", "tables", "tables"),
    "orion": Sources("tables", "tables", "tables"),
    "lucera": Sources("files", "tables", "tables"),
}
_FOLDERS: Final = {"items": ("items",), "monsters": ("npcs",), "spawns": ("spawns", "spawnlist")}


class Imported(Struct, frozen=True):
    items: list[CatalogueItem]
    summary: ImportSummary
    pack: Datapack
    rates: ServerRates


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "The datapack of your game server, for the names of items and for the guide of drops."
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    reading = actions.add_parser("import", help="read items, monsters, drops, spawns and recipes")
    reading.add_argument("folder", type=Path, help="the game server's folder of data, or the folder above it")
    reading.add_argument(
        "--game-config",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="the game server's settings: its rates",
    )
    reading.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="where guide and items.catalogue go")


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 or 2 if nothing was written, and standard error says why."""
    try:
        imported = _read(args.folder, args.game_config, configuration.from_environment().database.family)
        items, monsters = guide.build(imported.pack)
        args.to.mkdir(parents=True, exist_ok=True)
        catalogue.save(imported.items, args.to / "items.catalogue")
        size = guide_file.write(args.to / "guide", {"items": items, "monsters": monsters})
        if config := getattr(args, "config", None):
            place = args.to.resolve()
            update_file(
                Path(config), {"items": {"catalogue": f"{place}/items.catalogue"}, "guide": {"file": f"{place}/guide"}}
            )
    except (SettingsError, InstallError, DatabaseError) as error:
        sys.stderr.write(f"gateway datapack: {with_hint(error)}\n")
        return 1 if isinstance(error, SettingsError) else exit_code(error)
    except OSError as error:
        sys.stderr.write(f"gateway datapack: {error.filename or args.to}: {error.strerror}\n")
        return 1
    sys.stdout.write(_report(imported, len(items), len(monsters), size, config))
    return 0


def _read(folder: Path, game_config: Path, family: str) -> Imported:
    """Raises ImportFailedError, InstallError or DatabaseError."""
    sources = SOURCES[family]
    needs_tables = "tables" in {sources.items, sources.monsters, sources.spawns}
    admin = admin_login(os.environ.get(ADMIN_DSN, "")) if needs_tables else None
    rates = server_rates.read(family, game_config)
    items, summary = collect(_items(sources, folder, admin))
    monsters, spawns = _monsters(sources, folder, admin)
    pack = Datapack(
        family=family,
        items={item.id: item for item in items},
        monsters=monsters,
        spawns=spawns,
        recipes=recipes(folder),
        rates=rates.rates,
    )
    return Imported(items, summary, pack, rates)


def _items(sources: Sources, folder: Path, admin: Dsn | None) -> list[RawItem]:
    if sources.items == "tables" and admin:
        return asyncio.run(table_items(admin))
    return list(items_datapack.items(_subfolder(folder, "items")))


def _monsters(sources: Sources, folder: Path, admin: Dsn | None) -> tuple[list[Monster], list[Spawn]]:
    if sources.spawns == "tables" and admin:
        is_in_tables = sources.monsters == "tables"
        monsters, spawns = asyncio.run(monsters_tables.read(admin, with_monsters=is_in_tables))
        return (monsters if is_in_tables else _xml_monsters(folder)), spawns
    return _xml_monsters(folder), list(monsters_xml.spawns(_subfolder(folder, "spawns")))


def _xml_monsters(folder: Path) -> list[Monster]:
    if monsters := list(monsters_xml.monsters(_subfolder(folder, "monsters"))):
        return monsters
    raise ImportFailedError(f"{folder}: no monster in any *.xml file of {' or '.join(_FOLDERS['monsters'])}")


def _subfolder(folder: Path, kind: str) -> Path:
    """Returns the uppermost folder of this kind at or below the folder. Raises ImportFailedError."""
    if not folder.is_dir():
        raise ImportFailedError(f"{folder}: there is no such folder")
    names = _FOLDERS[kind]
    candidates = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    matches = [path for path in candidates if path.name.lower() in names and any(path.rglob("*.xml"))]
    if matches:
        return min(matches, key=lambda path: (len(path.parts), path.as_posix()))
    raise ImportFailedError(f"{folder}: has no folder {' or '.join(names)} with *.xml files")


def _report(imported: Imported, items: int, monsters: int, size: int, config: str | None) -> str:
    pack, summary = imported.pack, imported.summary
    drops = sum(len(group.drops) for monster in pack.monsters for group in monster.groups)
    next_step = f"{config} names both files; restart" if config else "name them as [items] catalogue and [guide] file"
    lines = [
        f"{items:,} items, {monsters:,} monsters, {drops:,} drops, {len(pack.spawns):,} spawns, "
        f"{len(pack.recipes):,} recipes ({size / 1024 / 1024:,.0f} MB); {next_step}",
        f"rates of {', '.join(str(path) for path in imported.rates.files)}: {_rates_text(imported.rates)}",
    ]
    if summary.repeated_ids:
        lines.append(f"{summary.repeated_ids:,} item ids occur twice; the later item counts")
    lines += [f"unknown word: {word} ({times:,} times)" for word, times in sorted(summary.unknown_words.items())]
    return "".join(f"{line}\n" for line in lines)


def _rates_text(rates: ServerRates) -> str:
    """Returns the rates of an ordinary monster, so that a wrong folder is seen at once."""
    values = rates.rates
    adena = values.item_amounts.get(ADENA, values.adena.monster)
    return f"items x{values.items.monster:g}, Adena x{adena:g}, spoil x{values.spoil.monster:g}"

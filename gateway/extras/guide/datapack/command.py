"""`gateway datapack import`: writes the items, monsters and drops of the operator's game server into two files."""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from gateway.config import settings as configuration
from gateway.config.dsn import Dsn
from gateway.config.settings import SettingsError
from gateway.database.database import DatabaseError
from gateway.database.error_hints import with_hint
from gateway.extras.guide import guide_file
from gateway.extras.guide.datapack import armor_sets, build, monsters_tables, monsters_xml, server_rates
from gateway.extras.guide.datapack.build import Datapack
from gateway.extras.guide.datapack.import_report import Imported, Paths, next_steps, report, shown_rates
from gateway.extras.guide.datapack.monsters import Monster
from gateway.extras.guide.datapack.monsters_tables import Tables
from gateway.extras.guide.datapack.recipes import recipes
from gateway.extras.guide.guide_file import GuideFileError, PackedGuide, kind_sections
from gateway.extras.guide.open_guide import GuideAbout, OpenFile, Sources
from gateway.extras.guide.records import GuideItem, GuideMonster
from gateway.features.items import catalogue
from gateway.features.items.catalogue import CatalogueItem
from gateway.install import items_datapack
from gateway.install.config_file import update_file
from gateway.install.items_import import table_items
from gateway.install.items_parse import ImportFailedError, RawItem, collect
from gateway.install.names import InstallError
from gateway.install.options import ADMIN_DSN, admin_login, exit_code

Place = Literal["files", "tables"]


class Places(Struct, frozen=True):
    """Where a pack keeps its items, its monsters and their spawns."""

    items: Place
    monsters: Place
    spawns: Place


PLACES: Final[Mapping[str, Places]] = {
    "mobius": Places("files", "tables", "tables"),
    "mobius_ct0": Places("files", "files", "files"),
    "acis": Places("files", "files", "tables"),
    "rusacis": Places("files", "files", "files"),
    "frozen": Places("tables", "tables", "tables"),
    "orion": Places("tables", "tables", "tables"),
    "lucera": Places("files", "tables", "tables"),
}
_FOLDERS: Final = {"items": ("items",), "monsters": ("npcs",), "spawns": ("spawns", "spawnlist")}


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
        settings = configuration.from_environment()
        imported = _read(args.folder, args.game_config, settings.database.family)
        items, monsters = build.build(imported.pack)
        args.to.mkdir(parents=True, exist_ok=True)
        paths = Paths(args.to.resolve() / "guide", args.to.resolve() / "items.catalogue")
        is_new_catalogue = _write_catalogue(imported.pack.items.values(), paths.catalogue)
        is_new_guide = _write_guide(imported, items, monsters, args, paths.guide)
        if config := getattr(args, "config", None):
            values = {"items": {"catalogue": str(paths.catalogue)}, "guide": {"file": str(paths.guide)}}
            update_file(Path(config), values)
    except (SettingsError, InstallError, DatabaseError) as error:
        sys.stderr.write(f"gateway datapack: {with_hint(error)}\n")
        return 1 if isinstance(error, SettingsError) else exit_code(error)
    except OSError as error:
        sys.stderr.write(f"gateway datapack: {error.filename or args.to}: {error.strerror}\n")
        return 1
    lines = [
        *report(imported, monsters),
        *next_steps(settings, paths, config=config, is_new_guide=is_new_guide, is_new_catalogue=is_new_catalogue),
    ]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


def _write_catalogue(items: Iterable[CatalogueItem], path: Path) -> bool:
    """Returns whether the file changed. Raises OSError."""
    if path.is_file() and path.read_bytes() == catalogue.pack(items):
        return False
    catalogue.save(items, path)
    return True


def _write_guide(
    imported: Imported, items: Iterable[GuideItem], monsters: list[GuideMonster], args: argparse.Namespace, path: Path
) -> bool:
    """Keeps the time of the import that read the same content. Returns whether the file changed. Raises OSError."""
    folder, game_config = args.folder.resolve(), args.game_config.resolve()
    sources = Sources(
        family=imported.pack.family,
        folder=str(folder),
        game_config=str(game_config),
        newest=server_rates.newest_file(imported.pack.family, folder, game_config),
    )

    sections = kind_sections("monsters", monsters) | kind_sections("items", items)

    def packed(read_at: int) -> PackedGuide:
        about = GuideAbout(read_at=read_at, rates=shown_rates(imported.rates.rates))
        return guide_file.pack(sections, {"about": about, "sources": sources})

    with suppress(GuideFileError):
        if path.is_file() and packed(OpenFile(path).about.read_at).is_in(path):
            return False
    packed(int(time.time())).save(path)
    return True


def _read(folder: Path, game_config: Path, family: str) -> Imported:
    """Raises ImportFailedError, InstallError or DatabaseError."""
    if family not in PLACES:
        raise ImportFailedError("database.family is not set: `gateway install` writes it, or name the pack there")
    places, login = PLACES[family], os.environ.get(ADMIN_DSN, "")
    is_needed = "tables" in {places.items, places.monsters, places.spawns}
    admin = admin_login(login, ADMIN_DSN) if login or is_needed else None
    rates = server_rates.read(family, game_config)
    items, summary = collect(_items(places, folder, admin))
    tables = None
    if admin and (admin.schema or is_needed):
        tables = asyncio.run(
            monsters_tables.read(
                admin,
                with_monsters=places.monsters == "tables",
                with_spawns=places.spawns == "tables",
                with_custom_spawns=rates.has_custom_spawns,
            )
        )
    has_tables, tables = tables is not None, tables or Tables(monsters=[], spawns=[], sets=[])
    spawns = [] if places.spawns == "tables" else list(monsters_xml.spawns(_subfolder(folder, "spawns")))
    sets = tables.sets or list(armor_sets.armor_sets(folder))
    pack = Datapack(
        family=family,
        items={item.id: item for item in items},
        monsters=tables.monsters or _xml_monsters(folder),
        spawns=spawns + tables.spawns,
        recipes=recipes(folder),
        rates=msgspec.structs.replace(rates.rates, single_items=build.single_items(items)),
        sets=sets,
        skills=armor_sets.skill_names(folder, {skill for armor in sets for skill in armor.all_skills if skill}),
    )
    return Imported(summary=summary, pack=pack, rates=rates, has_tables=has_tables)


def _items(places: Places, folder: Path, admin: Dsn | None) -> list[RawItem]:
    if places.items == "tables" and admin:
        return asyncio.run(table_items(admin))
    return list(items_datapack.items(_subfolder(folder, "items")))


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

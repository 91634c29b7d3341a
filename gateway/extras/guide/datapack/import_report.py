"""What `gateway datapack import` says: what it read, what it left out and why, and what is next."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from gateway.config.settings import Settings
from gateway.extras.guide.datapack.build import Datapack
from gateway.extras.guide.datapack.drops import DropRates
from gateway.extras.guide.datapack.server_rates import ServerRates
from gateway.extras.guide.open_guide import GuideRates
from gateway.extras.guide.records import GuideMonster
from gateway.extras.guide.settings import GuideSettings
from gateway.game.items import ADENA
from gateway.install.items_parse import ImportSummary
from gateway.install.options import ADMIN_DSN
from gateway.registration.extra import enabled_extras

_SHOWN: Final = 8


class Paths(Struct, frozen=True):
    guide: Path
    catalogue: Path


class Imported(Struct, frozen=True):
    """What was read of a datapack and a server's settings."""

    summary: ImportSummary
    pack: Datapack
    rates: ServerRates
    has_tables: bool


def shown_rates(rates: DropRates) -> GuideRates:
    adena = rates.item_amounts.get(ADENA, rates.adena.monster)
    return GuideRates(items=rates.items.monster, adena=adena, spoil=rates.spoil.monster, raid_items=rates.items.raid)


def report(imported: Imported, monsters: Sequence[GuideMonster]) -> Iterator[str]:
    pack, rates = imported.pack, shown_rates(imported.rates.rates)
    drops = sum(len(monster.drops) for monster in monsters)
    yield (
        f"{len(pack.items):,} items, {len(monsters):,} monsters, {drops:,} drops, {len(pack.spawns):,} spawns, "
        f"{len(pack.recipes):,} recipes, {len(pack.sets):,} armor sets"
    )
    files = ", ".join(str(path) for path in imported.rates.files)
    yield f"rates of {files}: items x{rates.items:g}, Adena x{rates.adena:g}, spoil x{rates.spoil:g}"
    yield from _left_out(imported, monsters)
    if imported.summary.repeated_ids:
        yield f"{imported.summary.repeated_ids:,} item ids occur twice; the later item counts"
    for word, times in sorted(imported.summary.unknown_words.items()):
        yield f"unknown word: {word} ({times:,} times)"


def _left_out(imported: Imported, monsters: Sequence[GuideMonster]) -> Iterator[str]:
    pack = imported.pack
    unknown = Counter(
        drop.item_id
        for monster in pack.monsters
        for group in monster.groups
        for drop in group.drops
        if drop.item_id not in pack.items
    )
    if unknown:
        yield f"left out, since the datapack has no such item: {unknown.total():,} drops of {_first(unknown)}"
    recipes = Counter(recipe.product.item_id for recipe in pack.recipes if recipe.product.item_id not in pack.items)
    if recipes:
        yield f"left out, since the datapack has no such item: {recipes.total():,} recipes of {_first(recipes)}"
    if not imported.has_tables and any(monster.rank == "raid" and not monster.zones for monster in monsters):
        yield f"the places of raid bosses are read from the game database with an administrator's login: ${ADMIN_DSN}"
    if homeless := [monster.name for monster in monsters if not monster.zones]:
        names = ", ".join(homeless[:_SHOWN])
        yield f"{len(homeless):,} monsters have no spawn, and the guide shows no place of them: {names}"


def _first(ids: Counter[int]) -> str:
    return ", ".join(f"#{item_id}" for item_id, _ in ids.most_common(_SHOWN))


def next_steps(
    settings: Settings, paths: Paths, *, config: str | None, is_new_guide: bool, is_new_catalogue: bool
) -> Iterator[str]:
    """`settings`: before the import. `config`: the configuration file that names both files now."""
    size = paths.guide.stat().st_size / 1024 / 1024
    was_named = settings.of(GuideSettings).file == str(paths.guide)
    yield f"{paths.guide} ({size:,.1f} MB): {'written' if is_new_guide else 'unchanged, it has the same content'}"
    if config and not was_named:
        yield f"{config} names both files; restart"
    elif not was_named:
        yield f"name the files: [guide] file = {str(paths.guide)!r}, [items] catalogue = {str(paths.catalogue)!r}"
    elif is_new_guide:
        yield "running processes take the guide within a minute"
    if was_named and is_new_catalogue:
        yield "names of items changed; restart to show them in inventories"
    if "guide" not in {extra.name for extra in enabled_extras(settings)}:
        yield "the extra is off: add guide to [extras] enabled, and restart"

"""How the records of the guide follow from a datapack. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

import msgspec
from msgspec import Struct

from gateway.extras.guide.datapack.armor_sets import ArmorSet
from gateway.extras.guide.datapack.drop_rules import odds
from gateway.extras.guide.datapack.drops import DropRates
from gateway.extras.guide.datapack.monsters import Monster, Spawn
from gateway.extras.guide.datapack.recipes import Recipe
from gateway.extras.guide.records import (
    DropLine,
    Dropper,
    GuideItem,
    GuideMonster,
    GuideRecipe,
    GuideSet,
    ItemLink,
    Neighbor,
    RecipePart,
    Zone,
)
from gateway.features.items.catalogue import CatalogueItem
from gateway.game.items import GRADES
from gateway.game.regions import UNKNOWN, location

MAX_DROPPERS: Final = 300
"""Of an item, those that give most of it; Adena has thousands."""
MAX_POINTS: Final = 200
MAX_ZONES: Final = 40
MAX_NEIGHBORS: Final = 12
Droppers = Mapping[int, Sequence[tuple[GuideMonster, DropLine]]]
_DROPPER_ZONES: Final = 3
_NEIGHBOR_DROPS: Final = 3


class Datapack(Struct, frozen=True, kw_only=True):
    """What an import has read. `family`: of the game, whose rules hold. `skills`: names of those of the sets.
    `rates.single_items` are the items that Lucera gives one of (`single_items`)."""

    family: str
    items: Mapping[int, CatalogueItem]
    monsters: Sequence[Monster]
    spawns: Sequence[Spawn]
    recipes: Sequence[Recipe]
    rates: DropRates
    sets: Sequence[ArmorSet] = ()
    skills: Mapping[int, str] = {}


def single_items(items: Iterable[CatalogueItem]) -> frozenset[int]:
    """Returns equipment and recipes."""
    worn = {"weapon", "armor"}
    return frozenset(item.id for item in items if (item.part and item.category in worn) or item.type == "Recipe")


def build(pack: Datapack) -> tuple[Iterator[GuideItem], list[GuideMonster]]:
    """Returns all items of the datapack, made one at a time, and its monsters; of two with one id, the later one."""
    spawns = _by_monster(pack)
    raid_minions = {
        minion_id for monster in pack.monsters if monster.rank == "raid" for minion_id, _ in monster.minions
    }
    monsters = {
        monster.id: _monster(pack, monster, spawns.get(monster.id, []), is_raid_minion=monster.id in raid_minions)
        for monster in sorted(pack.monsters, key=lambda monster: monster.id)
    }
    return _items(pack, _droppers(monsters.values())), _with_neighbors(monsters.values())


def _items(pack: Datapack, droppers: Droppers) -> Iterator[GuideItem]:
    sets = _sets(pack)
    made_by, used_in = defaultdict[int, list[GuideRecipe]](list), defaultdict[int, list[GuideRecipe]](list)
    for recipe in (_recipe(pack, recipe) for recipe in pack.recipes if recipe.product.item_id in pack.items):
        made_by[recipe.product.item_id].append(recipe)
        for item_id in {recipe.item_id, *(part.item_id for part in recipe.ingredients)}:
            used_in[item_id].append(recipe)
    for item_id in sorted(pack.items):
        item, rows = pack.items[item_id], droppers.get(item_id, [])
        yield GuideItem(
            id=item.id,
            name=item.name,
            type=item.type,
            category=item.category,
            grade=item.grade,
            part=item.part,
            dropper_count=len(rows),
            droppers=[_dropper(monster, line) for monster, line in rows[:MAX_DROPPERS]],
            made_by=made_by[item.id],
            used_in=used_in[item.id],
            sets=sets.get(item.id, []),
        )


def _by_monster(pack: Datapack) -> Mapping[int, list[Spawn]]:
    """Returns the spawns of each monster; minions live where the monster does that they belong to."""
    by_monster = defaultdict[int, list[Spawn]](list)
    for spawn in pack.spawns:
        by_monster[spawn.monster_id].append(spawn)
    places = {monster.id: tuple(by_monster[monster.id]) for monster in pack.monsters if monster.minions}
    for monster in pack.monsters:
        for minion_id, count in monster.minions:
            by_monster[minion_id] += [
                msgspec.structs.replace(spawn, monster_id=minion_id, count=spawn.count * count)
                for spawn in places[monster.id]
            ]
    return by_monster


def _monster(pack: Datapack, monster: Monster, spawns: Sequence[Spawn], *, is_raid_minion: bool) -> GuideMonster:
    zones, points = Counter[str](), defaultdict[str, set[tuple[int, int]]](set)
    for spawn in spawns:
        if (zone := location(spawn.x, spawn.y, spawn.z)) != UNKNOWN:
            zones[zone] += max(1, spawn.count)
            points[zone].add((spawn.x, spawn.y))
    return GuideMonster(
        id=monster.id,
        name=monster.name,
        level=monster.level,
        rank=monster.rank,
        hp=monster.hp,
        exp=monster.exp,
        sp=monster.sp,
        is_aggressive=monster.is_aggressive,
        drops=_drops(pack, monster, is_raid_minion=is_raid_minion),
        zones=[Zone(name, count) for name, count in zones.most_common(MAX_ZONES)],
        neighbors=[],
        points=_spread([sorted(points[zone]) for zone, _ in zones.most_common(MAX_ZONES)]),
    )


def _spread(places: Sequence[Sequence[tuple[int, int]]]) -> list[tuple[int, int]]:
    """Returns at most MAX_POINTS: the first of each place, and of the others as many as each place has its share."""
    firsts = [points[0] for points in places]
    other_points = [*chain.from_iterable(points[1:] for points in places)]
    count = min(len(other_points), MAX_POINTS - len(firsts))
    return firsts + [other_points[number * len(other_points) // count] for number in range(count)]


def _with_neighbors(monsters: Iterable[GuideMonster]) -> list[GuideMonster]:
    """Adds to each monster those of which most live in its places."""
    all_monsters = [*monsters]
    by_zone = defaultdict[str, list[tuple[int, GuideMonster]]](list)
    for monster in all_monsters:
        for zone in monster.zones:
            by_zone[zone.name].append((-zone.count, monster))
    # The monster itself may be the first of each place.
    best = {
        zone: sorted(rows, key=lambda row: (row[0], row[1].id))[: MAX_NEIGHBORS + 1] for zone, rows in by_zone.items()
    }
    return [msgspec.structs.replace(monster, neighbors=_neighbors(monster, best)) for monster in all_monsters]


def _neighbors(monster: GuideMonster, best: Mapping[str, Sequence[tuple[int, GuideMonster]]]) -> list[Neighbor]:
    candidates = [
        (count, zone.name, other) for zone in monster.zones[:_DROPPER_ZONES] for count, other in best[zone.name]
    ]
    candidates.sort(key=lambda row: (row[0], row[2].id))
    neighbors = dict[int, Neighbor]()
    for _, zone, other in candidates:
        if other.id != monster.id and other.id not in neighbors and len(neighbors) < MAX_NEIGHBORS:
            neighbors[other.id] = Neighbor(
                monster_id=other.id,
                name=other.name,
                level=other.level,
                rank=other.rank,
                zone=zone,
                drops=_best_drops(other),
            )
    return [*neighbors.values()]


def _best_drops(monster: GuideMonster) -> list[ItemLink]:
    lines = {line.item_id: line for line in monster.drops if line.category != "money"}
    best = sorted(lines.values(), key=lambda line: (GRADES.index(line.grade), line.chance))
    return [ItemLink(line.item_id, line.name) for line in best[:_NEIGHBOR_DROPS]]


def _sets(pack: Datapack) -> Mapping[int, list[GuideSet]]:
    """Returns the sets of each of their items. Items that the datapack does not have are left out."""
    by_item = defaultdict[int, list[GuideSet]](list)
    for armor in pack.sets:
        parts = [ItemLink(item_id, pack.items[item_id].name) for item_id in armor.parts if item_id in pack.items]
        shield = pack.items.get(armor.shield)
        if not parts:
            continue
        entry = GuideSet(
            name=armor.name or parts[0].name,
            parts=parts,
            skills=[pack.skills[skill] for skill in armor.skills if skill in pack.skills],
            shield=ItemLink(shield.id, shield.name) if shield else None,
            shield_skill=pack.skills.get(armor.shield_skill, ""),
            enchant_skill=pack.skills.get(armor.enchant_skill, ""),
        )
        for item_id in {*(part.item_id for part in parts), *([shield.id] if shield else ())}:
            by_item[item_id].append(entry)
    return by_item


def _drops(pack: Datapack, monster: Monster, *, is_raid_minion: bool) -> list[DropLine]:
    """Returns the likeliest drops first, those of the sweep last. Items that the datapack does not have are left out:
    the game gives none of them."""
    lines = [
        DropLine(
            item_id=item.id,
            name=item.name,
            type=item.type,
            grade=item.grade,
            category=item.category,
            is_spoil=drop.is_spoil,
            chance=drop.chance,
            lowest=drop.lowest,
            highest=drop.highest,
            mean=drop.mean,
        )
        for drop in odds(pack.family, monster.groups, monster.rank, pack.rates, is_raid_minion=is_raid_minion)
        if (item := pack.items.get(drop.item_id))
    ]
    return sorted(lines, key=lambda line: (line.is_spoil, -line.chance, line.item_id))


def _droppers(monsters: Iterable[GuideMonster]) -> Droppers:
    """Returns the monsters of each item, those that give most of it first."""
    droppers = defaultdict[int, list[tuple[GuideMonster, DropLine]]](list)
    for monster in monsters:
        for line in monster.drops:
            droppers[line.item_id].append((monster, line))
    for rows in droppers.values():
        rows.sort(key=lambda row: (-row[1].chance * row[1].mean, row[0].id))
    return droppers


def _dropper(monster: GuideMonster, line: DropLine) -> Dropper:
    return Dropper(
        monster_id=monster.id,
        name=monster.name,
        level=monster.level,
        rank=monster.rank,
        is_spoil=line.is_spoil,
        chance=line.chance,
        lowest=line.lowest,
        highest=line.highest,
        mean=line.mean,
        zones=[zone.name for zone in monster.zones[:_DROPPER_ZONES]],
    )


def _recipe(pack: Datapack, recipe: Recipe) -> GuideRecipe:
    def part(item_id: int, count: int) -> RecipePart:
        return RecipePart(item_id, _name(pack, item_id), count)

    return GuideRecipe(
        item_id=recipe.item_id,
        name=_name(pack, recipe.item_id),
        level=recipe.level,
        is_dwarven=recipe.is_dwarven,
        chance=recipe.chance,
        mp=recipe.mp,
        product=part(recipe.product.item_id, recipe.product.count),
        ingredients=[part(ingredient.item_id, ingredient.count) for ingredient in recipe.ingredients],
    )


def _name(pack: Datapack, item_id: int) -> str:
    item = pack.items.get(item_id)
    return item.name if item else f"Item #{item_id}"

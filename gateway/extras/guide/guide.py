"""The records of the guide, and how they follow from a datapack. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from gateway.extras.guide.drop_rules import odds
from gateway.extras.guide.drops import Rank, Rates
from gateway.extras.guide.guide_file import Record
from gateway.extras.guide.monsters import Monster, Spawn
from gateway.extras.guide.recipes import Recipe
from gateway.features.items.catalogue import CatalogueItem
from gateway.game.items import Category, Grade
from gateway.game.regions import location
from gateway.game.slots import BodyPart

MAX_DROPPERS: Final = 300
"""Of an item, those that give most of it; Adena has thousands."""
MAX_POINTS: Final = 300
MAX_ZONES: Final = 40
_DROPPER_ZONES: Final = 3


class DropLine(Struct, frozen=True, kw_only=True):
    """A drop of a monster. `chance`: 0 to 1, of a kill or of a sweep; `lowest`, `highest`, `mean`: pieces then."""

    item_id: int
    name: str
    grade: Grade
    category: Category
    is_spoil: bool
    chance: float
    lowest: int
    highest: int
    mean: float


class Zone(Struct, frozen=True):
    """Monsters of a kind that live in a place of the world."""

    name: str
    count: int


class GuideMonster(Record, frozen=True, kw_only=True):
    """`exp`, `sp`: before the server's rates. `zones`: where most live first. `points`: x and y in the world."""

    level: int
    rank: Rank
    hp: int
    exp: int
    sp: int
    is_aggressive: bool
    drops: list[DropLine]
    zones: list[Zone]
    points: list[tuple[int, int]]


class Dropper(Struct, frozen=True, kw_only=True):
    """A monster that gives an item, with the odds of `DropLine`. `zones`: names, where most live first."""

    monster_id: int
    name: str
    level: int
    rank: Rank
    is_spoil: bool
    chance: float
    lowest: int
    highest: int
    mean: float
    zones: list[str]


class RecipePart(Struct, frozen=True):
    item_id: int
    name: str
    count: int


class GuideRecipe(Struct, frozen=True, kw_only=True):
    """`chance`: percent. `level`: of the craft skill. `mp`: of one attempt."""

    item_id: int
    name: str
    level: int
    is_dwarven: bool
    chance: int
    mp: int
    product: RecipePart
    ingredients: list[RecipePart]


class GuideItem(Record, frozen=True, kw_only=True):
    """`droppers`: those that give most first, at most MAX_DROPPERS of `dropper_count`. `made_by`: recipes of the item;
    `used_in`: those that need it, or that it teaches."""

    type: str
    category: Category
    grade: Grade
    part: BodyPart
    dropper_count: int
    droppers: list[Dropper]
    made_by: list[GuideRecipe]
    used_in: list[GuideRecipe]


class Datapack(Struct, frozen=True, kw_only=True):
    """What an import has read. `family`: of the game, whose rules hold."""

    family: str
    items: Mapping[int, CatalogueItem]
    monsters: Sequence[Monster]
    spawns: Sequence[Spawn]
    recipes: Sequence[Recipe]
    rates: Rates


def build(pack: Datapack) -> tuple[list[GuideItem], list[GuideMonster]]:
    """Returns all items of the datapack, and its monsters; of two with one id, the later one."""
    spawns = _by_monster(pack.spawns)
    monsters = {monster.id: _monster(pack, monster, spawns.get(monster.id, [])) for monster in pack.monsters}
    droppers = _droppers(monsters.values())
    recipes = [_recipe(pack, recipe) for recipe in pack.recipes]
    made_by, used_in = defaultdict[int, list[GuideRecipe]](list), defaultdict[int, list[GuideRecipe]](list)
    for recipe in recipes:
        made_by[recipe.product.item_id].append(recipe)
        for item_id in {recipe.item_id, *(part.item_id for part in recipe.ingredients)}:
            used_in[item_id].append(recipe)
    items = [
        GuideItem(
            id=item.id,
            name=item.name,
            type=item.type,
            category=item.category,
            grade=item.grade,
            part=item.part,
            dropper_count=len(droppers[item.id]),
            droppers=droppers[item.id][:MAX_DROPPERS],
            made_by=made_by[item.id],
            used_in=used_in[item.id],
        )
        for item in pack.items.values()
    ]
    return items, [*monsters.values()]


def _by_monster(spawns: Iterable[Spawn]) -> Mapping[int, list[Spawn]]:
    by_monster = defaultdict[int, list[Spawn]](list)
    for spawn in spawns:
        by_monster[spawn.monster_id].append(spawn)
    return by_monster


def _monster(pack: Datapack, monster: Monster, spawns: Sequence[Spawn]) -> GuideMonster:
    zones = Counter[str]()
    for spawn in spawns:
        zones[location(spawn.x, spawn.y, spawn.z)] += max(1, spawn.count)
    return GuideMonster(
        id=monster.id,
        name=monster.name,
        level=monster.level,
        rank=monster.rank,
        hp=monster.hp,
        exp=monster.exp,
        sp=monster.sp,
        is_aggressive=monster.is_aggressive,
        drops=_drops(pack, monster),
        zones=[Zone(name, count) for name, count in zones.most_common(MAX_ZONES)],
        points=sorted({(spawn.x, spawn.y) for spawn in spawns})[:MAX_POINTS],
    )


def _drops(pack: Datapack, monster: Monster) -> list[DropLine]:
    """Returns the likeliest drops first, those of the sweep last. Items that the datapack does not have are left out:
    the game gives none of them."""
    lines = [
        DropLine(
            item_id=item.id,
            name=item.name,
            grade=item.grade,
            category=item.category,
            is_spoil=drop.is_spoil,
            chance=drop.chance,
            lowest=drop.lowest,
            highest=drop.highest,
            mean=drop.mean,
        )
        for drop in odds(pack.family, monster.groups, monster.rank, pack.rates)
        if (item := pack.items.get(drop.item_id))
    ]
    return sorted(lines, key=lambda line: (line.is_spoil, -line.chance, line.item_id))


def _droppers(monsters: Iterable[GuideMonster]) -> Mapping[int, list[Dropper]]:
    """Returns the monsters of each item, those that give most of it first."""
    droppers = defaultdict[int, list[Dropper]](list)
    for monster in monsters:
        zones = [zone.name for zone in monster.zones[:_DROPPER_ZONES]]
        for line in monster.drops:
            droppers[line.item_id].append(
                Dropper(
                    monster_id=monster.id,
                    name=monster.name,
                    level=monster.level,
                    rank=monster.rank,
                    is_spoil=line.is_spoil,
                    chance=line.chance,
                    lowest=line.lowest,
                    highest=line.highest,
                    mean=line.mean,
                    zones=zones,
                )
            )
    for rows in droppers.values():
        rows.sort(key=lambda row: (-row.chance * row.mean, row.monster_id))
    return droppers


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

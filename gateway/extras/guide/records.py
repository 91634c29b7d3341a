"""The records of the guide: items and monsters, as its file has them."""

from typing import Literal

from msgspec import Struct

from gateway.extras.guide.guide_file import GuideRecord
from gateway.game.items import CATEGORIES, Category, Grade
from gateway.game.slots import BodyPart

Rank = Literal["monster", "minion", "raid", "grand"]


class DropLine(Struct, frozen=True, kw_only=True):
    """A drop of a monster. `chance`: 0 to 1, of a kill or of a sweep; `lowest`, `highest`, `mean`: pieces then."""

    item_id: int
    name: str
    type: str
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


class ItemLink(Struct, frozen=True):
    item_id: int
    name: str


class Neighbor(Struct, frozen=True, kw_only=True):
    """A monster of the same places. `zone`: the one where most of them live; `drops`: those of the highest grades."""

    monster_id: int
    name: str
    level: int
    rank: Rank
    zone: str
    drops: list[ItemLink]


class GuideMonster(GuideRecord, frozen=True, kw_only=True):
    """`exp`, `sp`: before the server's rates. `zones`: where most live first. `points`: x and y in the world, at most
    200, of each place some. `neighbors`: at most 12, those of which most live there."""

    level: int
    rank: Rank
    hp: int
    exp: int
    sp: int
    is_aggressive: bool
    drops: list[DropLine]
    zones: list[Zone]
    points: list[tuple[int, int]]
    neighbors: list[Neighbor]

    @property
    def group(self) -> int:
        return self.level


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


class GuideSet(Struct, frozen=True, kw_only=True):
    """An armor set. `skills`: names of what the whole set gives; `shield_skill`: with the shield; `enchant_skill`: with
    all parts enchanted to 6. Empty where the datapack names none."""

    name: str
    parts: list[ItemLink]
    skills: list[str]
    shield: ItemLink | None
    shield_skill: str
    enchant_skill: str


class GuideItem(GuideRecord, frozen=True, kw_only=True):
    """`droppers`: those that give most first, at most 300 of `dropper_count`. `made_by`: recipes of the item;
    `used_in`: those that need it, or that it teaches. `sets`: those that it belongs to."""

    type: str
    category: Category
    grade: Grade
    part: BodyPart
    dropper_count: int
    droppers: list[Dropper]
    made_by: list[GuideRecipe]
    used_in: list[GuideRecipe]
    sets: list[GuideSet]

    @property
    def group(self) -> int:
        return CATEGORIES.index(self.category)


class ItemBrief(Struct, frozen=True, kw_only=True):
    """Fields of `GuideItem` for lists."""

    id: int
    name: str
    type: str
    category: Category
    grade: Grade


class MonsterBrief(Struct, frozen=True, kw_only=True):
    """Fields of `GuideMonster` for lists."""

    id: int
    name: str
    level: int
    rank: Rank
    zones: list[Zone]

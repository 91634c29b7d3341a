"""GET /api/items/{item_id}, /api/monsters/{monster_id}, /api/guide: the guide of drops, from its file."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Annotated, Any, Final

from litestar.params import FromPath, Parameter
from msgspec import Struct

from gateway.concurrency.background_tasks import poll
from gateway.extras.guide.guide_file import BriefPage, GuideFileError
from gateway.extras.guide.open_guide import Guide, GuideAbout
from gateway.extras.guide.records import GuideItem, GuideMonster, ItemBrief, MonsterBrief
from gateway.features.rankings.handlers import Page, PageSize
from gateway.game.items import CATEGORIES, Category
from gateway.http.errors import NotFound, ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.registration.feature import Feature
from gateway.registration.search import SearchRow, SearchSource
from gateway.texts import read
from gateway.texts.places import place_name

REFRESH_SECONDS: Final = 20.0
_MAX_AGE: Final = 300
_SHORTEST: Final = 2
_PAGE_SIZE: Final = 20

GuideText = Annotated[
    str, Parameter(description="Part of a name, 2 to 40 characters.", schema_extra={"minLength": 2, "maxLength": 40})
]
GuideLevel = Annotated[int | None, Parameter(ge=1, le=100, description="Level of the monsters; without `q` alone.")]
GuideCategory = Annotated[Category | None, Parameter(description="Kind of the items; without `q` alone.")]


class MonsterLevel(Struct, frozen=True):
    level: int
    monsters: int


class ItemCategory(Struct, frozen=True):
    category: Category
    items: int


class GuideResults(Struct, frozen=True, kw_only=True):
    """A page of items and of monsters: those with the text in their names (equal names, then prefixes, then short
    names), or those of a category and of a level by their ids. `about`: null before the first import.
    """

    about: GuideAbout | None
    levels: list[MonsterLevel]
    categories: list[ItemCategory]
    items: list[ItemBrief]
    item_total: int
    monsters: list[MonsterBrief]
    monster_total: int
    page: int
    page_size: int


class ItemAnswer(GuideItem, frozen=True, kw_only=True):
    about: GuideAbout


class MonsterAnswer(GuideMonster, frozen=True, kw_only=True):
    about: GuideAbout


def item_answer(guide: Guide, item_id: int) -> ItemAnswer:
    """Raises NotFound."""
    item = guide.file.items.get(item_id) if guide.file else None
    if guide.file is None or item is None:
        raise NotFound
    return ItemAnswer(**_fields(item), about=guide.file.about)


def monster_answer(guide: Guide, monster_id: int) -> MonsterAnswer:
    """Raises NotFound."""
    monster = guide.file.monsters.get(monster_id) if guide.file else None
    if guide.file is None or monster is None:
        raise NotFound
    return MonsterAnswer(**_fields(monster), about=guide.file.about)


def _fields(record: Struct) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def results(
    guide: Guide, text: str, level: int | None, category: Category | None, page: int, page_size: int
) -> GuideResults:
    """`text`: empty for none, then `level` and `category` list the records."""
    file, first = guide.file, (page - 1) * page_size
    items, monsters = BriefPage[ItemBrief](0, []), BriefPage[MonsterBrief](0, [])
    if file and text:
        items, monsters = file.items.search(text, first, page_size), file.monsters.search(text, first, page_size)
    elif file:
        if category:
            items = file.items.of_group(CATEGORIES.index(category), first, page_size)
        if level:
            monsters = file.monsters.of_group(level, first, page_size)
    return GuideResults(
        about=file.about if file else None,
        levels=[MonsterLevel(number, count) for number, count in file.monsters.groups().items()] if file else [],
        categories=[ItemCategory(CATEGORIES[number], count) for number, count in file.items.groups().items()]
        if file
        else [],
        items=items.records,
        item_total=items.total,
        monsters=monsters.records,
        monster_total=monsters.total,
        page=page,
        page_size=page_size,
    )


def search_source(guide: Guide) -> SearchSource:
    """Searches the mapped file: its names are too many for the index in memory."""

    def find(language: str, text: str, count: int) -> Sequence[SearchRow]:
        if guide.file is None or len(text) < _SHORTEST:
            return []
        items = (
            _found("item", item, _type(item, language), f"/items/{item.id}")
            for item in guide.file.items.search(text, 0, count).records
        )
        monsters = (
            _found("monster", monster, _place(monster, language), f"/monsters/{monster.id}")
            for monster in guide.file.monsters.search(text, 0, count).records
        )
        return [row for pair in zip_longest(items, monsters) for row in pair if row]  # each kind has its share of them

    return SearchSource(find=find)


def _found(kind: str, record: ItemBrief | MonsterBrief, note: str, address: str) -> SearchRow:
    return SearchRow(kind=kind, key=str(record.id), name=record.name, note=note, address=address)


def _type(item: ItemBrief, language: str) -> str:
    """Returns the type as the datapack has it where the language has no word for it."""
    with suppress(KeyError):
        return read(language, f"inventory.types.{item.type}")
    return item.type


def _place(monster: MonsterBrief, language: str) -> str:
    if not monster.zones:
        return ""
    return read(language, "reports.bossPlace", level=monster.level, zone=place_name(language, monster.zones[0].name))


def feature(guide: Guide) -> Feature:
    policy = public(max_age=_MAX_AGE, version="guide")

    @get("/api/items/{item_id:int}", NotFound, opt=policy)
    async def get_item(item_id: FromPath[int]) -> ItemAnswer:
        """An item: who drops it, where and how often, its recipes and its sets."""
        return item_answer(guide, item_id)

    @get("/api/monsters/{monster_id:int}", NotFound, opt=policy)
    async def get_monster(monster_id: FromPath[int]) -> MonsterAnswer:
        """A monster: what it drops by the rates of this server, where it lives, and what else lives there."""
        return monster_answer(guide, monster_id)

    @get("/api/guide", ValidationFailed, opt=public(max_age=_MAX_AGE, version="guide", fold={"q"}))
    async def search_guide(
        q: GuideText = "",
        level: GuideLevel = None,
        category: GuideCategory = None,
        page: Page = 1,
        page_size: PageSize = _PAGE_SIZE,
    ) -> GuideResults:
        """Items and monsters by part of a name, by category and by level."""
        return results(guide, q, level, category, page, page_size)

    return Feature(
        name="guide",
        routes=[get_item, get_monster, search_guide],
        page_parts=["guide"],
        search=[search_source(guide)],
        versions={"guide": lambda: guide.version},
        tasks={"guide": lambda: poll("guide", REFRESH_SECONDS, guide.refresh, GuideFileError)},
    )

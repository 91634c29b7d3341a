"""GET /api/items/{item_id}, /api/monsters/{monster_id}, /api/guide: the guide of drops, from its file."""

from pathlib import Path
from typing import Annotated, Final

import structlog
from litestar.params import FromPath, Parameter
from msgspec import Struct

from gateway.extras.guide.guide import GuideItem, GuideMonster
from gateway.extras.guide.guide_file import GuideFile, GuideFileError, Records
from gateway.http.errors import NotFound, ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.registration.feature import Feature

_MAX_AGE: Final = 300
_RESULTS: Final = 20
_SHORTEST: Final = 2
log = structlog.stdlib.get_logger("gateway.guide")

GuideText = Annotated[
    str, Parameter(description="Part of a name, 2 to 40 characters.", schema_extra={"minLength": 2, "maxLength": 40})
]


class GuideRow(Struct, frozen=True, kw_only=True):
    """A result of a search. `level`: of a monster."""

    id: int
    name: str
    level: int | None = None


class GuideResults(Struct, frozen=True):
    """At most 20 of each: equal names, then prefixes, then short names."""

    items: list[GuideRow]
    monsters: list[GuideRow]


class Guide:
    """The file that the settings name; without one it is empty."""

    def __init__(self, path: str) -> None:
        """Raises GuideFileError."""
        self._file = GuideFile(Path(path)) if path else None
        self.items = Records(self._file, "items", GuideItem) if self._file else None
        self.monsters = Records(self._file, "monsters", GuideMonster) if self._file else None

    @property
    def version(self) -> str:
        return self._file.version if self._file else ""

    def item(self, item_id: int) -> GuideItem:
        """Raises NotFound."""
        item = self.items.get(item_id) if self.items else None
        if item is None:
            raise NotFound
        return item

    def monster(self, monster_id: int) -> GuideMonster:
        """Raises NotFound."""
        monster = self.monsters.get(monster_id) if self.monsters else None
        if monster is None:
            raise NotFound
        return monster

    def search(self, text: str) -> GuideResults:
        items = self.items.search(text, _RESULTS) if self.items else []
        monsters = self.monsters.search(text, _RESULTS) if self.monsters else []
        return GuideResults(
            [GuideRow(id=item.id, name=item.name) for item in items],
            [GuideRow(id=monster.id, name=monster.name, level=monster.level) for monster in monsters],
        )


def open_guide(path: str) -> Guide:
    """A file that is missing or damaged is reported, and the site works without it."""
    try:
        return Guide(path)
    except GuideFileError as error:
        log.error("guide_not_read", reason=str(error))
        return Guide("")


def feature(guide: Guide) -> Feature:
    policy = public(max_age=_MAX_AGE, version="guide")

    @get("/api/items/{item_id:int}", NotFound, opt=policy)
    async def get_item(item_id: FromPath[int]) -> GuideItem:
        """An item: who drops it, where and how often, and the recipes of it."""
        return guide.item(item_id)

    @get("/api/monsters/{monster_id:int}", NotFound, opt=policy)
    async def get_monster(monster_id: FromPath[int]) -> GuideMonster:
        """A monster: what it drops by the rates of this server, and where it lives."""
        return guide.monster(monster_id)

    @get("/api/guide", ValidationFailed, opt=public(max_age=_MAX_AGE, version="guide", fold={"q"}))
    async def search_guide(q: GuideText) -> GuideResults:
        """Items and monsters by part of a name."""
        return guide.search(q) if len(q) >= _SHORTEST else GuideResults([], [])

    return Feature(
        name="guide",
        routes=[get_item, get_monster, search_guide],
        page_parts=["guide"] if guide.items else [],
        versions={"guide": lambda: guide.version},
    )

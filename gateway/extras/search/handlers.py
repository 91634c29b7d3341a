"""GET /api/search: characters, clans, and what the features register, by part of a name."""

import unicodedata
from typing import Annotated, Final

from litestar import Response
from litestar.params import Parameter
from msgspec import Struct

from gateway.concurrency.background_tasks import poll
from gateway.database.errors import DatabaseError
from gateway.extras.clans.board import ClanBoard
from gateway.extras.clans.handlers import ClanBoards
from gateway.extras.search.index import SearchIndex
from gateway.extras.world.crests import Crests
from gateway.extras.world.handlers import World
from gateway.features.rankings.handlers import STALE_SECONDS, age_header, current_or_raise
from gateway.http.errors import GameUnavailable, ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.registration.feature import Feature
from gateway.registration.search import SearchRow
from gateway.texts import text as text_of
from gateway.world_snapshot.columns import FoundCharacter
from gateway.world_snapshot.snapshot_store import Snapshots

MAX_CHARACTERS: Final = 8
MAX_CLANS: Final = 4
MAX_OTHERS: Final = 8
LONGEST_TEXT: Final = 40
TEXT_TOO_LONG: Final = text_of("fields.max_length.text", limit=LONGEST_TEXT)
REFRESH_SECONDS: Final = 5.0

SearchText = Annotated[
    str,
    Parameter(
        description="Part of a name, 1 to 40 characters, compared as case-folded NFC text.",
        schema_extra={"minLength": 1, "maxLength": LONGEST_TEXT},
    ),
]
Language = Annotated[str, Parameter(description="Language of `others`, such as `es`; else the site's.")]


class FoundClan(Struct, frozen=True, kw_only=True):
    """`rank`: among all clans, by PvP kills."""

    clan_id: int
    clan_name: str
    level: int
    members: int
    alliance: str | None
    crest: str | None
    rank: int


class SearchResults(Struct, frozen=True):
    """At most 8 characters and 4 clans: equal names, then prefixes, then by PvP rank. `others`: at most 8 bosses,
    castles, clan halls, competitions, pages and articles: equal names, then prefixes.
    """

    data: list[FoundCharacter]
    clans: list[FoundClan]
    others: list[SearchRow]


def find_clans(board: ClanBoard, crests: Crests, text: str) -> list[FoundClan]:
    return [
        FoundClan(
            clan_id=row.clan_id,
            clan_name=row.clan_name,
            level=row.level,
            members=row.members,
            alliance=row.alliance,
            crest=crests.address(row.clan_id),
            rank=row.rank,
        )
        for row in board.search(text, MAX_CLANS)
    ]


def feature(snapshots: Snapshots, boards: ClanBoards, world: World, index: SearchIndex) -> Feature:
    @get(
        "/api/search",
        *(ValidationFailed, GameUnavailable),
        opt=public(max_age=15, stale=STALE_SECONDS, version="rankings", fold={"q"}, direct=True),
    )
    async def search(q: SearchText, language: Language = "") -> Response[SearchResults]:
        """Characters, clans, bosses, castles, clan halls, competitions, pages and articles by part of a name."""
        text = unicodedata.normalize("NFC", q)
        if len(text) > LONGEST_TEXT:
            raise ValidationFailed(fields={"q": TEXT_TOO_LONG})
        snapshot, age = current_or_raise(snapshots)
        _, board = await boards.current()
        results = SearchResults(
            snapshot.search(text, MAX_CHARACTERS),
            find_clans(board, world.crests(), text),
            index.find(language, text, MAX_OTHERS),
        )
        return Response(results, headers=age_header(age))

    return Feature(
        name="search",
        routes=[search],
        tasks={"search_index": lambda: poll("search_index", REFRESH_SECONDS, index.refresh, DatabaseError)},
    )

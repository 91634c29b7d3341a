"""GET /api/search: characters and clans by part of a name."""

import unicodedata
from typing import Annotated, Final

from litestar import Response
from litestar.params import Parameter
from msgspec import Struct

from gateway.extras.clans.board import ClanBoard
from gateway.extras.clans.handlers import ClanBoards
from gateway.extras.world.crests import Crests
from gateway.extras.world.handlers import World
from gateway.features.rankings.handlers import LONGEST_NAME, NAME_TOO_LONG, STALE_SECONDS, age_header, current_or_raise
from gateway.http.errors import GameUnavailable, ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.registration.feature import Feature
from gateway.world_snapshot.columns import FoundCharacter
from gateway.world_snapshot.snapshot_store import Snapshots

MAX_CHARACTERS: Final = 8
MAX_CLANS: Final = 4

SearchText = Annotated[
    str,
    Parameter(
        description="Part of a name, 1 to 16 characters, compared as case-folded NFC text.",
        schema_extra={"minLength": 1, "maxLength": LONGEST_NAME},
    ),
]


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
    """At most 8 characters and 4 clans: equal names, then prefixes, then by PvP rank."""

    data: list[FoundCharacter]
    clans: list[FoundClan]


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


def feature(snapshots: Snapshots, boards: ClanBoards, world: World) -> Feature:
    @get(
        "/api/search",
        *(ValidationFailed, GameUnavailable),
        opt=public(max_age=15, stale=STALE_SECONDS, version="rankings", fold={"q"}, direct=True),
    )
    async def search(q: SearchText) -> Response[SearchResults]:
        """Characters and clans by part of a name."""
        text = unicodedata.normalize("NFC", q)
        if len(text) > LONGEST_NAME:
            raise ValidationFailed(fields={"q": NAME_TOO_LONG})
        snapshot, age = current_or_raise(snapshots)
        _, board = await boards.current()
        results = SearchResults(snapshot.search(text, MAX_CHARACTERS), find_clans(board, world.crests(), text))
        return Response(results, headers=age_header(age))

    return Feature(name="search", routes=[search])

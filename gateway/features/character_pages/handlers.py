"""GET /api/characters/{name}: what the public page of a character shows."""

from datetime import UTC, datetime
from typing import Final

import numpy as np
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from gateway.database.database import Database
from gateway.features.character_pages import lookup, standing
from gateway.features.character_pages.lookup import NoPublicPage
from gateway.features.character_pages.standing import CharacterRanks, Rival
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.rankings.columns import RankingRow
from gateway.features.rankings.snapshot import Snapshot
from gateway.http.errors import GameUnavailable
from gateway.http.response_cache import public
from gateway.http.routes import get

FRESH_SECONDS: Final = 2
"""With the poll of the levels, a change of privacy takes effect within five seconds, also in browsers."""


class Namesake(Struct, frozen=True):
    """Another character of the same name."""

    char_id: int
    char_name: str
    level: int
    class_name: str


class CharacterPage(Struct, frozen=True):
    """`class_id` and `level` are those of the base class. `rivals`: just above and below in the PvP rankings."""

    char_id: int
    char_name: str
    level: int
    class_id: int
    class_name: str
    race: int
    race_name: str
    clan_name: str | None
    clan_id: int | None
    pvp_kills: int
    pk_kills: int
    ranks: CharacterRanks
    rivals: list[Rival]
    also_named: list[Namesake]
    generated_at: datetime


def character_page(snapshot: Snapshot, row: int, namesakes: list[int]) -> CharacterPage:
    shown, *others = snapshot.ranking_rows("pvp", np.array([row, *namesakes]))
    return CharacterPage(
        char_id=_id_of(shown),
        char_name=shown.char_name,
        level=shown.level,
        class_id=shown.class_id,
        class_name=shown.class_name,
        race=shown.race,
        race_name=shown.race_name,
        clan_name=shown.clan_name,
        clan_id=shown.clan_id,
        pvp_kills=shown.score,
        pk_kills=int(snapshot.columns["pk"][row]),
        ranks=standing.ranks(snapshot, row),
        rivals=standing.rivals(snapshot, row),
        also_named=[Namesake(_id_of(other), other.char_name, other.level, other.class_name) for other in others],
        generated_at=datetime.fromtimestamp(int(snapshot.stats.taken_at), UTC),
    )


def _id_of(row: RankingRow) -> int:
    assert row.char_id is not None
    return row.char_id


def routes(game: Database, snapshots: PublicSnapshots) -> list[HTTPRouteHandler]:
    @get(
        "/api/characters/{name:str}",
        NoPublicPage,
        GameUnavailable,
        opt=public(max_age=FRESH_SECONDS, version="characters"),
    )
    async def get_public_character(name: FromPath[str]) -> CharacterPage:
        """A character's public page, by name or by `~` and id."""
        snapshot = snapshots.current()
        row, namesakes = await lookup.find(game, snapshot, name)
        return character_page(snapshot, row, namesakes)

    return [get_public_character]

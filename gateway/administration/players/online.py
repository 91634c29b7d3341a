"""GET /api/admin/online: the characters that are online, from the snapshot of the rankings."""

from typing import Annotated, Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.administration.players.sources import PlayerSources
from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.features.rankings.handlers import current_or_raise
from gateway.http.errors import GameUnavailable
from gateway.world_snapshot.snapshot import Filters

_ROWS: Final = 50
_PAGES: Final = 100

PageNumber = Annotated[int, QueryParameter(ge=1, le=_PAGES)]


class OnlineCharacter(Struct, frozen=True, kw_only=True):
    """`account` null: the game does not have the character any more."""

    character_id: int
    name: str
    account: str | None
    level: int
    class_name: str
    clan: str | None


class OnlineCharacters(Struct, frozen=True):
    """By PvP kills. `total`: characters on all pages. `unlisted`: hidden ones, staff and banned ones that are online.

    `next`: number of the next page.
    """

    total: int
    unlisted: int
    next: int | None
    data: list[OnlineCharacter]


def routes(sources: PlayerSources) -> list[HTTPRouteHandler]:
    @get("/api/admin/online", GameUnavailable, permission="players.read")
    async def list_online_characters(operator: Operator, page: PageNumber = 1) -> OnlineCharacters:
        """Characters that are online, up to a minute ago."""
        snapshot, _ = current_or_raise(sources.snapshots)
        character_page = snapshot.page("pvp", Filters(online_only=True), page, _ROWS)
        ids = character_page.character_ids.tolist()
        accounts = {row.id: row.account_name.lower() for row in await sources.characters.by_ids(ids)}
        return OnlineCharacters(
            total=character_page.total,
            unlisted=max(0, snapshot.stats.online_players - character_page.total),
            next=page + 1 if character_page.total > page * _ROWS and page < _PAGES else None,
            data=[
                OnlineCharacter(
                    character_id=id,
                    name=row.char_name,
                    account=accounts.get(id),
                    level=row.level,
                    class_name=row.class_name,
                    clan=row.clan_name,
                )
                for id, row in zip(ids, character_page.rows, strict=True)
            ],
        )

    return [list_online_characters]

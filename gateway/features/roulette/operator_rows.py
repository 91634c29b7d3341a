"""GET /api/admin/entries, /api/admin/spins: the rows behind the figures of the wheel page."""

from datetime import datetime
from typing import Annotated, Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.roulette.wheel import Tier
from gateway.http.paging import LAST_ID, BeforeId, keyset_page

_ROWS: Final = 50
_WINDOW: Final = 20_000
"""Spins that one request reads: those of a rare prize are found in steps."""

HouseAccount = Annotated[str, QueryParameter(max_length=64, pattern="^house:")]
Version = Annotated[int, QueryParameter(ge=1)]
Prize = Annotated[int, QueryParameter(ge=0)]
PrizeTier = Annotated[Tier, QueryParameter()]


class HouseEntry(Struct, frozen=True):
    """`account`: an account of the other side, such as wallet:LOGIN or house:NAME; null for none."""

    transfer: int
    at: datetime
    kind: str
    reference: str
    account: str | None
    amount: int


class HouseEntries(Struct, frozen=True):
    """The newest first. `next`: the value of `before` for older rows; null on the last page."""

    data: list[HouseEntry]
    next: int | None


class ListedSpin(Struct, frozen=True):
    id: int
    at: datetime
    account: str
    cost: int
    prize: int


class ListedSpins(Struct, frozen=True):
    """The newest first. `next`: as in HouseEntries; a page before the last one can be empty."""

    data: list[ListedSpin]
    next: int | None


class _Window(Struct, frozen=True):
    first: int | None


ENTRIES: Final = query("admin_wheel.entries", HouseEntry)
SPINS: Final = query("admin_wheel.spins", ListedSpin)
WINDOW: Final = query("admin_wheel.spin_window", _Window)


async def read_entries(site: Database, account: str, cursor_id: int = LAST_ID) -> HouseEntries:
    rows = await site.read(ENTRIES, account=account, before=cursor_id, limit=_ROWS + 1)
    return HouseEntries(*keyset_page(rows, _ROWS, lambda row: row.transfer))


async def read_spins(site: Database, version: int, tier: Tier, prize: int, cursor_id: int = LAST_ID) -> ListedSpins:
    window = await site.one(WINDOW, before=cursor_id, window=_WINDOW)
    if window is None or window.first is None:
        return ListedSpins([], None)
    rows = await site.read(
        SPINS, version=version, tier=tier, prize=prize, first=window.first, before=cursor_id, limit=_ROWS + 1
    )
    page, next_id = keyset_page(rows, _ROWS, lambda row: row.id)
    return ListedSpins(page, next_id or (window.first if window.first > 1 else None))


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get("/api/admin/entries", permission="wheel.read")
    async def list_house_entries(operator: Operator, account: HouseAccount, before: BeforeId = LAST_ID) -> HouseEntries:
        """Ledger entries of a house account."""
        return await read_entries(site, account, before)

    @get("/api/admin/spins", permission="wheel.read")
    async def list_spins(
        operator: Operator, version: Version, tier: PrizeTier, prize: Prize, before: BeforeId = LAST_ID
    ) -> ListedSpins:
        """Spins of a wheel with one prize."""
        return await read_spins(site, version, tier, prize, before)

    return [list_house_entries, list_spins]

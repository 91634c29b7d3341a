"""GET /api/admin/referrals: new accounts with their referrers, and the reasons for refused referrals."""

from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.admin.routes import get
from gateway.features.admin.sessions import Operator
from gateway.features.referrals.repository import ReferralReason, ReferralState

_ROWS: Final = 100
_LAST: Final = 2**32 - 1

StateFilter = Annotated[Literal["", "waiting", "paid", "refused"], QueryParameter()]
LoginFilter = Annotated[str, QueryParameter(max_length=60)]
BeforeId = Annotated[int, QueryParameter(ge=1, le=_LAST)]


class ListedReferral(Struct, frozen=True):
    """`network`: the /24 or /48 of the registration. Coins: 0 unless paid."""

    id: int
    referrer: str
    account: str
    registered_at: datetime
    network: str
    state: ReferralState
    reason: ReferralReason | None
    settled_at: datetime | None
    referrer_coins: int
    account_coins: int


class ReferralList(Struct, frozen=True):
    """The newest first. `next`: the value of `before` for older rows; null on the last page."""

    data: list[ListedReferral]
    next: int | None


class StoredReferral(Struct, frozen=True):
    id: int
    account: str
    referrer: str
    registered_at: int
    network: str
    state: ReferralState
    reason: ReferralReason | None
    settled_at: int | None
    referrer_coins: int
    account_coins: int


PAGE: Final = query("referrals.page", StoredReferral)


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get("/api/admin/referrals", permission="codes.read")
    async def list_referrals(
        operator: Operator, status: StateFilter = "", referrer: LoginFilter = "", before: BeforeId = _LAST
    ) -> ReferralList:
        """Referrals by state and referrer."""
        rows = await site.read(PAGE, state=status, referrer=referrer.strip().lower(), before=before, limit=_ROWS + 1)
        return ReferralList(
            [_listed_referral(row) for row in rows[:_ROWS]], rows[_ROWS - 1].id if len(rows) > _ROWS else None
        )

    return [list_referrals]


def _listed_referral(row: StoredReferral) -> ListedReferral:
    return ListedReferral(
        id=row.id,
        referrer=row.referrer,
        account=row.account,
        registered_at=_moment(row.registered_at),
        network=row.network,
        state=row.state,
        reason=row.reason,
        settled_at=None if row.settled_at is None else _moment(row.settled_at),
        referrer_coins=row.referrer_coins,
        account_coins=row.account_coins,
    )


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

"""GET /api/admin/referrals: new accounts with their referrers, and the reasons for refused referrals."""

from datetime import datetime
from typing import Annotated, Final, Literal

from litestar.params import QueryParameter
from msgspec import Struct

from gateway.administration.fields import NeedsPlayers
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extras.referrals.repository import ReferralReason, ReferralState
from gateway.http.paging import LAST_ID, BeforeId, keyset_page
from gateway.registration.extra import Parts

_ROWS: Final = 100

StateFilter = Annotated[Literal["", "waiting", "paid", "refused"], QueryParameter()]
LoginFilter = Annotated[str, QueryParameter(max_length=60)]


class ListedReferral(Struct, frozen=True):
    """`network`: the /24 or /48 of the registration. Coins: 0 unless paid."""

    id: int
    referrer: Annotated[str | None, NeedsPlayers]
    account: Annotated[str | None, NeedsPlayers]
    registered_at: datetime
    network: Annotated[str | None, NeedsPlayers]
    state: ReferralState
    reason: ReferralReason | None
    settled_at: datetime | None
    referrer_coins: int
    account_coins: int


class ReferralList(Struct, frozen=True):
    """The newest first. `next`: the value of `before` for older rows; null on the last page."""

    data: list[ListedReferral]
    next: int | None


PAGE: Final = query("referrals.page", ListedReferral)


def pages(parts: Parts) -> OperatorPages:
    site = parts.get(Databases).site

    @get("/api/admin/referrals", permission="codes.read")
    async def list_referrals(
        operator: Operator, status: StateFilter = "", referrer: LoginFilter = "", before: BeforeId = LAST_ID
    ) -> ReferralList:
        """Referrals by state and referrer."""
        rows = await site.read(PAGE, state=status, referrer=referrer.strip().lower(), before=before, limit=_ROWS + 1)
        return ReferralList(*keyset_page(rows, _ROWS, lambda row: row.id))

    return OperatorPages(routes=[list_referrals])

"""Coins above an operator's daily sum: list, release and refuse. Another operator than the maker releases them."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from gateway.administration.changes import Change, ChangeForm, ChangeResult, OperatorChange
from gateway.administration.needs import Need
from gateway.administration.permissions import Role
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.config.access import AdminSettings
from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.features.ledger import Insufficient
from gateway.features.ledger.adjust import AdjustmentKeyReused, adjust
from gateway.features.operators import coin_grants
from gateway.features.operators.coin_grants import GrantRefused, HeldGrant
from gateway.http.errors import Conflict, NotFound, ValidationFailed

GrantId = Annotated[int, PathParameter(ge=1, le=2**32 - 1)]
RefusalWork = Callable[[Database, HeldGrant], Awaitable[None]]
"""Called with coins that an operator refused, in the transaction of that change."""


class HeldCoins(Struct, frozen=True, kw_only=True):
    """Coins that wait, or that were decided on. `account`: of an adjustment; null for a campaign of codes, which
    `campaign_id` names. `may_release`: the operator who asks may release them now. `is_released` null: they wait."""

    id: int
    made_by: str
    coins: int
    account: str | None
    campaign_id: int | None
    reason: str
    made_at: datetime
    decided_by: str | None
    decided_at: datetime | None
    is_released: bool | None
    may_release: bool


class HeldCoinList(Struct, frozen=True):
    """Those that wait, the oldest first, then those of the last 30 days that were decided."""

    data: list[HeldCoins]


def limits_of(settings: AdminSettings) -> Mapping[Role, int]:
    """Returns the coins that one operator may make in 24 hours, by role."""
    adjusted_coins = settings.adjusted_coins_per_day
    return {"owner": adjusted_coins, "finance": adjusted_coins, "content": settings.code_coins_per_day}


async def read_needs(site: Database, now: int) -> Sequence[Need]:
    """Returns the coins that wait, as cases of the overview."""
    return [
        Need(
            kind="coins_held",
            subject=f"coins:{row.id}",
            account=row.operator,
            since=row.created_at,
            coins=row.coins,
        )
        for row in await coin_grants.held(site, now)
        if row.decided_at is None
    ]


def routes(site: Database, at_refusal: Sequence[RefusalWork]) -> list[HTTPRouteHandler]:
    @get("/api/admin/held-coins", permission="coins.read")
    async def list_held_coins(operator: Operator) -> HeldCoinList:
        """Coins above an operator's daily sum."""
        now = int(time.time())
        rows = await coin_grants.held(site, now)
        return HeldCoinList([_held_coins(row, operator.name, operator.role, now) for row in rows])

    @post(
        "/api/admin/held-coins/{grant_id:int}/release", NotFound, Conflict, ValidationFailed, permission="coins.release"
    )
    async def release_held_coins(change: Change, grant_id: GrantId, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Release coins that wait: a campaign's codes give them, an adjustment is posted."""

        async def work(joined_site: Database) -> None:
            grant = await _decide(joined_site, change, grant_id, is_released=True)
            if grant.post_key is None:
                return
            try:
                await adjust(joined_site, grant.subject.removeprefix("account:"), grant.coins, grant.post_key)
            except (Insufficient, AdjustmentKeyReused):
                raise Conflict from None

        return await change.apply(data, f"coins:{grant_id}", work, command="coins release")

    @post(
        "/api/admin/held-coins/{grant_id:int}/refuse", NotFound, Conflict, ValidationFailed, permission="coins.release"
    )
    async def refuse_held_coins(change: Change, grant_id: GrantId, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Refuse coins that wait: a campaign is closed, an adjustment is never posted."""

        async def work(joined_site: Database) -> None:
            grant = await _decide(joined_site, change, grant_id, is_released=False)
            for refuse in at_refusal:
                await refuse(joined_site, grant)

        return await change.apply(data, f"coins:{grant_id}", work, command="coins refuse")

    return [list_held_coins, release_held_coins, refuse_held_coins]


async def _decide(site: Database, change: OperatorChange, grant_id: int, *, is_released: bool) -> HeldGrant:
    operator, now = change.operator, int(time.time())
    async with site.transaction() as session:
        try:
            return await coin_grants.decide(
                session, grant_id, operator.name, operator.role, now, is_released=is_released
            )
        except GrantRefused as error:
            raise Conflict(error.reason) from None


def _held_coins(row: HeldGrant, name: str, role: Role, now: int) -> HeldCoins:
    return HeldCoins(
        id=row.id,
        made_by=row.operator,
        coins=row.coins,
        account=row.subject.removeprefix("account:") if row.post_key else None,
        campaign_id=row.campaign_id,
        reason=row.reason,
        made_at=to_datetime(row.created_at),
        decided_by=row.decided_by,
        decided_at=to_datetime(row.decided_at),
        is_released=None if row.is_released is None else bool(row.is_released),
        may_release=row.decided_at is None and row.may_be_released_by(name, role, now),
    )

"""Recharge campaigns in the administration: list, make and end them as `gateway campaign` does, with their figures."""

import time
from datetime import datetime
from typing import Annotated, Final

from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from gateway.administration.changes import Change, ChangeForm, ChangeResult, epoch_seconds
from gateway.administration.fields import NeedsPlayers
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.database.database import Database, Databases
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.campaigns import campaigns
from gateway.extras.campaigns.campaigns import CampaignFigures, RechargeRefused
from gateway.extras.campaigns.handlers import CampaignStep, steps_of
from gateway.extras.campaigns.rules import (
    NAME_MAX,
    CampaignState,
    PromisedCoins,
    RechargeCampaign,
    encode_steps,
    refusal,
    state_of,
)
from gateway.features.payments.coin_rules import Outcome
from gateway.http.errors import Conflict, NotFound, ValidationFailed
from gateway.http.paging import LAST_ID, BeforeId, keyset_page
from gateway.registration.extra import Parts

_ROWS: Final = 50

RechargeId = Annotated[int, PathParameter(ge=1, le=2**32 - 1)]


class ListedRecharge(Struct, frozen=True, kw_only=True):
    """`promised`: bonus coins of donations that are paid or can still be; `given`: those that accounts have now.

    `donations`: that were paid, by `accounts`.
    """

    id: int
    name: str
    state: CampaignState
    starts_at: datetime
    ends_at: datetime
    ended_at: datetime | None
    steps: list[CampaignStep]
    account_cap: int | None
    total_cap: int | None
    first_only: bool
    donations: int
    accounts: int
    promised: int
    given: int


class RechargeList(Struct, frozen=True):
    """The newest first."""

    data: list[ListedRecharge]


class RechargeOffer(Struct, frozen=True):
    id: int
    donation: Annotated[str | None, NeedsPlayers]
    account: Annotated[str | None, NeedsPlayers]
    status: Outcome
    coins: int
    given: int
    at: datetime


class RechargeOffers(Struct, frozen=True):
    """The newest first. `next`: the value of `before` for older rows; null on the last page."""

    campaign: ListedRecharge
    data: list[RechargeOffer]
    next: int | None


class RechargeForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`starts_at` null: now. Caps: bonus coins; null: no limit."""

    name: Annotated[str, Meta(max_length=4 * NAME_MAX)]
    steps: Annotated[list[CampaignStep], Meta(max_length=20)]
    starts_at: datetime | None = None
    ends_at: datetime
    account_cap: int | None = None
    total_cap: int | None = None
    first_only: bool = False


OFFERS: Final = query("campaigns.offers", RechargeOffer)


def pages(parts: Parts) -> OperatorPages:
    site = parts.get(Databases).site

    @get("/api/admin/campaigns", permission="campaigns.read")
    async def list_recharge_campaigns(operator: Operator) -> RechargeList:
        """All recharge campaigns with their figures."""
        return RechargeList(await _listed(site))

    @get("/api/admin/campaigns/{campaign_id:int}", NotFound, permission="campaigns.read")
    async def get_recharge_campaign(
        operator: Operator, campaign_id: RechargeId, before: BeforeId = LAST_ID
    ) -> RechargeOffers:
        """A recharge campaign with the donations that it promised coins."""
        row = next((row for row in await _listed(site) if row.id == campaign_id), None)
        if row is None:
            raise NotFound
        rows = await site.read(OFFERS, campaign_id=campaign_id, before=before, limit=_ROWS + 1)
        return RechargeOffers(row, *keyset_page(rows, _ROWS, lambda offer: offer.id))

    @post("/api/admin/campaigns", ValidationFailed, permission="campaigns.change")
    async def make_recharge_campaign(change: Change, data: JSONBody[RechargeForm]) -> ChangeResult:
        """Make a recharge campaign. Its terms cannot be changed later."""

        async def work(joined_site: Database) -> None:
            now = int(time.time())
            campaign = _campaign(data, now)
            async with joined_site.transaction() as session:
                await campaigns.create(session, campaign, now)

        return await change.apply(data, "campaigns", work, command="campaign create")

    @post("/api/admin/campaigns/{campaign_id:int}/end", Conflict, permission="campaigns.change")
    async def end_recharge_campaign(
        change: Change, campaign_id: RechargeId, data: JSONBody[ChangeForm]
    ) -> ChangeResult:
        """End a recharge campaign. Donations that began keep what they were promised."""

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                try:
                    await campaigns.end(session, campaign_id, int(time.time()))
                except RechargeRefused as error:
                    raise Conflict(error.reason) from None

        return await change.apply(data, f"recharge:{campaign_id}", work, command="campaign end")

    return OperatorPages(
        routes=[list_recharge_campaigns, get_recharge_campaign, make_recharge_campaign, end_recharge_campaign]
    )


async def _listed(site: Database) -> list[ListedRecharge]:
    rows, now = await site.read(campaigns.ALL), time.time()
    figures = await campaigns.figures_of(site)
    promised = await campaigns.promised_by(site, rows)
    return [
        _recharge(
            row,
            figures.get(row.id, CampaignFigures(row.id)),
            promised.get(row.id, PromisedCoins(row.id)),
            now,
        )
        for row in rows
    ]


def _recharge(row: RechargeCampaign, figures: CampaignFigures, promised: PromisedCoins, now: float) -> ListedRecharge:
    return ListedRecharge(
        id=row.id,
        name=row.name,
        state=state_of(row, now),
        starts_at=to_datetime(row.starts_at),
        ends_at=to_datetime(row.ends_at),
        ended_at=to_datetime(row.ended_at),
        steps=steps_of(row),
        account_cap=row.account_cap,
        total_cap=row.total_cap,
        first_only=bool(row.first_only),
        donations=figures.donations,
        accounts=figures.accounts,
        promised=promised.coins,
        given=figures.given,
    )


def _campaign(form: RechargeForm, now: int) -> RechargeCampaign:
    """Raises ValidationFailed."""
    campaign = RechargeCampaign(
        id=0,
        name=form.name.strip(),
        steps=encode_steps(tuple((step.coins, step.percent) for step in form.steps)),
        starts_at=now if form.starts_at is None else epoch_seconds(form.starts_at, "starts_at"),
        ends_at=epoch_seconds(form.ends_at, "ends_at"),
        account_cap=form.account_cap,
        total_cap=form.total_cap,
        first_only=int(form.first_only),
    )
    if problem := refusal(campaign, now):
        field, reason = problem
        raise ValidationFailed(fields={field: reason})
    return campaign

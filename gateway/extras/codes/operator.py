"""Codes in the administration: list, make and close campaigns as `gateway code` does, and list their redemptions.

The codes of a new campaign are in the answer that makes them, and nowhere else: neither in the site schema nor in the
stored answer of the request, so a repeated request has none.
"""

import time
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from gateway.administration.changes import Change, ChangeForm, ChangeResult, epoch_seconds
from gateway.administration.coin_grants import limits_of
from gateway.administration.fields import NeedsPlayers
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.config.settings import Settings
from gateway.database.database import Database, Databases, Session
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.codes import campaigns
from gateway.extras.codes.campaigns import CampaignRefused
from gateway.extras.codes.rules import Campaign, Kind, State, refusal, state_of
from gateway.features.operators import coin_grants
from gateway.features.operators.coin_grants import HeldGrant
from gateway.http.errors import Conflict, NotFound, ValidationFailed
from gateway.http.paging import LAST_ID, BeforeId, keyset_page
from gateway.registration.extra import Parts
from gateway.texts import Text, text

_ROWS: Final = 100

CampaignId = Annotated[int, PathParameter(ge=1, le=2**32 - 1)]


class CodeCampaign(Struct, frozen=True, kw_only=True):
    """`coins`: of each redemption. `made_by` and `reason`: of the operator; empty for a campaign of the service."""

    id: int
    name: str
    kind: Kind
    state: State
    coins: int
    max_redemptions: int
    redeemed: int
    starts_at: datetime
    expires_at: datetime
    closed_at: datetime | None
    made_by: str
    reason: str


class CodeCampaigns(Struct, frozen=True):
    """The newest first."""

    data: list[CodeCampaign]


class CampaignRedemption(Struct, frozen=True):
    id: int
    account: Annotated[str | None, NeedsPlayers]
    at: datetime


class CampaignRedemptions(Struct, frozen=True):
    """The newest first. `next`: the value of `before` for older rows; null on the last page."""

    campaign: CodeCampaign
    data: list[CampaignRedemption]
    next: int | None


class CampaignForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`starts_at` null: now. `max_redemptions`: accounts of a promo code, or gift codes for one redemption each.
    `word`: the promo code; empty: a random one."""

    name: Annotated[str, Meta(max_length=200)]
    kind: Kind
    coins: int
    max_redemptions: int
    starts_at: datetime | None = None
    expires_at: datetime
    word: Annotated[str, Meta(max_length=64)] = ""


class MadeCampaign(ChangeResult, frozen=True, kw_only=True):
    """`codes`: shown this once; empty for a dry run and for a request that was answered before."""

    codes: list[str]


REDEMPTIONS: Final = query("codes.redemptions", CampaignRedemption)


async def close_refused(site: Database, grant: HeldGrant) -> None:
    """Closes the campaign of refused coins."""
    if grant.campaign_id is None:
        return
    async with site.transaction() as session:
        with suppress(CampaignRefused):  # closed before
            await campaigns.close(session, grant.campaign_id, int(time.time()))


def pages(parts: Parts) -> OperatorPages:
    site, coins_per_day = parts.get(Databases).site, limits_of(parts.get(Settings).admin)

    @get("/api/admin/codes", permission="codes.read")
    async def list_code_campaigns(operator: Operator) -> CodeCampaigns:
        """All campaigns of promo and gift codes."""
        now = time.time()
        return CodeCampaigns([_code_campaign(row, now) for row in await campaigns.all_campaigns(site)])

    @get("/api/admin/codes/{campaign_id:int}", NotFound, permission="codes.read")
    async def get_code_campaign(
        operator: Operator,
        campaign_id: CampaignId,
        before: BeforeId = LAST_ID,
    ) -> CampaignRedemptions:
        """A campaign with its redemptions."""
        row = next((row for row in await campaigns.all_campaigns(site) if row.id == campaign_id), None)
        if row is None:
            raise NotFound
        rows = await site.read(REDEMPTIONS, campaign_id=campaign_id, before=before, limit=_ROWS + 1)
        page, next_id = keyset_page(rows, _ROWS, lambda row: row.id)
        return CampaignRedemptions(_code_campaign(row, time.time()), page, next_id)

    @post("/api/admin/codes", Conflict, ValidationFailed, permission="codes.change")
    async def make_code_campaign(change: Change, data: JSONBody[CampaignForm]) -> MadeCampaign:
        """Make a promo code, or a batch of gift codes. Above the operator's daily sum they wait for a release."""
        number, codes = 0, list[str]()

        async def work(joined_site: Database) -> Text:
            nonlocal number, codes
            now = int(time.time())
            campaign = _campaign(data, now)
            async with joined_site.transaction() as session:
                number, codes = await _make(session, campaign, data.word.strip(), now)
                coins, operator = campaign.coins * campaign.max_redemptions, change.operator
                limit = coins_per_day.get(operator.role, 0)
                is_held = await coin_grants.add_campaign(session, operator.name, number, coins, limit, now)
            return (
                text("reasons.campaign_held", coins=coins) if is_held else text("reasons.campaign_coins", coins=coins)
            )

        result = await change.apply(data, "codes", work, command="code create")
        # A request that lost against its own repetition has made other codes and rolled them back.
        is_made = not change.dry_run and any(row.subject == f"codes:{number}" for row in result.changes)
        return MadeCampaign(**msgspec.structs.asdict(result), codes=codes if is_made else [])

    @post("/api/admin/codes/{campaign_id:int}/close", Conflict, permission="codes.change")
    async def close_code_campaign(change: Change, campaign_id: CampaignId, data: JSONBody[ChangeForm]) -> ChangeResult:
        """End a campaign: its codes give no more coins."""

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                try:
                    await campaigns.close(session, campaign_id, int(time.time()))
                except CampaignRefused as error:
                    raise Conflict(error.reason) from None

        return await change.apply(data, f"codes:{campaign_id}", work, command="code close")

    return OperatorPages(
        routes=[list_code_campaigns, get_code_campaign, make_code_campaign, close_code_campaign],
        at_refusal=[close_refused],
    )


def _campaign(form: CampaignForm, now: int) -> Campaign:
    """Raises ValidationFailed."""
    campaign = Campaign(
        id=0,
        name=form.name.strip(),
        kind=form.kind,
        coins=form.coins,
        starts_at=now if form.starts_at is None else epoch_seconds(form.starts_at, "starts_at"),
        expires_at=epoch_seconds(form.expires_at, "expires_at"),
        max_redemptions=form.max_redemptions,
    )
    if problem := refusal(campaign, form.word.strip(), now):
        field, reason = problem
        raise ValidationFailed(fields={field: reason})
    return campaign


async def _make(session: Session, campaign: Campaign, word: str, now: int) -> tuple[int, list[str]]:
    try:
        return await campaigns.create_with_codes(session, campaign, word, now)
    except CampaignRefused as error:
        raise Conflict(error.reason) from None


def _code_campaign(row: Campaign, now: float) -> CodeCampaign:
    return CodeCampaign(
        id=row.id,
        name=row.name,
        kind=row.kind,
        state=state_of(row, now),
        coins=row.coins,
        max_redemptions=row.max_redemptions,
        redeemed=row.redeemed,
        starts_at=to_datetime(row.starts_at),
        expires_at=to_datetime(row.expires_at),
        closed_at=to_datetime(row.closed_at),
        made_by=row.made_by,
        reason=row.reason,
    )

"""GET /api/campaigns: campaigns that run or come. GET /api/player/campaigns: what the account's donations got of them;
…/bonus: what a donation would get now."""

import time
from datetime import datetime
from typing import Annotated, Final

from litestar.params import QueryParameter
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.campaigns import campaigns
from gateway.extras.campaigns.bonus import find_bonus
from gateway.extras.campaigns.rules import COINS_MAX, RechargeCampaign
from gateway.features.accounts import Caller
from gateway.features.wallet.history import HISTORY
from gateway.http.errors import AccountFrozen, SiteUnavailable
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.observability.signals import Signal
from gateway.registration.feature import Feature, SignalReader

FRESH_SECONDS: Final = 15
STALE_SECONDS: Final = 300

Coins = Annotated[int, QueryParameter(ge=1, le=COINS_MAX)]


class CampaignStep(Struct, frozen=True):
    """`percent` of a donation's coins, from so many `coins` on."""

    coins: int
    percent: int


class AnnouncedCampaign(Struct, frozen=True, kw_only=True):
    """`account_cap`: bonus coins for one account at most; null: no limit. `first_only`: for accounts without a paid
    donation. `is_used_up`: its coins are promised, and it gives no more."""

    id: int
    name: str
    starts_at: datetime
    ends_at: datetime
    steps: list[CampaignStep]
    account_cap: int | None
    first_only: bool
    is_used_up: bool


class AnnouncedCampaigns(Struct, frozen=True):
    """By their start."""

    data: list[AnnouncedCampaign]


class DonationBonusRow(Struct, frozen=True):
    """`coins`: promised to the donation; `given`: those of them that the account has now."""

    donation_id: str
    campaign: str
    coins: int
    given: int


class DonationBonuses(Struct, frozen=True):
    """Of donations of the last 30 days that did not fail, the newest first."""

    data: list[DonationBonusRow]


class PossibleBonus(Struct, frozen=True, kw_only=True):
    """`percent`: of the donation's coins; `is_limited`: a limit of the campaign leaves fewer coins than that.
    `ends_at`: donations that begin before it get the bonus."""

    coins: int
    campaign: str
    percent: int
    is_limited: bool
    ends_at: datetime


class PossibleBonuses(Struct, frozen=True):
    """`bonus`: of the one campaign that gives the most; null: none gives any."""

    bonus: PossibleBonus | None


OF_ACCOUNT: Final = query("campaigns.of_account", DonationBonusRow)


def feature(site: Database, signals: dict[Signal, SignalReader]) -> Feature:
    @get("/api/campaigns", SiteUnavailable, opt=public(max_age=FRESH_SECONDS, stale=STALE_SECONDS))
    async def get_campaigns() -> AnnouncedCampaigns:
        """Recharge campaigns that run or come."""
        rows = await site.read(campaigns.ANNOUNCED, now=int(time.time()))
        promised = await campaigns.promised_by(site, [row for row in rows if row.total_cap is not None])
        return AnnouncedCampaigns(
            [_announced(row, is_used_up=campaigns.is_used_up(row, promised.get(row.id))) for row in rows]
        )

    @get("/api/player/campaigns", AccountFrozen, SiteUnavailable)
    async def get_donation_bonuses(caller: Caller) -> DonationBonuses:
        """Coins of campaigns for the account's donations."""
        since = int(time.time() - HISTORY.total_seconds())
        return DonationBonuses(await site.read(OF_ACCOUNT, account=caller.login, since=since))

    @get("/api/player/campaigns/bonus", AccountFrozen, SiteUnavailable)
    async def get_possible_bonus(caller: Caller, coins: Coins) -> PossibleBonuses:
        """The bonus for a donation of `coins` that begins now."""
        bonus = await find_bonus(site, caller.login, coins, int(time.time()))
        if bonus is None:
            return PossibleBonuses(None)
        return PossibleBonuses(
            PossibleBonus(
                coins=bonus.coins,
                campaign=bonus.campaign.name,
                percent=bonus.percent,
                is_limited=bonus.is_limited,
                ends_at=to_datetime(bonus.campaign.ends_at),
            )
        )

    routes = [get_campaigns, get_donation_bonuses, get_possible_bonus]
    return Feature(name="campaigns", routes=routes, signals=signals)


def steps_of(campaign: RechargeCampaign) -> list[CampaignStep]:
    return [CampaignStep(least, percent) for least, percent in campaign.percents]


def _announced(row: RechargeCampaign, *, is_used_up: bool) -> AnnouncedCampaign:
    return AnnouncedCampaign(
        id=row.id,
        name=row.name,
        starts_at=to_datetime(row.starts_at),
        ends_at=to_datetime(row.ends_at),
        steps=steps_of(row),
        account_cap=row.account_cap,
        first_only=bool(row.first_only),
        is_used_up=is_used_up,
    )

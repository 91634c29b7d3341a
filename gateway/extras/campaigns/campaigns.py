"""Recharge campaigns in the site schema, which operators make and end. The terms of a campaign never change."""

import time
from typing import Final

from msgspec import Struct

from gateway.config.payments import OPEN_SECONDS
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.campaigns.bonus import PROMISED
from gateway.extras.campaigns.rules import PromisedCoins, RechargeCampaign
from gateway.features.operators import operator_log
from gateway.texts import Refusal, text


class AddedCampaign(Struct, frozen=True):
    id: int


class CampaignFigures(Struct, frozen=True):
    """`donations`: that were paid, by `accounts`; `given`: bonus coins that these have now, less those taken back."""

    campaign_id: int
    donations: int = 0
    accounts: int = 0
    given: int = 0


ALL: Final = query("campaigns.all", RechargeCampaign)
ANNOUNCED: Final = query("campaigns.announced", RechargeCampaign)
LOCK: Final = query("campaigns.lock", RechargeCampaign)
ADD: Final = query("campaigns.add", None)
LAST_ID: Final = query("campaigns.last_id", AddedCampaign)
END: Final = query("campaigns.end", None)
FIGURES: Final = query("campaigns.figures", CampaignFigures)


class RechargeRefused(Refusal):
    """Nothing was changed. The message is the reason."""


class RechargeEnded(RechargeRefused):
    """It had ended before."""


async def create(session: Session, campaign: RechargeCampaign, now: int) -> int:
    """Adds a campaign, and logs it. Returns its id."""
    columns = {
        "name": campaign.name,
        "steps": campaign.steps,
        "starts_at": campaign.starts_at,
        "ends_at": campaign.ends_at,
        "account_cap": campaign.account_cap,
        "total_cap": campaign.total_cap,
        "first_only": campaign.first_only,
    }
    await session.write(ADD, **columns, created_at=now)
    row = await session.one(LAST_ID)
    assert row
    times = {"starts_at": _text(campaign.starts_at), "ends_at": _text(campaign.ends_at)}
    caps = {"account_cap": campaign.account_cap or 0, "total_cap": campaign.total_cap or 0}
    await operator_log.record(session, f"recharge:{row.id}", after=columns | times | caps)
    return row.id


async def end(session: Session, campaign_id: int, now: int) -> None:
    """Ends a campaign before its time. Donations that began keep what they were promised. Raises RechargeRefused."""
    campaign = await session.one(LOCK, id=campaign_id)
    if campaign is None:
        raise RechargeRefused(text("reasons.campaign_unknown"))
    if campaign.ended_at is not None or now >= campaign.ends_at:
        raise RechargeEnded(text("reasons.campaign_ended"))
    await session.write(END, id=campaign_id, at=now)
    old_values = {"name": campaign.name, "ended_at": None}
    await operator_log.record(
        session, f"recharge:{campaign_id}", before=old_values, after=old_values | {"ended_at": _text(now)}
    )


async def promised_by(site: Database, campaigns: list[RechargeCampaign]) -> dict[int, PromisedCoins]:
    """Returns the promised coins by campaign."""
    if not campaigns:
        return {}
    ids, now = [row.id for row in campaigns], int(time.time())
    rows = await site.read(PROMISED, campaign_ids=ids, account="", donation_id="", now=now, open_seconds=OPEN_SECONDS)
    return {row.campaign_id: row for row in rows}


async def figures_of(site: Database) -> dict[int, CampaignFigures]:
    return {row.campaign_id: row for row in await site.read(FIGURES)}


def is_used_up(campaign: RechargeCampaign, promised: PromisedCoins | None) -> bool:
    return campaign.total_cap is not None and promised is not None and promised.coins >= campaign.total_cap


def _text(second: int) -> str:
    return to_datetime(second).isoformat()

"""Recharge campaigns: what is registered of them."""

from typing import Final

from msgspec.structs import replace

from gateway.concurrency.background_tasks import poll
from gateway.database.database import DatabaseError, Databases
from gateway.database.queries import query
from gateway.extras.campaigns.announced import REFRESH_SECONDS, CampaignAnnouncements
from gateway.extras.campaigns.bonus import DONATION_BONUS
from gateway.extras.campaigns.handlers import feature
from gateway.features.operators.site_controls import SiteControls
from gateway.observability.signals import Signal, Thresholds
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, SignalCount
from gateway.registration.personal_data import PersonalRow, PersonalTables

CAMPAIGN_WITHOUT_DONATIONS: Final = Signal(
    name="campaign_without_donations",
    severity="warning",
    thresholds=Thresholds(1, 600, 1, 0),
    page="/admin/campaigns",
)
COUNT_RUNNING: Final = query("campaigns.count_running", SignalCount)


def _open(parts: Parts) -> Feature:
    site, controls = parts.get(Databases).site, parts.get(SiteControls)

    async def count_without_donations(now: int) -> int:
        if controls.is_on("donations"):
            return 0
        row = await site.one(COUNT_RUNNING, now=now)
        return row.count if row else 0

    announcements = CampaignAnnouncements(site)
    return replace(
        feature(site, {CAMPAIGN_WITHOUT_DONATIONS: count_without_donations}),
        announcements=announcements.current,
        tasks={"campaigns": lambda: poll("campaigns", REFRESH_SECONDS, announcements.refresh, DatabaseError)},
    )


EXTRA = Extra(
    name="campaigns",
    summary="recharge campaigns: bonus coins for donations within a period",
    donation_bonus=DONATION_BONUS,
    signals=(CAMPAIGN_WITHOUT_DONATIONS,),
    open=_open,
    personal_data=PersonalTables(
        statements={"campaign_offers": query("campaigns.personal_offers", PersonalRow)},
        kept={"campaign_offers": "books"},
    ),
)

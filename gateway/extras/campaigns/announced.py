"""Campaigns as announcements of the site, which calendars and messages of other extras show."""

import time
from typing import Final

from gateway.database.database import Database
from gateway.extras.campaigns.campaigns import ANNOUNCED
from gateway.extras.campaigns.rules import RechargeCampaign
from gateway.registration.announcements import Announcement
from gateway.texts import text

REFRESH_SECONDS: Final = 15.0


class CampaignAnnouncements:
    def __init__(self, site: Database) -> None:
        self._site = site
        self._campaigns: list[RechargeCampaign] = []

    async def refresh(self) -> None:
        """Raises DatabaseError: what was read before holds."""
        self._campaigns = await self._site.read(ANNOUNCED, now=int(time.time()))

    def current(self) -> list[Announcement]:
        """Returns the campaigns that run or come, as of the last refresh. One that has started has happened."""
        now = time.time()
        return [_announcement(row, now) for row in self._campaigns if row.ends_at > now]


def _announcement(row: RechargeCampaign, now: float) -> Announcement:
    percent = max(percent for _, percent in row.percents)
    return Announcement(
        key=f"campaign-{row.id}",
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        happened_at=row.starts_at if now >= row.starts_at else None,
        sequence=0,
        changed_at=row.created_at,
        title=text("campaignNews.title", name=row.name, percent=percent),
        headline=text("campaignNews.headline", name=row.name),
        sentence=text("campaignNews.sentence", percent=percent),
        address="/player?tab=donations",
    )

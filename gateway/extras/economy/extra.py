"""The count of the game's items: what is registered of it."""

from typing import Final

from msgspec.structs import replace

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.installation import site_days
from gateway.extras.economy import repository
from gateway.extras.economy.counts import EconomyCounts
from gateway.extras.economy.report import feature
from gateway.extras.economy.repository import OPEN_ALARM_COUNT, EconomyStore
from gateway.extras.economy.settings import EconomySettings
from gateway.features.items.catalogue import Catalogue
from gateway.features.site_content.pages import SitePages
from gateway.observability.signals import Signal
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, Retention, count_rows
from gateway.world_snapshot.snapshot_store import Snapshots

REPORT_PATH: Final = "/economy"
ECONOMY_ALARMS: Final = Signal(name="economy_alarms", severity="warning", page="/admin/economy", grows=True)


def _open(parts: Parts) -> Feature:
    settings, databases = parts.get(Settings), parts.get(Databases)
    snapshots = parts.get(Snapshots)
    store = EconomyStore(databases.site)
    economy = feature(
        settings.of(EconomySettings),
        store,
        parts.add(EconomyCounts(store)),
        databases.game,
        settings.server.zone,
        parts.get(Catalogue),
        lambda: snapshots.current,
    )
    if not economy.page_parts:
        parts.get(SitePages).files.absent_views.append(lambda: (REPORT_PATH,))
    return replace(economy, signals={ECONOMY_ALARMS: count_rows(databases.site, OPEN_ALARM_COUNT)})


def _retention(parts: Parts) -> list[Retention]:
    settings, site = parts.get(Settings), parts.get(Databases).site

    async def prune(now: int) -> int:
        days = await site_days(site, settings.server.zone)
        return await repository.prune(site, days.day_of(now) - settings.of(EconomySettings).days)

    return [Retention("economy_days", prune)]


EXTRA = Extra(
    name="economy",
    summary="a nightly count of the game's items, alarms about it, and a public report",
    needs=("history",),
    signals=(ECONOMY_ALARMS,),
    retention=_retention,
    open=_open,
)

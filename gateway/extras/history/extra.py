"""The history of characters and clans: what is registered of it."""

from msgspec.structs import replace

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.installation import site_days
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.history.handlers import feature
from gateway.extras.history.own_days import OwnHistory
from gateway.extras.history.personal_data import PERSONAL_DATA
from gateway.extras.history.recorder import HistoryRecorder
from gateway.extras.history.settings import HistorySettings
from gateway.extras.history.tracked import HISTORY_BEHIND, days_behind
from gateway.features.player.progression import OwnDays
from gateway.features.rankings.handlers import RankingDays
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature
from gateway.world_snapshot.snapshot_store import Snapshots


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    snapshots = parts.get(Snapshots)
    zone = settings.server.zone
    archive = parts.add(HistoryArchive(site, zone))
    recorder = HistoryRecorder(
        site, zone, days=settings.of(HistorySettings).days, between_snapshots=snapshots.idle.wait
    )
    snapshots.account_key = archive.current_account_key
    parts.get(RankingDays).history = archive
    parts.get(OwnDays).read = OwnHistory(site, snapshots, archive, zone).days

    async def read(now: int) -> int | None:
        last_day = max(archive.recorded_days, default=None)
        return None if last_day is None else days_behind(last_day, now, await site_days(site, zone))

    history = feature(snapshots, archive, parts.add(recorder))
    return replace(history, signals={HISTORY_BEHIND: read})


EXTRA = Extra(
    name="history",
    summary="days of characters and clans, gains in the rankings, progress charts of players",
    is_default=True,
    open=_open,
    signals=(HISTORY_BEHIND,),
    personal_data=PERSONAL_DATA,
)

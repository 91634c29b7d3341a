"""Competitions: what is registered of them."""

from typing import Final

from msgspec.structs import replace

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.extras.competitions.boards import CompetitionBoards
from gateway.extras.competitions.handlers import CompetitionPages, feature
from gateway.extras.competitions.repository import due_records
from gateway.extras.history.recorder import HistoryRecorder
from gateway.features.characters import CharacterRepository
from gateway.observability.signals import Signal, Thresholds
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature
from gateway.registration.personal_data import PersonalRow, PersonalTables
from gateway.world_snapshot.snapshot_store import Snapshots

PRIZES_UNPAID: Final = Signal(
    name="prizes_unpaid",
    severity="warning",
    thresholds=Thresholds(1, 3600, 1, 0),
    page="/admin/competitions?state=due",
    grows=True,
)


def _open(parts: Parts) -> Feature:
    site, zone = parts.get(Databases).site, parts.get(Settings).server.zone
    parts.get(HistoryRecorder).on_published = CompetitionBoards(site).update
    pages = CompetitionPages(site, parts.get(Snapshots), parts.get(CharacterRepository), zone)

    async def read(now: int) -> int:
        return len(await due_records(site, now, await site_days(site, zone)))

    return replace(feature(pages, parts.get(SharePictures)), signals={PRIZES_UNPAID: read})


EXTRA = Extra(
    name="competitions",
    summary="competitions of players and clans by what they gain within some days, with prizes in coins",
    needs=("history",),
    signals=(PRIZES_UNPAID,),
    open=_open,
    personal_data=PersonalTables(
        statements={"competition_prizes": query("competitions.personal_prizes", PersonalRow)},
        kept={"competition_prizes": "books"},
    ),
)

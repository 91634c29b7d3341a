"""Competitions: what is registered of them."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.extra import Extra, Parts
from gateway.extras.competitions.boards import CompetitionBoards
from gateway.extras.competitions.handlers import CompetitionPages, feature
from gateway.extras.history.recorder import HistoryRecorder
from gateway.feature import Feature
from gateway.features.characters import CharacterRepository
from gateway.personal_data import PersonalRow, PersonalTables
from gateway.pictures.share_pictures import SharePictures
from gateway.world_snapshot.snapshot_store import Snapshots


def _open(parts: Parts) -> Feature:
    site, zone = parts.get(Databases).site, parts.get(Settings).server.zone
    parts.get(HistoryRecorder).on_published = CompetitionBoards(site).update
    pages = CompetitionPages(site, parts.get(Snapshots), parts.get(CharacterRepository), zone)
    return feature(pages, parts.get(SharePictures))


EXTRA = Extra(
    name="competitions",
    summary="competitions of players and clans by what they gain within some days, with prizes in coins",
    needs=("history",),
    open=_open,
    personal_data=PersonalTables(statements={"competition_prizes": query("competitions.personal_prizes", PersonalRow)}),
)

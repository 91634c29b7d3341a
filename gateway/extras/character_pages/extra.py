"""Public pages of characters: what is registered of them."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extras.character_pages.handlers import CharacterPages, feature
from gateway.extras.character_pages.own_today import OwnTodayReader
from gateway.extras.history.archive import HistoryArchive
from gateway.extras.world.store import WorldStore
from gateway.features.characters import CharacterRepository
from gateway.features.player.progression import OwnDays
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature


def _open(parts: Parts) -> Feature:
    databases, snapshots = parts.get(Databases), parts.get(PublicSnapshots)
    archive = parts.get(HistoryArchive)
    zone, world_store = parts.get(Settings).server.zone, parts.get(WorldStore)
    pages = CharacterPages(databases.game, databases.site, snapshots, archive, world_store, zone)
    characters = parts.get(CharacterRepository)
    own_days = parts.get(OwnDays)
    today = OwnTodayReader(databases.site, characters, snapshots, archive, own_days, world_store, zone)
    return feature(pages, characters, snapshots, archive, today, parts.get(SharePictures))


EXTRA = Extra(
    name="character_pages",
    summary="a public page of each character, and the comparison of two",
    needs=("history", "world"),
    is_default=True,
    open=_open,
)

"""The world of the game: what is registered of it."""

import time
from typing import Final

from gateway.concurrency.background_tasks import poll
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.errors import DatabaseError
from gateway.extras.world import handlers, page_handlers, report_handlers
from gateway.extras.world import tracker as tracking
from gateway.extras.world.handlers import World
from gateway.extras.world.page_handlers import PlacePages
from gateway.extras.world.search import search_source
from gateway.extras.world.settings import WorldSettings
from gateway.extras.world.store import WorldStore
from gateway.extras.world.tracker import WorldTracker
from gateway.features.accounts import AccountRepository
from gateway.features.privacy.repository import PrivacyStore
from gateway.features.site_content.pages import SitePages
from gateway.jobs import Job
from gateway.observability.signals import BEHIND_DATABASES, Signal, Thresholds
from gateway.pictures.share_pictures import SharePictures
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, value_of
from gateway.world_snapshot.snapshot_store import Snapshots

WORLD_TABLES: Final = Signal(
    name="world_tables", severity="warning", thresholds=Thresholds(1, 600, 1, 120), causes=BEHIND_DATABASES
)


def _open(parts: Parts) -> Feature:
    databases, snapshots = parts.get(Databases), parts.get(Snapshots)
    pages = parts.get(SitePages)
    family = parts.get(AccountRepository).known_key
    store = parts.add(WorldStore(databases.site))
    world = parts.add(World(parts.get(Settings), databases.site, snapshots, parts.get(PrivacyStore), store, family))
    pages.files.absent_views.append(world.absent_tabs)
    pages.files.subject_paths.append(world.page_paths)
    places = PlacePages(world)
    delays = parts.get(Settings).of(WorldSettings).respawn_delays
    tracker = WorldTracker(store, databases.game, world.zone, lambda: snapshots.current, family, delays)

    def unread_tables() -> int | None:
        """Counts the game's tables that the last reading could not read."""
        return len(store.state.reading.failed) if store.state else None

    return Feature(
        name="world",
        routes=[
            *handlers.routes(world),
            *page_handlers.routes(places),
            *report_handlers.routes(world, places, parts.get(SharePictures)),
        ],
        search=[search_source(world)],
        versions={"world": lambda: world.version},
        jobs=[Job("read_world", tracking.READ_SECONDS, lambda _tick: tracker.read(int(time.time())))],
        signals={WORLD_TABLES: value_of(unread_tables)},
        tasks={"world": lambda: poll("world", tracking.REFRESH_SECONDS, store.refresh, DatabaseError)},
    )


EXTRA = Extra(
    name="world",
    summary="bosses, castles and sieges, clan halls, wars, Olympiad, Seven Signs, events and their reports",
    needs=("history",),
    signals=(WORLD_TABLES,),
    is_default=True,
    open=_open,
)

"""The world of the game: what is registered of it."""

import time

from gateway.concurrency.background_tasks import poll
from gateway.config.alert_rules import RuleName
from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.database.errors import DatabaseError
from gateway.extra import Extra, Parts
from gateway.extras.world import handlers, report_handlers
from gateway.extras.world import tracker as tracking
from gateway.extras.world.handlers import World
from gateway.extras.world.store import WorldStore
from gateway.extras.world.tracker import WorldTracker
from gateway.feature import Feature
from gateway.features.accounts import AccountRepository
from gateway.features.privacy.repository import PrivacyStore
from gateway.features.site_content.pages import SitePages
from gateway.jobs import Job
from gateway.pictures.share_pictures import SharePictures
from gateway.world_snapshot.snapshot_store import Snapshots


def _open(parts: Parts) -> Feature:
    databases, snapshots = parts.get(Databases), parts.get(Snapshots)
    pages = parts.get(SitePages)
    family = parts.get(AccountRepository).known_key
    store = parts.add(WorldStore(databases.site))
    world = parts.add(World(parts.get(Settings), databases.site, snapshots, parts.get(PrivacyStore), store, family))
    pages.files.absent_views = world.absent_tabs
    tracker = WorldTracker(store, databases.game, world.zone, lambda: snapshots.current, family)

    async def alert_values(_now: int) -> dict[RuleName, float | None]:
        """Counts the game's tables that the last reading and the last snapshot could not read."""
        failed = [part.failed for part in (store.state and store.state.reading, snapshots.stats) if part]
        return {"world_tables": sum(map(len, failed)) if failed else None}

    return Feature(
        name="world",
        routes=[*handlers.routes(world), *report_handlers.routes(world, parts.get(SharePictures))],
        versions={"world": lambda: world.version},
        jobs=[Job("read_world", tracking.READ_SECONDS, lambda _tick: tracker.read(int(time.time())))],
        alert_values=[alert_values],
        tasks={"world": lambda: poll("world", tracking.REFRESH_SECONDS, store.refresh, DatabaseError)},
    )


EXTRA = Extra(
    name="world",
    summary="bosses, castles and sieges, clan halls, wars, Olympiad, Seven Signs, events and their reports",
    needs=("history",),
    is_default=True,
    open=_open,
)

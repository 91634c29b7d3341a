"""What this feature registers."""

import time

from gateway.concurrency.background_tasks import poll
from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.extras.world import handlers, report_handlers
from gateway.extras.world import tracker as tracking
from gateway.extras.world.handlers import World
from gateway.extras.world.store import WorldStore
from gateway.extras.world.tracker import WorldTracker
from gateway.feature import Feature
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.http.share_pictures import SharePictures
from gateway.jobs import Job


def feature(world: World, store: WorldStore, game: Database, snapshots: Snapshots, pictures: SharePictures) -> Feature:
    tracker = WorldTracker(store, game, world.zone, lambda: snapshots.current, world.family)
    return Feature(
        name="world",
        routes=[*handlers.routes(world), *report_handlers.routes(world, pictures)],
        versions={"world": lambda: world.version},
        jobs=[Job("read_world", tracking.READ_SECONDS, lambda _tick: tracker.read(int(time.time())))],
        tasks={"world": lambda: poll("world", tracking.REFRESH_SECONDS, store.refresh, DatabaseError)},
    )

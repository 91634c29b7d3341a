"""Game server status: probe, statistics and their history."""

from litestar.handlers import HTTPRouteHandler

from gateway.database.database import Databases
from gateway.features.rankings.snapshot_store import Snapshots
from gateway.features.server_status import stats, status
from gateway.features.server_status.status import StatusMonitor


def routes(databases: Databases, snapshots: Snapshots, monitor: StatusMonitor) -> list[HTTPRouteHandler]:
    return [*status.routes(monitor), *stats.routes(databases, snapshots, monitor)]

"""What a feature registers: `app` composes the lists of all features, and what is registered is what runs."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Final

import structlog
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.config.alert_rules import RuleName
from gateway.database.database import DatabaseUnavailable
from gateway.jobs import Job
from gateway.observability.metrics import Samples

PRUNE_SECONDS: Final = 3600
AlertValueReader = Callable[[int], Awaitable[Mapping[RuleName, float | None]]]
"""Called with the present time in epoch seconds."""

log = structlog.stdlib.get_logger("gateway.retention")


class Retention(Struct, frozen=True):
    """Rows that go by age. Each entry runs again every hour: it returns at once where no row is too old."""

    table: str
    prune: Callable[[int], Awaitable[int]]
    """Deletes the rows that are too old at that moment (epoch seconds), in batches. Returns their number."""


class Feature(Struct, frozen=True, kw_only=True):
    name: str
    """Of its package."""
    routes: Sequence[HTTPRouteHandler] = ()
    """Of visitors and players."""
    alert_values: Sequence[AlertValueReader] = ()
    """Values of alert rules. They replace those that the administration itself has under the same names."""
    page_parts: Sequence[str] = ()
    """Parts of the page that it fills, as /api/site names them."""
    versions: Mapping[str, Callable[[], str]] = {}
    """Versions of the data that routes and pages name."""
    jobs: Sequence[Job] = ()
    """Periodic work of the leader."""
    retention: Sequence[Retention] = ()
    tasks: Mapping[str, Callable[[], Awaitable[None]]] = {}
    """Background tasks of each process; none of them returns."""
    close: Sequence[Callable[[], Awaitable[None]]] = ()
    """Called at the end of the process, while the databases are open."""
    samples: Sequence[Callable[[], Samples]] = ()
    """Values of metrics."""


def jobs_of(features: Sequence[Feature]) -> Iterator[Job]:
    """Returns the registered jobs, and the one that deletes the rows that go by age."""
    for feature in features:
        yield from feature.jobs
    yield prune_job([entry for feature in features for entry in feature.retention])


def prune_job(entries: Sequence[Retention]) -> Job:
    """Tries each entry alone. Its work raises DatabaseUnavailable if no other error occurred, else ExceptionGroup."""

    async def prune(tick: int) -> None:
        errors = dict[str, Exception]()
        for entry in entries:
            try:
                row_count = await entry.prune(tick)
            except Exception as error:
                log.warning("rows_not_pruned", table=entry.table, reason=repr(error))
                errors[entry.table] = error
            else:
                log.debug("rows_pruned", table=entry.table, rows=row_count)
        if errors and all(isinstance(error, DatabaseUnavailable) for error in errors.values()):
            raise next(iter(errors.values()))
        if errors:
            raise ExceptionGroup(f"old rows were not deleted: {', '.join(errors)}", [*errors.values()])

    return Job("prune", PRUNE_SECONDS, prune)

"""What a feature registers: `app` composes the lists of all features, and what is registered is what runs."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

import structlog
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.concurrency.durations import MINUTE
from gateway.database.database import Database, DatabaseError, DatabaseUnavailable
from gateway.database.queries import Query
from gateway.jobs import Job
from gateway.observability.metrics import Samples
from gateway.observability.signals import Signal
from gateway.registration.account_news import ReadAccountNews
from gateway.registration.announcements import Announcement
from gateway.registration.search import SearchSource

PRUNE_SECONDS: Final = 3600
SignalReader = Callable[[int], Awaitable[float | None]]
"""Called with the present time in epoch seconds. Returns None while the value is not known."""

Tasks = Mapping[str, Callable[[], Awaitable[None]]]
"""Background tasks of each process, by name; none of them returns."""

log = structlog.stdlib.get_logger("gateway.registration.feature")


class Retention(Struct, frozen=True):
    """Rows that go by age. Each entry runs again every hour: it returns at once where no row is too old."""

    table: str
    prune: Callable[[int], Awaitable[int]]
    """Deletes the rows that are too old at that moment (epoch seconds), in batches. Returns their number."""


class Gauge(Struct, frozen=True):
    """Counts that the leader reads once a minute and exports as metrics."""

    name: str
    count: Callable[[], Awaitable[object]]
    forget: Callable[[], None]
    """Called when the process stops leading: only the leader may export them."""


class Feature(Struct, frozen=True, kw_only=True):
    name: str
    """Of its package."""
    routes: Sequence[HTTPRouteHandler] = ()
    """Of visitors and players."""
    signals: Mapping[Signal, SignalReader] = {}
    """What can be wrong, and how its present value is read."""
    page_parts: Sequence[str] = ()
    """Parts of the page that it fills, as /api/site names them."""
    search: Sequence[SearchSource] = ()
    """Its rows in the search, beside characters and clans."""
    announcements: Callable[[], Sequence[Announcement]] = lambda: ()
    """What it announces to everybody, as the process knows it."""
    account_news: Sequence[ReadAccountNews] = ()
    """The news for single accounts."""
    versions: Mapping[str, Callable[[], str]] = {}
    """Versions of the data that routes and pages name."""
    jobs: Sequence[Job] = ()
    """Periodic work of the leader."""
    retention: Sequence[Retention] = ()
    gauges: Sequence[Gauge] = ()
    tasks: Tasks = {}
    close: Sequence[Callable[[], Awaitable[None]]] = ()
    """Called at the end of the process, while the databases are open."""
    samples: Sequence[Callable[[], Samples]] = ()
    """Values of metrics."""


class RegisteredSignals(Struct, frozen=True):
    """`readers`: as `Feature.signals` of all features; known once all extras are open."""

    readers: Callable[[], Mapping[Signal, SignalReader]]

    async def read(self, now: int) -> dict[str, float]:
        """Returns the values that are known, by the name of the signal. One that cannot be read hides no other."""
        values = dict[str, float]()
        for signal, read in self.readers().items():
            try:
                value = await read(now)
            except DatabaseError as error:
                log.warning("signal_not_read", signal=signal.name, reason=str(error))
            except Exception:
                log.exception("signal_not_read", signal=signal.name)
            else:
                values |= {} if value is None else {signal.name: float(value)}
        return values


class SignalCount(Struct, frozen=True):
    count: int


def count_rows(site: Database, statement: Query[SignalCount], seconds: int | None = None) -> SignalReader:
    """`seconds`: the statement counts the rows `since` so long ago."""

    async def read(now: int) -> int:
        row = await site.one(statement, **({} if seconds is None else {"since": now - seconds}))
        return row.count if row else 0

    return read


def value_of(read: Callable[[], float | None]) -> SignalReader:
    """Returns the reader of a value that the process has in memory."""

    async def read_value(_now: int) -> float | None:
        return read()

    return read_value


def jobs_of(features: Sequence[Feature]) -> Iterator[Job]:
    """Returns the registered jobs, the one that counts, and the one that deletes the rows that go by age."""
    for feature in features:
        yield from feature.jobs
    yield count_job([gauge for feature in features for gauge in feature.gauges])
    yield prune_job([entry for feature in features for entry in feature.retention])


def count_job(gauges: Sequence[Gauge]) -> Job:
    """Tries each gauge alone, with the errors of `prune_job`."""

    async def count(_tick: int) -> None:
        await _try_each(((gauge.name, gauge.count()) for gauge in gauges), "gauge_not_counted", "gauge")

    def forget() -> None:
        for gauge in gauges:
            gauge.forget()

    return Job("count", MINUTE, count, forget)


def prune_job(entries: Sequence[Retention]) -> Job:
    """Tries each entry alone. Its work raises DatabaseUnavailable if no other error occurred, else ExceptionGroup."""

    async def prune_table(entry: Retention, tick: int) -> None:
        log.debug("rows_pruned", table=entry.table, rows=await entry.prune(tick))

    async def prune(tick: int) -> None:
        await _try_each(((entry.table, prune_table(entry, tick)) for entry in entries), "rows_not_pruned", "table")

    return Job("prune", PRUNE_SECONDS, prune)


async def _try_each(works: Iterable[tuple[str, Awaitable[object]]], event: str, label: str) -> None:
    """Awaits each work, whatever the others raise. `event`: logged for each failure, with its name under `label`."""
    errors = dict[str, Exception]()
    for name, work in works:
        try:
            await work
        except Exception as error:
            log.warning(event, **{label: name}, reason=repr(error))
            errors[name] = error
    if errors and all(isinstance(error, DatabaseUnavailable) for error in errors.values()):
        raise next(iter(errors.values()))
    if errors:
        raise ExceptionGroup(f"{event}: {', '.join(errors)}", [*errors.values()])

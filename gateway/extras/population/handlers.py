"""GET /api/status/…: uptime of ninety days, players over time, and the chain; the feed of heads; the badges."""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final, Literal

from litestar import Response
from litestar.params import Parameter
from msgspec import Struct

from gateway.concurrency.durations import DAY, MINUTE
from gateway.config.sections import ServerSettings
from gateway.database.database import Database
from gateway.extras.population import badge, feed, repository
from gateway.extras.population.chain import ChainedCount, Count, DayTotals, State, totals
from gateway.extras.population.repository import RETENTION
from gateway.features.operators.site_controls import SiteControls
from gateway.features.server_status.status import StatusMonitor
from gateway.features.server_status.time_series import HIGHEST
from gateway.http.atom import FEED_TYPE
from gateway.http.errors import UNAVAILABLE, NotFound, SiteUnavailable, ValidationFailed
from gateway.http.languages import prefix
from gateway.http.response_cache import public
from gateway.http.routes import get
from gateway.http.security_headers import FOR_OTHER_SITES
from gateway.jobs import Job
from gateway.registration.feature import Feature
from gateway.texts import LANGUAGE
from gateway.world_snapshot.snapshot_store import Snapshots

Period = Literal["day", "week", "quarter"]
_STEPS: Final[dict[Period, tuple[int, int]]] = {"day": (DAY, 600), "week": (7 * DAY, 3600)}
"""Seconds of a period, and between two points; the points of a quarter are its days."""
_SHORT_HASH: Final = 16
STALE_SECONDS: Final = 3600

PeriodParameter = Annotated[Period, Parameter(description="Length of the history.")]
SizeParameter = Annotated[badge.Size, Parameter(description="Of the picture.")]
LanguageParameter = Annotated[
    str | None, Parameter(pattern=LANGUAGE, description="Of the texts; without it the site's default.")
]
DayParameter = Annotated[date, Parameter(description="A UTC day of the last ninety: YYYY-MM-DD.")]


class StatusDay(Struct, frozen=True, kw_only=True):
    """A UTC day. `minutes` have a row, `unknown_minutes` have none.

    `first`: the hash before its first minute; `head`: that of its last one; both are null while the day lasts.
    """

    day: date
    minutes: int
    up_minutes: int
    planned_minutes: int
    unknown_minutes: int
    peak_players: int
    peak_at: datetime | None
    first: str | None
    head: str | None


class StatusDays(Struct, frozen=True):
    data: list[StatusDay]


class PopulationPoint(Struct, frozen=True):
    """Highest counts from `at` on. `traders` is null where the game does not mark offline shops."""

    at: datetime
    players: int
    traders: int | None


class PopulationHistory(Struct, frozen=True):
    data: list[PopulationPoint]


ChainMinute = tuple[int, State, int, int | None, str]
"""Seconds since 1970, state, players, offline shops, the first 16 digits of the hash."""


class ChainDay(Struct, frozen=True):
    day: date
    first: str
    head: str
    minutes: list[ChainMinute]


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC)


def _date(day: int) -> date:
    return _utc(day * DAY).date()


def _status_day(day: int, sums: DayTotals, minutes: int, chain: tuple[str, str] | None = None) -> StatusDay:
    """`minutes`: how many the day has had so far."""
    first, head = chain or (None, None)
    return StatusDay(
        day=_date(day),
        minutes=sums.minutes,
        up_minutes=sums.up,
        planned_minutes=sums.planned,
        unknown_minutes=max(0, minutes - sums.minutes),
        peak_players=sums.peak_players,
        peak_at=None if sums.peak_at is None else _utc(sums.peak_at),
        first=first,
        head=head,
    )


async def days(site: Database, now: float) -> list[StatusDay]:
    """Returns the last ninety days with rows, oldest first; the present day is the last one."""
    today = int(now) // DAY
    closed = await site.read(repository.DAYS, since=today - RETENTION.days + 1, until=today)
    whole = DAY // MINUTE
    status_days = [_status_day(row.day, row, whole, (row.first, row.head)) for row in closed]
    if rows := await repository.minutes(site, today):
        sums = totals(rows)
        status_days.append(_status_day(today, sums, int(now) % DAY // MINUTE))
    return status_days


async def history(site: Database, period: Period, now: float) -> list[PopulationPoint]:
    if period == "quarter":
        today = int(now) // DAY
        rows = await site.read(repository.DAYS, since=today - RETENTION.days, until=today)
        return [PopulationPoint(_utc(row.day * DAY), row.peak_players, row.peak_traders) for row in rows]
    length, step = _STEPS[period]
    since = (int(now) - length) // step * step + step
    counts = await site.read(HIGHEST, since=since, step=step)
    return [PopulationPoint(_utc(row.bucket_start), row.players, row.traders) for row in counts]


def _chain_minute(row: ChainedCount) -> ChainMinute:
    return row.at, row.state, row.players, row.traders, row.hash[:_SHORT_HASH]


async def chain_day(site: Database, day: int) -> ChainDay:
    """Raises NotFound for a day that is not closed or whose minutes are past their retention."""
    closed = await site.one(repository.DAYS, since=day, until=day + 1)
    rows = await repository.minutes(site, day) if closed else []
    if closed is None or not rows:
        raise NotFound
    return ChainDay(_date(day), first=closed.first, head=closed.head, minutes=[_chain_minute(row) for row in rows])


def feature(
    site: Database,
    monitor: StatusMonitor,
    snapshots: Snapshots,
    controls: SiteControls,
    site_name: Callable[[], str],
    server: ServerSettings,
) -> Feature:
    @get("/api/status/days", SiteUnavailable, opt=public(max_age=30, stale=STALE_SECONDS))
    async def get_status_days() -> StatusDays:
        """Uptime, peak and chain head of each of the last ninety days."""
        return StatusDays(await days(site, time.time()))

    @get("/api/status/history", ValidationFailed, SiteUnavailable, opt=public(max_age=60, stale=STALE_SECONDS))
    async def get_status_history(period: PeriodParameter = "day") -> PopulationHistory:
        """Players and offline shops over a day, a week or ninety days."""
        return PopulationHistory(await history(site, period, time.time()))

    @get("/api/status/chain", ValidationFailed, NotFound, SiteUnavailable, opt=public(max_age=300, stale=STALE_SECONDS))
    async def get_status_chain(day: DayParameter) -> ChainDay:
        """Every minute of a closed day with its hash."""
        return await chain_day(site, (day - date(1970, 1, 1)) // timedelta(days=1))

    @get(feed.PATH, ValidationFailed, SiteUnavailable, opt=public(max_age=300, stale=STALE_SECONDS))
    async def get_status_feed(language: LanguageParameter = None) -> Response[bytes]:
        """The chain heads of the last days as an Atom feed."""
        today = int(time.time()) // DAY
        closed = await site.read(repository.DAYS, since=today - feed.LENGTH, until=today)
        heads = [(_date(row.day), row.head) for row in closed]
        query, text_language = f"?language={language}" if language else "", language or server.language
        paths = prefix(text_language, server.language)
        body = feed.status_feed(heads, site_name(), server.public_url, text_language, query, paths)
        return Response(body, media_type=FEED_TYPE)

    @get("/badge.svg", ValidationFailed, *UNAVAILABLE, opt=public(max_age=60, stale=STALE_SECONDS, version="game"))
    async def get_badge(size: SizeParameter = "small", language: LanguageParameter = None) -> Response[bytes]:
        """Players now as a picture for other sites."""
        status_days = await days(site, time.time()) if size == "large" else []
        percent = badge.uptime(sum(day.minutes for day in status_days), sum(day.up_minutes for day in status_days))
        players = monitor.current().online_players
        body = badge.draw(size, site_name(), players, percent, len(status_days), language or server.language)
        return Response(body, media_type="image/svg+xml", headers=FOR_OTHER_SITES)

    async def sample_status(tick: int) -> None:
        status = monitor.current()
        traders = snapshots.stats.traders if snapshots.stats else None
        is_planned = bool(controls.notices())
        count = Count(
            at=tick,
            online=int(status.online),
            planned=int(is_planned),
            players=status.online_players,
            traders=traders,
        )
        await repository.add(site, count)
        await repository.close_days(site, tick)

    return Feature(
        name="population",
        routes=[get_status_days, get_status_history, get_status_chain, get_status_feed, get_badge],
        jobs=[Job("sample_status", MINUTE, sample_status)],
    )

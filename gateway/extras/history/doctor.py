"""The recorded days: how long they are kept, the last one, and those that were closed late."""

import time
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.extras import world_events
from gateway.extras.history import storage
from gateway.extras.history.tracked import date_of, day_of
from gateway.extras.seasons.offer import losses

_START_SEASON: Final = "if the game was wiped: `gateway season start NAME`, a dry run first; firsts then begin anew"


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    return [*await _check_days(context), *await _check_season(context)]


async def _check_season(context: DoctorContext) -> list[Finding]:
    """Offers a season where most characters have vanished."""
    site = context.db.site
    season = (await world_events.seasons(site))[-1]
    title = f"season {season.number}" + (f" ({season.name})" if season.name else "")
    recent_losses = await losses(site, context.settings.server.zone, time.time())
    if not recent_losses.look_like_a_wipe:
        return [ok(f"history: {title}; no sign of a wipe")]
    return [advice(f"history: {title}, and in seven days {recent_losses}", _START_SEASON)]


async def _check_days(context: DoctorContext) -> list[Finding]:
    days = await context.db.site.read(storage.DAYS)
    retention = f"days are kept for {context.settings.history.days} days (history.days), then the last of each month"
    if not days:
        return [ok(f"history: no day is closed yet; {retention}")]
    last, late = days[-1], sum(row.is_late for row in days)
    text = f"history: {len(days)} days, the last one {date_of(last.day)}, {late} of them closed late; {retention}"
    if last.day < day_of(time.time(), context.settings.server.zone) - 2:
        return [advice(text, "start the service, and look for job_deferred of record_history in its log")]
    return [ok(text)]

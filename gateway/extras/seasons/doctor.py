"""The present season, and the sign of a wipe after which another one should start."""

import time
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.extras import world_events
from gateway.extras.seasons.offer import losses

_START_SEASON: Final = "if the game was wiped: `gateway season start NAME`, a dry run first; firsts then begin anew"


async def check(context: DoctorContext) -> list[Finding]:
    """Offers a season where most characters have vanished."""
    if not context.answers("site"):
        return []
    site = context.db.site
    season = (await world_events.seasons(site))[-1]
    title = f"season {season.number}" + (f" ({season.name})" if season.name else "")
    recent_losses = await losses(site, context.settings.server.zone, time.time())
    if not recent_losses.look_like_a_wipe:
        return [ok(f"seasons: {title}; no sign of a wipe")]
    return [advice(f"seasons: {title}, and in seven days {recent_losses}", _START_SEASON)]

"""The present season, and the sign of a wipe after which another one should start."""

import time

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.extras import world_events
from gateway.extras.seasons.offer import losses
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    """Offers a season where most characters have vanished."""
    if not context.answers("site"):
        return []
    site = context.db.site
    season = (await world_events.seasons(site))[-1]
    title = text("doctor.seasons.season", number=str(season.number))
    if season.name:
        title = text("doctor.seasons.named", number=str(season.number), name=season.name)
    recent_losses = await losses(site, context.settings.server.zone, time.time())
    if not recent_losses.look_like_a_wipe:
        return [ok(text("doctor.seasons.fine", season=title))]
    wipe = text("doctor.seasons.wipe", season=title, losses=recent_losses.text)
    return [advice(wipe, text("doctor.seasons.wipe_do"))]

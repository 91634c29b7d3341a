"""Kills of bosses whose raid points come too late to name the killers."""

import time
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.features import world_events

_SECONDS: Final = 7 * 86_400
_KILLS: Final = 500
_FEW: Final = 5
"""Fewer kills say nothing: guards and administrators kill bosses too."""


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    now = int(time.time())
    kills = await world_events.of_period(context.db.site, now, ["boss_killed"], now - _SECONDS, now, _KILLS)
    named = sum(bool(kill.details["killers"]) for kill in kills)
    if len(kills) < _FEW or 2 * named >= len(kills):
        return [ok(f"boss kills: raid points name the killers of {named} of {len(kills)} kills in seven days")]
    return [
        advice(
            f"boss kills: raid points name the killers of {named} of {len(kills)} kills in seven days, so the other "
            "reports show none",
            "let the game server write raid points when the boss dies, as its pack ships it, not with a later save",
        )
    ]

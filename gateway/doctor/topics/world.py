"""Tables of the world that cannot be read, kills without killers, unknown respawn delays."""

import time
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features import world_events
from gateway.features.world import boss_answers, game_tables
from gateway.features.world.reading import BossRow

_SECONDS: Final = 7 * 86_400
_KILLS: Final = 500
_REPAIR: Final = (
    "look at what changed that table of the game, a patch or a rename; then run `gateway install --apply`, which makes "
    "the views again. Until then the page shows the last rows with their time"
)
_FEW: Final = 5
"""Fewer kills say nothing: guards and administrators kill bosses too."""


async def check(context: DoctorContext) -> list[Finding]:
    errors = await game_tables.unreadable_tables(context.db.game) if context.answers("game") else {}
    findings = [
        bad(f"world: {field} cannot be read, the other parts go on: {errors[field]}", _REPAIR) for field in errors
    ]
    return [*findings, *await _check_killers(context), *([] if "bosses" in errors else await _check_windows(context))]


async def _check_windows(context: DoctorContext) -> list[Finding]:
    if not context.answers("game"):
        return []
    rows = await context.db.game.read(game_tables.BOSSES, limit=game_tables.SMALL)
    return [windows_finding(rows, context.family_key)] if rows else []


def windows_finding(rows: list[BossRow], family: str) -> Finding:
    """Returns how many bosses have a respawn window."""
    count = sum(boss_answers.delays_of(row, family) is not None for row in rows)
    note = "" if count == len(rows) else "; the game keeps the delays of the others in files: their window is unknown"
    return ok(f"boss windows: the respawn delays of {count} of {len(rows)} bosses are known{note}")


async def _check_killers(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    now = int(time.time())
    kills = await world_events.of_period(context.db.site, now, ["boss_killed"], now - _SECONDS, now, _KILLS)
    named_kills = sum(bool(kill.details["killers"]) for kill in kills)
    text = f"boss kills: raid points name the killers of {named_kills} of {len(kills)} kills in seven days"
    if len(kills) < _FEW or 2 * named_kills >= len(kills):
        return [ok(text)]
    remedy = "let the game server write raid points when the boss dies, as its pack ships it, not with a later save"
    return [advice(f"{text}, so the other reports show none", remedy)]

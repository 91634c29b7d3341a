"""The way of coins into the game."""

from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding
from gateway.features.deliveries.game_table import diagnostics
from gateway.install.game_user import GAME_USER

_REMEDY: Final = "follow gateway/docs/deliveries.md or gateway/docs/game-table-delivery.md, step by step"


async def check(context: DoctorContext) -> list[Finding]:
    if context.family is None:
        return []
    lines = await diagnostics.check(context.settings, context.family, await context.recorded(GAME_USER))
    return [Finding(level, text, "" if level == "ok" else _REMEDY) for level, text in lines]

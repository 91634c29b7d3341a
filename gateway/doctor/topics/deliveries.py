"""How coins get into the game."""

from __future__ import annotations

from typing import Final

from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding
from gateway.features.deliveries.game_table import diagnostics
from gateway.install.game_user import GAME_USER

TOPIC: Final = "deliveries"
_READ: Final = "gateway/docs/deliveries.md and gateway/docs/game-table-delivery.md have both ways, step by step"


async def look(patient: Patient) -> list[Finding]:
    family = await patient.family() if patient.answers("site") else None
    if family is None:
        return []
    told = await diagnostics.look(patient.settings, family, await patient.recorded(GAME_USER))
    return [Finding(TOPIC, level, text, "" if level == "ok" else _READ) for level, text in told]

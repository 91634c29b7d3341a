"""The way of coins into the game."""

from typing import Final

from gateway.database.installation import RECORDED_VALUE
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, bad
from gateway.features.deliveries.game_table import diagnostics
from gateway.install.game_user import GAME_USER

_REMEDY: Final = "follow gateway/docs/deliveries.md or gateway/docs/game-table-delivery.md, step by step"


async def check(context: DoctorContext) -> list[Finding]:
    if context.family is None:
        return []
    lines = await diagnostics.check(context.settings, context.family, await context.installation_value(GAME_USER))
    findings = [Finding(level, text, "" if level == "ok" else _REMEDY) for level, text in lines]
    return [*findings, *await _check_item(context)]


async def _check_item(context: DoctorContext) -> list[Finding]:
    """Deliveries of an item that is not recorded as a coin of this site are never handed out."""
    item = context.settings.coins.item_id
    if not context.answers("site") or await context.db.site.one(RECORDED_VALUE, name=f"coin_item.{item}"):
        return []
    text = f"deliveries: item {item} (coins.item_id) is not recorded as a coin of this site and is not handed out"
    return [bad(text, "run `gateway upgrade`, which records it")]

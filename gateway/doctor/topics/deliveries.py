"""The way of coins into the game."""

import time
from typing import Final

from gateway.database.installation import RECORDED_VALUE
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, at_level, bad
from gateway.features.deliveries.game_table import diagnostics
from gateway.features.deliveries.metrics import BACKLOG
from gateway.features.items import catalogue
from gateway.features.items.catalogue import CatalogueError
from gateway.features.server_status.game_runs import runs_since
from gateway.features.wallet.history import STUCK_SECONDS
from gateway.game.items import ADENA
from gateway.install.game_user import GAME_USER

_REMEDY: Final = "follow deliveries.md or game-table-delivery.md of gateway/docs/operators, step by step"


async def check(context: DoctorContext) -> list[Finding]:
    if context.family is None:
        return []
    lines = await diagnostics.check(context.settings, context.family, await context.installation_value(GAME_USER))
    findings = [at_level(level, text, _REMEDY) for level, text in lines]
    return [*findings, *await _check_item(context), *await _check_catalogue(context), *await _check_saves(context)]


async def _check_item(context: DoctorContext) -> list[Finding]:
    """Deliveries of an item that is not recorded as a coin of this site are never handed out."""
    item = context.settings.coins.item_id
    if not context.answers("site") or await context.db.site.one(RECORDED_VALUE, name=f"coin_item.{item}"):
        return []
    text = f"deliveries: item {item} (coins.item_id) is not recorded as a coin of this site and is not handed out"
    return [bad(text, "run `gateway upgrade`, which records it")]


async def _check_catalogue(context: DoctorContext) -> list[Finding]:
    """An item that the game does not know: its table is emptied and nothing is given, or the row stays for ever."""
    settings, family = context.settings, context.family
    if family is None or not settings.game_table_delivery.enabled or not settings.items.catalogue:
        return []
    item = settings.coins.item_id
    try:
        if item in catalogue.load(settings.items.catalogue):
            return []
    except CatalogueError:
        return []  # the topic of the catalogue reports it
    outcome = (
        "the game keeps the row for ever" if family.key == "rusacis" else "the game deletes the row and gives nothing"
    )
    text = f"deliveries: item {item} (coins.item_id) is not in the imported catalogue; if the game lacks it, {outcome}"
    return [bad(text, "set coins.item_id to an item of the game, or run `gateway items import` again")]


async def _check_saves(context: DoctorContext) -> list[Finding]:
    """Deliveries that the game took and may not have saved, and what keeps the gateway from knowing."""
    if not context.answers("site") or context.family is None:
        return []
    site, now = context.db.site, int(time.time())
    findings: list[Finding] = []
    backlog = await site.one(BACKLOG, stuck_before=now - STUCK_SECONDS)
    if backlog and backlog.unconfirmed:
        text = f"deliveries: {backlog.unconfirmed} may have been lost by a stop of the game server (unconfirmed)"
        findings.append(bad(text, "`gateway deliveries list --since-crash` shows the evidence for each"))
    if backlog and backlog.given and not await runs_since(site, 0):
        text = "deliveries: the probe has never seen the game server, so that no save of a delivery can be proven"
        findings.append(bad(text, "set status.game_host and status.game_port to the game server"))
    saves = context.family.item_saves
    if context.settings.game_table_delivery.enabled and saves.immediate and context.settings.coins.item_id == ADENA:
        text = "deliveries: the game writes small amounts of adena (coins.item_id 57) only when the player leaves"
        findings.append(advice(text, "use another item as the coin: a crash of the game loses what it had not written"))
    return findings

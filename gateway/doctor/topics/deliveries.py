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
from gateway.texts import text

_REMEDY: Final = text("doctor.deliveries.remedy")


async def check(context: DoctorContext) -> list[Finding]:
    if context.family is None:
        return []
    lines = await diagnostics.check(context.settings, context.family, await context.installation_value(GAME_USER))
    findings = [at_level(level, message, _REMEDY) for level, message in lines]
    return [*findings, *await _check_item(context), *await _check_catalogue(context), *await _check_saves(context)]


async def _check_item(context: DoctorContext) -> list[Finding]:
    """Deliveries of an item that is not recorded as a coin of this site are never handed out."""
    item = context.settings.coins.item_id
    if not context.answers("site") or await context.db.site.one(RECORDED_VALUE, name=f"coin_item.{item}"):
        return []
    return [bad(text("doctor.deliveries.unrecorded", item=str(item)), text("doctor.deliveries.unrecorded_do"))]


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
    outcome = "unknown_item_kept" if family.key == "rusacis" else "unknown_item"
    return [bad(text(f"doctor.deliveries.{outcome}", item=str(item)), text("doctor.deliveries.unknown_item_do"))]


async def _check_saves(context: DoctorContext) -> list[Finding]:
    """Deliveries that the game took and may not have saved, and what keeps the gateway from knowing."""
    if not context.answers("site") or context.family is None:
        return []
    site, now = context.db.site, int(time.time())
    findings: list[Finding] = []
    backlog = await site.one(BACKLOG, stuck_before=now - STUCK_SECONDS)
    if backlog and backlog.unconfirmed:
        message = text("doctor.deliveries.unconfirmed", deliveries=backlog.unconfirmed)
        findings.append(bad(message, text("doctor.deliveries.unconfirmed_do")))
    if backlog and backlog.given and not await runs_since(site, 0):
        findings.append(bad(text("doctor.deliveries.never_seen"), text("doctor.deliveries.never_seen_do")))
    saves = context.family.item_saves
    if context.settings.game_table_delivery.enabled and saves.immediate and context.settings.coins.item_id == ADENA:
        findings.append(advice(text("doctor.deliveries.adena"), text("doctor.deliveries.adena_do")))
    return findings

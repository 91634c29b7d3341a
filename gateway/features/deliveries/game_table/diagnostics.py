"""Findings of `gateway doctor` about the delivery of coins into the game."""

from gateway.config.settings import Settings
from gateway.database.database import DatabaseError
from gateway.features.deliveries.game_table import open_table, table_of
from gateway.features.deliveries.game_table.game_tables import MAIL_TABLE, GameTableError, TableKind, find_table
from gateway.game.families import Family
from gateway.observability.signals import Level
from gateway.texts import Text, text

Line = tuple[Level, Text]


async def check(settings: Settings, family: Family, game_user: str) -> list[Line]:
    """`game_user`: the user that may call the claim procedures; empty: none."""
    lines: list[Line] = [("ok", text("doctor.deliveries.claims", user=game_user))] if game_user else []
    delivery = settings.game_table_delivery
    if delivery.enabled:
        return [*lines, *await _check_table(settings, family)]
    if delivery.dsn:
        return [*lines, ("advice", text("doctor.deliveries.table_off"))]
    if lines:
        return lines
    if not settings.deliveries.enabled:
        return [("ok", text("doctor.deliveries.off"))]
    claims = text("doctor.deliveries.claims_do")
    if family.handover_table is None:
        return [("advice", text("doctor.deliveries.undelivered", claims=claims))]
    return [("advice", text("doctor.deliveries.undelivered_table", table=family.handover_table, claims=claims))]


async def _check_table(settings: Settings, family: Family) -> list[Line]:
    if problems := settings.game_table_delivery.problems():
        return [("bad", problem) for problem in problems]
    try:
        kind = await _probe(settings, table_of(family))
    except GameTableError as error:
        return [("bad", text("doctor.deliveries.table_error", error=error.reason))]
    except DatabaseError as error:
        return [("bad", text("doctor.deliveries.table_error", error=str(error)))]
    lines: list[Line] = [("ok", text("doctor.deliveries.table", table=kind.table))]
    return [*lines, ("advice", text("doctor.deliveries.mail_off"))] if kind is MAIL_TABLE else lines


async def _probe(settings: Settings, table: str) -> TableKind:
    game = open_table(settings)
    try:
        kind = await find_table(game, table)
        await game.write(kind.probe)
        return kind
    finally:
        await game.close()

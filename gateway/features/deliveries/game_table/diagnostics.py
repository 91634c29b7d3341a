"""Findings of `gateway doctor` about the delivery of coins into the game."""

from typing import Final, Literal

from gateway.config.settings import Settings
from gateway.database.database import DatabaseError
from gateway.features.deliveries.game_table import open_table, table_of
from gateway.features.deliveries.game_table.game_tables import MAIL_TABLE, GameTableError, TableKind, find_table
from gateway.game.families import Family

Line = tuple[Literal["ok", "advice", "bad"], str]
MAIL_MAY_BE_OFF: Final = (
    "game_table_delivery: the game reads `custom_mail` only with CustomMailManagerEnabled = True in its "
    "config/custom/CustomMailManager.ini (default: False); the database does not show that setting"
)


async def check(settings: Settings, family: Family, game_user: str) -> list[Line]:
    """`game_user`: the user that may call the claim procedures; empty: none."""
    lines: list[Line] = [("ok", f"deliveries: {game_user} may claim and confirm them")] if game_user else []
    delivery = settings.game_table_delivery
    if delivery.enabled:
        return [*lines, *await _check_table(settings, family)]
    if delivery.dsn:
        hint = "game_table_delivery: the user of the game's own table exists, but enabled is false"
        return [*lines, ("advice", hint)]
    if lines:
        return lines
    if not settings.deliveries.enabled:
        return [("ok", "deliveries: players cannot send coins into the game (deliveries.enabled)")]
    return [("advice", f"deliveries: players can send coins, but nothing delivers them. {_options(family)}")]


def _options(family: Family) -> str:
    calls = "`gateway install --game-user NAME@HOST --apply` for a game server that claims deliveries itself"
    if family.handover_table is None:
        return f"Run {calls}"
    return f"Run `gateway install --handover --apply` to deliver through `{family.handover_table}`, or {calls}"


async def _check_table(settings: Settings, family: Family) -> list[Line]:
    if reasons := settings.game_table_delivery.problems():
        return [("bad", reason) for reason in reasons]
    try:
        kind = await _probe(settings, table_of(family))
    except (GameTableError, DatabaseError) as error:
        return [("bad", f"game_table_delivery: {error}")]
    lines: list[Line] = [("ok", f"game_table_delivery: `{kind.table}` can be read and added to")]
    return [*lines, ("advice", MAIL_MAY_BE_OFF)] if kind is MAIL_TABLE else lines


async def _probe(settings: Settings, table: str) -> TableKind:
    game = open_table(settings)
    try:
        kind = await find_table(game, table)
        await game.write(kind.probe)
        return kind
    finally:
        await game.close()

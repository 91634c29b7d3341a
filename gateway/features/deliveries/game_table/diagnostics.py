"""What `gateway doctor` says of how coins get into the game."""

from __future__ import annotations

from typing import Final, Literal

from gateway.config.game_table import missing
from gateway.config.settings import Settings
from gateway.database.database import DatabaseError
from gateway.features.deliveries.game_table import open_table, table_of
from gateway.features.deliveries.game_table.game_tables import MAIL, HandoverError, Shape, find
from gateway.game.families import Family

Line = tuple[Literal["ok", "advice", "bad"], str]
MAIL_IS_OFF: Final = (
    "handover: the game hands out nothing of `custom_mail` until CustomMailManagerEnabled = True stands in its "
    "config/custom/CustomMailManager.ini, which says False when it is new; we cannot see which"
)


async def look(settings: Settings, family: Family, game_user: str) -> list[Line]:
    """`game_user`: whom install let call the procedures; empty for nobody."""
    told: list[Line] = [("ok", f"deliveries: {game_user} may claim and confirm them")] if game_user else []
    if settings.game_table_delivery.enabled:
        return [*told, *await _switched_on(settings, family)]
    if settings.game_table_delivery.dsn:
        hint = "handover: there is a user for the game's own table, and [game_table_delivery] enabled is false"
        return [*told, ("advice", hint)]
    if told:
        return told
    if not settings.deliveries.enabled:
        return [("ok", "deliveries: players cannot send coins into the game (deliveries.enabled)")]
    return [("advice", f"deliveries: players can send coins, and nothing hands them over. {_ways(family)}")]


def _ways(family: Family) -> str:
    calls = "`gateway install --game-user NAME@HOST --apply` for a game server that claims them by itself"
    if family.handover_table is None:
        return f"Run {calls}"
    return f"Run `gateway install --handover --apply` to have them go through `{family.handover_table}`, or {calls}"


async def _switched_on(settings: Settings, family: Family) -> list[Line]:
    if reasons := missing(settings.game_table_delivery):
        return [("bad", reason) for reason in reasons]
    try:
        shape = await _tried(settings, table_of(family))
    except (HandoverError, DatabaseError) as wrong:
        return [("bad", f"handover: {wrong}")]
    told: list[Line] = [("ok", f"handover: `{shape.table}` can be read and added to")]
    return [*told, ("advice", MAIL_IS_OFF)] if shape is MAIL else told


async def _tried(settings: Settings, table: str) -> Shape:
    game = open_table(settings)
    try:
        shape = await find(game, table)
        await game.write(shape.probe)
        return shape
    finally:
        await game.close()

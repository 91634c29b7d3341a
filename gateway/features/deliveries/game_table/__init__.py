"""Coins into the game through the table that its family has for that, where the operator switched it on."""

from collections.abc import Awaitable, Callable

import msgspec

from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import Database, limits_for
from gateway.features.deliveries.game_table.game_tables import HandoverError
from gateway.features.deliveries.game_table.outbox_worker import Courier
from gateway.game.families import Family

__all__ = ["Courier", "HandoverError", "open_courier", "open_table", "table_of"]


def open_courier(settings: Settings, site: Database, family: Callable[[], Awaitable[Family]]) -> Courier | None:
    """None where nothing is handed over. Connects to nothing yet. Raises DsnError."""
    if not settings.game_table_delivery.active:
        return None

    async def table() -> str:
        return table_of(await family())

    return Courier(site, open_table(settings), table, sender=settings.server.name, coins=settings.coins.name)


def open_table(settings: Settings) -> Database:
    """The door to the one table. Raises DsnError."""
    try:
        dsn = parse_dsn(settings.game_table_delivery.dsn)
    except DsnError as error:
        raise DsnError(f"game_table_delivery.dsn: {error}") from None
    # One at a time: the leader's, which works delivery by delivery.
    return Database(
        "handover", dsn, msgspec.structs.replace(limits_for(settings, "auth"), connections=1, safe_updates=False)
    )


def table_of(family: Family) -> str:
    """Raises HandoverError."""
    if family.handover_table is None:
        raise HandoverError(
            f"{family.title} has no table through which it takes items; its server has to claim deliveries by itself"
        )
    return family.handover_table

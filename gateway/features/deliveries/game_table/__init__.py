"""Delivery of coins through the game's own table, for schema families that have one and operators that enable it."""

from collections.abc import Callable

import msgspec

from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import Database, limits_for
from gateway.features.deliveries.game_table.game_tables import GameTableError, table_of
from gateway.features.deliveries.game_table.outbox_worker import OutboxWorker
from gateway.features.deliveries.game_table.save_tracker import SaveTracker

__all__ = ["GameTableError", "OutboxWorker", "SaveTracker", "open_table", "open_worker", "table_of"]


def open_worker(
    settings: Settings,
    site: Database,
    saves: SaveTracker,
    *,
    sender: Callable[[], str],
    coins: Callable[[], str],
) -> OutboxWorker | None:
    """`sender` and `coins` return the names of the site and of its coins.

    Returns None if the section is not active. Opens no connection yet. Raises DsnError.
    """
    if not settings.game_table_delivery.active:
        return None
    return OutboxWorker(site, open_table(settings), saves, sender=sender, coins=coins)


def open_table(settings: Settings) -> Database:
    """Returns the client of the game's one table. Raises DsnError."""
    try:
        dsn = parse_dsn(settings.game_table_delivery.dsn)
    except DsnError as error:
        raise DsnError(f"game_table_delivery.dsn: {error}") from None
    # One connection: only the leader's worker uses it, one delivery at a time.
    return Database(
        "handover", dsn, msgspec.structs.replace(limits_for(settings, "auth"), connections=1, safe_updates=False)
    )

"""Deliveries that the game does not take although their character is in the game."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from gateway.database.database import Databases
from gateway.database.queries import query
from gateway.registration.feature import SignalReader

_LIMIT: Final = 1000


class WaitingDelivery(Struct, frozen=True):
    character_id: int
    created_at: int


class CharacterInGame(Struct, frozen=True):
    character_id: int


PENDING = query("deliveries.pending", WaitingDelivery)
ONLINE = query("characters.online", CharacterInGame)


def oldest_wait(databases: Databases, game_since: Callable[[], float | None]) -> SignalReader:
    """Returns the reader of the longest wait, in seconds. `game_since`: begin of the game's run, epoch seconds.

    A stopped game takes nothing, and a game that takes deliveries may do so only for players who are in it.
    """

    async def read(now: int) -> int | None:
        since = game_since()
        if since is None:
            return None
        rows = await databases.site.read(PENDING, limit=_LIMIT)
        ids = sorted({row.character_id for row in rows})
        characters = await databases.game.read(ONLINE, ids=ids) if ids else []
        online = {row.character_id for row in characters}
        waits = [now - max(row.created_at, int(since)) for row in rows if row.character_id in online]
        return max(waits, default=0)

    return read

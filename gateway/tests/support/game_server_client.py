"""The game server's side of deliveries: a user of its own that may call the two procedures and do nothing else."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from fixtures.admin import execute
from fixtures.installed import World
from gateway.config.dsn import parse_dsn
from gateway.database.database import Connection, connect
from gateway.install.script import game_rights
from gateway.tests.support.databases import Server

PASSWORD: Final = "game-4-game"
SIGNALLED: Final = 1644


class GameSide:
    """One connection of the game server's."""

    def __init__(self, connection: Connection, site: str) -> None:
        self.connection = connection
        self._site = site

    async def claim(self, character_id: int) -> list[tuple[int, int, int, int]]:
        """Id, character, item, amount of each."""
        answer = await self.connection.execute(f"CALL {self._site}.claim_deliveries(%(id)s)", {"id": character_id})
        assert answer.columns == ("id", "character_id", "item_id", "amount")
        return [(int(a), int(b), int(c), int(d)) for a, b, c, d in answer.rows]

    async def confirm(self, delivery_id: int | None, receipt: str | None = None) -> None:
        await self.connection.execute(
            f"CALL {self._site}.confirm_delivery(%(id)s, %(receipt)s)", {"id": delivery_id, "receipt": receipt}
        )


async def let_in(server: Server, site: str) -> str:
    """Makes the game's user and gives it its rights, as `gateway install --game-user` does; the account."""
    account = f"'{_user(site)}'@'{'localhost' if parse_dsn(server.dsn()).unix_socket else '%'}'"
    rights = game_rights(site, account)
    made = (f"DROP USER IF EXISTS {account}", f"CREATE USER {account} IDENTIFIED BY '{PASSWORD}'")
    await execute(server.dsn(), *made, *rights)
    return account


@asynccontextmanager
async def gameside(server: Server, site: World | str) -> AsyncGenerator[GameSide]:
    """A further connection; `let_in` comes first."""
    site = site if isinstance(site, str) else site.schemas.site
    connection = await connect(parse_dsn(server.dsn("", _user(site), PASSWORD)))
    try:
        yield GameSide(connection, site)
    finally:
        connection.close()


def _user(site: str) -> str:
    return f"game_of_{site}"[:32]

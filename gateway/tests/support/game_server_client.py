"""The game server's side of deliveries: a user of its own that may call the two procedures and do nothing else."""

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
SIGNAL_CODE: Final = 1644


class GameServerClient:
    """One connection of the game server."""

    def __init__(self, connection: Connection, site: str) -> None:
        self.connection = connection
        self._site = site

    async def claim(self, character_id: int) -> list[tuple[int, int, int, int]]:
        """Returns id, character, item and amount of each delivery."""
        result = await self.connection.execute(f"CALL {self._site}.claim_deliveries(%(id)s)", {"id": character_id})
        assert result.columns == ("id", "character_id", "item_id", "amount")
        return [(int(a), int(b), int(c), int(d)) for a, b, c, d in result.rows]

    async def confirm(self, delivery_id: int | None, receipt: str | None = None) -> None:
        await self.connection.execute(
            f"CALL {self._site}.confirm_delivery(%(id)s, %(receipt)s)", {"id": delivery_id, "receipt": receipt}
        )


async def create_game_user(server: Server, site: str) -> str:
    """Creates the game server's user with the rights of `gateway install --game-user`; returns its account."""
    account = f"'{_user(site)}'@'{'localhost' if parse_dsn(server.dsn()).unix_socket else '%'}'"
    rights = game_rights(site, account)
    statements = (f"DROP USER IF EXISTS {account}", f"CREATE USER {account} IDENTIFIED BY '{PASSWORD}'")
    await execute(server.dsn(), *statements, *rights)
    return account


@asynccontextmanager
async def open_game_client(server: Server, site: World | str) -> AsyncGenerator[GameServerClient]:
    """Opens another connection; `create_game_user` must have run."""
    site = site if isinstance(site, str) else site.schemas.site
    connection = await connect(parse_dsn(server.dsn("", _user(site), PASSWORD)))
    try:
        yield GameServerClient(connection, site)
    finally:
        connection.close()


def _user(site: str) -> str:
    return f"game_of_{site}"[:32]

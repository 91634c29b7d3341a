"""An administrator's connections to the servers of an installation: one, or up to three."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import msgspec

from gateway.config.dsn import Dsn
from gateway.database.database import Connection, DatabaseError, DatabaseUnavailable, Session, connect
from gateway.install.names import InstallError
from gateway.install.plan import Section, Server


class Servers(msgspec.Struct, frozen=True):
    """One and the same connection where two lie on one server."""

    game: Connection
    login: Connection
    site: Connection

    def of(self, server: Server) -> Connection:
        return {"game": self.game, "login": self.login, "site": self.site}[server]

    def session(self, server: Server) -> Session:
        return Session("admin", self.of(server), rows=100_000, on_query=None)

    async def run(self, sections: list[Section]) -> None:
        """Raises InstallError, which says what was being done, or DatabaseUnavailable."""
        for section in sections:
            for statement in section.statements:
                await _run(self.of(section.server), statement)


@asynccontextmanager
async def open_servers(game: Dsn, login: Dsn, site: Dsn) -> AsyncGenerator[Servers]:
    opened: dict[tuple[str, int], Connection] = {}
    try:
        for dsn in (game, login, site):
            if dsn.server not in opened:
                opened[dsn.server] = await connect(msgspec.structs.replace(dsn, schema=""))
        yield Servers(opened[game.server], opened[login.server], opened[site.server])
    finally:
        for connection in opened.values():
            connection.close()


async def _run(connection: Connection, statement: str) -> None:
    try:
        await connection.execute(statement)
    except DatabaseError as error:
        if isinstance(error, DatabaseUnavailable):
            raise
        head = " ".join(statement.split("\n")[0].split(" AS SELECT")[0].split(" IDENTIFIED ")[0].split())
        advice = f". {_ADVICE[error.code]}" if error.code in _ADVICE else ""
        raise InstallError(f"{error}; it was to run: {head}{advice}") from None


_VIEWS = "The game's tables are not as the family's file of views expects them: give one of your own, [game] views"
_RIGHTS = "The administrator's login needs all rights with GRANT OPTION, as root has them"
_ADVICE = {1054: _VIEWS, 1146: _VIEWS, 1044: _RIGHTS, 1045: _RIGHTS, 1142: _RIGHTS, 1227: _RIGHTS, 1410: _RIGHTS}

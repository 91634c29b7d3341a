"""Reads characters and clans of the game through the views, one range of ids at a time."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

import msgspec

from gateway.config.dsn import Dsn, parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import Connection, DatabaseUnavailable, connect, limits_for
from gateway.database.errors import DatabaseError
from gateway.database.queries import Query, query
from gateway.world_snapshot.build import Builder, Values
from gateway.world_snapshot.columns import BannedRow, CharacterRow, ClanRow
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.not_players import AccountPatterns, NotPlayers
from gateway.world_snapshot.serialization import PLAIN_REQUEST, BuildRequest
from gateway.world_snapshot.snapshot import Snapshot

CHARACTERS = query("rankings.characters", CharacterRow)
CLANS = query("rankings.clans", ClanRow)
BANNED = query("rankings.banned", BannedRow)
BEFORE_ALL = -1
PAUSE_SHARE = 0.1
"""Upper bound of all pauses of one reading, as a share of the time between two snapshots."""


class GameReader:
    """Holds a dedicated connection, opened at first use and again after a failure."""

    def __init__(self, settings: Settings) -> None:
        self._servers = [parse_dsn(dsn) for dsn in (settings.database.game_dsn, settings.database.replica_dsn) if dsn]
        self._dsn = self._servers[0]
        self._range_rows = settings.rankings.snapshot_batch_rows
        self._patterns = AccountPatterns(settings.privacy.not_player_accounts)
        limits = limits_for(settings, "game", settings.database.snapshot_statement_timeout_ms)
        self._limits = msgspec.structs.replace(limits, rows=self._range_rows)
        self._connection: Connection | None = None
        self._pause_budget = settings.rankings.refresh_seconds * PAUSE_SHARE
        self._banned_ids: list[int] = []
        self._banned_at = 0
        self._pause_left = 0.0
        """Seconds. The first snapshot is waited for and has no pauses; later ones share the server with the game."""

    async def take(
        self, account_key: bytes, request: BuildRequest = PLAIN_REQUEST, name_table: NameTable | None = None
    ) -> Snapshot:
        """Reads all rows once. Raises DatabaseError."""
        taken_at = time.time()
        self._select_server(self._servers[-1] if request.replica else self._servers[0])
        try:
            connection = await self._connect()
            clans = await self._all(connection, CLANS)
            bans_failed = await self._read_banned(connection, int(taken_at))
            not_players = NotPlayers(self._patterns, request.not_players, request.not_player_accounts)
            builder = Builder(account_key, request.banned, self._banned_ids, request.privacy, not_players)
            async with aclosing(self._ranges(connection, CHARACTERS)) as parts:
                async for part in parts:
                    builder.add(part)
        except BaseException:
            self.close()
            raise
        self._pause_left = self._pause_budget
        failed = {"character_bans": self._banned_at} if bans_failed else {}
        return builder.finish(clans, taken_at, name_table, failed)

    async def _read_banned(self, connection: Connection, now: int) -> bool:
        """Returns True if the optional view cannot be read: the bans of the reading before are used."""
        try:
            self._banned_ids = [int(row[0]) for row in await self._all(connection, BANNED)]
        except DatabaseError as error:
            if not error.is_of_statement:
                raise
            return True
        self._banned_at = now
        return False

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _select_server(self, server: Dsn) -> None:
        if server != self._dsn:
            self.close()
            self._dsn = server

    async def _connect(self) -> Connection:
        if self._connection is None or not self._connection.is_usable:
            try:
                async with asyncio.timeout(self._limits.connect_seconds):
                    self._connection = await connect(self._dsn, "game", self._limits)
            except TimeoutError:
                raise DatabaseUnavailable("game", f"no connection to {self._dsn.place} in time") from None
        return self._connection

    async def _all(self, connection: Connection, statement: Query[Any]) -> list[Values]:
        async with aclosing(self._ranges(connection, statement)) as parts:
            return [row async for part in parts for row in part]

    async def _ranges(self, connection: Connection, statement: Query[Any]) -> AsyncGenerator[Sequence[Values]]:
        """Prefetches the next range while the caller works, if no pause is left. Otherwise client and server take
        turns, with a pause as long as each turn."""
        pending = self._ask(connection, statement, BEFORE_ALL)
        try:
            while pending:
                started_at, pausing = time.monotonic(), self._pause_left > 0
                rows = await pending
                last_id = int(rows[-1][0]) if len(rows) == self._range_rows else None
                pending = None if last_id is None or pausing else self._ask(connection, statement, last_id)
                await asyncio.sleep(0)  # lets the request leave
                if rows:
                    yield rows
                if last_id is not None and pending is None:
                    await self._pause(time.monotonic() - started_at)
                    pending = self._ask(connection, statement, last_id)
        finally:
            if pending:
                pending.cancel()

    async def _pause(self, seconds: float) -> None:
        seconds = min(seconds, self._pause_left)
        self._pause_left -= seconds
        await asyncio.sleep(seconds)

    def _ask(self, connection: Connection, statement: Query[Any], last_id: int) -> asyncio.Task[Sequence[Values]]:
        async def rows() -> Sequence[Values]:
            return (await connection.execute(statement.sql, {"after": last_id, "count": self._range_rows})).rows

        return asyncio.create_task(rows())

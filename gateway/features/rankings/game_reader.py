"""Reading the world through the views: the characters and the clans, a range of ids at a time."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

import msgspec

from gateway.config.dsn import Dsn, parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import Connection, DatabaseUnavailable, connect, limits_for
from gateway.database.queries import Query, query
from gateway.features.rankings.build import Builder, CharacterRow, ClanRow, Values
from gateway.features.rankings.snapshot import Snapshot

CHARACTERS = query("rankings.characters", CharacterRow)
CLANS = query("rankings.clans", ClanRow)
BEFORE_ALL = -1
RESTING = 0.1
"""Of the time between two snapshots is spent resting at most, while one is read."""


class Source:
    """One connection of its own, opened when first needed and again after a failure."""

    def __init__(self, settings: Settings) -> None:
        self._places = [parse_dsn(dsn) for dsn in (settings.database.game_dsn, settings.database.replica_dsn) if dsn]
        self._dsn = self._places[0]
        self._range_rows = settings.rankings.range_rows
        limits = limits_for(settings, "game", settings.database.snapshot_statement_ms)
        self._limits = msgspec.structs.replace(limits, rows=self._range_rows)
        self._connection: Connection | None = None
        self._restful = settings.rankings.refresh_seconds * RESTING
        self._rest_left = 0.0
        """Seconds. The first snapshot is waited for and has none; the others come beside visitors and the game."""

    async def take(self, account_key: bytes, *, replica: bool = False) -> Snapshot:
        """Reads everything once, from the replica if that is wanted. Raises DatabaseError."""
        taken_at = time.time()
        self._turn_to(self._places[-1] if replica else self._places[0])
        try:
            connection = await self._connected()
            async with aclosing(self._ranges(connection, CLANS)) as parts:
                clans = [clan async for part in parts for clan in part]
            builder = Builder(account_key)
            async with aclosing(self._ranges(connection, CHARACTERS)) as parts:
                async for part in parts:
                    builder.add(part)
        except BaseException:
            self.close()
            raise
        self._rest_left = self._restful
        return builder.finish(clans, taken_at)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _turn_to(self, place: Dsn) -> None:
        if place != self._dsn:
            self.close()
            self._dsn = place

    async def _connected(self) -> Connection:
        if self._connection is None or not self._connection.usable:
            try:
                async with asyncio.timeout(self._limits.connect_seconds):
                    self._connection = await connect(self._dsn, "game", self._limits)
            except TimeoutError:
                raise DatabaseUnavailable("game", f"no connection to {self._dsn.place} in time") from None
        return self._connection

    async def _ranges(self, connection: Connection, wanted: Query[Any]) -> AsyncGenerator[Sequence[Values]]:
        """Where no rest is left the next range is asked for before the one that came is handed over: both sides work
        at once. Else they take turns, and after each turn rest for as long."""
        coming = self._ask(connection, wanted, BEFORE_ALL)
        try:
            while coming:
                began, resting = time.monotonic(), self._rest_left > 0
                rows = await coming
                after = int(rows[-1][0]) if len(rows) == self._range_rows else None
                coming = None if after is None or resting else self._ask(connection, wanted, after)
                await asyncio.sleep(0)  # the question leaves
                if rows:
                    yield rows
                if after is not None and coming is None:
                    await self._rest(time.monotonic() - began)
                    coming = self._ask(connection, wanted, after)
        finally:
            if coming:
                coming.cancel()

    async def _rest(self, seconds: float) -> None:
        seconds = min(seconds, self._rest_left)
        self._rest_left -= seconds
        await asyncio.sleep(seconds)

    def _ask(self, connection: Connection, wanted: Query[Any], after: int) -> asyncio.Task[Sequence[Values]]:
        async def rows() -> Sequence[Values]:
            return (await connection.execute(wanted.sql, {"after": after, "count": self._range_rows})).rows

        return asyncio.create_task(rows())

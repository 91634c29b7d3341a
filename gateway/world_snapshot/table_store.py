"""The name table of this process: from a file of this machine, else from Redis, which then becomes such a file."""

import asyncio
import time
from typing import Final

import structlog

from gateway.observability.logging import RateLimitedLogger
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.redis_parts import RedisParts
from gateway.world_snapshot.serialization import PackError
from gateway.world_snapshot.table_files import TableFiles

log = structlog.stdlib.get_logger("gateway.rankings")
rate_limited_log = RateLimitedLogger(log)

_SHARED_SECONDS: Final = 1800.0
_RENEW_SECONDS: Final = 600.0
"""Interval in which the leader stores an unchanged table in Redis again."""


class TableStore:
    def __init__(self, files: TableFiles, parts: RedisParts | None) -> None:
        self._files = files
        self._parts = parts
        self._table: NameTable | None = None
        self._packed_table = memoryview(b"")
        self._stored_id = ""
        self._renew_at = 0.0

    @property
    def id(self) -> str:
        return self._table.id if self._table else ""

    @property
    def length(self) -> int:
        return len(self._packed_table)

    def open(self, table_id: str) -> NameTable:
        """Returns a table; maps its file if it is another one than before. Raises PackError."""
        return self._table if self._table and self._table.id == table_id else self._use(table_id, None)

    def forget(self) -> None:
        self._table, self._packed_table = None, memoryview(b"")

    async def fetch(self, table_id: str, length: int) -> None:
        """Loads a table from Redis unless this machine has it. Raises PackError."""
        try:
            await asyncio.to_thread(self.open, table_id)
        except PackError:
            data = await self._parts.load(f"names:{table_id}", length) if self._parts else None
            if data is None:
                raise
            await asyncio.to_thread(self._write, table_id, data)
            await asyncio.to_thread(self._use, table_id, data)

    async def publish(self, *, is_renewal: bool) -> bool:
        """Stores the table in Redis for the other machines. `is_renewal`: although Redis should have it."""
        now = time.monotonic()
        is_stored = self._stored_id == self.id and now < self._renew_at
        if self._parts is None or not self._packed_table or (is_stored and not is_renewal):
            return True
        self._stored_id = self.id
        self._renew_at = now + _RENEW_SECONDS
        return await self._parts.store(f"names:{self.id}", self._packed_table, _SHARED_SECONDS)

    def _write(self, table_id: str, data: memoryview) -> None:
        try:
            self._files.write(table_id, [data])
        except OSError as error:
            report_unwritable(self._files, error)

    def _use(self, table_id: str, data: memoryview | None) -> NameTable:
        """`data`: the bytes to use if there is no file."""
        try:
            file_data = self._files.map(table_id)
        except PackError:
            self._files.delete(table_id)  # it may be there, and empty
            if data is None:
                raise
            file_data = data
        try:
            table = NameTable.unpack(file_data)
            if table.id != table_id:
                raise PackError("another name table than the snapshot's")
        except PackError:
            self._files.delete(table_id)
            raise
        previous = self._packed_table
        self._table = table
        self._packed_table = file_data
        self._files.release(previous)
        return table


def report_unwritable(files: TableFiles, error: OSError | None = None) -> None:
    reason = type(error).__name__ if error else None
    rate_limited_log.warning("table_file_not_written", kind=files.kind, folder=str(files.folder), reason=reason)

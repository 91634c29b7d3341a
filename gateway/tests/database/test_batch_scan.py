"""Batch scans: pauses, order of requests, failures."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import pytest

from gateway.database import batch_scan
from gateway.database.batch_scan import BatchScan, complete_groups, pause_after
from gateway.database.errors import DatabaseUnavailable

NEVER = 3600.0


class Table:
    """Answers scans with the negative of each key; records the keys of each scan."""

    def __init__(self) -> None:
        self.scans: list[list[int]] = []
        self.error: DatabaseUnavailable | None = None
        self.row_limit = 1000
        self.connect_seconds = 0.0
        self.has_begun = asyncio.Event()
        self.is_free = asyncio.Event()
        self.is_free.set()

    async def ping(self) -> None:
        await asyncio.sleep(self.connect_seconds)

    async def scan(self, keys: Sequence[int]) -> dict[int, int]:
        self.scans.append(list(keys))
        self.has_begun.set()
        await self.is_free.wait()
        if self.error:
            raise self.error
        return {key: -key for key in sorted(keys)[: self.row_limit]}


@asynccontextmanager
async def open_scan(
    table: Table, max_pause: float = NEVER, timeout_ms: int = 1000
) -> AsyncGenerator[BatchScan[int, int]]:
    scan = BatchScan("test", table.scan, table.ping, max_pause, timeout_ms)
    try:
        yield scan
    finally:
        await scan.close()


@pytest.mark.parametrize(
    ("seconds", "max_pause", "pause"),
    [(0.0, 30, 0.2), (0.0018, 30, 0.2), (0.01, 30, 1.0), (0.2, 30, 20.0), (2.0, 30, 30.0), (0.5, 0.1, 0.1)],
)
def test_pause_after_is_a_hundred_times_the_scan_within_limits(seconds: float, max_pause: float, pause: float) -> None:
    assert pause_after(seconds, max_pause) == pytest.approx(pause)


@pytest.mark.parametrize(
    ("keys", "row_keys", "limit", "counts"),
    [
        ([3, 1, 2], [1, 1, 3], 9, {1: 2, 2: 0, 3: 1}),
        ([5], [], 9, {5: 0}),
        ([1, 2, 3, 4], [1, 3, 3], 3, {1: 1}),
        ([1, 2], [1, 1, 1], 3, {1: 3}),
    ],
    ids=["below the limit", "no rows", "limit reached", "limit reached by one key"],
)
def test_complete_groups_leaves_out_an_incomplete_key(
    keys: list[int], row_keys: list[int], limit: int, counts: dict[int, int]
) -> None:
    groups = complete_groups(keys, row_keys, lambda row: row, limit)
    assert {key: len(rows) for key, rows in groups.items()} == counts


async def test_opening_of_a_connection_makes_no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_scan, "PAUSE_FACTOR", 1_000_000)
    table = Table()
    table.connect_seconds = 0.3
    async with open_scan(table) as scan:
        assert await scan.values([1]) == {1: -1}
        async with asyncio.timeout(60):
            assert await scan.values([2]) == {2: -2}


async def test_values_requested_during_a_scan_share_the_next_one() -> None:
    table = Table()
    async with open_scan(table) as scan:
        assert await scan.values([]) == {}
        assert await asyncio.gather(scan.values([1]), scan.values([2, 1])) == [{1: -1}, {2: -2, 1: -1}]
        table.is_free.clear()
        table.has_begun.clear()
        first = asyncio.create_task(scan.values([3]))
        await table.has_begun.wait()
        next_requests = [asyncio.create_task(scan.values([key])) for key in (4, 5)]
        await asyncio.sleep(0)
        table.is_free.set()
        assert await asyncio.gather(first, *next_requests) == [{3: -3}, {4: -4}, {5: -5}]
    assert table.scans == [[1, 2], [3], [4, 5]]


async def test_values_beyond_the_row_limit_are_served_by_smaller_scans(monkeypatch: pytest.MonkeyPatch) -> None:
    """The request that waits longest has the highest key; during each scan two more arrive with lower keys."""
    monkeypatch.setattr(batch_scan, "MIN_PAUSE_SECONDS", 0.0)
    table, new_requests = Table(), list[asyncio.Task[dict[int, int]]]()
    table.row_limit = 1

    async def scan_while_requests_arrive(keys: Sequence[int]) -> dict[int, int]:
        new_requests.extend(asyncio.create_task(scan.values([len(new_requests) + number])) for number in (0, 1))
        await asyncio.sleep(0)
        assert len(table.scans) < 50, "the highest key starves"
        return await table.scan(keys)

    async with open_scan(table) as scan:
        monkeypatch.setattr(scan, "_scan_keys", scan_while_requests_arrive)
        assert await asyncio.gather(scan.values([10_000]), scan.values([9_999])) == [{10_000: -10_000}, {9_999: -9_999}]
        for request in new_requests:
            request.cancel()


@pytest.mark.parametrize(
    ("error", "is_refused"),
    [(DatabaseUnavailable("game", "no connection"), False), (DatabaseUnavailable("game", "too slow", 1969), True)],
    ids=["connection", "statement"],
)
async def test_values_after_a_failed_scan(
    error: DatabaseUnavailable, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement that the database ended is not repeated soon; a connection is."""
    monkeypatch.setattr(batch_scan, "_RECONNECT_SECONDS", 0.01)
    table = Table()
    async with open_scan(table) as scan:
        table.error = error
        errors = await asyncio.gather(*(scan.values([key]) for key in range(5)), return_exceptions=True)
        assert {type(scan_error) for scan_error in errors} == {DatabaseUnavailable}
        assert len(table.scans) == 1
        table.error = None
        if is_refused:
            with pytest.raises(DatabaseUnavailable, match="last test scan failed"):
                await scan.values([9])
        else:
            assert await scan.values([9]) == {9: -9}


async def test_values_cancelled_caller_leaves_other_callers_waiting() -> None:
    table = Table()
    table.is_free.clear()
    async with open_scan(table) as scan:
        tasks = [asyncio.create_task(scan.values([key, 3])) for key in (1, 2)]
        await table.has_begun.wait()
        tasks[0].cancel()
        table.is_free.set()
        assert await tasks[1] == {2: -2, 3: -3}
        assert tasks[0].cancelled()
    assert len(table.scans) == 1


async def test_close_refuses_waiting_requests() -> None:
    table = Table()
    table.is_free.clear()
    async with open_scan(table) as scan:
        task = asyncio.create_task(scan.values([1]))
        await asyncio.sleep(0)
        await scan.close()
        with pytest.raises(DatabaseUnavailable, match="scan failed"):
            await task


async def test_values_without_a_scan_in_time_or_with_too_many_waiting_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_scan, "WAIT_MARGIN_SECONDS", 0.3)
    monkeypatch.setattr(batch_scan, "MAX_WAITING", 1)
    table = Table()
    table.is_free.clear()
    async with open_scan(table, max_pause=0.1, timeout_ms=0) as scan:
        task = asyncio.create_task(scan.values([1]))
        await asyncio.sleep(0)
        with pytest.raises(DatabaseUnavailable, match="too many requests"):
            await scan.values([2])
        with pytest.raises(DatabaseUnavailable, match="timed out waiting"):
            await task

"""Faults between the claim and the row: the game never has two rows of one delivery."""

import asyncio
import os
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from fixtures.fault_proxy import FaultProxy
from fixtures.servers import MariaDB
from gateway.database.database import DatabaseError
from gateway.features.deliveries.game_table.outbox_worker import CLAIM_TO_INSERT_SECONDS
from gateway.tests.features.deliveries.conftest import NewTable
from gateway.tests.support.databases import Server, admin, clear_money
from gateway.tests.support.game_tables import Clock, DeliveryTable
from gateway.tests.support.wait_until import until

PLACES = 12

pytestmark = pytest.mark.faults

WORKER = """
import asyncio, sys
from gateway.database.database import Database, Limits
from gateway.config.dsn import parse_dsn
from gateway.features.deliveries.game_table import OutboxWorker, SaveTracker
from gateway.game.families import FAMILIES


async def family():
    return FAMILIES[sys.argv[3]]

async def main():
    databases = [Database(role, parse_dsn(dsn), Limits()) for role, dsn in zip(("site", "handover"), sys.argv[1:3])]
    tracker = SaveTracker(*databases, family)
    await OutboxWorker(*databases, tracker, sender=lambda: "Fishi", coins=lambda: "Coins").work()

asyncio.run(main())
"""


@pytest.mark.parametrize("side", ["game", "site"])
@pytest.mark.parametrize("kind", ["mobius", "orion"])
async def test_connection_cut_anywhere_writes_no_row_twice(
    mariadb: Server, new_table: NewTable, kind: str, side: str
) -> None:
    if not isinstance(mariadb, MariaDB):
        pytest.skip("the proxy needs a MariaDB")
    table, port = await new_table(kind), mariadb.port or 0
    dsn = mariadb.tcp_dsn(table.schema if side == "game" else table.world.schemas.site)

    async def work_through_proxy(**limits: int) -> dict[str, int]:
        async with FaultProxy("127.0.0.1", port, **limits) as proxy:
            through = {f"{side}_dsn": dsn.replace(f":{port}/", f":{proxy.port}/")}
            async with table.worker(None, **through) as worker:
                with suppress(DatabaseError):
                    await worker.work()
        return proxy.byte_counts

    await table.send(11)
    passed_bytes = await work_through_proxy()
    outcomes = Counter[str]()
    for place in range(PLACES):
        for direction, length in passed_bytes.items():
            await table.execute(f"DELETE FROM {table.name}")
            await clear_money(table.world)
            await table.send(11)
            # The claim and the row are in the last half.
            await work_through_proxy(**{direction: length - 1 - place * length // (2 * PLACES)})
            outcomes[await _work_twice(table)] += 1
    assert outcomes["pending"], outcomes
    assert outcomes["found"], outcomes
    assert outcomes["uncertain"], outcomes


async def _work_twice(table: DeliveryTable) -> str:
    """Works twice more and checks that the row exists once and is known, or does not exist and is never written.

    Returns "found" for a row that was not known before, and "uncertain" for a claim without a row.
    """
    ((status, was_known),) = await table.deliveries("status, handed_at IS NOT NULL")
    if status == "pending":
        assert await table.rows() == []
        return "pending"
    async with table.worker() as worker:
        assert await worker.work() == await worker.work() == 0
    rows = len(await table.rows())
    assert await table.deliveries("status, handed_at IS NOT NULL") == [("claimed", rows)]
    assert rows <= 1
    return "uncertain" if not rows else "waiting" if was_known else "found"


async def test_worker_killed_after_its_claim_leaves_at_most_one_row(mariadb: Server, new_table: NewTable) -> None:
    """The row waits for a lock when the worker dies: it is never written again, and found if it was written."""
    table = await new_table("orion")
    await table.send(11)
    ((delivery,),) = await table.deliveries("id")
    dsns = (table.world.settings.database.site_dsn, mariadb.dsn(table.schema))

    async def is_claimed() -> bool:
        return await table.deliveries("status") == [("claimed",)]

    async def is_idle() -> bool:
        return await table.execute(
            f"SELECT 1 FROM information_schema.processlist WHERE db = '{table.schema}' AND id <> CONNECTION_ID()"
        ) == []  # fmt: skip

    async with admin(mariadb, table.schema) as blocker:
        await blocker.begin()
        await blocker.execute(f"INSERT INTO items_donate (id, owner_id, item_id) VALUES ({-delivery}, 1, 1)")
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", WORKER, *dsns, "orion", env=os.environ)
        await until(is_claimed)
        process.kill()
        await process.wait()
        async with table.worker() as worker:
            assert await worker.work() == 0
        await blocker.rollback()
    await until(is_idle)
    async with table.worker() as worker:
        assert await worker.work() == await worker.work() == 0
    rows = await table.rows("owner_id, count")
    assert rows in ([], [(11, 500)])
    assert await table.deliveries("status, handed_at IS NOT NULL") == [("claimed", len(rows))]


async def test_worker_suspended_after_its_claim_writes_nothing(new_table: NewTable) -> None:
    table = await new_table("mobius")
    await table.send(11)

    class SuspendedClock(Clock):
        """Jumps ahead at the fourth reading, which follows the claim."""

        readings = 0

        def __call__(self) -> float:
            self.readings += 1
            return super().__call__() + (CLAIM_TO_INSERT_SECONDS + 1 if self.readings > 3 else 0)

    async with table.worker(SuspendedClock()) as worker:
        assert await worker.work() == 0
    assert await table.rows() == []
    assert await table.deliveries("status, handed_at") == [("claimed", None)]


async def test_row_lost_in_a_server_crash_does_not_count_as_delivered(new_table: NewTable, tmp_path: Path) -> None:
    with MariaDB(tmp_path) as server:
        table, clock = await new_table("orion", server), Clock()
        await table.send(11)
        async with table.worker(clock) as worker:
            assert await worker.work() == 1
        server.kill()
        server.start()
        await table.execute("DELETE FROM items_donate")  # as if it had never reached the disk
        async with table.worker(clock) as worker:
            assert await worker.work() == await worker.work() == 0
            assert await table.deliveries("status, handed_at") == [("claimed", None)]
            # A row that existed for minutes before a restart is on disk: a missing one was delivered.
            await clear_money(table.world)
            await table.send(11)
            assert await worker.work() == 1
            await table.collect(11)
            clock.offset_seconds = 500
            await worker.work()
            assert await table.deliveries("status") == [("delivered",)]


async def test_concurrent_workers_write_each_row_once(new_table: NewTable) -> None:
    table = await new_table("lucera")
    await table.send(*range(11, 41))
    async with table.worker() as first, table.worker() as second, table.worker() as last:
        row_counts = await asyncio.gather(first.work(), second.work(), last.work())
    assert sum(row_counts) == 30
    assert sorted(await table.rows("owner_id")) == [(receiver,) for receiver in range(11, 41)]


async def test_worker_remembers_a_row_not_yet_recorded(mariadb: Server, new_table: NewTable) -> None:
    """The insert was acknowledged, our own database failed, and the game delivered the row before it was back."""
    table = await new_table("orion")
    await table.send(11)
    trigger, deliveries = (f"{table.world.schemas.site}.{name}" for name in ("refuse_record", "deliveries"))
    async with table.worker() as worker, admin(mariadb) as root:
        await root.execute(
            f"CREATE TRIGGER {trigger} BEFORE UPDATE ON {deliveries} FOR EACH ROW "
            "IF NEW.handed_at IS NOT NULL AND NEW.status = 'claimed' THEN "
            "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'away'; END IF"
        )
        try:
            assert await worker.work() == 0
            assert len(await table.rows()) == 1
        finally:
            await root.execute(f"DROP TRIGGER {trigger}")
        await table.collect(11)
        await worker.work()
    assert await table.deliveries("status") == [("delivered",)]

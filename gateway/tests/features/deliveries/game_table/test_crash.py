"""Between the claim and the row: whatever is lost or killed there, the game never has two rows of one delivery."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from fixtures.fault_proxy import FaultProxy
from fixtures.installed import World
from fixtures.servers import MariaDB
from gateway.database.database import DatabaseError
from gateway.features.deliveries.game_table.outbox_worker import CLAIM_TO_INSERT_SECONDS
from gateway.tests.conftest import WorldFactory
from gateway.tests.support import wallet_data
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.game_tables import Clock, Game
from gateway.tests.support.wait_until import until

PLACES = 12
_numbers = count(1)

pytestmark = pytest.mark.faults

WORKER = """
import asyncio, sys
from gateway.database.database import Database, Limits
from gateway.config.dsn import parse_dsn
from gateway.features.deliveries.game_table import OutboxWorker


async def table():
    return sys.argv[3]

async def main():
    doors = [Database(role, parse_dsn(dsn), Limits()) for role, dsn in zip(("site", "handover"), sys.argv[1:3])]
    await OutboxWorker(*doors, table, sender="Fishi", coins="Coins").work()

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def here(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=53)


async def made(mariadb: Server, here: World, kind: str) -> Game:
    await wallet_data.empty(here)
    found = Game(mariadb, here, kind, f"crashed{next(_numbers)}")
    await found.make()
    return found


@pytest.mark.parametrize("side", ["game", "site"])
@pytest.mark.parametrize("kind", ["mobius", "orion"])
async def test_connection_cut_anywhere_writes_no_row_twice(mariadb: Server, here: World, kind: str, side: str) -> None:
    if not isinstance(mariadb, MariaDB):
        pytest.skip("the proxy stands before a MariaDB")
    game, port = await made(mariadb, here, kind), mariadb.port or 0
    dsn = mariadb.tcp_dsn(game.schema if side == "game" else here.schemas.site)

    async def look(**limits: int) -> FaultProxy:
        async with FaultProxy("127.0.0.1", port, **limits) as proxy:
            way = dsn.replace(f":{port}/", f":{proxy.port}/")
            through = {"game_dsn": way} if side == "game" else {"site_dsn": way}
            async with game.worker(None, **through) as worker:
                with suppress(DatabaseError):
                    await worker.work()
        return proxy

    await wallet_data.send(here, 1, 11)
    whole = (await look()).passed
    seen = Counter[str]()
    for place in range(PLACES):
        for way, length in whole.items():
            at = length - 1 - place * length // (2 * PLACES)  # the claim and the row are in the last half
            await game.run(f"DELETE FROM {game.table}")
            await wallet_data.empty(here)
            await wallet_data.send(here, 1, 11)
            await look(**{way: at})
            seen[await _settled(game)] += 1
    assert seen["pending"], seen
    assert seen["waits"] + seen["found"], seen
    # The row stood and nobody knew it; or there was a claim and no row.
    assert seen["found"], seen
    assert seen["uncertain"], seen


async def _settled(game: Game) -> str:
    """What two more looks make of it: the row is there once and known to be, or there is none and nobody writes it."""
    ((before, known),) = await game.deliveries("status, handed_at IS NOT NULL")
    if before == "pending":
        assert await game.rows() == []
        return before
    async with game.worker() as worker:
        assert await worker.work() == await worker.work() == 0
    rows = await game.rows()
    ((status, handed),) = await game.deliveries("status, handed_at IS NOT NULL")
    assert status == "claimed"
    assert (len(rows), handed) in {(1, 1), (0, 0)}
    return "uncertain" if not rows else "waits" if known else "found"


async def test_worker_killed_after_its_claim_leaves_at_most_one_row(mariadb: Server, here: World) -> None:
    """The row waits for a lock when its writer dies: nobody can say whether it will be written. It is written never
    again, and found if it was."""
    game = await made(mariadb, here, "orion")
    await wallet_data.send(here, 500, 11)
    ((delivery,),) = await game.deliveries("id")
    async with admin(mariadb, game.schema) as another:
        await another.begin()
        await another.execute(f"INSERT INTO items_donate (id, owner_id, item_id) VALUES ({-delivery}, 1, 1)")
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            WORKER,
            here.settings.database.site_dsn,
            mariadb.dsn(game.schema),
            "items_donate",
            env=os.environ,
        )
        await until(lambda: _claimed(game))
        worker.kill()
        await worker.wait()
        async with game.worker() as worker:
            assert await worker.work() == 0
        await another.rollback()
    await until(lambda: _gone(game))
    async with game.worker() as worker:
        assert await worker.work() == await worker.work() == 0
    rows = await game.rows("owner_id, count")
    assert rows in ([], [(11, 500)])
    assert await game.deliveries("status, handed_at IS NOT NULL") == [("claimed", len(rows))]


async def _gone(game: Game) -> bool:
    """Nobody is busy in the game's schema."""
    busy = f"SELECT 1 FROM information_schema.processlist WHERE db = '{game.schema}' AND id <> CONNECTION_ID()"
    return await game.run(busy) == []


async def _claimed(game: Game) -> bool:
    return await game.deliveries("status") == [("claimed",)]


async def test_worker_suspended_after_its_claim_writes_nothing(mariadb: Server, here: World) -> None:
    game = await made(mariadb, here, "mobius")
    await wallet_data.send(here, 500, 11)

    class Frozen(Clock):
        asked = 0

        def __call__(self) -> float:
            self.asked += 1
            return super().__call__() + (CLAIM_TO_INSERT_SECONDS + 1 if self.asked > 2 else 0)

    async with game.worker(Frozen()) as worker:
        assert await worker.work() == 0
    assert await game.rows() == []
    assert await game.deliveries("status, handed_at") == [("claimed", None)]


async def test_row_lost_in_a_server_crash_does_not_count_as_delivered(here: World, tmp_path: Path) -> None:
    with MariaDB(tmp_path) as server:
        game, clock = await made(server, here, "orion"), Clock()
        await wallet_data.send(here, 500, 11)
        async with game.worker(clock) as worker:
            assert await worker.work() == 1
        server.kill()
        server.start()
        await game.run("DELETE FROM items_donate")  # as if it had never reached the disk
        async with game.worker(clock) as worker:
            assert await worker.work() == await worker.work() == 0
            assert await game.deliveries("status, handed_at") == [("claimed", None)]
            # A row that had stood for minutes before the server began anew was on the disk: gone is handed out.
            await wallet_data.empty(here)
            await wallet_data.send(here, 500, 11)
            assert await worker.work() == 1
            await game.collect(11)
            clock.ahead = 500
            await worker.work()
            assert await game.deliveries("status") == [("delivered",)]


async def test_concurrent_workers_write_each_row_once(mariadb: Server, here: World) -> None:
    """The leader that was lost and the one that took over."""
    game = await made(mariadb, here, "lucera")
    for character in range(11, 41):
        await wallet_data.send(here, 500, character)
    async with game.worker() as one, game.worker() as other, game.worker() as third:
        written = await asyncio.gather(one.work(), other.work(), third.work())
    assert sum(written) == 30
    assert len({row[0] for row in await game.rows("owner_id")}) == len(await game.rows()) == 30


async def test_worker_remembers_a_row_not_yet_recorded(mariadb: Server, here: World) -> None:
    """Written and acknowledged; our own database was away for the note, and the game was quick."""
    game = await made(mariadb, here, "orion")
    await wallet_data.send(here, 500, 11)
    table = f"{here.schemas.site}.deliveries"
    async with game.worker() as worker, admin(mariadb) as root:
        await root.execute(
            f"CREATE TRIGGER {here.schemas.site}.no_note BEFORE UPDATE ON {table} FOR EACH ROW "
            "IF NEW.handed_at IS NOT NULL AND NEW.status = 'claimed' THEN "
            "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'away'; END IF"
        )
        try:
            assert await worker.work() == 0
            assert len(await game.rows()) == 1
        finally:
            await root.execute(f"DROP TRIGGER {here.schemas.site}.no_note")
        await game.collect(11)
        await worker.work()
    assert await game.deliveries("status") == [("delivered",)]

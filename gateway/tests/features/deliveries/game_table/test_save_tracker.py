"""Deliveries that the game has taken: followed in real tables until a save is proven or an operator decides."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from fixtures.fake_game_server import MailGameServer
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, Limits, connect
from gateway.features.account_overview.erasure import OBSTACLES
from gateway.features.deliveries import resolve
from gateway.features.deliveries.command import DELIVERIES
from gateway.features.deliveries.game_table import OutboxWorker
from gateway.features.server_status.game_runs import GameRun
from gateway.game.families import FAMILIES
from gateway.tests.features.deliveries.conftest import NewTable
from gateway.tests.support.account_app import game, site
from gateway.tests.support.databases import Server, admin, assert_ledger_consistent
from gateway.tests.support.delivery_data import credit_coins, read_balance, send_coins
from gateway.tests.support.game_runs import add_run, delete_runs
from gateway.tests.support.game_tables import Clock, DeliveryTable
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.database

AMOUNT = 7
STORED = "status, gone_at IS NOT NULL, saved_by, unconfirmed_at IS NOT NULL, handed_at IS NULL"


class Scene:
    """A table, a receiver of the world, the gateway's part, and a clock that all of them share."""

    def __init__(self, table: DeliveryTable, worker: OutboxWorker, database: Database, clock: Clock) -> None:
        self.table, self.worker, self.database, self.clock = table, worker, database, clock
        self.receiver = 0
        self._began_at = int(clock()) - 3600

    async def begin(self) -> None:
        """The account has sent coins to the receiver, the row is written, and the player enters the game."""
        ((receiver,),) = await game(self.table.world, "SELECT MIN(charId) FROM characters")
        self.receiver = int(receiver)
        await delete_runs(self.table.world, self.database)
        await add_run(self.database, GameRun(self._began_at, int(self.clock()), None))
        await self.write_receiver(online=1, playtime=100, last_access=int(self.clock()))
        await credit_coins(self.database, "demo", AMOUNT)
        await send_coins(self.database, "demo", AMOUNT, character_id=self.receiver)
        await self.pass_time(5)
        # The clock runs ahead of the server's uptime, which would look like a restart soon after the row was written.
        changes = "claimed_at = claimed_at - 9000, handed_at = handed_at - 9000"
        await site(self.table.world, f"UPDATE deliveries SET {changes}")
        await self.pass_time(5)

    async def write_receiver(self, *, online: int, playtime: int, last_access: int) -> None:
        await game(
            self.table.world,
            f"UPDATE characters SET online = {online}, onlinetime = {playtime}, lastAccess = {last_access * 1000} "
            f"WHERE charId = {self.receiver}",
        )

    async def pass_time(self, seconds: int, *, step: int = 5) -> None:
        """The game answers, and both jobs of the gateway run every five seconds."""
        for _ in range(0, seconds, step):
            self.clock.offset_seconds += step
            answered_at = int(self.clock())
            await site(self.table.world, f"UPDATE game_runs SET last_answer_at = {answered_at} WHERE ended_at IS NULL")
            await self.look()

    async def look(self) -> None:
        await self.worker.work()
        await self.worker.saves.watch()

    async def take(self) -> None:
        """The game gives the item in memory and removes the row."""
        await self.table.collect(self.receiver)
        await self.pass_time(5)

    async def crash(self) -> None:
        """The game stops and starts again; its start clears the flags."""
        self.clock.offset_seconds += 10
        now = int(self.clock())
        await site(self.table.world, f"UPDATE game_runs SET ended_at = {now} WHERE ended_at IS NULL")
        await self.look()
        await game(self.table.world, "UPDATE characters SET online = 0")
        self.clock.offset_seconds += 60
        await add_run(self.database, GameRun(now + 60, now + 60, None))
        await self.look()

    async def shown(self) -> list[str]:
        rows = await self.database.read(
            DELIVERIES,
            account="demo",
            statuses=("pending", "claimed", "given", "unconfirmed", "stuck", "delivered", "cancelled"),
            stuck_before=int(self.clock()) - 600,
            limit=9,
        )
        return [row.status for row in rows]


NewScene = Callable[[str, str], Awaitable[Scene]]


@pytest.fixture
async def new_scene(new_table: NewTable) -> AsyncGenerator[NewScene]:
    stack: list[object] = []

    @asynccontextmanager
    async def opened(kind: str, family: str) -> AsyncGenerator[Scene]:
        table, clock = await new_table(kind), Clock(int(time.time()))
        table.family = FAMILIES[family]
        dsn = parse_dsn(table.world.settings.database.site_dsn)
        database = Database("site", dsn, Limits(connections=8, queue=20))
        try:
            async with table.worker(clock) as worker:
                scene = Scene(table, worker, database, clock)
                await scene.begin()
                yield scene
            await assert_ledger_consistent(database)
        finally:
            await delete_runs(table.world, database)
            await database.close()

    async def create(kind: str, family: str) -> Scene:
        scene = opened(kind, family)
        stack.append(scene)
        return await scene.__aenter__()

    yield create
    for scene in stack:
        await scene.__aexit__(None, None, None)  # type: ignore[attr-defined]


async def test_coins_lost_by_a_crash_are_unconfirmed_and_released_once(new_scene: NewScene) -> None:
    """The case that was reproduced with Mobius C6 and CT_0."""
    scene = await new_scene("mobius", "mobius_ct0")
    world, database = scene.table.world, scene.database
    await scene.take()
    assert await scene.shown() == ["given"]
    await scene.crash()
    assert await scene.shown() == ["unconfirmed"]
    # The player enters again, and the next autosave writes the same columns.
    await scene.write_receiver(online=1, playtime=1100, last_access=int(scene.clock()))
    await scene.pass_time(120)
    assert await scene.shown() == ["unconfirmed"]
    assert await scene.table.deliveries(STORED) == [("claimed", 1, None, 1, 1)]
    assert await read_balance(world, "demo") == 0, "a state posts nothing"
    ((delivery,),) = await scene.table.deliveries("id")
    now = int(scene.clock())
    resolutions = await asyncio.gather(*(resolve.release(database, delivery, now) for _ in range(6)))
    assert sum("Nothing changes" in str(resolution.message) for resolution in resolutions) == 5
    assert await read_balance(world, "demo") == AMOUNT
    assert await scene.shown() == ["cancelled"]
    await scene.pass_time(10)
    assert await scene.shown() == ["cancelled"]


async def test_logout_after_the_row_was_taken_confirms(new_scene: NewScene) -> None:
    scene = await new_scene("mobius", "mobius")
    await scene.take()
    await scene.pass_time(20)
    assert await scene.shown() == ["given"]
    await scene.write_receiver(online=0, playtime=130, last_access=int(scene.clock()) + 2)
    await scene.pass_time(5)
    assert await scene.shown() == ["delivered"]
    assert await scene.table.deliveries(STORED) == [("delivered", 1, "save", 0, 0)]
    ((receipt, in_order),) = await scene.table.deliveries("receipt, saved_at >= gone_at AND delivered_at >= saved_at")
    assert (receipt.startswith("custom_mail: delivery "), in_order) == (True, 1)


async def test_autosave_confirms_a_minute_later_also_after_our_own_restart(new_scene: NewScene) -> None:
    scene = await new_scene("mobius", "mobius_ct0")
    await scene.take()
    scene.worker.saves.forget()
    ((_, last_access),) = await game(
        scene.table.world, f"SELECT 1, lastAccess DIV 1000 FROM characters WHERE charId = {scene.receiver}"
    )
    await scene.write_receiver(online=1, playtime=1000, last_access=int(last_access))
    await scene.pass_time(60)
    assert await scene.shown() == ["given"]
    await scene.pass_time(10)
    assert await scene.shown() == ["delivered"]


async def test_rusacis_is_delivered_by_time(new_scene: NewScene) -> None:
    scene = await new_scene("rusacis, counted", "rusacis")
    await scene.take()
    await scene.pass_time(115)
    assert await scene.shown() == ["given"]
    await scene.pass_time(15)
    assert await scene.table.deliveries(STORED) == [("delivered", 1, "time", 0, 0)]


async def test_crash_while_the_gateway_was_away_is_unconfirmed(new_scene: NewScene) -> None:
    """The row was taken and the game stopped between two looks of the gateway."""
    scene = await new_scene("mobius", "mobius_ct0")
    await scene.table.collect(scene.receiver)
    scene.worker.saves.forget()
    now = int(scene.clock())
    await site(scene.table.world, f"UPDATE game_runs SET last_answer_at = {now + 30}, ended_at = {now + 300}")
    await add_run(scene.database, GameRun(now + 300, now + 300, None))
    scene.clock.offset_seconds += 300
    await scene.look()
    assert await scene.shown() == ["unconfirmed"]


async def test_receiver_who_was_deleted_is_unconfirmed(new_scene: NewScene) -> None:
    scene = await new_scene("mobius", "mobius_ct0")
    await site(scene.table.world, "UPDATE deliveries SET character_id = 1")
    await scene.table.execute("DELETE FROM custom_mail")
    await scene.pass_time(10)
    assert await scene.shown() == ["unconfirmed"]


async def test_row_taken_before_the_first_round_of_this_release_is_delivered(new_scene: NewScene) -> None:
    """Nothing becomes a case by the upgrade, and rows of before stay as they were."""
    scene = await new_scene("mobius", "mobius_ct0")
    await site(scene.table.world, "DELETE FROM job_positions")
    scene.worker.saves.forget()
    await scene.table.collect(scene.receiver)
    await scene.crash()
    assert await scene.table.deliveries(STORED) == [("delivered", 0, None, 0, 0)]
    await scene.pass_time(20)
    assert await scene.shown() == ["delivered"]


async def test_given_and_unconfirmed_deliveries_are_open_for_erasure(new_scene: NewScene) -> None:
    scene = await new_scene("mobius", "mobius_ct0")
    await scene.take()
    ((delivery,),) = await scene.table.deliveries("id")
    for state in ("given", "unconfirmed"):
        assert await scene.shown() == [state]
        obstacles = await scene.database.read(OBSTACLES, login="demo", now=int(scene.clock()), open_seconds=1)
        assert [(obstacle.kind, obstacle.subject) for obstacle in obstacles] == [("delivery", str(delivery))]
        with pytest.raises(Exception, match="the account cannot be erased"):
            await site(scene.table.world, "CALL erase_account('demo', 'erased:0123456789abcdef')")
        if state == "given":
            refusal = await resolve.release(scene.database, delivery, int(scene.clock()))
            assert (refusal.is_done, "has not saved it yet" in str(refusal.message)) == (False, True)
            await scene.crash()


async def test_operator_confirms_with_evidence(new_scene: NewScene) -> None:
    scene = await new_scene("mobius", "mobius_ct0")
    await scene.take()
    await scene.crash()
    ((delivery,),) = await scene.table.deliveries("id")
    for _ in range(2):
        assert (await resolve.confirm(scene.database, delivery, "seen in the game", int(scene.clock()))).is_done
    assert await scene.table.deliveries("status, saved_by, saved_at IS NOT NULL") == [("delivered", "operator", 1)]
    assert await read_balance(scene.table.world, "demo") == 0


@pytest.mark.parametrize("end", ["crash", "leave", "autosave"])
async def test_delivered_is_what_the_game_has_in_its_table(new_scene: NewScene, end: str) -> None:
    """With the stand-in of the game that gives in memory, deletes the row and saves later."""
    scene = await new_scene("mobius", "mobius_ct0")
    connection = await connect(parse_dsn(scene.table.world.game_admin_dsn))
    statement = f"SELECT COALESCE(SUM(count), 0) FROM items WHERE owner_id = {scene.receiver} AND item_id = 4037"

    async def count_items() -> int:
        ((count,),) = await game(scene.table.world, statement)
        return int(count)

    try:
        server = MailGameServer(connection, "mobius", scene.table.schema)
        items_before = await count_items()
        await server.enter(scene.receiver, scene.clock())
        await scene.pass_time(10)
        await server.poll()
        await scene.pass_time(30)
        assert (await scene.shown(), await count_items()) == (["given"], items_before)
        if end == "crash":
            server.crash()
            await scene.crash()
            await server.start()
            await server.enter(scene.receiver, scene.clock())
            await scene.pass_time(20)
        if end == "leave":
            await server.leave(scene.receiver, scene.clock())
        else:
            await server.save(scene.receiver, scene.clock() + 900)
        await scene.pass_time(80)
        is_lost = end == "crash"
        assert await count_items() - items_before == (0 if is_lost else AMOUNT)
        assert await scene.shown() == ["unconfirmed" if is_lost else "delivered"]
    finally:
        connection.close()


RELEASE = """
import asyncio, sys, time
from fixtures.fake_game_server import MailGameServer
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, Limits, connect
from gateway.features.deliveries import resolve

async def main():
    site = Database("site", parse_dsn(sys.argv[1]), Limits(connections=1))
    print((await resolve.release(site, int(sys.argv[2]), int(time.time()))).message)

asyncio.run(main())
"""


async def test_release_of_an_unconfirmed_delivery_killed_in_the_middle_posts_nothing(
    new_scene: NewScene, mariadb: Server
) -> None:
    scene = await new_scene("mobius", "mobius_ct0")
    await scene.take()
    await scene.crash()
    ((delivery,),) = await scene.table.deliveries("id")
    dsn, schema = scene.table.world.settings.database.site_dsn, scene.table.world.schemas.site
    statement = f"SELECT 1 FROM information_schema.processlist WHERE db = '{schema}' AND info LIKE"
    async with admin(mariadb, schema) as blocker:
        await blocker.begin()
        await blocker.execute("SELECT * FROM wallets WHERE account = 'wallet:demo' FOR UPDATE")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", RELEASE, dsn, str(delivery), env=os.environ
        )

        async def waits() -> bool:
            async with admin(mariadb) as root:
                rows = (await root.execute(f"{statement} '%wallets%FOR UPDATE%' AND id <> CONNECTION_ID()")).rows
                return len(rows) > 0

        await until(waits)
        process.kill()
        await process.wait()
        await blocker.rollback()
    assert await read_balance(scene.table.world, "demo") == 0
    assert (await resolve.release(scene.database, delivery, int(scene.clock()))).is_done
    assert await read_balance(scene.table.world, "demo") == AMOUNT


WATCH = """
import asyncio, sys
from fixtures.fake_game_server import MailGameServer
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, Limits, connect
from gateway.features.deliveries.game_table import SaveTracker
from gateway.game.families import FAMILIES

async def family():
    return FAMILIES["mobius_ct0"]

async def main():
    site, game = (Database(role, parse_dsn(dsn), Limits()) for role, dsn in zip(("site", "game"), sys.argv[1:3]))
    await SaveTracker(site, game, family, now=lambda: int(sys.argv[3])).watch()

asyncio.run(main())
"""


async def test_tracker_killed_at_its_decision_decides_the_same_afterwards(new_scene: NewScene, mariadb: Server) -> None:
    scene = await new_scene("mobius", "mobius_ct0")
    await scene.take()
    now = int(scene.clock()) + 100
    await site(scene.table.world, f"UPDATE game_runs SET last_answer_at = {now - 60}, ended_at = {now - 50}")
    settings, schema = scene.table.world.settings.database, scene.table.world.schemas.site
    statement = f"SELECT 1 FROM information_schema.processlist WHERE db = '{schema}' AND info LIKE"
    async with admin(mariadb, schema) as blocker:
        await blocker.begin()
        await blocker.execute("SELECT * FROM deliveries FOR UPDATE")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WATCH, settings.site_dsn, settings.game_dsn, str(now), env=os.environ
        )

        async def waits() -> bool:
            async with admin(mariadb) as root:
                return len((await root.execute(f"{statement} 'UPDATE deliveries%'")).rows) > 0

        await until(waits)
        process.kill()
        await process.wait()
        await blocker.rollback()
    scene.clock.offset_seconds += 100
    scene.worker.saves.forget()
    await scene.look()
    assert await scene.shown() == ["unconfirmed"]
    assert await read_balance(scene.table.world, "demo") == 0

"""The demo's game server hands over what was sent, once each, whenever it is killed."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import pytest

from fixtures import fake_game_server, installed
from fixtures.fake_game_server import NAMES, FakeGameServer, GameServer
from fixtures.installed import Schemas, World
from fixtures.mysql import MySQL
from fixtures.servers import MariaDB
from gateway import ledger
from gateway.db import Connection, Database, connect
from gateway.db_connection import Result
from gateway.deliveries.sending import Order, send
from gateway.dsn import parse_dsn
from gateway.ledger import Entry, Transfer, check
from gateway.tests.entrance import game, site
from gateway.tests.shop import site_door
from gateway.tests.waiting import until

COIN, AMOUNT = 4037, 7
FAMILIES = ("mobius", "acis", "lucera")  # the game servers of the rest speak as one of these
Place = tuple[World, str]


class DiedError(Exception):
    """The game server was killed."""


class Mortal:
    """A connection whose game server is killed before the step of this number."""

    def __init__(self, connection: Connection, steps: int) -> None:
        self._connection, self._left = connection, steps

    def _live(self) -> Connection:
        if not self._left:
            self._connection.close()
            raise DiedError
        self._left -= 1
        return self._connection

    async def begin(self) -> None:
        await self._live().begin()

    async def commit(self) -> None:
        await self._live().commit()

    async def rollback(self) -> None:
        await self._live().rollback()

    async def execute(self, sql: str, args: Mapping[str, object] | None = None) -> Result:
        return await self._live().execute(sql, args)


@pytest.fixture(scope="module")
def places(mariadb: MariaDB | MySQL) -> dict[str, Place]:
    """A world of each family with a game server's login."""
    made: dict[str, Place] = {}
    for family in FAMILIES:
        schemas = Schemas(f"hands_{family}", f"hands_{family}_views", f"hands_{family}_site")
        installed.fill(mariadb, schemas, family, 30, 7)
        dsn = fake_game_server.admit(mariadb, schemas)
        user = fake_game_server.game_user(schemas)
        made[family] = installed.install(mariadb, schemas, family, 30, 7, game_user=user), dsn
    return made


@asynccontextmanager
async def hands(place: Place, steps: int = -1) -> AsyncGenerator[GameServer]:
    world, dsn = place
    connection = await connect(parse_dsn(dsn))
    try:
        yield GameServer(Mortal(connection, steps), world.family, world.schemas.site)
    finally:
        connection.close()


async def receiver_of(place: Place) -> int:
    async with hands(place) as server:
        return (await server.characters(("demo",)))[0]


_keys = count(1)


async def sent(door: Database, receiver: int) -> int:
    """Coins come from nowhere and are on their way; the delivery's id."""
    key = next(_keys)
    earned = Transfer(f"test:{key}", "gift", f"{key}", (Entry("house:gifts", -AMOUNT), Entry("wallet:demo", AMOUNT)))
    await ledger.run(door, lambda session: ledger.post(session, earned, 1))
    order = Order(f"demo:{key}", "demo", receiver, "Aurelion", COIN, AMOUNT)
    return (await send(door, order, int(time.time()))).id


async def coins(world: World, receiver: int) -> list[int]:
    """The heaps of coins in the character's inventory."""
    names = NAMES[world.family]
    where = f"{names['owner']} = {receiver} AND {names['item']} = {COIN} AND {names['place']} = 'INVENTORY'"
    return [int(row[0]) for row in await game(world, f"SELECT {names['count']} FROM items WHERE {where}")]


@pytest.mark.parametrize(
    ("family", "has_heap"), [("mobius", False), ("mobius", True), ("acis", True), ("lucera", True)]
)
async def test_killed_at_every_step_it_gives_each_once(places: dict[str, Place], family: str, has_heap: bool) -> None:
    place, names = places[family], NAMES[family]
    world, receiver = place[0], await receiver_of(place)
    remove = f"DELETE FROM items WHERE {names['owner']} = {receiver} AND {names['item']} = {COIN}"
    await game(world, remove)
    expected, deaths = 0, 0
    async with site_door(world) as door:
        for steps in count():
            if not has_heap:
                await game(world, remove)
                expected = 0
            await sent(door, receiver)
            expected += AMOUNT
            try:
                async with hands(place, steps) as server:
                    await server.work([receiver])
                break
            except DiedError:
                deaths += 1
            async with hands(place) as server:
                await server.work([receiver])
            assert await coins(world, receiver) == [expected], steps
        assert await coins(world, receiver) == [expected]
        assert deaths > 10
        assert {row[0] for row in await site(world, "SELECT status FROM deliveries")} == {"delivered"}
        assert await check.findings(door) == []


async def test_a_killed_process_leaves_nothing_undone_and_nothing_twice(
    places: dict[str, Place], tmp_path: Path
) -> None:
    place = places["mobius"]
    world, receiver = place[0], await receiver_of(place)
    before = sum(await coins(world, receiver))
    child = FakeGameServer(place[1], world.family, world.schemas, log=tmp_path / "game.log", pause=0.01)
    async with site_door(world) as door:
        for _ in range(3):
            child.start()
            ids = [await sent(door, receiver) for _ in range(6)]
            await until(lambda some=ids[0]: _delivered(world, [some]))
            child.kill()
        with child:
            everything = [int(row[0]) for row in await site(world, "SELECT id FROM deliveries")]
            await until(lambda: _delivered(world, everything))
    assert sum(await coins(world, receiver)) == before + 18 * AMOUNT


async def _delivered(world: World, ids: list[int]) -> bool:
    listed = ", ".join(map(str, ids))
    rows = await site(world, f"SELECT COUNT(*) FROM deliveries WHERE status <> 'delivered' AND id IN ({listed})")
    return rows == [(0,)]


async def test_what_it_cannot_be_sure_of_is_left_to_an_operator(places: dict[str, Place]) -> None:
    """Somebody took from the heap between the plan and the deed; another was released while it was on its way."""
    place = places["acis"]
    world, receiver = place[0], await receiver_of(place)
    async with site_door(world) as door:
        unsure, released = await sent(door, receiver), await sent(door, receiver)
        async with hands(place) as server:
            await server._take(receiver)  # pyright: ignore[reportPrivateUsage]
        await game(world, f"UPDATE web_deliveries SET object_id = 1, before_count = 5 WHERE delivery_id = {unsure}")
        await site(world, f"UPDATE deliveries SET status = 'cancelled', cancelled_at = 1 WHERE id = {released}")
        before = sum(await coins(world, receiver))
        for _ in range(2):
            async with hands(place) as server:
                await server.work([receiver])
        assert sum(await coins(world, receiver)) == before
    rows = await site(world, f"SELECT status FROM deliveries WHERE id IN ({unsure}, {released}) ORDER BY id")
    assert [row[0] for row in rows] == ["claimed", "cancelled"]

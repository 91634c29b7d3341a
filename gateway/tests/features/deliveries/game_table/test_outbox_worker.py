"""Deliveries through each family's own table: one row each, watched until the game has handed it out."""

from __future__ import annotations

import time
from itertools import count, pairwise

import pytest

from fixtures.installed import World
from gateway.database.database import Limits
from gateway.features.deliveries.game_table.game_tables import GameTableError, TableColumn, detect_kind
from gateway.features.wallet.history import DELIVERIES
from gateway.tests.conftest import WorldFactory
from gateway.tests.support import wallet_data
from gateway.tests.support.databases import Server, open_database
from gateway.tests.support.game_tables import KINDS, Clock, Game

pytestmark = pytest.mark.database
_numbers = count(1)


@pytest.fixture(scope="module")
def here(world: WorldFactory) -> World:
    return world("mobius", characters=60, seed=53)


@pytest.fixture(params=list(KINDS))
async def game(request: pytest.FixtureRequest, mariadb: Server, here: World) -> Game:
    return await made(mariadb, here, request.param)


async def made(mariadb: Server, here: World, kind: str) -> Game:
    await wallet_data.empty(here)
    found = Game(mariadb, here, kind, f"handed{next(_numbers)}")
    await found.make()
    return found


async def shown(game: Game, later: int = 0) -> list[str]:
    """The statuses as the player sees them."""
    async with open_database(game.server, game.here.schemas.site, Limits()) as site:
        before = int(time.time()) + later - 600
        rows = await site.read(DELIVERIES, account="demo", stuck_before=before, limit=50)
    return [row.status for row in reversed(rows)]


async def test_worker_writes_one_row_and_confirms_its_delivery(game: Game) -> None:
    await wallet_data.send(game.here, 500, 11)
    await wallet_data.send(game.here, 2**31 - 1, 12)
    async with game.worker() as worker:
        assert await worker.work() == 2
        assert await worker.work() == 0
        assert len(await game.rows()) == 2
        # The player stays away for a day: he waits, and nobody is to settle anything.
        assert await shown(game, later=86400) == ["claimed", "claimed"]
        await game.collect(12)
        assert await worker.work() == 0
        assert await shown(game) == ["claimed", "delivered"]
        await game.collect(11)
        await worker.work()
        await worker.work()
    (first, second) = await game.deliveries("status, receipt, confirmed, delivered_at >= handed_at")
    assert first[0] == second[0] == "delivered"
    assert first[1].startswith(f"{game.table}: delivery ")
    assert (first[2], first[3], second[2], second[3]) == (1, 1, 1, 1)


async def test_row_has_the_values_the_game_reads(mariadb: Server, here: World) -> None:
    """The words of each row."""
    columns = {
        "mobius": "receiver, subject, message, items",
        "lucera": "owner_id, item_id, count, enchant_level, attribute, attribute_level, payment_status, description",
        "rusacis, counted": "owner_id, item_id, count, payment_status, payment_id",
        "rusacis, without a number": "owner_id, item_id, count, enchant_level, payment_status, description",
        "orion": "owner_id, item_id, count, enchant_level, id",
    }
    found: dict[str, tuple[object, ...]] = {}
    for kind, wanted in columns.items():
        game = await made(mariadb, here, kind)
        await wallet_data.send(here, 500, 9011)
        async with game.worker() as worker:
            await worker.work()
        ((id_, second),) = await game.deliveries("id, handover_second")
        text = {id_: "id", -id_: "-id", f"delivery {id_}/{second}": "text"}
        text[f"500 Fishi Coins from the website, delivery {id_}/{second}"] = "message"
        (row,) = await game.rows(wanted)
        found[kind] = tuple(text.get(value, value) for value in row)
    assert found == {
        "mobius": (9011, "Fishi", "message", "4037 500"),
        "lucera": (9011, 4037, 500, 0, -1, -1, 0, "text"),
        "rusacis, counted": (9011, 4037, 500, 0, "-id"),
        "rusacis, without a number": (9011, 4037, 500, 0, 0, "text"),
        "orion": (9011, 4037, 500, 0, "-id"),
    }


async def test_worker_spaces_rows_of_one_receiver(mariadb: Server, here: World) -> None:
    game, clock = await made(mariadb, here, "mobius"), Clock()
    for amount in (1, 2, 3, 4):
        await wallet_data.send(here, amount, 11)
    await wallet_data.send(here, 5, 12)
    async with game.worker(clock) as worker:
        for ahead in (0, 0.1, 0.2, 3, 6, 9, 12):
            clock.ahead = ahead
            await worker.work()
    rows = await game.rows("UNIX_TIMESTAMP(date), receiver")
    assert len(rows) == 5
    seconds = sorted(int(second) for second, receiver in rows if receiver == 11)
    assert all(later - earlier >= 2 for earlier, later in pairwise(seconds))
    assert sorted(rows) == sorted(await game.deliveries("handover_second, character_id"))
    assert max(seconds) <= clock() - 2


async def test_worker_waits_for_a_foreign_row_of_the_same_second(mariadb: Server, here: World) -> None:
    start = int(time.time())
    game, clock = await made(mariadb, here, "mobius"), Clock(start)
    await wallet_data.send(here, 5, 11)
    rows = ", ".join(f"(FROM_UNIXTIME({start + ahead}), 11, 'x', 'y', '57 1')" for ahead in range(-6, 3))
    await game.run(f"INSERT INTO custom_mail VALUES {rows}")
    async with game.worker(clock) as worker:
        assert await worker.work() == 0
        assert await shown(game) == ["pending"]
        await game.collect(11)
        assert await worker.work() == 1


async def test_worker_writes_no_equal_rows_if_the_game_deletes_by_content(mariadb: Server, here: World) -> None:
    game, clock = await made(mariadb, here, "rusacis, without a number"), Clock()
    await game.run("INSERT INTO items_delayed (owner_id, item_id, count) VALUES (11, 4037, 500)")
    for amount, character in ((500, 11), (500, 12), (500, 12)):
        await wallet_data.send(here, amount, character)
    async with game.worker(clock) as worker:
        assert await worker.work() == 1
        assert await worker.work() == 0
        assert sorted(await game.rows("owner_id, description IS NULL")) == [(11, 1), (12, 0)]
        await game.collect(11)
        await game.collect(12)
        await worker.work()
        clock.ahead = 5
        await worker.work()
    assert sorted(await game.rows("owner_id, description IS NULL")) == [(11, 0), (12, 0)]
    assert [row[0] for row in await game.deliveries("status")] == ["claimed", "delivered", "claimed"]


async def test_marked_row_deleted_before_delivery_is_stuck(mariadb: Server, here: World) -> None:
    game = await made(mariadb, here, "lucera")
    await wallet_data.send(here, 500, 11)
    async with game.worker() as worker:
        await worker.work()
        assert await shown(game, later=3600) == ["claimed"]
        await game.run("DELETE FROM items_delayed")
        await worker.work()
        await worker.work()
    assert await shown(game, later=3600) == ["stuck"]
    assert await game.rows() == []


async def test_unsupported_delivery_does_not_block_others(mariadb: Server, here: World) -> None:
    game = await made(mariadb, here, "lucera")
    await wallet_data.send(here, 500, 11)
    await wallet_data.send(here, 500, 12)
    await wallet_data.write(here, "UPDATE deliveries SET item_id = 70000 WHERE character_id = 11")
    async with game.worker() as worker:
        assert await worker.work() == 1
    assert await shown(game) == ["pending", "claimed"]


async def test_worker_claims_nothing_if_the_probe_fails(mariadb: Server, here: World) -> None:
    game = await made(mariadb, here, "mobius")
    await wallet_data.send(here, 500, 11)
    async with game.worker() as worker:
        await game.run("RENAME TABLE custom_mail TO away")
        assert await worker.work() == 0
        await game.run("RENAME TABLE away TO custom_mail")
        assert await worker.work() == 1
        await wallet_data.send(here, 500, 12)
        await game.run("ALTER TABLE custom_mail DROP COLUMN items")
        assert await worker.work() == 0
        assert await worker.work() == 0
    assert await shown(game) == ["claimed", "pending"]


async def test_worker_checks_claimed_deliveries_in_batches(mariadb: Server, here: World) -> None:
    game = await made(mariadb, here, "mobius")
    ids = range(1, 431)
    rows = ", ".join(f"('k{id_}', 'demo', {id_}, 'Somebody', 4037, 5, 'claimed', 1, 1, 100, 1)" for id_ in ids)
    await wallet_data.write(
        here,
        "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, status, "
        f"created_at, claimed_at, handover_second, handed_at) VALUES {rows}",
    )
    async with game.worker() as worker:
        for left in (230, 30, 0):
            await worker.work()
            assert [status for (status,) in await game.deliveries("status")].count("claimed") == left


@pytest.mark.parametrize(
    ("table", "columns", "told"),
    [
        ("custom_mail", [], "no table `custom_mail`"),
        ("custom_mail", [("receiver", 0, 0)], "no column date, items, message, subject"),
        ("items_donate", [(name, 0, 0) for name in ("owner_id", "item_id", "count")], "no column id"),
        (
            "items_donate",
            [*((name, 0, 0) for name in ("id", "owner_id", "item_id", "count")), ("donor", 1, 0)],
            "needs a value for donor",
        ),
        ("items_delayed", [("owner_id", 0, 0)], "no column count, description, item_id, payment_status"),
    ],
)
def test_detect_kind_of_an_unsupported_table_raises(table: str, columns: list[tuple[str, int, int]], told: str) -> None:
    with pytest.raises(GameTableError, match=told):
        detect_kind(table, [TableColumn(*column) for column in columns])

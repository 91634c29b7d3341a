"""Deliveries through each kind of table: one row each, confirmed when the game has delivered it."""

import time
from itertools import pairwise

import pytest

from gateway.features.deliveries.game_table.game_tables import GameTableError, TableColumn, detect_kind
from gateway.features.deliveries.game_table.outbox_worker import NEW_BATCH
from gateway.features.wallet.history import DELIVERIES
from gateway.tests.features.deliveries.conftest import NewTable
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import open_site
from gateway.tests.support.game_tables import KINDS, Clock, DeliveryTable

pytestmark = pytest.mark.database


async def statuses(table: DeliveryTable, delay: int = 0) -> list[str]:
    """Returns the statuses as the player sees them, `delay` seconds from now."""
    async with open_site(table.world) as site:
        stuck_before = int(time.time()) + delay - 600
        rows = await site.read(DELIVERIES, account="demo", stuck_before=stuck_before, limit=50)
    return [row.status for row in reversed(rows)]


@pytest.mark.parametrize("kind", KINDS)
async def test_worker_writes_one_row_and_records_that_the_game_took_it(new_table: NewTable, kind: str) -> None:
    table = await new_table(kind)
    await table.send(11)
    await table.send(12, amount=2**31 - 1)
    async with table.worker() as worker:
        assert [await worker.work() for _ in range(2)] == [2, 0]
        assert len(await table.rows()) == 2
        # A player who stays away for a day leaves nothing to resolve.
        assert await statuses(table, delay=86400) == ["claimed", "claimed"]
        await table.collect(12)
        assert await worker.work() == 0
        status = "delivered" if kind == "orion" else "given"
        assert await statuses(table) == ["claimed", status]
        await table.collect(11)
        await worker.work()
        await worker.work()
    assert await statuses(table, delay=86400) == [status, status]
    columns = "receipt, confirmed, COALESCE(delivered_at, gone_at) >= handed_at, saved_by"
    for receipt, confirmations, in_order, saved_by in await table.deliveries(columns):
        # Orion alone writes the item before it deletes the row.
        assert (confirmations, in_order, saved_by) == ((1, 1, "save") if kind == "orion" else (0, 1, None))
        assert receipt.startswith(f"{table.name}: delivery ")


@pytest.mark.parametrize(
    ("kind", "columns", "values"),
    [
        ("mobius", "receiver, subject, message, items", (9011, "Fishi", "message", "4037 500")),
        (
            "lucera",
            "owner_id, item_id, count, enchant_level, attribute, attribute_level, payment_status, description",
            (9011, 4037, 500, 0, -1, -1, 0, "text"),
        ),
        ("rusacis, counted", "owner_id, item_id, count, payment_status, payment_id", (9011, 4037, 500, 0, "-id")),
        (
            "rusacis, without a number",
            "owner_id, item_id, count, enchant_level, payment_status, description",
            (9011, 4037, 500, 0, 0, "text"),
        ),
        ("orion", "owner_id, item_id, count, enchant_level, id", (9011, 4037, 500, 0, "-id")),
    ],
)
async def test_row_has_the_values_the_game_reads(
    new_table: NewTable, kind: str, columns: str, values: tuple[object, ...]
) -> None:
    table = await new_table(kind)
    await table.send(9011)
    async with table.worker() as worker:
        await worker.work()
    ((id_, second),) = await table.deliveries("id, handover_second")
    text = f"delivery {id_}/{second}"
    names = {-id_: "-id", text: "text", f"500 Fishi Coins from the website, {text}": "message"}
    (row,) = await table.rows(columns)
    assert tuple(names.get(value, value) for value in row) == values


async def test_worker_spaces_rows_of_one_receiver(new_table: NewTable) -> None:
    table, clock = await new_table("mobius"), Clock()
    await table.send(11, 11, 11, 11, 12)
    async with table.worker(clock) as worker:
        for offset_seconds in (0, 0.1, 0.2, 3, 6, 9, 12):
            clock.offset_seconds = offset_seconds
            await worker.work()
    rows = await table.rows("UNIX_TIMESTAMP(date), receiver")
    assert len(rows) == 5
    seconds = sorted(int(second) for second, receiver in rows if receiver == 11)
    assert all(second - first >= 2 for first, second in pairwise(seconds))
    assert sorted(rows) == sorted(await table.deliveries("handover_second, character_id"))
    assert max(seconds) <= clock() - 2


async def test_worker_waits_for_a_foreign_row_of_the_same_second(new_table: NewTable) -> None:
    start = int(time.time())
    table, clock = await new_table("mobius"), Clock(start)
    await table.send(11)
    rows = ", ".join(f"(FROM_UNIXTIME({start + second}), 11, 'x', 'y', '57 1')" for second in range(-6, 3))
    await table.execute(f"INSERT INTO custom_mail VALUES {rows}")
    async with table.worker(clock) as worker:
        assert await worker.work() == 0
        assert await statuses(table) == ["pending"]
        await table.collect(11)
        assert await worker.work() == 1


async def test_worker_writes_no_equal_rows_if_the_game_deletes_by_content(new_table: NewTable) -> None:
    table, clock = await new_table("rusacis, without a number"), Clock()
    await table.execute("INSERT INTO items_delayed (owner_id, item_id, count) VALUES (11, 4037, 500)")
    await table.send(11, 12, 12)
    rows = "owner_id, description IS NULL"
    async with table.worker(clock) as worker:
        assert [await worker.work() for _ in range(2)] == [1, 0]
        assert sorted(await table.rows(rows)) == [(11, 1), (12, 0)]
        await table.collect(11)
        await table.collect(12)
        await worker.work()
        clock.offset_seconds = 5
        await worker.work()
    assert sorted(await table.rows(rows)) == [(11, 0), (12, 0)]
    assert await statuses(table) == ["claimed", "given", "claimed"]


async def test_marked_row_deleted_before_delivery_is_stuck(new_table: NewTable) -> None:
    table = await new_table("lucera")
    await table.send(11)
    async with table.worker() as worker:
        await worker.work()
        assert await statuses(table, delay=3600) == ["claimed"]
        await table.execute("DELETE FROM items_delayed")
        await worker.work()
        await worker.work()
    assert await statuses(table, delay=3600) == ["stuck"]
    assert await table.rows() == []


async def test_unsupported_delivery_does_not_block_others(new_table: NewTable) -> None:
    table = await new_table("lucera")
    await table.send(11, 12)
    await site(table.world, "UPDATE deliveries SET item_id = 70000 WHERE character_id = 11")
    async with table.worker() as worker:
        assert await worker.work() == 1
    assert await statuses(table) == ["pending", "claimed"]


async def test_batch_of_unsupported_deliveries_does_not_block_later_ones(new_table: NewTable) -> None:
    table = await new_table("lucera")
    await table.send(*range(1, NEW_BATCH + 2))
    await site(table.world, f"UPDATE deliveries SET item_id = 70000 WHERE character_id <= {NEW_BATCH}")
    await site(table.world, "INSERT INTO installation (name, value) VALUES ('coin_item.70000', '')")
    async with table.worker() as worker:
        assert [await worker.work() for _ in range(2)] == [0, 1]
    await site(table.world, "DELETE FROM installation WHERE name = 'coin_item.70000'")


async def test_worker_claims_nothing_if_the_probe_fails(new_table: NewTable) -> None:
    table = await new_table("mobius")
    await table.send(11)
    async with table.worker() as worker:
        await table.execute("RENAME TABLE custom_mail TO away")
        assert await worker.work() == 0
        await table.execute("RENAME TABLE away TO custom_mail")
        assert await worker.work() == 1
        await table.send(12)
        await table.execute("ALTER TABLE custom_mail DROP COLUMN items")
        assert [await worker.work() for _ in range(2)] == [0, 0]
    assert await statuses(table) == ["claimed", "pending"]


async def test_worker_checks_claimed_deliveries_in_batches(new_table: NewTable) -> None:
    table = await new_table("mobius")
    rows = ", ".join(f"('k{id_}', 'demo', {id_}, 'Ann', 4037, 5, 'claimed', 1, 1, 100, 1)" for id_ in range(1, 431))
    await site(
        table.world,
        "INSERT INTO deliveries (idempotency_key, account, character_id, character_name, item_id, amount, status, "
        f"created_at, claimed_at, handover_second, handed_at) VALUES {rows}",
    )
    async with table.worker() as worker:
        for open_deliveries in (230, 30, 0):
            await worker.work()
            assert (await table.deliveries("status")).count(("claimed",)) == open_deliveries


DONATE = [TableColumn(name, 0, 0) for name in ("id", "owner_id", "item_id", "count")]


@pytest.mark.parametrize(
    ("table", "columns", "reason"),
    [
        ("custom_mail", [], "no table `custom_mail`"),
        ("custom_mail", [TableColumn("receiver", 0, 0)], "no column date, items, message, subject"),
        ("items_donate", DONATE[1:], "no column id"),
        ("items_donate", [*DONATE, TableColumn("donor", 1, 0)], "needs a value for donor"),
        ("items_delayed", [DONATE[1]], "no column count, description, item_id, payment_status"),
    ],
)
def test_detect_kind_of_an_unsupported_table_raises(table: str, columns: list[TableColumn], reason: str) -> None:
    with pytest.raises(GameTableError, match=reason):
        detect_kind(table, columns)

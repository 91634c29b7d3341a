"""Coins go into the game through the family's own table, with the login that install made and by its settings."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import pytest

from fixtures.databases import open_databases
from fixtures.installed import World
from gateway.database import privileges
from gateway.features.accounts import AccountRepository
from gateway.features.deliveries.game_table import OutboxWorker, SaveTracker, open_worker
from gateway.tests.support import wallet_data
from gateway.tests.support.account_app import game, site
from gateway.tests.support.databases import Server
from gateway.tests.support.game_tables import KINDS, DeliveryInstallation
from gateway.tests.support.player_state import id_of
from gateway.tests.support.wait_until import until

pytestmark = pytest.mark.database

ON = {"GATEWAY_GAME_TABLE_DELIVERY_ENABLED": "true"}
# Table → the columns that the game reads, and their values in the row of a delivery.
ROWS = {
    "custom_mail": ("receiver, items", "{receiver}, 4037 {amount}"),
    "items_delayed": ("owner_id, item_id, count, payment_status", "{receiver}, 4037, {amount}, 0"),
    "items_donate": ("owner_id, item_id, count, enchant_level", "{receiver}, 4037, {amount}, 0"),
}
# A row of the game's own in the table of orion.
FOREIGN = "INSERT INTO items_donate (owner_id, item_id, count) VALUES (7, 57, 1)"


@pytest.fixture(scope="module")
def get_place(mariadb: Server) -> Callable[[str], DeliveryInstallation]:
    places: dict[str, DeliveryInstallation] = {}

    def get(family: str) -> DeliveryInstallation:
        if family not in places:
            places[family] = DeliveryInstallation(mariadb, family)
            places[family].install(handover=True)
        return places[family]

    return get


@asynccontextmanager
async def open_outbox(world: World) -> AsyncGenerator[OutboxWorker]:
    """As the service opens it, for the family that install recorded."""
    async with open_databases(world.settings) as databases:
        accounts, site = AccountRepository(databases.auth, databases.site), databases.site
        saves = SaveTracker(site, databases.game, accounts.family)
        worker = open_worker(world.settings, site, saves, sender=lambda: "Fishi", coins=lambda: "Coins")
        assert worker
        try:
            yield worker
        finally:
            await worker.close()


@pytest.mark.parametrize(
    ("family", "kind"),
    [
        ("mobius_ct0", "mobius"),
        ("lucera", "lucera"),
        ("rusacis", "rusacis, without a number"),  # as the world has it
        ("rusacis", "rusacis, counted"),
        ("orion", "orion"),
    ],
)
async def test_coins_are_written_once_and_followed_when_the_game_took_them(
    get_place: Callable[[str], DeliveryInstallation], family: str, kind: str
) -> None:
    place = get_place(family)
    world = place.world(**ON)
    table, columns, collect = KINDS[kind]
    names, values = ROWS[table]
    if kind.endswith("counted"):
        await game(world, f"DROP TABLE {table}", f"CREATE TABLE {table} ({columns}) ENGINE = InnoDB")
    if family == "orion":
        await game(world, FOREIGN)
        findings = await place.findings(**ON)
        assert "game_table_delivery: `items_donate` can be read and added to" in findings["ok"]
        assert (findings["advice"], findings["bad"]) == ([], [])
    assert (await privileges.check_at_start(world.settings)).is_ok

    async def rows() -> list[str]:
        stored_rows = await game(world, f"SELECT {names} FROM {table}")
        return sorted(", ".join(map(str, row)) for row in stored_rows)

    async def statuses() -> list[str]:
        return [row[0] for row in await site(world, "SELECT status FROM deliveries ORDER BY id")]

    async def is_up_for_long() -> bool:
        """Soon after a start of the server a missing row may be one that the server lost."""
        ((_, seconds),) = await game(world, "SHOW GLOBAL STATUS LIKE 'Uptime'")
        return int(seconds) > 2

    await until(is_up_for_long)
    await wallet_data.delete_rows(world)
    amounts = {await id_of(world, "Aurelion"): 500, await id_of(world, "Elowen"): 2**31 - 1}
    rows_before = await rows()
    for receiver, amount in amounts.items():
        await wallet_data.insert_delivery(world, amount, receiver)
    first_receiver, second_receiver = amounts
    async with open_outbox(world) as worker:
        assert await worker.work() == 2
        assert await worker.work() == 0
        new = [values.format(receiver=receiver, amount=amount) for receiver, amount in amounts.items()]
        assert await rows() == sorted([*rows_before, *new])
        assert await statuses() == ["claimed", "claimed"]
        await game(world, collect.format(receiver=first_receiver))
        await worker.work()
        status = "delivered" if family == "orion" else "claimed"
        assert await statuses() == [status, "claimed"]
        await game(world, collect.format(receiver=second_receiver))
        await worker.work()
    assert await statuses() == [status, status]
    columns_read = "gone_at IS NOT NULL, gone_access > 0, gone_playtime, gone_items"
    for was_given, *row in await site(world, f"SELECT {columns_read} FROM deliveries"):
        assert was_given == (family != "orion")
        # Where `items` has no index on its owner they are not counted.
        assert [value is None for value in row] == [family == "orion"] * 2 + [family in {"orion", "rusacis"}]
    if collect.startswith("DELETE"):
        assert await rows() == rows_before

"""L2jOrion as it differs: it hands items out through `items_donate`, always on."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from fixtures.admin import execute
from fixtures.installed import World
from gateway.config.dsn import parse_dsn
from gateway.database.database import Databases, connect
from gateway.features.accounts import AccountRepository
from gateway.features.deliveries.game_table import OutboxWorker, open_worker
from gateway.tests.support import wallet_data
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import Server
from gateway.tests.support.game_tables import Place, refused

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def place(mariadb: Server) -> Place:
    made = Place(mariadb, "orion")
    made.install(handover=True)
    return made


async def game(place: Place, *statements: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await execute(place.world().game_admin_dsn, *statements)]


async def statuses(place: Place) -> list[str]:
    return [row[0] for row in await site(place.world(), "SELECT status FROM deliveries ORDER BY id")]


@asynccontextmanager
async def open_here(here: World) -> AsyncGenerator[OutboxWorker]:
    """As the service opens it: by the settings that install wrote, for the family that it recorded."""
    databases = Databases.open(here.settings)
    accounts = AccountRepository(databases.auth, databases.site)
    made = open_worker(here.settings, databases.site, accounts.family)
    assert made
    try:
        yield made
    finally:
        await made.close()
        await databases.close()


async def test_the_user_may_see_and_add_rows_of_that_table_and_nothing_else(place: Place) -> None:
    assert place.config
    connection = await connect(parse_dsn(place.config.handover_dsn))
    try:
        for statement in (
            "SELECT id FROM items_donate",
            "INSERT INTO items_donate (id, owner_id, item_id) SELECT 1, 1, 1 FROM items_donate WHERE FALSE",
        ):
            assert not await refused(connection, statement), statement
        for statement in (
            "UPDATE items_donate SET count = 2",
            "DELETE FROM items_donate",
            "SELECT password FROM accounts",
            "INSERT INTO items (object_id) VALUES (1)",
            "SELECT char_name FROM characters",
            "SELECT hexid FROM gameservers",
        ):
            assert await refused(connection, statement), statement
    finally:
        connection.close()


async def test_coins_go_into_the_game_and_are_confirmed_when_it_took_them(place: Place) -> None:
    here = place.world(GATEWAY_GAME_TABLE_DELIVERY_ENABLED="true")
    told = await place.told(GATEWAY_GAME_TABLE_DELIVERY_ENABLED="true")
    assert "game_table_delivery: `items_donate` can be read and added to" in told["ok"]
    assert (told["advice"], told["bad"]) == ([], [])
    question = "SELECT obj_Id FROM characters WHERE char_name IN ('Aurelion', 'Elowen') ORDER BY obj_Id"
    one, other = [int(row[0]) for row in await game(place, question)]
    await wallet_data.empty(here)
    # What the game has of its own is left alone, and is nobody's delivery.
    await game(place, "INSERT INTO items_donate (owner_id, item_id, count) VALUES (7, 57, 1)")
    await wallet_data.send(here, 500, one)
    await wallet_data.send(here, 2**31 - 1, other)
    async with open_here(here) as made:
        assert await made.work() == 2
        assert await made.work() == 0
        rows = await game(
            place, "SELECT owner_id, item_id, count, enchant_level FROM items_donate WHERE item_id = 4037"
        )
        assert sorted(rows) == [(one, 4037, 500, 0), (other, 4037, 2**31 - 1, 0)]
        assert await statuses(place) == ["claimed", "claimed"]
        await game(place, f"DELETE FROM items_donate WHERE owner_id = {one}")  # he is there, and is given them
        await made.work()
        assert await statuses(place) == ["delivered", "claimed"]
        await game(place, f"DELETE FROM items_donate WHERE owner_id = {other}")
        await made.work()
    assert await statuses(place) == ["delivered", "delivered"]
    assert await game(place, "SELECT owner_id, item_id, count FROM items_donate") == [(7, 57, 1)]

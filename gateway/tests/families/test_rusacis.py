"""What only aCis 400 and RusaCis have: coins through `items_delayed` in both its forms, bosses by name, heroes for a
time.
"""

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import Schemas, World, in_schema
from gateway.config import settings
from gateway.database import privileges
from gateway.database.database import Databases
from gateway.features.deliveries.game_table import OutboxWorker, open_worker
from gateway.game.families import Family, by_key
from gateway.install import install
from gateway.tests.support import account_app, wallet_data
from gateway.tests.support.databases import Server
from gateway.tests.support.game_tables import KINDS
from gateway.tests.support.player_state import game, id_of

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def here(mariadb: Server) -> World:
    """Installed with the hand-over, and switched on."""
    schemas = Schemas("delayed", "delayed_views", "delayed_site")
    installed.fill(mariadb, schemas, "rusacis", 30, 7)
    return handing(mariadb, installed.install(mariadb, schemas, "rusacis", 30, 7))


def handing(server: Server, plain: World) -> World:
    names = plain.schemas
    wanted = {"game_schema": names.game, "views_schema": names.views, "site_schema": names.site}
    config = install.apply(server.dsn(), **wanted, handover=True, rotate=True)
    keys = {
        f"GATEWAY_{section}_{key}".upper(): value
        for section, values in config.sections.items()
        for key, value in values.items()
        if value
    }
    return World(
        plain.family,
        plain.characters,
        plain.seed,
        server.dsn(),
        names,
        keys | {"GATEWAY_GAME_TABLE_DELIVERY_ENABLED": "true"},
    )


@asynccontextmanager
async def open_here(here: World) -> AsyncGenerator[OutboxWorker]:
    """As the service has it, with the logins that install made."""
    wanted = settings.load(None, here.environment)
    databases = Databases.open(wanted)

    async def family() -> Family:
        return by_key("rusacis")

    made = open_worker(wanted, databases.site, family)
    assert made
    try:
        yield made
    finally:
        await made.close()
        await databases.close()


@pytest.mark.parametrize("kind", ["rusacis, without a number", "rusacis, counted"])
async def test_coins_go_through_its_table_with_the_login_that_install_made(here: World, kind: str) -> None:
    """The first is how the world has it."""
    table, columns, collects = KINDS[kind]
    if kind.endswith("counted"):
        await game(here, f"DROP TABLE {table}", f"CREATE TABLE {table} ({columns}) ENGINE = InnoDB")
    await wallet_data.empty(here)
    receiver = await id_of(here, "Aurelion")
    await wallet_data.send(here, 500, receiver)
    assert (await privileges.at_start(settings.load(None, here.environment))).well
    async with open_here(here) as worker:
        assert await worker.work() == 1
        assert await worker.work() == 0
        rows = await game(here, f"SELECT owner_id, item_id, count, payment_status FROM {table}")
        assert [tuple(row) for row in rows] == [(receiver, 4037, 500, 0)]
        await game(here, collects.format(receiver=receiver))
        await worker.work()
    ((status,),) = await account_app.site(here, "SELECT status FROM deliveries")
    assert status == "delivered"


async def test_bosses_are_known_by_name_and_alive_ones_have_no_respawn(here: World) -> None:
    later = int(time.time()) + 7200
    names = ("antaras_max", "baium", "frintessa", "sailren", "triolls_priest_andreas", "valakas")
    rows = ", ".join(f"('{name}', 1, 5, 5, 0)" for name in names)
    await game(
        here,
        f"REPLACE INTO spawn_data (name, status, current_hp, current_mp, respawn_time) VALUES {rows}",
        f"UPDATE spawn_data SET status = 2, respawn_time = {later}000, current_hp = 70 WHERE name = 'zaken'",
        f"UPDATE spawn_data SET status = 0, respawn_time = {later}000, current_hp = 0 WHERE name = 'core'",
        "UPDATE spawn_data SET status = 0, respawn_time = 1, current_hp = 0 WHERE name = 'orfen'",
    )
    found = {int(row[0]): row[1:] for row in await execute(*asking(here))}
    assert found.keys() == {29001, 29006, 29014, 29020, 29022, 29028, 29045, 29062, 29065, 29068}
    assert (found[29022], found[29006], found[29014]) == ((None, 70), (later, 0), (None, 0))


def asking(here: World) -> tuple[str, str]:
    return in_schema(here.admin_dsn, here.schemas.views), "SELECT boss_id, respawn_at, hp FROM bosses"

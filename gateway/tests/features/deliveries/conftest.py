"""Worlds for tests of deliveries, without coins at the start of each module."""

from collections.abc import AsyncGenerator, Awaitable, Callable

import pytest

from fixtures.installed import World
from gateway.database.database import Database
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, assert_ledger_consistent, clear_money, open_site
from gateway.tests.support.game_server_client import create_game_user
from gateway.tests.support.game_tables import DeliveryTable

NewTable = Callable[..., Awaitable[DeliveryTable]]


@pytest.fixture(scope="module")
async def acis_world(world: WorldFactory, mariadb: Server) -> World:
    """Its game server claims deliveries itself."""
    installed_world = world("acis", characters=60, seed=51)
    await create_game_user(mariadb, installed_world.schemas.site)
    await clear_money(installed_world)
    return installed_world


@pytest.fixture(scope="module")
async def mobius_world(world: WorldFactory) -> World:
    installed_world = world("mobius", characters=60, seed=52)
    await clear_money(installed_world)
    return installed_world


@pytest.fixture
async def acis_site(acis_world: World) -> AsyncGenerator[Database]:
    """The site schema; the ledger is checked after the test."""
    async with open_site(acis_world) as site:
        yield site
        await assert_ledger_consistent(site)


@pytest.fixture
async def mobius_site(mobius_world: World) -> AsyncGenerator[Database]:
    """The site schema; the ledger is checked after the test."""
    async with open_site(mobius_world) as site:
        yield site
        await assert_ledger_consistent(site)


@pytest.fixture
def new_table(mobius_world: World, mariadb: Server) -> NewTable:
    """Creates an empty delivery table of a kind, on the session's server or another one."""

    async def create(kind: str, server: Server = mariadb) -> DeliveryTable:
        await clear_money(mobius_world)
        table = DeliveryTable(server, mobius_world, kind)
        await table.create()
        return table

    return create

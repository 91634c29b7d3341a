"""Two worlds for tests of payments: one with a running service and the fake provider, one without."""

from collections.abc import AsyncGenerator, Generator

import httpx
import pytest

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.service import Service
from gateway.database.database import Database
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import assert_ledger_consistent, clear_money, open_site
from gateway.tests.support.payment_app import PaymentClient, open_payment_client, payment_environment
from gateway.tests.support.payment_providers import PROVIDERS, ProviderCase
from gateway.tests.support.scripted_http_server import ScriptedServer, open_scripted_server


@pytest.fixture(scope="package")
def service_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=61)


@pytest.fixture(scope="package")
def payment_world(world: WorldFactory) -> World:
    """No service runs on it between tests."""
    return world("mobius", characters=120, seed=62)


@pytest.fixture(scope="package")
def provider() -> Generator[Provider]:
    with Provider() as running:
        yield running


@pytest.fixture(scope="package")
async def provider_http(provider: Provider) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=provider.url, timeout=30) as http:
        yield http


@pytest.fixture(scope="package")
async def payments(
    service_world: World, provider: Provider, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[PaymentClient]:
    port, log = free_port(), tmp_path_factory.mktemp("payments") / "gateway.log"
    limits = {"GATEWAY_LIMITS_DONATIONS": "500"}
    env = {**service_world.environment, **payment_environment(provider, port), **limits}
    with Service(env, port=port, log=log) as service:
        async with open_payment_client(service_world, provider, service) as client:
            yield client


@pytest.fixture
async def clean_payments(service_world: World, payments: PaymentClient) -> AsyncGenerator[None]:
    """Empties the tables before a test, and checks the ledger after it."""
    await payments.set_fault("none")
    await payments.wait_until_idle()
    await payments.provider_http.post("/_control/forget")  # else a search finds the payments of earlier tests
    await clear_money(service_world)
    yield
    async with open_site(service_world) as database:
        await assert_ledger_consistent(database)


@pytest.fixture
async def database(payment_world: World) -> AsyncGenerator[Database]:
    """The site schema of the world without a service; the ledger is checked after the test."""
    async with open_site(payment_world) as site:
        yield site
        await assert_ledger_consistent(site)


@pytest.fixture(params=PROVIDERS, ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> ProviderCase:
    return request.param


@pytest.fixture(scope="package")
async def scripted_provider() -> AsyncGenerator[ScriptedServer]:
    async with open_scripted_server() as server:
        yield server

"""A registration with a referral that cannot be stored keeps nothing; the player's next try gets everything."""

from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.installed import World
from gateway.tests.conftest import SHARED_LIMITS, ClientFactory, WorldFactory
from gateway.tests.features.accounts.test_registration_failures import ENV, records, stored
from gateway.tests.support.account_app import bearer, open_app, register, site, token_of
from gateway.tests.support.polling import wait_for_answer

REFERRALS = {"GATEWAY_REFERRALS_ENABLED": "true", "GATEWAY_REFERRALS_NETWORK_DAYS": "0"}


@pytest.fixture(scope="module")
def server(world: WorldFactory) -> World:
    return world("acis", characters=60, seed=351)


@pytest.fixture
async def http(server: World, client: ClientFactory) -> AsyncGenerator[httpx.AsyncClient]:
    async with open_app(server, client, **SHARED_LIMITS, **ENV, **REFERRALS) as http:
        await wait_for_answer(http, "/api/rankings/pvp")
        yield http


async def test_register_without_the_table_of_referrals_keeps_nothing(http: httpx.AsyncClient, server: World) -> None:
    token = await token_of(http, "demo")
    code = (await http.get("/api/player/referrals", headers=bearer(token))).json()["code"]
    rows = "SELECT COUNT(*) FROM referrals WHERE account = 'kept'"
    await site(server, "RENAME TABLE referrals TO referrals_away")
    try:
        refusal = await register(http, "kept", referral=code)
    finally:
        await site(server, "RENAME TABLE referrals_away TO referrals")
    assert (refusal.status_code, await stored(server, "kept"), await site(server, rows)) == (503, [], [(0,)])
    assert set((await records(server, "kept")).values()) == {0}
    response = await register(http, "kept", referral=code)
    assert response.status_code == 201, response.text
    assert set((await records(server, "kept")).values()) == {1}
    assert await site(server, rows) == [(1,)]

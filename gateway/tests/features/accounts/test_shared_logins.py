"""Logins of many accounts from one network, in the site's database, and a CDN that answers at the public address."""

import pytest

from gateway.database.database import Database
from gateway.doctor.public_address import find_cdn
from gateway.features.accounts import shared_logins
from gateway.features.accounts.session_store import ADD
from gateway.features.accounts.shared_logins import MIN_ACCOUNTS, LoginNetwork
from gateway.tests.support.scripted_http_server import http_response, open_scripted_server

pytestmark = pytest.mark.database

NOW = 1_790_000_000
EDGE, HOME = "10.0.0.0/24", "198.51.100.0/24"


async def add(site: Database, login: str, network: str, *, at: int = NOW, number: int = 0) -> None:
    session_id = f"{login}-{network[:6]}-{number}"
    await site.write(ADD, id=session_id, login=login, now=at, device="", network=network)


async def test_share_counts_the_last_days_logins_of_a_network_with_many_accounts(site: Database) -> None:
    assert await shared_logins.share(site, NOW) == 0
    for number in range(MIN_ACCOUNTS - 1):
        await add(site, f"player{number}", EDGE)
    await add(site, "player0", EDGE, number=1)
    assert await shared_logins.share(site, NOW) == 0, "too few accounts"
    await add(site, "another", EDGE)
    for number in range(4):
        await add(site, "other", HOME, number=number)
    await add(site, "former", HOME, at=NOW - 90_000)
    assert await shared_logins.networks(site, NOW) == [
        LoginNetwork(EDGE, MIN_ACCOUNTS + 1, MIN_ACCOUNTS, MIN_ACCOUNTS + 5),
        LoginNetwork(HOME, 4, 1, MIN_ACCOUNTS + 5),
    ]
    assert await shared_logins.share(site, NOW) == pytest.approx(100 * (MIN_ACCOUNTS + 1) / (MIN_ACCOUNTS + 5))


async def test_cdn_at_the_public_address_is_known_by_its_headers() -> None:
    async with open_scripted_server() as server:
        for headers, name in (({}, ""), ({"cf_ray": "8f-EZE"}, "Cloudflare"), ({"via": "1.1 x"}, "a second proxy")):
            server.respond_with(http_response(200, **headers))
            assert str(await find_cdn(server.url)) == name
    assert await find_cdn(server.url) == "", "it does not answer"

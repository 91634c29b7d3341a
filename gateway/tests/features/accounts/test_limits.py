"""Tests of the limits on password guesses: per account and network, for unknown networks, and per address."""

import asyncio

import httpx
import pytest

from fixtures.installed import World
from fixtures.servers import Redis
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import assert_error, bearer, log_in, open_app, register, token_of

HOME = "198.51.100.7"
# A day instead of minutes, so that no count expires during a test.
SLOW = {
    f"GATEWAY_LIMITS_{name}_SECONDS": "86400"
    for name in ("FAILED_LOGINS", "FAILED_LOGINS_UNKNOWN_IPS", "FAILED_LOGINS_PER_IP", "REGISTRATIONS")
}


async def guess(http: httpx.AsyncClient, name: str, addresses: list[str]) -> list[int]:
    return [(await log_in(http, name, "wrong-1", address)).status_code for address in addresses]


@pytest.fixture(params=["in process", "redis"])
def limited(request: pytest.FixtureRequest, redis_server: Redis) -> dict[str, str]:
    """Settings for limits in process or in Redis, with a key prefix for each test."""
    if request.param == "in process":
        return SLOW
    prefix = f"limits-{abs(hash(request.node.nodeid))}"
    timeout = {"GATEWAY_REDIS_TIMEOUT_MS": "20000"}
    return {**SLOW, **timeout, "GATEWAY_REDIS_URL": redis_server.url, "GATEWAY_REDIS_PREFIX": prefix}


def install(world: WorldFactory) -> World:
    return world("mobius", seed=85)


async def test_login_ten_failures_from_one_network_are_limited(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with open_app(install(world), client, **limited) as http:
        assert await guess(http, "demo", [HOME] * 10) == [401] * 10
        response = await log_in(http, "demo", "wrong-1", HOME)
        assert_error(response, 429, "too_many_requests")
        assert 1 <= int(response.headers["retry-after"]) <= 8640
        assert_error(await log_in(http, "demo", address=HOME), 429, "too_many_requests")
        assert (await log_in(http, "demo", address="198.51.100.8")).status_code == 200
        assert (await log_in(http, "demo2", address=HOME)).status_code == 200


async def test_login_success_is_not_counted(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with open_app(install(world), client, **limited) as http:
        for _ in range(3):
            assert await guess(http, "demo2", [HOME] * 3) == [401] * 3
            assert (await log_in(http, "demo2", address=HOME)).status_code == 200
        assert await guess(http, "demo2", [HOME] * 2) == [401, 429]


async def test_login_unknown_networks_share_limit_known_network_is_exempt(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with open_app(install(world), client, **limited) as http:
        assert (await log_in(http, "demo", address=HOME)).status_code == 200  # makes this address known
        strangers = [f"203.0.113.{number}" for number in range(1, 37)]
        assert await guess(http, "demo", strangers) == [401] * 30 + [429] * 6
        assert_error(await log_in(http, "demo", address="203.0.113.99"), 429, "too_many_requests")
        assert (await log_in(http, "demo", address=HOME)).status_code == 200
        assert (await log_in(http, "demo2", address="203.0.113.1")).status_code == 200


async def test_login_ipv6_network_is_known_as_64_prefix(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with open_app(install(world), client, **limited) as http:
        name = (await register(http, f"roamer{len(limited)}")).json()["user"]["username"]
        assert (await log_in(http, name, "secret-77", "2001:db8:5:5::1")).status_code == 200
        await guess(http, name, [f"203.0.113.{number}" for number in range(100, 136)])
        assert_error(await log_in(http, name, "secret-77", "2001:db8:5:6::1"), 429, "too_many_requests")
        assert (await log_in(http, name, "secret-77", "2001:db8:5:5:aaaa::2")).status_code == 200


async def test_token_under_attack_keeps_working(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    """The attacker shares the owner's address: the session and a password change still work."""
    async with open_app(install(world), client, **limited) as http:
        joined = await register(http, f"besieged{len(limited)}")
        name, token = joined.json()["user"]["username"], joined.json()["token"]
        at_home = {**bearer(token), "X-Forwarded-For": HOME}
        await guess(http, name, [HOME] * 12)
        assert_error(await log_in(http, name, "secret-77", HOME), 429, "too_many_requests")
        assert (await http.get("/api/auth/profile", headers=at_home)).status_code == 200
        form = {"current_password": "secret-77", "new_password": "secret-78"}
        response = await http.post("/api/auth/change-password", json=form, headers=at_home)
        assert response.status_code == 200


async def test_change_password_guesses_with_token_are_limited(
    world: WorldFactory, client: ClientFactory, limited: dict[str, str]
) -> None:
    async with open_app(install(world), client, **limited) as http:
        headers = bearer((await register(http, f"stolen{len(limited)}")).json()["token"])
        codes: list[int] = []
        for number in range(12):
            form = {"current_password": f"guess-{number}", "new_password": "secret-78"}
            codes.append((await http.post("/api/auth/change-password", json=form, headers=headers)).status_code)
        assert codes == [400] * 10 + [429] * 2


async def test_login_address_limit_counts_all_names(world: WorldFactory, client: ClientFactory) -> None:
    limits = {**SLOW, "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "5"}
    async with open_app(install(world), client, **limits) as http:
        codes = [(await log_in(http, f"nobody{number}", "x", HOME)).status_code for number in range(7)]
        assert codes == [401] * 5 + [429] * 2
        assert (await log_in(http, "nobody", "x", "198.51.100.8")).status_code == 401
        # IPv6 addresses are counted by their /64.
        codes = [(await log_in(http, f"no{number}", "x", f"2001:db8:1:1::{number}")).status_code for number in range(7)]
        assert codes == [401] * 5 + [429] * 2


async def test_limits_loopback_is_exempt_per_address_only(world: WorldFactory, client: ClientFactory) -> None:
    limits = {**SLOW, "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "5", "GATEWAY_LIMITS_REGISTRATIONS": "1"}
    async with open_app(install(world), client, **limits) as http:
        codes = [(await log_in(http, f"nobody{number}", "x", "127.0.0.1")).status_code for number in range(8)]
        assert codes == [401] * 8
        assert await guess(http, "demo", ["127.0.0.1"] * 11) == [401] * 10 + [429]
        assert [(await register(http, f"local{number}")).status_code for number in range(3)] == [201] * 3
    async with open_app(install(world), client, **limits, GATEWAY_LIMITS_APPLY_TO_LOOPBACK="true") as http:
        codes = [(await log_in(http, f"nobody{number}", "x", "127.0.0.1")).status_code for number in range(7)]
        assert codes == [401] * 5 + [429] * 2
        assert [(await register(http, f"limited{number}")).status_code for number in range(2)] == [201, 429]


async def test_forwarded_header_from_untrusted_proxy_is_ignored(world: WorldFactory, client: ClientFactory) -> None:
    async with open_app(install(world), client, **SLOW, GATEWAY_SERVER_TRUSTED_PROXIES="192.0.2.250") as http:
        codes = await guess(http, "demo", [f"203.0.113.{number}" for number in range(1, 13)])
        assert codes == [401] * 10 + [429] * 2


async def test_login_concurrent_guesses_are_counted_exactly(
    world: WorldFactory, client: ClientFactory, redis_server: Redis
) -> None:
    redis = {
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "concurrent",
        "GATEWAY_REDIS_TIMEOUT_MS": "20000",
    }
    async with open_app(install(world), client, **SLOW, **redis) as http:
        responses = await asyncio.gather(*(log_in(http, "demo", f"guess-{number}", HOME) for number in range(300)))
        codes = [response.status_code for response in responses]
        assert codes.count(401) == 10
        assert codes.count(429) == 290


async def test_register_over_limit_returns_too_many_requests(world: WorldFactory, client: ClientFactory) -> None:
    async with open_app(install(world), client, **SLOW, GATEWAY_LIMITS_REGISTRATIONS="2") as http:
        headers = {"X-Forwarded-For": HOME}

        async def register(name: str) -> int:
            form = {"username": name, "email": "a@example.org", "password": "secret-77"}
            return (await http.post("/api/auth/register", json=form, headers=headers)).status_code

        # Invalid forms are not counted; taken names are.
        assert [await register(name) for name in ("x", "y", "counted1", "demo", "counted2")] == [
            400,
            400,
            201,
            409,
            429,
        ]


async def test_login_limited_right_password_returns_no_token(world: WorldFactory, client: ClientFactory) -> None:
    async with open_app(install(world), client, **SLOW) as http:
        token = await token_of(http, "demo")
        await guess(http, "demo", [HOME] * 11)
        response = await log_in(http, "demo", "demo1234", HOME)
        assert_error(response, 429, "too_many_requests")
        assert token not in response.text

"""Tests of the limits on password guesses: per account and network, for unknown networks, and per address."""

import asyncio
from collections.abc import AsyncGenerator

import httpx
import pytest

from fixtures.installed import World
from fixtures.servers import Redis
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, bearer, log_in, open_app, register

SEED = 85
HOME = "198.51.100.7"
# A day instead of minutes, so that no count expires during a test.
SLOW = {
    f"GATEWAY_LIMITS_{name}_SECONDS": "86400"
    for name in ("FAILED_LOGINS", "FAILED_LOGINS_UNKNOWN_IPS", "FAILED_LOGINS_PER_IP", "REGISTRATIONS")
}
PER_IP = {**SLOW, "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "5"}
CHANGE = "/api/auth/change-password"


async def guess(http: httpx.AsyncClient, name: str, addresses: list[str]) -> list[int]:
    return [(await log_in(http, name, "wrong-1", address)).status_code for address in addresses]


async def guess_names(http: httpx.AsyncClient, addresses: list[str]) -> list[int]:
    """Guesses the password of another unknown name from each address."""
    numbered = enumerate(addresses)
    return [(await log_in(http, f"nobody{number}", "x", address)).status_code for number, address in numbered]


def redis_env(redis: Redis, prefix: str) -> dict[str, str]:
    return {
        "GATEWAY_REDIS_URL": redis.url,
        "GATEWAY_REDIS_PREFIX": prefix,
        "GATEWAY_REDIS_TIMEOUT_MS": "20000",
    }


@pytest.fixture(params=["process", "redis"])
async def limited(
    request: pytest.FixtureRequest, server: World, client: ClientFactory, redis_server: Redis
) -> AsyncGenerator[httpx.AsyncClient]:
    """An application that keeps its limits in the process or in Redis, there under a prefix of the test."""
    in_redis = redis_env(redis_server, f"limits-{abs(hash(request.node.nodeid))}")
    async with open_app(server, client, **SLOW, **(in_redis if request.param == "redis" else {})) as http:
        yield http


async def test_login_ten_failures_from_one_network_are_limited(limited: httpx.AsyncClient) -> None:
    assert await guess(limited, "demo", [HOME] * 10) == [401] * 10
    response = await log_in(limited, "demo", "wrong-1", HOME)
    assert_error(response, 429, "too_many_requests")
    assert 1 <= int(response.headers["retry-after"]) <= 8640
    assert_error(await log_in(limited, "demo", address=HOME), 429, "too_many_requests")
    assert (await log_in(limited, "demo", address="198.51.100.8")).status_code == 200
    assert (await log_in(limited, "demo2", address=HOME)).status_code == 200


async def test_login_success_is_not_counted(limited: httpx.AsyncClient) -> None:
    for _ in range(3):
        assert await guess(limited, "demo2", [HOME] * 3) == [401] * 3
        assert (await log_in(limited, "demo2", address=HOME)).status_code == 200
    assert await guess(limited, "demo2", [HOME] * 2) == [401, 429]


async def test_login_unknown_networks_share_limit_known_network_is_exempt(limited: httpx.AsyncClient) -> None:
    assert (await log_in(limited, "demo", address=HOME)).status_code == 200  # makes this address known
    unknown = [f"203.0.113.{number}" for number in range(1, 37)]
    assert await guess(limited, "demo", unknown) == [401] * 30 + [429] * 6
    assert_error(await log_in(limited, "demo", address="203.0.113.99"), 429, "too_many_requests")
    assert (await log_in(limited, "demo", address=HOME)).status_code == 200
    assert (await log_in(limited, "demo2", address="203.0.113.1")).status_code == 200


async def test_login_ipv6_network_is_known_as_64_prefix(
    limited: httpx.AsyncClient, request: pytest.FixtureRequest
) -> None:
    name = f"roamer{request.node.callspec.id}"
    await register(limited, name)
    assert (await log_in(limited, name, "secret-77", "2001:db8:5:5::1")).status_code == 200
    await guess(limited, name, [f"203.0.113.{number}" for number in range(100, 136)])
    assert_error(await log_in(limited, name, "secret-77", "2001:db8:5:6::1"), 429, "too_many_requests")
    assert (await log_in(limited, name, "secret-77", "2001:db8:5:5:aaaa::2")).status_code == 200


async def test_token_under_attack_keeps_working(limited: httpx.AsyncClient, request: pytest.FixtureRequest) -> None:
    """The attacker shares the owner's address: the session and a password change still work, login does not."""
    name = f"besieged{request.node.callspec.id}"
    headers = {**bearer((await register(limited, name)).json()["token"]), "X-Forwarded-For": HOME}
    await guess(limited, name, [HOME] * 12)
    response = await log_in(limited, name, "secret-77", HOME)
    assert_error(response, 429, "too_many_requests")
    assert "token" not in response.json()
    assert (await limited.get("/api/auth/profile", headers=headers)).status_code == 200
    form = {"current_password": "secret-77", "new_password": "secret-78"}
    assert (await limited.post(CHANGE, json=form, headers=headers)).status_code == 200


async def test_change_password_guesses_with_token_are_limited(
    limited: httpx.AsyncClient, request: pytest.FixtureRequest
) -> None:
    headers = bearer((await register(limited, f"stolen{request.node.callspec.id}")).json()["token"])
    forms = [{"current_password": f"guess-{number}", "new_password": "secret-78"} for number in range(12)]
    codes = [(await limited.post(CHANGE, json=form, headers=headers)).status_code for form in forms]
    assert codes == [400] * 10 + [429] * 2


async def test_login_address_limit_counts_all_names(server: World, client: ClientFactory) -> None:
    """IPv6 addresses are counted by their /64."""
    async with open_app(server, client, **PER_IP) as http:
        assert await guess_names(http, [HOME] * 7) == [401] * 5 + [429] * 2
        assert await guess_names(http, ["198.51.100.8"]) == [401]
        assert await guess_names(http, [f"2001:db8:1:1::{number}" for number in range(7)]) == [401] * 5 + [429] * 2


async def test_limits_loopback_is_exempt_per_address_only(server: World, client: ClientFactory) -> None:
    limits = {**PER_IP, "GATEWAY_LIMITS_REGISTRATIONS": "1"}
    async with open_app(server, client, **limits) as http:
        assert await guess_names(http, ["127.0.0.1"] * 8) == [401] * 8
        assert await guess(http, "demo", ["127.0.0.1"] * 11) == [401] * 10 + [429]
        assert [(await register(http, f"local{number}")).status_code for number in range(3)] == [201] * 3
    async with open_app(server, client, **limits, GATEWAY_LIMITS_APPLY_TO_LOOPBACK="true") as http:
        assert await guess_names(http, ["127.0.0.1"] * 7) == [401] * 5 + [429] * 2
        assert [(await register(http, f"limited{number}")).status_code for number in range(2)] == [201, 429]


async def test_forwarded_header_from_untrusted_proxy_is_ignored(server: World, client: ClientFactory) -> None:
    async with open_app(server, client, **SLOW, GATEWAY_SERVER_TRUSTED_PROXIES="192.0.2.250") as http:
        codes = await guess(http, "demo", [f"203.0.113.{number}" for number in range(1, 13)])
        assert codes == [401] * 10 + [429] * 2


async def test_login_concurrent_guesses_are_counted_exactly(
    server: World, client: ClientFactory, redis_server: Redis
) -> None:
    async with open_app(server, client, **SLOW, **redis_env(redis_server, "concurrent")) as http:
        responses = await asyncio.gather(*(log_in(http, "demo", f"guess-{number}", HOME) for number in range(300)))
        codes = [response.status_code for response in responses]
        assert (codes.count(401), codes.count(429)) == (10, 290)


async def test_register_over_limit_returns_too_many_requests(server: World, client: ClientFactory) -> None:
    """Invalid forms are not counted; taken names are."""
    async with open_app(server, client, **SLOW, GATEWAY_LIMITS_REGISTRATIONS="2") as http:
        http.headers["X-Forwarded-For"] = HOME
        names = ("x", "y", "counted1", "demo", "counted2")
        assert [(await register(http, name)).status_code for name in names] == [400, 400, 201, 409, 429]

"""Tests of the limits on password guesses and registrations: per network and account, and per address."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from typing import Any

import httpx
import msgspec
import pytest
from redis.asyncio import Redis as Client

from fixtures.installed import World
from fixtures.servers import Redis
from gateway.config.access import LimitSettings
from gateway.http.proof_of_work import ProofRequest
from gateway.tests.conftest import ClientFactory, WorldFactory
from gateway.tests.support.account_app import assert_error, bearer, log_in, new_account, open_app, register
from gateway.tests.support.proofs import solve

SEED = 85
PREFIX = "limits"
HOME = "198.51.100.7"
EASY_PROOF = {"GATEWAY_LIMITS_PROOF_DIFFICULTY": "8"}
PER_IP = {**EASY_PROOF, "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "5"}
CHANGE = "/api/auth/change-password"


async def guess(http: httpx.AsyncClient, name: str, addresses: list[str]) -> list[int]:
    return [(await log_in(http, name, "wrong-1", address)).status_code for address in addresses]


def proof_of(response: httpx.Response) -> str:
    """Solves the proof that a refusal asks for."""
    assert response.status_code == 429
    return solve(msgspec.convert(response.json()["proof"], ProofRequest))


async def guess_names(http: httpx.AsyncClient, addresses: list[str]) -> list[int]:
    """Guesses the password of another unknown name from each address."""
    numbered_addresses = enumerate(addresses)
    return [(await log_in(http, f"nobody{number}", "x", address)).status_code for number, address in numbered_addresses]


def redis_env(redis: Redis, prefix: str) -> dict[str, str]:
    return {
        "GATEWAY_REDIS_URL": redis.url,
        "GATEWAY_REDIS_PREFIX": prefix,
        "GATEWAY_REDIS_TIMEOUT_MS": "20000",
    }


@pytest.fixture(scope="module", autouse=True)
def slow_limits() -> Generator[None]:
    """A day instead of minutes, so that no count expires during a test."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("failed_logins", "failed_logins_unknown_ips", "failed_logins_per_ip", "registrations"):
            patch.setattr(LimitSettings, f"{name}_seconds", 86_400)
        yield


@pytest.fixture(scope="module")
async def limits_app(
    world: WorldFactory, client: ClientFactory, redis_server: Redis
) -> AsyncGenerator[httpx.AsyncClient]:
    """An application that keeps its limits in Redis."""
    async with open_app(world(seed=SEED), client, **EASY_PROOF, **redis_env(redis_server, PREFIX)) as http:
        yield http


@pytest.fixture
async def limited(limits_app: httpx.AsyncClient, redis_server: Redis) -> httpx.AsyncClient:
    """The application without the attempts of earlier tests."""
    redis: Any = Client.from_url(redis_server.url)  # pyright: ignore[reportUnknownMemberType]
    async for key in redis.scan_iter(f"{PREFIX}:limit:*"):
        await redis.delete(key)
    await redis.aclose()
    return limits_app


async def test_login_ten_failures_from_one_network_are_limited(limited: httpx.AsyncClient) -> None:
    assert (await log_in(limited, "demo", address=HOME)).status_code == 200
    assert await guess(limited, "demo", [HOME] * 10) == [401] * 10
    response = await log_in(limited, "demo", "wrong-1", HOME)
    assert_error(response, 429, "too_many_requests")
    assert 1 <= int(response.headers["retry-after"]) <= 8640
    assert_error(await log_in(limited, "demo", address=HOME), 429, "too_many_requests")
    assert (await log_in(limited, "demo", address="198.51.100.8")).status_code == 200
    assert (await log_in(limited, "demo2", address=HOME)).status_code == 200


async def test_login_success_is_not_counted(limited: httpx.AsyncClient) -> None:
    assert (await log_in(limited, "demo2", address=HOME)).status_code == 200
    for _ in range(3):
        assert await guess(limited, "demo2", [HOME] * 3) == [401] * 3
        assert (await log_in(limited, "demo2", address=HOME)).status_code == 200
    assert await guess(limited, "demo2", [HOME] * 2) == [401, 429]


async def test_login_unknown_networks_share_limit_known_network_is_exempt(limited: httpx.AsyncClient) -> None:
    assert (await log_in(limited, "demo", address=HOME)).status_code == 200  # makes this address known
    assert await guess(limited, "demo", [f"203.0.113.{number}" for number in range(4)]) == [401] * 2 + [429] * 2
    unknown = [f"203.0.{number}.1" for number in range(36)]
    assert await guess(limited, "demo", unknown) == [401] * 28 + [429] * 8
    assert_error(await log_in(limited, "demo", address="203.0.99.9"), 429, "too_many_requests")
    assert (await log_in(limited, "demo", address="198.51.100.200")).status_code == 200
    assert (await log_in(limited, "demo2", address="203.0.113.1")).status_code == 200


async def test_flood_from_150_networks_keeps_no_owner_out(limited: httpx.AsyncClient) -> None:
    name, home, other_address = "flooded", "198.18.0.1", "198.19.0.1"
    await register(limited, name)
    assert (await log_in(limited, name, "secret-77", home)).status_code == 200
    flood = [f"100.64.{number}.7" for number in range(150)]
    assert await guess(limited, name, flood) == [401] * 30 + [429] * 120
    assert (await log_in(limited, name, "secret-77", home)).status_code == 200
    proof = proof_of(await log_in(limited, name, "wrong-1", other_address))
    assert (await log_in(limited, name, "wrong-1", other_address, proof=proof)).status_code == 401
    response = await log_in(limited, name, "secret-77", other_address, proof=proof)
    assert (await log_in(limited, name, "secret-77", other_address, proof=proof_of(response))).status_code == 200


async def test_proof_of_one_account_does_not_count_for_another(limited: httpx.AsyncClient) -> None:
    for name in ("demo", "besieger"):
        await guess(limited, name, ["192.88.99.1"] * 3)
    proof = proof_of(await log_in(limited, "besieger", "wrong-1", "192.88.99.1"))
    assert (await log_in(limited, "demo", "wrong-1", "192.88.99.1", proof=proof)).status_code == 429


async def test_login_ipv6_network_is_known_as_56_prefix(limited: httpx.AsyncClient) -> None:
    name = "roamer"
    await register(limited, name)
    assert (await log_in(limited, name, "secret-77", "2001:db8:5:500::1")).status_code == 200
    await guess(limited, name, [f"203.0.{number}.1" for number in range(36)])
    assert_error(await log_in(limited, name, "secret-77", "2001:db8:5:600::1"), 429, "too_many_requests")
    assert (await log_in(limited, name, "secret-77", "2001:db8:5:5ff:aaaa::2")).status_code == 200


async def test_token_under_attack_keeps_working(limited: httpx.AsyncClient) -> None:
    """The attacker shares the owner's address: the session and a password change still work, login does not."""
    name = "besieged"
    headers = {**bearer(await new_account(limited, name)), "X-Forwarded-For": HOME}
    await guess(limited, name, [HOME] * 12)
    response = await log_in(limited, name, "secret-77", HOME)
    assert_error(response, 429, "too_many_requests")
    assert "token" not in response.json()
    assert (await limited.get("/api/auth/profile", headers=headers)).status_code == 200
    form = {"current_password": "secret-77", "new_password": "secret-78"}
    assert (await limited.post(CHANGE, json=form, headers=headers)).status_code == 200


async def test_change_password_guesses_with_token_are_limited(limited: httpx.AsyncClient) -> None:
    headers = bearer(await new_account(limited, "stolen"))
    forms = [{"current_password": f"guess-{number}", "new_password": "secret-78"} for number in range(12)]
    codes = [(await limited.post(CHANGE, json=form, headers=headers)).status_code for form in forms]
    assert codes == [400] * 10 + [429] * 2


async def test_login_address_limit_counts_all_names(server: World, client: ClientFactory) -> None:
    """IPv6 addresses are counted by their /64, three times as many by their /56, ten times by their /48."""
    async with open_app(server, client, **PER_IP) as http:
        assert await guess_names(http, [HOME] * 7) == [401] * 5 + [429] * 2
        assert await guess_names(http, ["198.51.100.8"]) == [401]
        for network, count, admitted_count in (("2001:db8:1:1::%x", 7, 5), ("2001:db8:2:%x::1", 17, 15)):
            addresses = [network % number for number in range(count)]
            assert await guess_names(http, addresses) == [401] * admitted_count + [429] * 2
        assert await guess_names(http, [f"2001:db8:3:{n:x}00::1" for n in range(53)]) == [401] * 50 + [429] * 3


async def test_limits_loopback_is_exempt_per_address_only(server: World, client: ClientFactory) -> None:
    limits = {**PER_IP, "GATEWAY_LIMITS_REGISTRATIONS": "1"}
    async with open_app(server, client, **limits) as http:
        assert await guess_names(http, ["127.0.0.1"] * 8) == [401] * 8
        assert (await log_in(http, "demo", address="127.0.0.1")).status_code == 200
        assert await guess(http, "demo", ["127.0.0.1"] * 11) == [401] * 10 + [429]
        assert [(await register(http, f"local{number}")).status_code for number in range(3)] == [201] * 3
    async with open_app(server, client, **limits, GATEWAY_LIMITS_APPLY_TO_LOOPBACK="true") as http:
        assert await guess_names(http, ["127.0.0.1"] * 7) == [401] * 5 + [429] * 2
        assert [(await register(http, f"limited{number}")).status_code for number in range(2)] == [201, 429]


async def test_forwarded_header_from_untrusted_proxy_is_ignored(server: World, client: ClientFactory) -> None:
    async with open_app(server, client, **EASY_PROOF, GATEWAY_SERVER_TRUSTED_PROXIES="192.0.2.250") as http:
        assert (await log_in(http, "demo")).status_code == 200
        codes = await guess(http, "demo", [f"203.0.113.{number}" for number in range(1, 13)])
        assert codes == [401] * 10 + [429] * 2


async def test_login_with_a_port_behind_the_address_is_limited_like_the_address(
    server: World, client: ClientFactory
) -> None:
    async with open_app(server, client, **EASY_PROOF) as http:
        codes = await guess(http, "demo", [f"198.51.104.7:{port}" for port in range(50_001, 50_013)])
        assert codes == [401] * 2 + [429] * 10, "the network has no login yet"
        assert (await log_in(http, "demo", address="198.51.101.7:50000")).status_code == 200


async def test_login_behind_an_unreadable_proxy_a_stranger_locks_nobody_out(
    server: World, client: ClientFactory
) -> None:
    """The address of the proxy is never known, so the limit of all unknown networks holds, and then the proof."""
    async with open_app(server, client, **PER_IP) as http:
        values = ["unknown", "_stranger", ""] * 6
        assert await guess(http, "demo", values) == [401] * 18
        assert (await log_in(http, "demo", address="unknown")).status_code == 200
        assert (await guess(http, "demo", ["unknown"] * 13))[-1] == 429
        proof = proof_of(await log_in(http, "demo", address="unknown"))
        assert (await log_in(http, "demo", address="unknown", proof=proof)).status_code == 200
        assert await guess_names(http, ["unknown"] * 101) == [401] * 70 + [429] * 31, "20 times those of one address"


async def test_login_concurrent_guesses_are_counted_exactly(
    server: World, client: ClientFactory, redis_server: Redis
) -> None:
    async with open_app(server, client, **EASY_PROOF, **redis_env(redis_server, "concurrent")) as http:
        assert (await log_in(http, "demo", address=HOME)).status_code == 200
        responses = await asyncio.gather(*(log_in(http, "demo", f"guess-{number}", HOME) for number in range(300)))
        codes = [response.status_code for response in responses]
        assert (codes.count(401), codes.count(429)) == (10, 290)


async def test_register_over_limit_returns_too_many_requests(server: World, client: ClientFactory) -> None:
    """Invalid forms are not counted; taken names are."""
    async with open_app(server, client, **EASY_PROOF, GATEWAY_LIMITS_REGISTRATIONS="2") as http:
        http.headers["X-Forwarded-For"] = HOME
        names = ("x", "y", "counted1", "demo", "counted2")
        assert [(await register(http, name)).status_code for name in names] == [400, 400, 201, 409, 429]


async def test_register_over_total_limit_needs_one_proof_each(server: World, client: ClientFactory) -> None:
    """The limit by address holds with a proof as well."""
    env = {**EASY_PROOF, "GATEWAY_LIMITS_REGISTRATIONS": "2", "GATEWAY_LIMITS_REGISTRATIONS_TOTAL": "1"}
    async with open_app(server, client, **env) as http:
        http.headers["X-Forwarded-For"] = HOME
        assert (await register(http, "fused1")).status_code == 201
        proof = proof_of(await register(http, "fused2"))
        assert (await register(http, "fused3", proof=proof)).status_code == 429, "a proof is bound to a name"
        assert (await register(http, "fused2", proof=proof)).status_code == 201
        assert "proof" not in (await register(http, "fused3")).json()

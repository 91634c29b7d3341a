"""A botnet guesses the password of one account: few guesses are judged, and the owner still gets in."""

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Iterable
from typing import Any

import httpx
import msgspec
import pytest
from redis.asyncio import Redis as Client

from fixtures.installed import World
from fixtures.servers import Redis
from gateway.config.access import LimitSettings
from gateway.config.sections import RedisSettings
from gateway.features.accounts.failure_log import ROWS_PER_HOUR
from gateway.features.accounts.guess_limits import (
    FIRST_ATTEMPTS,
    PROVEN_FAILURES,
    GuessLimits,
    Visitor,
    of_first_attempt,
    of_known,
    of_proven,
    proof_count,
)
from gateway.http.errors import TooManyRequests
from gateway.http.proof_of_work import ProofOfWork, ProofRequest
from gateway.http.rate_limit_shared import Limit, Limiter
from gateway.redis.client import RedisClient
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import bearer, log_in, new_account, open_app
from gateway.tests.support.authenticator import Authenticator
from gateway.tests.support.proofs import solve
from gateway.tests.support.simulated_time import pass_time

SEED = 186
PREFIX = "guessing"
PASSWORD = "secret-77"
HOME = "198.51.100.7"
URL = "https://play.example"
BOT_NETWORKS = [f"100.{64 + number // 250}.{number % 250}.9" for number in range(500)]
"""500 addresses, each in a /24 of its own."""
STRANGERS = [Visitor(address, address, 1, is_known=False) for address in BOT_NETWORKS]
DAY = 86_400
SETTINGS = LimitSettings(proof_difficulty=1)


@pytest.fixture
async def redis(redis_server: Redis) -> AsyncGenerator[Any]:
    """The server, without the limits of an earlier test."""
    client: Any = Client.from_url(redis_server.url)  # pyright: ignore[reportUnknownMemberType]
    async for key in client.scan_iter(f"{PREFIX}:*"):
        await client.delete(key)
    yield client
    await client.aclose()


@pytest.fixture
async def limiter(redis_server: Redis, redis: Any) -> AsyncGenerator[Limiter]:
    client = RedisClient.open(RedisSettings(url=redis_server.url, prefix=PREFIX, timeout_ms=20_000))
    yield Limiter(client)
    assert client
    await client.close()


@pytest.fixture
async def http(
    server: World, client: ClientFactory, redis_server: Redis, redis: Any
) -> AsyncGenerator[httpx.AsyncClient]:
    env = {
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": PREFIX,
        "GATEWAY_REDIS_TIMEOUT_MS": "20000",
        "GATEWAY_LIMITS_PROOF_DIFFICULTY": "1",
        "GATEWAY_SERVER_PUBLIC_URL": URL,
    }
    async with open_app(server, client, **env) as http:
        yield http


class Botnet:
    """Visitors with a fast solver, who have a proof of the greatest difficulty at hand for each guess."""

    def __init__(self, limiter: Limiter, name: str) -> None:
        self._work = ProofOfWork(["s" * 32], SETTINGS.proof_difficulty)
        self._guesses = GuessLimits(SETTINGS, limiter, self._work)
        self._name = name

    async def guess(self, visitors: list[Visitor]) -> int:
        """Guesses once as each visitor, fifty at a time. Returns the number of judged guesses."""
        judged = 0
        for start in range(0, len(visitors), 50):
            batch = visitors[start : start + 50]
            judged += (await asyncio.gather(*map(self._is_judged, batch))).count(True)
        return judged

    async def _is_judged(self, visitor: Visitor) -> bool:
        proof = solve(self._work.request(f"login:{self._name}", time.time(), 64))
        try:
            await self._guesses.take(visitor, self._name, proof, time.time())
        except TooManyRequests:
            return False
        return True


async def guess(http: httpx.AsyncClient, name: str, address: str, password: str = "wrong-1") -> httpx.Response:
    """Guesses as a bot with a fast solver does: without a proof first."""
    response = await log_in(http, name, password, address)
    while response.status_code == 429 and "proof" in response.json():
        proof = solve(msgspec.convert(response.json()["proof"], ProofRequest))
        response = await log_in(http, name, password, address, proof=proof)
    return response


async def count_judged(http: httpx.AsyncClient, name: str, addresses: Iterable[str]) -> int:
    return [(await guess(http, name, address)).status_code for address in addresses].count(401)


def is_right(response: httpx.Response) -> bool:
    """Returns True if the password of an account with a factor was judged and is right."""
    return bool(response.json().get("error") == "second_factor_required")


async def new_owner(http: httpx.AsyncClient, name: str) -> str:
    token = await new_account(http, name)
    assert (await log_in(http, name, PASSWORD, HOME)).status_code == 200
    return token


async def test_proof_lifts_no_limit_of_an_address(http: httpx.AsyncClient) -> None:
    await new_owner(http, "prey")
    judged = await count_judged(http, "prey", ["203.0.113.50"] * 200)
    assert judged == 10, "failed_logins, with and without proofs"
    refusal = await log_in(http, "prey", PASSWORD, "203.0.113.50")
    assert refusal.status_code == 429
    assert "proof" not in refusal.json()
    assert (await log_in(http, "prey", PASSWORD, HOME)).status_code == 200


async def test_proof_lifts_no_limit_of_an_address_on_all_accounts(
    server: World, client: ClientFactory, redis_server: Redis, redis: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LimitSettings, "failed_logins_per_ip_seconds", DAY)
    env = {"GATEWAY_LIMITS_PROOF_DIFFICULTY": "1", "GATEWAY_LIMITS_FAILED_LOGINS_PER_IP": "5"}
    async with open_app(server, client, **env) as http:
        for address in BOT_NETWORKS[:31]:
            await log_in(http, "stuffed", "wrong-1", address)
        assert [(await guess(http, f"name{number}", "203.0.113.51")).status_code for number in range(5)] == [401] * 5
        proof = (await log_in(http, "stuffed", "wrong-1", "203.0.113.52")).json()["proof"]
        solved = solve(msgspec.convert(proof, ProofRequest))
        assert (await log_in(http, "stuffed", "wrong-1", "203.0.113.51", proof=solved)).status_code == 429
        assert (await log_in(http, "stuffed", "wrong-1", "203.0.113.52", proof=solved)).status_code == 401


async def test_work_grows_with_the_failures_and_is_checked(http: httpx.AsyncClient) -> None:
    await new_owner(http, "grower")
    first_proof, counts = "", list[int]()
    for address in BOT_NETWORKS[:90]:
        refusal = await log_in(http, "grower", "wrong-1", address)
        if refusal.status_code == 429:
            request = msgspec.convert(refusal.json()["proof"], ProofRequest)
            counts.append(request.count)
            if not first_proof:
                spare = (await log_in(http, "grower", "wrong-1", address)).json()["proof"]
                first_proof = solve(msgspec.convert(spare, ProofRequest))
            assert (await log_in(http, "grower", "wrong-1", address, proof=solve(request))).status_code == 401
    assert counts == [1] * 6 + [2] * 12 + [4] * 24 + [8] * 18
    stale = await log_in(http, "grower", "wrong-1", BOT_NETWORKS[100], proof=first_proof)
    assert (stale.status_code, stale.json()["proof"]["count"]) == (429, 8), "asked for before the failures"


async def test_owner_gets_in_during_a_siege_of_500_addresses(
    http: httpx.AsyncClient, limiter: Limiter, redis: Any
) -> None:
    token = await new_owner(http, "besieged")
    device = Authenticator(URL, "play.example")
    options = (await http.post("/api/auth/passkeys/options", headers=bearer(token))).json()["publicKey"]
    form = {"credential": device.create(options)}
    assert (await http.post("/api/auth/passkeys", json=form, headers=bearer(token))).status_code == 201

    bots = Botnet(limiter, "besieged")
    judged = await bots.guess(STRANGERS * 2)
    for minute in range(9):
        await pass_time(redis, PREFIX, 60)
        judged += await bots.guess(STRANGERS[minute * 40 : minute * 40 + 40])
    assert 30 + PROVEN_FAILURES + 400 < judged <= 30 + PROVEN_FAILURES + 500 + 12
    await pass_time(redis, PREFIX, 60)
    assert (await guess(http, "besieged", BOT_NETWORKS[499])).status_code == 401
    assert (await guess(http, "besieged", BOT_NETWORKS[498])).status_code == 429

    assert is_right(await log_in(http, "besieged", PASSWORD, HOME)), "from a known network at once"
    options = (await http.post("/api/auth/passkeys/login/options")).json()["publicKey"]
    path, headers = "/api/auth/passkeys/login/verify", {"X-Forwarded-For": "203.0.113.77"}
    response = await http.post(path, json={"assertion": device.get(options)}, headers=headers)
    assert response.status_code == 200, "with a passkey at once"
    refusal = await log_in(http, "besieged", PASSWORD, "192.0.2.60")
    assert refusal.json()["proof"]["count"] == 64
    assert is_right(await guess(http, "besieged", "192.0.2.60", PASSWORD)), "from a new network with one proof"
    notices = (await http.get("/api/auth/notices", headers=bearer(token))).json()["data"]
    assert [notice["action"] for notice in notices].count("GUESSES_LIMITED") == 1


async def test_failures_above_the_rows_of_an_hour_are_one_counted_row(
    server: World, client: ClientFactory, redis_server: Redis, redis: Any
) -> None:
    env = {"GATEWAY_REDIS_URL": redis_server.url, "GATEWAY_REDIS_PREFIX": PREFIX, "GATEWAY_REDIS_TIMEOUT_MS": "20000"}
    env |= {"GATEWAY_LIMITS_FAILED_LOGINS_UNKNOWN_IPS": "200", "GATEWAY_LIMITS_FAILED_LOGINS_UNKNOWN_NETWORK": "200"}
    async with open_app(server, client, **env) as http:
        token = await new_owner(http, "buried")
        assert await count_judged(http, "buried", BOT_NETWORKS[:120]) == 120
    async with open_app(server, client, **env) as http:
        entries = (await http.get("/api/player/security-logs?limit=100", headers=bearer(token))).json()["data"]
    failures = [entry for entry in entries if not entry["success"]]
    assert len(failures) <= ROWS_PER_HOUR + 2
    assert sum(entry["attempts"] for entry in failures) == 120
    assert [entry["ip_address"] for entry in failures if entry["attempts"] > 1] == [""]


async def test_guesses_judged_in_a_day_stay_below_3000_for_an_account(limiter: Limiter, redis: Any) -> None:
    """500 addresses with a fast solver, and one more in the owner's own network, for a simulated day."""
    bots, judged = Botnet(limiter, "target"), 0
    neighbours = [Visitor(HOME, HOME, 1, is_known=True)] * 10
    while count := await bots.guess([*neighbours, *STRANGERS]):
        judged += count
    assert judged > 900
    for _quarter in range(4):
        await pass_time(redis, PREFIX, DAY / 4)
        while count := await bots.guess([*neighbours, *STRANGERS[:60]]):
            judged += count
    assert 2500 < judged < 3000


def in_a_day(limit: Limit) -> int:
    """Returns the most attempts that a limit admits in any 24 hours."""
    return limit.count + int(DAY * 1_000_000 // limit.interval_us)


def test_bounds_of_a_day_follow_from_the_default_limits() -> None:
    settings = LimitSettings()
    stranger = Visitor("203.0.113.9", "203.0.113.9", 1, is_known=False)
    guesses = GuessLimits(settings, Limiter(None), ProofOfWork(["s" * 32], SETTINGS.proof_difficulty))
    account = [guesses.without_proof(stranger, "x")[-1], of_proven("x"), of_first_attempt(stranger, "x")[-1]]
    assert sum(map(in_a_day, account)) + in_a_day(of_known(stranger, "x")) < 3000
    address = Limit("address", settings.failed_logins_per_ip, settings.failed_logins_per_ip_seconds)
    assert in_a_day(address) < 30_000
    assert PROVEN_FAILURES + FIRST_ATTEMPTS == 1000


def test_work_of_a_proof_is_16_to_22_bits() -> None:
    difficulty = LimitSettings().proof_difficulty
    steps = {0: 16, 5: 16, 6: 17, 18: 18, 42: 19, 90: 20, 186: 21, 378: 22, PROVEN_FAILURES: 22, 10**6: 22}
    assert {failures: difficulty + math.log2(proof_count(failures)) for failures in steps} == steps


async def test_address_is_judged_less_than_30000_times_a_day(limiter: Limiter, redis: Any) -> None:
    settings, judged = LimitSettings(), 0
    limit = Limit("address:203.0.113.9", settings.failed_logins_per_ip, settings.failed_logins_per_ip_seconds)
    for _quarter in range(24):
        waits = await asyncio.gather(*(limiter.take_all([limit]) for _ in range(350)))
        judged += waits.count(0.0)
        await pass_time(redis, PREFIX, 900)
    assert judged * 4 + limit.count < 30_000, "six hours, four times"

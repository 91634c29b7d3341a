"""Shared rate limits: exact counts across processes, without Redis, and after an outage of it."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from fixtures.servers import Redis
from gateway.config.sections import RedisSettings
from gateway.http.rate_limit_shared import Limit, Limiter
from gateway.redis.client import RedisClient
from gateway.tests.support.wait_until import until

HOUR = 3600.0
PREFIX = "test-rate-limit"


def open_client(server: Redis, timeout_ms: int = 20_000) -> RedisClient:
    client = RedisClient.open(RedisSettings(url=server.url, prefix=PREFIX, timeout_ms=timeout_ms))
    assert client
    return client


@pytest.fixture
async def redis(redis_server: Redis) -> AsyncGenerator[Any]:
    """The server, without keys of an earlier test."""
    client = Client.from_url(redis_server.url)  # pyright: ignore[reportUnknownMemberType]
    if keys := await stored_keys(client):
        await client.delete(*keys)
    yield client
    await client.aclose()


async def stored_keys(redis: Any) -> list[bytes]:
    return await redis.keys(f"{PREFIX}:*")


@pytest.fixture
async def client(redis_server: Redis, redis: Any) -> AsyncGenerator[RedisClient]:
    client = open_client(redis_server)
    yield client
    await client.close()


@pytest.fixture(params=["redis", "process"])
def limiter(request: pytest.FixtureRequest, client: RedisClient) -> Limiter:
    return Limiter(client if request.param == "redis" else None)


@pytest.mark.parametrize(("count", "seconds"), [(1, HOUR), (7, 1e5 / 3), (10, HOUR), (300, HOUR), (30, 9e7)])
async def test_limiter_admits_exactly_the_count(limiter: Limiter, count: int, seconds: float) -> None:
    assert [await limiter.take("key", count, seconds) for _ in range(count)] == [0.0] * count
    wait = await limiter.take("key", count, seconds)
    assert seconds / count / 2 < wait <= seconds / count
    assert await limiter.take("another", count, seconds) == 0.0


async def test_limiters_with_one_redis_share_the_count(redis_server: Redis, client: RedisClient) -> None:
    second_client = open_client(redis_server)
    limiters = [Limiter(client), Limiter(second_client)] * 50
    waits = await asyncio.gather(*(limiter.take("key", 10, HOUR) for limiter in limiters))
    await second_client.close()
    assert waits.count(0.0) == 10


async def test_take_all_counts_all_limits_or_none(limiter: Limiter) -> None:
    narrow, wide = Limit("narrow", 2, HOUR), Limit("wide", 3, HOUR)
    assert [await limiter.take_all([wide, narrow]) for _ in range(2)] == [0.0, 0.0]
    for _ in range(5):
        for limits in ([wide, narrow], [narrow, wide]):
            assert HOUR / 2 * 0.9 < await limiter.take_all(limits) <= HOUR / 2, "seconds to wait"
    assert await limiter.take_all([wide]) == 0.0, "a refused attempt must not be counted"
    assert await limiter.take_all([wide]) > 0


async def test_give_back_undoes_the_attempt(limiter: Limiter) -> None:
    limits = [Limit("key", 2, HOUR), Limit("other", 1, HOUR)]
    await limiter.give_back(limits)
    for _ in range(20):
        assert await limiter.take_all(limits) == 0.0
        await limiter.give_back(limits)
    assert [await limiter.take("key", 2, HOUR) for _ in range(2)] == [0.0, 0.0]
    assert await limiter.take("key", 2, HOUR) > 0


async def test_attempt_after_the_wait_is_admitted(limiter: Limiter) -> None:
    assert await limiter.take("key", 1, 0.05) == 0.0
    async with asyncio.timeout(30):
        while wait := await limiter.take("key", 1, 0.05):  # noqa: ASYNC110 - the wait is what is tested
            await asyncio.sleep(wait)


async def test_redis_keys_are_hashed_and_expire(redis: Any, client: RedisClient) -> None:
    limiter = Limiter(client)
    await limiter.take("login:hunter2:203.0.113.9", 10, 600)
    await limiter.take("x" * 100_000 + "\ud800", 10, 600)
    keys = await stored_keys(redis)
    assert len(keys) == 2
    for key in keys:
        assert len(key) < 64
        assert b"hunter2" not in key
        assert 0 < await redis.pttl(key) <= 60_000, "milliseconds"
    await limiter.give_back([Limit("login:hunter2:203.0.113.9", 10, 600)])
    assert len(await stored_keys(redis)) == 1


async def test_stored_time_in_the_future_is_capped(redis: Any, client: RedisClient) -> None:
    limiter = Limiter(client)
    await limiter.take("key", 10, 600)
    (key,) = await stored_keys(redis)
    await redis.set(key, b"99999999999999999")
    assert 0 < await limiter.take("key", 10, 600) <= 60


async def test_outage_of_redis_opens_no_second_allowance(tmp_path: Path) -> None:
    """A call that timed out may have been counted in Redis as well, so afterwards at most one more each is missing."""
    limits = [Limit("key", 12, HOUR)]
    with Redis(tmp_path) as server:
        client, patient_client = open_client(server, timeout_ms=500), open_client(server)
        limiter, patient_limiter = Limiter(client), Limiter(patient_client)
        assert (await patient_limiter.take_all(limits), await limiter.take_all(limits)) == (0.0, 0.0)
        server.pause()
        assert [await limiter.take_all(limits) for _ in range(10)] == [0.0] * 10, "two were used before"
        assert await limiter.take_all(limits) > 0
        for _ in range(8):
            await limiter.give_back(limits)
        server.resume()
        await until(client.ping)
        waits = [await limiter.take_all(limits), *[await patient_limiter.take_all(limits) for _ in range(12)]]
        assert 1 <= waits.count(0.0) <= 8, "the counts of the outage are shared afterwards"
        await client.close()
        await patient_client.close()

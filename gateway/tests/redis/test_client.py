"""The Redis client: values, and a Redis that is stopped, frozen or busy."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any

import pytest

from fixtures.servers import Redis
from gateway.config.sections import RedisSettings
from gateway.redis.client import OPEN_SECONDS, RedisClient
from gateway.tests.support.wait_until import until


def open_client(server: Redis, timeout_ms: int = 20_000) -> RedisClient:
    client = RedisClient.open(RedisSettings(url=server.url, prefix="test-client", timeout_ms=timeout_ms))
    assert client
    return client


@pytest.fixture
def redis(tmp_path: Path) -> Generator[Redis]:
    """A Redis of the test's own, to stop and to freeze."""
    with Redis(tmp_path) as server:
        yield server


@pytest.fixture
async def client(redis: Redis) -> AsyncGenerator[RedisClient]:
    client = open_client(redis, timeout_ms=500)
    yield client
    await client.close()


async def test_values_are_shared_between_clients(client: RedisClient, redis: Redis) -> None:
    second_client = open_client(redis)
    assert await client.get("key") is None
    assert await client.set("key", b"value", 60)
    assert await second_client.get("key") == b"value"
    await second_client.close()


@pytest.mark.parametrize("fault", ["stop", "pause"])
async def test_client_with_redis_down_returns_none_and_recovers(client: RedisClient, redis: Redis, fault: str) -> None:
    assert await client.set("before", b"value", 60)
    getattr(redis, fault)()
    assert [await client.get(f"key {number}") for number in range(20)] == [None] * 20
    assert await client.acquire_lock("lock", "token", 60) is None
    assert not client.is_up
    assert client.failures == 1
    (redis.start if fault == "stop" else redis.resume)()
    await until(client.ping)
    assert await client.set("after", b"value", 60)
    assert await client.get("after") == b"value"


async def test_client_with_open_circuit_tries_once_a_second(client: RedisClient) -> None:
    private: Any = client
    calls = 0

    async def fail() -> None:
        nonlocal calls
        calls += 1
        raise TimeoutError

    assert await asyncio.gather(*(private._call(fail) for _ in range(100))) == [None] * 100
    assert calls <= 16, "the calls that were in flight already"
    assert [await private._call(fail) for _ in range(100)] == [None] * 100
    assert calls <= 16


async def test_client_survives_a_cancelled_connection(client: RedisClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """redis-py passes on the CancelledError of a connection that it closes, although the caller was not cancelled."""
    private: Any = client

    async def raise_cancelled(**_: object) -> None:
        raise asyncio.CancelledError

    async def fail() -> None:
        raise TimeoutError

    monkeypatch.setattr(private._redis.connection_pool, "disconnect", raise_cancelled)
    assert await private._call(fail) is None
    await asyncio.sleep(OPEN_SECONDS)
    assert await private._call(raise_cancelled) is None
    await asyncio.sleep(OPEN_SECONDS)
    task = asyncio.create_task(private._call(lambda: asyncio.sleep(60)))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()

"""The leader lease: one leader with Redis, each process without."""

from pathlib import Path

from fixtures.servers import Redis
from gateway.config.sections import RedisSettings
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.tests.support.wait_until import until


def two_clients(url: str, prefix: str) -> tuple[RedisClient, RedisClient]:
    config = RedisSettings(url=url, prefix=prefix)
    first, second = RedisClient.open(config), RedisClient.open(config)
    assert first
    assert second
    return first, second


async def test_lease_has_one_leader_until_release(redis_server: Redis) -> None:
    first_client, second_client = two_clients(redis_server.url, "test-lease")
    first, second = Lease(first_client, "work"), Lease(second_client, "work")
    assert await first.renew()
    assert not await second.renew()
    assert await first.renew()
    await first.release()
    assert not first.is_leader
    assert await second.renew()
    assert not await first.renew()
    await first_client.close()
    await second_client.close()


async def test_lease_of_frozen_process_expires(redis_server: Redis) -> None:
    first_client, second_client = two_clients(redis_server.url, "test-frozen")
    first, second = Lease(first_client, "work", seconds=0.05), Lease(second_client, "work")
    assert await first.renew()
    await until(second.renew)
    assert not first.is_leader
    await first.release()
    assert not await first.renew(), "a release frees only the own lock"
    await first_client.close()
    await second_client.close()


async def test_lease_without_redis_leads_in_each_process(tmp_path: Path) -> None:
    alone = Lease(None, "work")
    assert alone.is_leader
    with Redis(tmp_path) as server:
        first_client, second_client = two_clients(server.url, "test-alone")
        first, second = Lease(first_client, "work"), Lease(second_client, "work")
        await first.renew()
        assert not await second.renew()
        server.stop()
        assert await first.renew()
        assert await second.renew()
    await first_client.close()
    await second_client.close()

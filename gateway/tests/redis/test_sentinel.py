"""Sentinels: whoever is the master is used, and while there is none everybody goes on without."""

from collections.abc import AsyncGenerator, Generator
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from fixtures import sentinel
from fixtures.processes import free_port
from fixtures.sentinel import Group, Member
from gateway.config import settings
from gateway.http.rate_limit_shared import Limiter
from gateway.redis.cache import Cache, RedisDoor
from gateway.redis.lease import Lease
from gateway.tests.support.wait_until import until

PREFIX = "test-sentinel"


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Generator[Group]:
    with sentinel.running(tmp_path_factory.mktemp("sentinel")) as running:
        yield running


@pytest.fixture
async def door(group: Group) -> AsyncGenerator[RedisDoor]:
    """Its first Sentinel is one that nobody runs."""
    wanted = settings.Redis(
        sentinels=(f"127.0.0.1:{free_port()}", *group.addresses),
        master=sentinel.MASTER,
        password=group.password,
        sentinel_password=group.sentinel_password,
        prefix=PREFIX,
        timeout_ms=1000,
    )
    opened = RedisDoor.open(wanted)
    assert opened
    yield opened
    await opened.close()


def straight(member: Member) -> Any:
    """A client of that one, whatever it is."""
    return Client.from_url(member.url)  # pyright: ignore[reportUnknownMemberType]


async def connections(client: Any) -> set[str]:
    """Those to the master that are not ours, its replica's or a Sentinel's."""
    own = str(await client.client_id())
    listed = await client.client_list(_type="normal")
    return {each["id"] for each in listed if each["id"] != own and "sentinel" not in each["name"]}


async def test_the_door_leads_to_the_master(door: RedisDoor, group: Group) -> None:
    assert await door.put("key", b"value", 60)
    assert await door.snapshot.put("snapshot", b"packed", 60)
    client = straight(group.master)
    assert await client.get(f"{PREFIX}:key") == b"value"
    assert await client.get(f"{PREFIX}:snapshot") == b"packed"
    await client.aclose()


async def test_a_master_that_was_demoted_is_a_miss_and_its_connections_are_dropped(
    door: RedisDoor, group: Group
) -> None:
    assert await door.put("key", b"value", 60)
    client = straight(group.master)
    before = await connections(client)
    assert before
    await client.replicaof("127.0.0.1", group.replica.port)
    assert not await door.put("key", b"another", 60)
    assert not door.answering
    await client.replicaof("NO", "ONE")
    await until(door.ping)
    assert await door.put("key", b"another", 60)
    assert not before & await connections(client)
    assert door.failovers == 0
    await client.aclose()


async def test_when_the_master_dies_nobody_fails_and_the_next_one_is_used(door: RedisDoor, group: Group) -> None:
    cache, limiter, lease = Cache(door, 1.0), Limiter(door), Lease(door, "work")
    loads = 0

    async def load() -> bytes:
        nonlocal loads
        loads += 1
        return b"%d" % loads

    async def replica_follows() -> bool:
        return (await client.info("replication")).get("master_link_status") == "up"

    client = straight(group.replica)
    await until(replica_follows)
    assert await cache.get("before", load, 60, 60)
    assert await limiter.take("who", 1, 60) == 0.0
    assert await door.snapshot.put("snapshot", b"packed", 60)
    group.master.kill()

    assert (await cache.get("while", load, 60, 60)).body == b"2"
    assert await limiter.take("another", 1, 60) == 0.0
    assert await limiter.take("another", 1, 60) > 0
    assert await lease.renew()
    assert await door.snapshot.peek("snapshot") is None
    assert not door.answering

    await until(lambda: door.put("after", b"kept", 60))
    await until(lambda: door.snapshot.put("snapshot", b"again", 60))
    await client.connection_pool.disconnect()  # a Sentinel ends everybody's connections to whoever changes its role
    assert (await client.info("replication"))["role"] == "master"
    assert await client.get(f"{PREFIX}:after") == b"kept"
    assert (door.failovers, door.snapshot.failovers) == (1, 1)
    assert await limiter.take("later", 1, 60) == 0.0
    assert await limiter.take("later", 1, 60) > 0
    assert await lease.renew()
    assert await client.exists(f"{PREFIX}:leader:work")
    await client.aclose()
    await cache.close()

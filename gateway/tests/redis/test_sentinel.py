"""Redis behind Sentinels, with and without TLS: failover, a demoted master, and the problems that operators see."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from fixtures import sentinel
from fixtures.certificates import Authority
from fixtures.processes import free_port
from fixtures.sentinel import Group, Member
from gateway.config.sections import RedisSettings
from gateway.http.rate_limit_shared import Limiter
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.tests.support.wait_until import until

PREFIX = "test-sentinel"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module", params=[False, True], ids=["clear", "tls"])
def tls(request: pytest.FixtureRequest) -> bool:
    return request.param


@pytest.fixture(scope="module")
def group(tls: bool, tmp_path_factory: pytest.TempPathFactory, authority: Authority) -> Generator[Group]:
    with sentinel.running(tmp_path_factory.mktemp("sentinel"), authority if tls else None) as running:
        yield running


@pytest.fixture
async def client(group: Group, tls: bool, authority: Authority) -> AsyncGenerator[RedisClient]:
    """A client of the group. The first Sentinel of its list is down."""
    config = RedisSettings(
        sentinels=(f"127.0.0.1:{free_port()}", *group.addresses),
        sentinel_service_name=sentinel.MASTER,
        password=group.password,
        sentinel_password=group.sentinel_password,
        tls=tls,
        tls_ca=str(authority.file) if tls else "",
        prefix=PREFIX,
        timeout_ms=2000,
    )
    client = RedisClient.open(config)
    assert client
    yield client
    await client.close()


def direct(member: Member) -> Any:
    """A client of that server, master or not."""
    return Client.from_url(member.url)  # pyright: ignore[reportUnknownMemberType]


async def connection_ids(client: Any) -> set[str]:
    """Connections to the master, without those of this client, the replica and the Sentinels."""
    own_id = str(await client.client_id())
    rows = await client.client_list(_type="normal")
    return {row["id"] for row in rows if row["id"] != own_id and "sentinel" not in row["name"]}


async def test_client_uses_the_master(client: RedisClient, group: Group) -> None:
    assert await client.set("key", b"value", 60)
    assert await client.snapshot.set("snapshot", b"packed", 60)
    master = direct(group.master)
    assert await master.get(f"{PREFIX}:key") == b"value"
    assert await master.get(f"{PREFIX}:snapshot") == b"packed"
    await master.aclose()


async def test_client_with_demoted_master_drops_its_connections(client: RedisClient, group: Group) -> None:
    master = direct(group.master)
    assert await client.set("key", b"value", 60)
    previous_ids = await connection_ids(master)
    assert previous_ids
    await master.replicaof("127.0.0.1", group.replica.port)
    assert not await client.set("key", b"another", 60)
    assert not client.is_up
    await master.replicaof("NO", "ONE")
    await until(client.ping)
    assert await client.set("key", b"another", 60)
    assert not previous_ids & await connection_ids(master)
    assert client.failovers == 0
    await master.aclose()


@pytest.mark.parametrize("tls", [True], indirect=True)  # in the clear it takes as long and runs the same code
async def test_failover_is_a_miss_and_the_new_master_is_used(client: RedisClient, group: Group) -> None:
    replica, limiter, lease = direct(group.replica), Limiter(client), Lease(client, "work")

    async def replica_follows() -> bool:
        return (await replica.info("replication")).get("master_link_status") == "up"

    await until(replica_follows)
    assert await client.set("before", b"kept", 60)
    assert await limiter.take("client", 1, 60) == 0.0
    assert await client.snapshot.set("snapshot", b"packed", 60)
    group.master.kill()

    assert await client.get("before") is None
    assert not client.is_up
    assert await limiter.take("another", 1, 60) == 0.0
    assert await limiter.take("another", 1, 60) > 0
    assert await lease.renew()
    assert await client.snapshot.get("snapshot") is None

    await until(lambda: client.set("after", b"kept", 60))
    await until(lambda: client.snapshot.set("snapshot", b"again", 60))
    await replica.connection_pool.disconnect()  # a Sentinel closes all connections to a server that changes its role
    assert (await replica.info("replication"))["role"] == "master"
    assert await replica.get(f"{PREFIX}:after") == b"kept"
    assert (client.failovers, client.snapshot.failovers) == (1, 1)
    assert await limiter.take("later", 1, 60) == 0.0
    assert await limiter.take("later", 1, 60) > 0
    assert await lease.renew()
    assert await replica.exists(f"{PREFIX}:leader:work")
    await replica.aclose()


async def problem(client: RedisClient) -> tuple[str, str]:
    assert not await client.ping()
    assert client.problem
    return str(client.problem.text), str(client.problem.hint)


async def test_tls_problem_names_cause_and_next_step(authority: Authority, tmp_path: Path) -> None:
    def client(member: Member, ca: str, scheme: str = "rediss") -> RedisClient:
        url = f"{scheme}://:secret@127.0.0.1:{member.port}/0"
        client = RedisClient.open(RedisSettings(url=url, tls_ca=ca, timeout_ms=2000))
        assert client
        return client

    ca = str(authority.file)
    (tmp_path / "stranger").mkdir()
    (tmp_path / "empty.pem").write_text("none")
    with Member(tmp_path / "tls", "secret", (), authority) as server:
        assert await client(server, ca).ping()
        text, hint = await problem(client(server, str(Authority(tmp_path / "stranger").file)))
        assert text.startswith("certificate refused: ")
        assert "redis.tls_ca" in hint
        for file in ("absent.pem", "empty.pem"):
            _, hint = await problem(client(server, str(tmp_path / file)))
            assert "PEM" in hint
        text, hint = await problem(client(server, "", "redis"))
        assert text == "it closed the connection"
        assert "redis.tls" in hint
    with Member(tmp_path / "clear", "secret") as server:
        _, hint = await problem(client(server, ca))
        assert "TLS" in hint
    with Member(tmp_path / "strict", "secret", ("--tls-auth-clients", "yes"), authority) as server:
        _, hint = await problem(client(server, ca))
        assert "tls-auth-clients is no" in hint

"""Redis and Sentinels that speak TLS and nothing else: through a failover, and what is told where it does not fit."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Callable, Generator
from pathlib import Path
from typing import Any

import pytest
import structlog
from redis.asyncio import Redis as Client

from fixtures import sentinel
from fixtures.certificates import Authority
from fixtures.sentinel import Group, Member
from gateway.config import settings
from gateway.observability import logging
from gateway.redis import client as redis_door
from gateway.redis.cache import Cache, RedisDoor
from gateway.tests.support.wait_until import until

PREFIX = "test-tls"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory, authority: Authority) -> Generator[Group]:
    with sentinel.running(tmp_path_factory.mktemp("encrypted"), authority) as running:
        yield running


Open = Callable[..., RedisDoor]


@pytest.fixture
async def door(group: Group, authority: Authority) -> AsyncGenerator[Open]:
    """Opens a door to the group, where nothing else is said."""
    opened: list[RedisDoor] = []

    def open_(**keys: Any) -> RedisDoor:
        usual: dict[str, Any] = {
            "sentinels": group.addresses,
            "master": sentinel.MASTER,
            "password": group.password,
            "sentinel_password": group.sentinel_password,
            "tls": True,
            "tls_ca": str(authority.file),
            "prefix": PREFIX,
            "timeout_ms": 2000,
        }
        made = RedisDoor.open(settings.Redis(**usual | keys))
        assert made
        opened.append(made)
        return made

    yield open_
    for each in opened:
        await each.close()


def straight(member: Member) -> Any:
    return Client.from_url(member.url)  # pyright: ignore[reportUnknownMemberType]


async def trouble(door: RedisDoor) -> tuple[str, str]:
    """What is told of a door that does not lead anywhere."""
    assert not await door.ping()
    assert door.trouble
    return door.trouble.text, door.trouble.do


async def test_one_redis_by_its_url(door: Open, group: Group) -> None:
    url = f"rediss://:{group.password}@127.0.0.1:{group.master.port}/0"
    opened = door(sentinels=(), url=url)
    assert await opened.put("url", b"value", 60)
    assert await opened.snapshot.peek("url") == b"value"


async def test_a_crowd_reads_the_authorities_once(door: Open, group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ssl.SSLContext] = []
    make = ssl.create_default_context

    def counted() -> ssl.SSLContext:
        made.append(make())
        return made[-1]

    monkeypatch.setattr(ssl, "create_default_context", counted)
    url = f"rediss://:{group.password}@127.0.0.1:{group.master.port}/0"
    for opened in (door(), door(sentinels=(), url=url)):
        before = len(made)
        assert before
        assert await asyncio.gather(*(opened.put(f"crowd{number}", b"", 60) for number in range(20))) == [True] * 20
        assert len(made) == before, "a connection made a context of its own"


async def test_a_stranger_s_authority_is_told_of_and_nobody_fails(
    door: Open, group: Group, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_door, "rarely", logging.Rarely(structlog.get_logger()))
    opened = door(tls_ca=str(Authority(tmp_path).file))
    cache = Cache(opened, 1.0)

    async def load() -> bytes:
        return b"loaded"

    with structlog.testing.capture_logs() as logged:
        assert (await cache.get("key", load, 60, 60)).body == b"loaded"
    (line,) = (each for each in logged if each["event"] == "redis_unavailable")
    assert line["reason"].startswith("each Sentinel: its certificate is refused: ")
    text, do = await trouble(door(sentinels=(), url=f"rediss://127.0.0.1:{group.master.port}/0", tls_ca=""))
    assert text.startswith("its certificate is refused: ")
    assert do == "name the authority that signed it in redis.tls_ca"
    await cache.close()


async def test_what_does_not_fit_is_told_plainly(door: Open, group: Group, tmp_path: Path) -> None:
    elsewhere = tuple(f"localhost:{each.port}" for each in group.sentinels)
    text, do = await trouble(door(sentinels=elsewhere))
    assert "certificate is not valid for 'localhost'" in text
    assert "subjectAltName" in do
    text, do = await trouble(door(tls=False))
    assert text == "each Sentinel: it hung up"
    assert "redis.tls" in do
    (tmp_path / "none.pem").write_text("none")
    for file in ("nowhere.pem", "none.pem"):
        text, do = await trouble(door(tls_ca=str(tmp_path / file)))
        assert text.startswith("each Sentinel: the authorities of redis.tls_ca cannot be read")


async def test_one_that_speaks_no_tls_is_told_of(door: Open, tmp_path: Path) -> None:
    with sentinel.Member(tmp_path, "secret") as clear:
        text, do = await trouble(door(sentinels=(), url=f"rediss://:secret@127.0.0.1:{clear.port}/0"))
    # It takes our greeting for a command, and answers if there happens to be an end of a line in it.
    assert text in {"it does not speak TLS at that port", "it gave no answer in time"}
    assert "TLS" in do or "tls-port" in do


async def test_one_that_asks_for_certificates_is_told_of(door: Open, authority: Authority, tmp_path: Path) -> None:
    with sentinel.Member(tmp_path, "secret", ("--tls-auth-clients", "yes"), authority) as strict:
        text, do = await trouble(door(sentinels=(), url=f"rediss://:secret@127.0.0.1:{strict.port}/0"))
    # It ends the connection behind its refusal, and one of the two comes first.
    assert text in {"it wants to see a certificate of ours", "it hung up"}
    assert "tls-auth-clients no" in do


async def test_the_next_master_is_found(door: Open, group: Group) -> None:
    client = straight(group.replica)

    async def replica_follows() -> bool:
        return (await client.info("replication")).get("master_link_status") == "up"

    opened = door()
    await until(replica_follows)
    assert await opened.put("before", b"kept", 60)
    assert await opened.snapshot.put("snapshot", b"packed", 60)
    group.master.kill()
    assert await opened.peek("before") is None
    await until(lambda: opened.put("after", b"kept", 60))
    await until(lambda: opened.snapshot.put("snapshot", b"again", 60))
    assert opened.failovers == 1
    await client.connection_pool.disconnect()  # a Sentinel ends everybody's connections to whoever changes its role
    assert await client.get(f"{PREFIX}:after") == b"kept"
    await client.aclose()

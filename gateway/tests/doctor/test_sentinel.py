"""The doctor before live Sentinels: one line for each state they can be in; and which login goes to whom."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from fixtures import sentinel
from fixtures.certificates import Authority
from fixtures.processes import free_port
from fixtures.sentinel import MASTER, Group, Member
from gateway import doctor
from gateway.config.settings import Redis
from gateway.doctor.topics import redis as examined
from gateway.redis.cache import RedisDoor
from gateway.redis.sentinel import Heard
from gateway.tests.support.wait_until import until

PREFIX = "test-doctor"
# As gateway/docs/scaling.md has them.
RIGHTS = ("~test-doctor:*", "+@all", "-@dangerous", "+info")
SENTINEL_RIGHTS = ("-@all", "+auth", "+ping", "+sentinel|masters")


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Generator[Group]:
    with sentinel.running(tmp_path_factory.mktemp("asked")) as running:
        yield running


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Group, Authority]]:
    authority = Authority(tmp_path_factory.mktemp("authority"))
    with sentinel.running(tmp_path_factory.mktemp("encrypted"), authority) as running:
        yield running, authority


def of(group: Group, **keys: Any) -> Redis:
    usual: dict[str, Any] = {
        "sentinels": group.addresses,
        "master": MASTER,
        "password": group.password,
        "sentinel_password": group.sentinel_password,
        "prefix": PREFIX,
        "timeout_ms": 2000,
    }
    return Redis(**usual | keys)


async def told(wanted: Redis) -> list[doctor.Finding]:
    found = await examined.look_at(wanted, workers=1)
    shown = "\n".join(f"{line.text} {line.do}" for line in found)
    assert all(secret not in shown for secret in (wanted.password, wanted.sentinel_password) if secret)
    return found


async def wrong(wanted: Redis) -> list[doctor.Finding]:
    return [line for line in await told(wanted) if line.level != "ok"]


async def all_named(group: Group) -> bool:
    return [line.text.split(", at ")[0] for line in await told(of(group))][:1] == [
        f"redis: 3 of 3 Sentinels name the master '{MASTER}'"
    ]


async def test_all_are_well(group: Group) -> None:
    lines = await told(of(group))
    assert {line.level for line in lines} == {"ok"}
    assert lines[0].text == f"redis: 3 of 3 Sentinels name the master 'mymaster', at 127.0.0.1:{group.master.port}"
    assert "version" in lines[1].text
    assert "clock" in lines[-1].text


async def test_one_or_two_are_down(group: Group) -> None:
    one, two, _ = group.sentinels
    one.kill()
    try:
        (line,) = await wrong(of(group))
        assert (line.level, line.text) == ("advice", f"redis: Sentinel {one.address}: nobody listens there")
        assert line.do
        two.kill()
        lines = await wrong(of(group))
        assert lines[-1].text == "redis: 1 of 3 Sentinels answer, and it takes 2 to make another the master"
        assert {line.level for line in lines} == {"advice"}
    finally:
        one.start()
        two.start()
    await until(lambda: all_named(group))


async def test_a_wrong_name_of_the_master(group: Group) -> None:
    (line,) = await told(of(group, master="other"))
    assert line.level == "bad"
    assert "each Sentinel: it knows no master 'other'; it knows 'mymaster'" in line.text
    assert line.do == "see to the name in redis.master"


async def test_nobody_listens_where_sentinels_should(group: Group) -> None:
    nowhere = f"127.0.0.1:{free_port()}"
    (line,) = await told(of(group, sentinels=(nowhere,)))
    assert (line.level, "each Sentinel: nobody listens there" in line.text) == ("bad", True)
    (line,) = await told(of(group, sentinels=(nowhere, group.addresses[0]), sentinel_password="wrong"))
    assert f"Sentinel {nowhere}: nobody listens there" in line.text
    assert f"Sentinel {group.addresses[0]}: name and password are not those of a user there" in line.text


async def test_the_login_of_the_master_and_that_of_the_sentinels(group: Group) -> None:
    (line,) = await wrong(of(group, password="wrong"))
    assert line.level == "bad"
    assert "redis: the master 'mymaster' gave no answer that serves: name and password are not those" in line.text
    assert "redis.username and redis.password" in line.do
    (line,) = await told(of(group, sentinel_password="wrong"))
    assert line.level == "bad"
    assert "each Sentinel: name and password are not those of a user there" in line.text
    assert "sentinel_username and redis.sentinel_password" in line.do
    (line,) = await told(of(group, sentinel_password=""))
    assert "each Sentinel: it wants name and password" in line.text


async def acl(member: Member | sentinel.Sentinel, password: str, *words: str) -> None:
    client: Any = Client.from_url(f"unix://:{password}@{member.socket}")  # pyright: ignore[reportUnknownMemberType]
    await client.execute_command("ACL", "SETUSER", *words)
    await client.aclose()


async def test_users_with_the_rights_that_are_needed_and_no_more(group: Group) -> None:
    for member in (group.master, group.replica):
        await acl(member, group.password, "site", "reset", "on", ">word", *RIGHTS)
    for each in group.sentinels:
        await acl(each, group.sentinel_password, "asker", "reset", "on", ">other", *SENTINEL_RIGHTS)
    own = {"username": "site", "password": "word", "sentinel_username": "asker", "sentinel_password": "other"}
    assert await wrong(of(group, **own)) == []
    door = RedisDoor.open(of(group, **own))
    assert door
    assert await door.take("lease", "token", 1)
    assert await door.put("key", b"value", 1)
    await door.close()
    (line,) = await wrong(of(group, **own, prefix="another"))
    assert "its user may not do that" in line.text
    assert "gateway/docs/scaling.md" in line.do
    await acl(group.master, group.password, "site", "-info")
    (line,) = await wrong(of(group, **own))
    assert (line.level, "it works" in line.text) == ("advice", True)
    await acl(group.master, group.password, "site", "-hset")
    (line,) = await wrong(of(group, **own))
    assert line.level == "bad"
    assert "its user may not do that" in line.text
    for each in group.sentinels:
        await acl(each, group.sentinel_password, "asker", "-sentinel|masters")
    (line,) = await wrong(of(group, **own))
    assert "each Sentinel: its user may not do that" in line.text


async def test_they_speak_tls(encrypted: tuple[Group, Authority], tmp_path: Path) -> None:
    group, authority = encrypted
    lines = await told(of(group, tls=True, tls_ca=str(authority.file)))
    assert {line.level for line in lines} == {"ok"}
    assert "3 of 3 Sentinels name the master" in lines[0].text
    (line,) = await told(of(group, tls=True, tls_ca=str(Authority(tmp_path).file)))
    assert line.level == "bad"
    assert "each Sentinel: its certificate is refused: " in line.text
    assert line.do == "name the authority that signed it in redis.tls_ca"
    (line,) = await told(of(group))
    assert "redis.tls" in line.do


async def test_tls_that_is_wished_for_and_not_spoken(group: Group) -> None:
    url = f"redis://:{group.password}@127.0.0.1:{group.master.port}/0"
    (line,) = await wrong(Redis(url=url, tls=True, timeout_ms=2000))
    assert (line.level, line.do) == ("bad", "write rediss:// in redis.url")
    (line,) = await wrong(of(group, tls_ca="/nowhere.pem"))
    assert (line.level, line.do) == ("bad", "set redis.tls = true")


async def test_a_redis_that_is_full(group: Group, tmp_path: Path) -> None:
    with Member(tmp_path, "word", ("--maxmemory", "1", "--maxmemory-policy", "noeviction")) as full:
        (line,) = await told(Redis(url=full.url, timeout_ms=2000))
    assert (line.level, "it is full, and refuses to keep more" in line.text) == ("bad", True)
    assert "allkeys-lru" in line.do


async def test_a_replica_that_was_named_for_the_master(group: Group) -> None:
    lines = await wrong(Redis(url=f"redis://:{group.password}@127.0.0.1:{group.replica.port}/0", timeout_ms=2000))
    assert [line.text for line in lines] == [
        "redis: this is a replica, which takes no writes: nothing is shared between processes"
    ]


def test_sentinels_that_disagree_and_a_master_without_a_replica() -> None:
    one = Heard("a:1", answers=True, master=("10.0.0.1", 6379), replicas=1, quorum=2)
    two = Heard("b:1", answers=True, master=("10.0.0.2", 6379), replicas=1, quorum=2)
    (line,) = examined.sentinels([one, two], MASTER)
    assert (line.level, "not the same one (10.0.0.1:6379, 10.0.0.2:6379)" in line.text) == ("advice", True)
    alone = Heard("a:1", answers=True, master=("10.0.0.1", 6379), replicas=0, quorum=1)
    assert [line.level for line in examined.sentinels([alone], MASTER)] == ["ok", "advice"]


async def test_when_the_master_dies_it_is_told_until_another_is_made(group: Group) -> None:
    group.master.kill()
    (line, *_) = await wrong(of(group))
    assert line.do

    async def another() -> bool:
        lines = await told(of(group))
        return f":{group.replica.port}" in lines[0].text and all(line.level != "bad" for line in lines)

    await until(another)

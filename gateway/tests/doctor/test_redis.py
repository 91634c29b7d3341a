"""Topic `redis` with live Sentinels, logins with few rights, and TLS."""

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
from gateway.config.sections import RedisSettings
from gateway.doctor.topics import redis as topic
from gateway.redis.client import RedisClient
from gateway.redis.sentinel import SentinelReply
from gateway.tests.support.doctor_schemas import problems
from gateway.tests.support.wait_until import until

PREFIX = "test-doctor"
# The rights in gateway/docs/operators/scaling.md.
RIGHTS = ("~test-doctor:*", "+@all", "-@dangerous", "+info")
SENTINEL_RIGHTS = ("-@all", "+auth", "+ping", "+sentinel|masters")


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Generator[Group]:
    with sentinel.running(tmp_path_factory.mktemp("asked")) as running:
        yield running


@pytest.fixture(scope="module")
def tls_group(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Group, Authority]]:
    authority = Authority(tmp_path_factory.mktemp("authority"))
    with sentinel.running(tmp_path_factory.mktemp("encrypted"), authority) as running:
        yield running, authority


def redis_settings(group: Group, **keys: Any) -> RedisSettings:
    defaults: dict[str, Any] = {
        "sentinels": group.addresses,
        "sentinel_service_name": MASTER,
        "password": group.password,
        "sentinel_password": group.sentinel_password,
        "prefix": PREFIX,
        "timeout_ms": 2000,
    }
    return RedisSettings(**defaults | keys)


async def examine(settings: RedisSettings) -> list[doctor.Finding]:
    findings = await topic.examine(settings, workers=1)
    text = "\n".join(f"{finding.text} {finding.do}" for finding in findings)
    assert all(secret not in text for secret in (settings.password, settings.sentinel_password) if secret)
    return findings


async def problems_of(settings: RedisSettings) -> list[doctor.Finding]:
    return problems(await examine(settings))


async def all_sentinels_answer(group: Group) -> bool:
    first, *_ = await examine(redis_settings(group))
    return first.text.startswith(f"redis: 3 of 3 Sentinels name the master '{MASTER}', at ")


async def test_sentinels_all_up_is_ok(group: Group) -> None:
    findings = await examine(redis_settings(group))
    assert problems(findings) == []
    assert findings[0].text == f"redis: 3 of 3 Sentinels name the master 'mymaster', at 127.0.0.1:{group.master.port}"
    assert "version" in findings[1].text
    assert "clock" in findings[-1].text


async def test_sentinels_down_are_named_and_too_few_prevent_a_failover(group: Group) -> None:
    first_sentinel, second_sentinel, _ = group.sentinels
    first_sentinel.kill()
    try:
        (problem,) = await problems_of(redis_settings(group))
        assert (problem.level, f"redis: Sentinel {first_sentinel.address}: " in problem.text) == ("advice", True)
        second_sentinel.kill()
        findings = await problems_of(redis_settings(group))
        assert findings[-1].text == "redis: 1 of 3 Sentinels answer, and a failover needs 2"
        assert {finding.level for finding in findings} == {"advice"}
    finally:
        first_sentinel.start()
        second_sentinel.start()
    await until(lambda: all_sentinels_answer(group))


async def test_sentinels_unknown_master_or_wrong_address_is_bad(group: Group) -> None:
    (finding,) = await examine(redis_settings(group, sentinel_service_name="other"))
    assert (finding.level, "it knows 'mymaster'" in finding.text) == ("bad", True)
    assert "redis.sentinel_service_name" in finding.do
    unreachable = f"127.0.0.1:{free_port()}"
    (address_finding,) = await examine(redis_settings(group, sentinels=(unreachable,)))
    assert (address_finding.level, address_finding.text.startswith("redis: each Sentinel: ")) == ("bad", True)
    sentinel_addresses = (unreachable, group.addresses[0])
    (mixed_finding,) = await examine(redis_settings(group, sentinels=sentinel_addresses, sentinel_password="wrong"))
    assert all(f"Sentinel {address}: " in mixed_finding.text for address in sentinel_addresses)


@pytest.mark.parametrize(
    ("keys", "text", "remedy"),
    [
        ({"password": "wrong"}, "redis: the master 'mymaster' is not usable: ", "redis.username and redis.password"),
        ({"sentinel_password": "wrong"}, "each Sentinel: ", "sentinel_username and redis.sentinel_password"),
        ({"sentinel_password": ""}, "each Sentinel: ", "sentinel_password"),
    ],
)
async def test_login_wrong_is_bad(group: Group, keys: dict[str, str], text: str, remedy: str) -> None:
    (finding,) = await problems_of(redis_settings(group, **keys))
    assert finding.level == "bad"
    assert text in finding.text
    assert remedy in finding.do


async def set_user(member: Member | sentinel.Sentinel, password: str, *words: str) -> None:
    client: Any = Client.from_url(f"unix://:{password}@{member.socket}")  # pyright: ignore[reportUnknownMemberType]
    await client.execute_command("ACL", "SETUSER", *words)
    await client.aclose()


async def test_users_with_the_documented_rights_suffice_and_with_fewer_are_reported(group: Group) -> None:
    for member in (group.master, group.replica):
        await set_user(member, group.password, "site", "reset", "on", ">word", *RIGHTS)
    for server in group.sentinels:
        await set_user(server, group.sentinel_password, "asker", "reset", "on", ">other", *SENTINEL_RIGHTS)
    logins = {"username": "site", "password": "word", "sentinel_username": "asker", "sentinel_password": "other"}
    assert await problems_of(redis_settings(group, **logins)) == []
    client = RedisClient.open(redis_settings(group, **logins))
    assert client
    assert await client.acquire_lock("lease", "token", 1)
    assert await client.set("key", b"value", 1)
    await client.close()
    (prefix,) = await problems_of(redis_settings(group, **logins, prefix="another"))
    assert "gateway/docs/operators/scaling.md" in prefix.do
    await set_user(group.master, group.password, "site", "-info")
    (info,) = await problems_of(redis_settings(group, **logins))
    assert (info.level, "it works" in info.text) == ("advice", True)
    await set_user(group.master, group.password, "site", "-hset")
    (hset,) = await problems_of(redis_settings(group, **logins))
    assert (hset.level, "is not usable" in hset.text) == ("bad", True)
    for server in group.sentinels:
        await set_user(server, group.sentinel_password, "asker", "-sentinel|masters")
    (masters,) = await problems_of(redis_settings(group, **logins))
    assert (masters.level, "each Sentinel: " in masters.text) == ("bad", True)


async def test_tls_wrong_authority_or_plain_text_is_bad(tls_group: tuple[Group, Authority], tmp_path: Path) -> None:
    group, authority = tls_group
    assert await problems_of(redis_settings(group, tls=True, tls_ca=str(authority.file))) == []
    (authority_finding,) = await examine(redis_settings(group, tls=True, tls_ca=str(Authority(tmp_path).file)))
    assert (authority_finding.level, "redis.tls_ca" in authority_finding.do) == ("bad", True)
    (plain_text_finding,) = await examine(redis_settings(group))
    assert (plain_text_finding.level, "redis.tls" in plain_text_finding.do) == ("bad", True)


async def test_tls_set_and_not_used_is_bad(group: Group) -> None:
    url = f"redis://:{group.password}@127.0.0.1:{group.master.port}/0"
    (by_url,) = await problems_of(RedisSettings(url=url, tls=True, timeout_ms=2000))
    assert (by_url.level, by_url.do) == ("bad", "write rediss:// in redis.url")
    (by_sentinels,) = await problems_of(redis_settings(group, tls_ca="/nowhere.pem"))
    assert (by_sentinels.level, by_sentinels.do) == ("bad", "set redis.tls = true")


def test_evaluate_sentinels_different_masters_or_no_replica_is_advice() -> None:
    first_reply = SentinelReply(address="a:1", answers=True, master=("10.0.0.1", 6379), replicas=1, quorum=2)
    second_reply = SentinelReply(address="b:1", answers=True, master=("10.0.0.2", 6379), replicas=1, quorum=2)
    (finding,) = topic.evaluate_sentinels([first_reply, second_reply], MASTER)
    assert (finding.level, "different addresses (10.0.0.1:6379, 10.0.0.2:6379)" in finding.text) == ("advice", True)
    single_reply = SentinelReply(address="a:1", answers=True, master=("10.0.0.1", 6379), replicas=0, quorum=1)
    assert [finding.level for finding in topic.evaluate_sentinels([single_reply], MASTER)] == ["ok", "advice"]


async def test_master_down_is_reported_until_the_failover(group: Group) -> None:
    group.master.kill()
    assert await problems_of(redis_settings(group))

    async def has_failed_over() -> bool:
        findings = await examine(redis_settings(group))
        return f":{group.replica.port}" in findings[0].text and all(finding.level != "bad" for finding in findings)

    await until(has_failed_over)

"""Leadership: one at a time where somebody can tell, everybody for himself where nobody can."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fixtures.servers import Redis
from gateway.config.sections import RedisSettings
from gateway.database import lock
from gateway.database.database import Databases
from gateway.database.lock import SiteLock
from gateway.redis.client import RedisClient
from gateway.redis.lease import Lease
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.wait_until import until


def doors(url: str, prefix: str) -> tuple[RedisClient, RedisClient]:
    wanted = RedisSettings(url=url, prefix=prefix)
    one, two = RedisClient.open(wanted), RedisClient.open(wanted)
    assert one
    assert two
    return one, two


async def test_one_leads_until_it_lets_go(redis_server: Redis) -> None:
    one, two = doors(redis_server.url, "test-lease")
    first, second = Lease(one, "work"), Lease(two, "work")
    assert await first.renew()
    assert not await second.renew()
    assert await first.renew()
    await first.release()
    assert not first.is_leader
    assert await second.renew()
    assert not await first.renew()
    await one.close()
    await two.close()


async def test_one_that_was_frozen_finds_its_lease_run_out(redis_server: Redis) -> None:
    one, two = doors(redis_server.url, "test-frozen")
    first, second = Lease(one, "work", seconds=0.05), Lease(two, "work")
    assert await first.renew()
    await until(second.renew)
    assert not first.is_leader
    await first.release()
    assert await second.renew()
    await one.close()
    await two.close()


async def test_without_redis_everybody_leads_for_himself(tmp_path: Path) -> None:
    alone = Lease(None, "work")
    assert alone.is_leader
    with Redis(tmp_path) as server:
        one, two = doors(server.url, "test-alone")
        first, second = Lease(one, "work"), Lease(two, "work")
        await first.renew()
        assert not await second.renew()
        server.stop()
        assert await first.renew()
        assert await second.renew()
    await one.close()
    await two.close()


async def test_a_lock_of_the_site_has_one_holder(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "PING_SECONDS", 0.02)
    db = Databases.open(world().settings)
    at_work: list[str] = []

    def work(name: str) -> Callable[[], Awaitable[None]]:
        async def forever() -> None:
            at_work.append(name)
            try:
                await asyncio.Event().wait()
            finally:
                at_work.remove(name)

        return forever

    async def working() -> bool:
        return bool(at_work)

    tasks = {
        name: asyncio.create_task(SiteLock(db.site, "test").run_while_leader(work(name))) for name in ("one", "two")
    }
    await until(working)
    assert len(at_work) == 1
    holder = at_work[0]
    tasks[holder].cancel()
    await asyncio.wait([tasks.pop(holder)])
    await until(working)
    assert at_work == list(tasks)
    for task in tasks.values():
        task.cancel()
    await asyncio.wait(tasks.values())
    await db.close()


async def test_what_the_work_raises_is_raised(world: WorldFactory) -> None:
    db = Databases.open(world().settings)

    async def broken() -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        await SiteLock(db.site, "broken").run_while_leader(broken)
    await db.close()

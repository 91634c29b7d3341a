"""One load per key, in a process and among them; Redis that is stopped, frozen or flushed is a miss."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from fixtures.servers import Redis
from gateway.config import settings
from gateway.redis.cache import Cache, RedisDoor
from gateway.tests.support.wait_until import until

PREFIX = "test-cache"


class Loads:
    """Counts the loads; each gives another body. `hold` keeps them waiting, `wrong` makes them fail."""

    def __init__(self) -> None:
        self.count = 0
        self.wrong: Exception | None = None
        self.hold = asyncio.Event()
        self.hold.set()

    async def __call__(self) -> bytes:
        self.count += 1
        await self.hold.wait()
        if self.wrong:
            raise self.wrong
        return b"body %d" % self.count


@pytest.fixture
def redis(tmp_path: Path) -> Generator[Redis]:
    """A Redis of the test's own, to stop and to freeze."""
    with Redis(tmp_path) as server:
        yield server


@pytest.fixture
async def door(redis: Redis) -> AsyncGenerator[RedisDoor]:
    opened = RedisDoor.open(settings.Redis(url=redis.url, prefix=PREFIX, timeout_ms=1000))
    assert opened
    yield opened
    await opened.close()


@pytest.fixture
async def another(redis: Redis) -> AsyncGenerator[RedisDoor]:
    """The door of another process."""
    opened = RedisDoor.open(settings.Redis(url=redis.url, prefix=PREFIX, timeout_ms=1000))
    assert opened
    yield opened
    await opened.close()


async def test_five_hundred_who_ask_at_once_are_one_load() -> None:
    cache, load = Cache(None, 1.0), Loads()
    load.hold.clear()
    asked = [asyncio.create_task(cache.get("key", load, 60, 60)) for _ in range(500)]
    await asyncio.sleep(0)
    load.hold.set()
    assert {entry.body for entry in await asyncio.gather(*asked)} == {b"body 1"}
    assert load.count == 1


async def test_whoever_goes_away_takes_nobody_along() -> None:
    cache, load = Cache(None, 1.0), Loads()
    load.hold.clear()
    asked = [asyncio.create_task(cache.get("key", load, 60, 60)) for _ in range(5)]
    await asyncio.sleep(0)
    asked[0].cancel()
    await asyncio.wait([asked[0]])
    load.hold.set()
    assert [entry.body for entry in await asyncio.gather(*asked[1:])] == [b"body 1"] * 4
    assert load.count == 1


async def test_a_failure_reaches_all_who_wait_and_is_not_kept() -> None:
    cache, load = Cache(None, 1.0), Loads()
    load.wrong = OSError("down")
    answers = await asyncio.gather(*(cache.get("key", load, 60, 60) for _ in range(5)), return_exceptions=True)
    assert {type(answer) for answer in answers} == {OSError}
    load.wrong = None
    assert (await cache.get("key", load, 60, 60)).body == b"body 2"


async def test_a_failure_leaves_the_old_entry_for_its_stale_life_and_no_longer() -> None:
    cache, load = Cache(None, 1.0), Loads()
    assert (await cache.get("key", load, 0, 60)).body == b"body 1"
    await cache.get("gone", load, 0, 0)
    load.wrong = OSError("down")
    assert (await cache.get("key", load, 0, 60)).body == b"body 1"
    with pytest.raises(OSError, match="down"):
        await cache.get("gone", load, 0, 0)


async def test_an_old_entry_is_given_while_a_new_one_is_slow() -> None:
    cache, load = Cache(None, 1.0), Loads()
    await cache.get("key", load, 0, 60)
    load.hold.clear()
    assert (await cache.get("key", load, 0, 60)).body == b"body 1"
    load.hold.set()
    assert (await cache.get("key", load, 0, 60)).body == b"body 2"


async def test_two_processes_share_one_load(redis: Redis) -> None:
    patient = settings.Redis(url=redis.url, prefix=PREFIX, timeout_ms=20_000)
    doors = [RedisDoor.open(patient), RedisDoor.open(patient)]
    caches, load = [Cache(door, 1.0) for door in doors], Loads()
    load.hold.clear()
    asked = [asyncio.create_task(cache.get("key", load, 60, 60)) for cache in caches for _ in range(250)]

    async def begun() -> bool:
        return load.count > 0

    await until(begun)
    load.hold.set()
    assert {entry.body for entry in await asyncio.gather(*asked)} == {b"body 1"}
    assert load.count == 1
    for door in doors:
        assert door
        await door.close()


PROCESS = """
import asyncio, sys
from gateway.config import settings
from gateway.redis.cache import Cache, RedisDoor
from gateway.tests.support.wait_until import until

async def main():
    door = RedisDoor.open(settings.Redis(url=sys.argv[1], prefix=sys.argv[2], timeout_ms=5000))
    cache, loads = Cache(door, 1.0), 0
    async def load():
        nonlocal loads
        loads += 1
        await asyncio.sleep(0.2)
        return b"body"
    print("ready", flush=True)
    sys.stdin.readline()
    entries = await asyncio.gather(*(cache.get("key", load, 60, 60) for _ in range(250)))
    assert {entry.body for entry in entries} == {b"body"}
    print(loads, flush=True)

asyncio.run(main())
"""


async def test_processes_that_begin_together_load_once(redis: Redis) -> None:
    arguments = (sys.executable, "-c", PROCESS, redis.url, PREFIX)
    pipe = asyncio.subprocess.PIPE
    processes = [await asyncio.create_subprocess_exec(*arguments, stdin=pipe, stdout=pipe) for _ in range(2)]
    for process in processes:
        assert process.stdout
        assert await process.stdout.readline() == b"ready\n"
    answers = await asyncio.gather(*(process.communicate(b"go\n") for process in processes))
    assert sum(int(output) for output, _ in answers) == 1


async def test_an_entry_outlives_the_process_that_made_it(door: RedisDoor, another: RedisDoor) -> None:
    load = Loads()
    await Cache(door, 1.0).get("key", load, 60, 60)
    assert (await Cache(another, 1.0).get("key", load, 60, 60)).body == b"body 1"
    assert load.count == 1


async def test_who_lost_the_lease_does_not_overwrite_its_successor(door: RedisDoor, redis: Redis) -> None:
    client: Any = Client.from_url(redis.url)  # pyright: ignore[reportUnknownMemberType]
    load = Loads()
    load.hold.clear()
    slow = asyncio.create_task(Cache(door, 1.0).get("key", load, 60, 60))

    async def leased() -> bool:
        return bool(await client.exists(f"{PREFIX}:key:lease"))

    await until(leased)
    await client.set(f"{PREFIX}:key:lease", "a successor")
    load.hold.set()
    assert (await slow).body == b"body 1"
    assert await client.get(f"{PREFIX}:key") is None
    await client.aclose()


async def test_a_redis_that_was_flushed_is_filled_again(door: RedisDoor, another: RedisDoor, redis: Redis) -> None:
    client: Any = Client.from_url(redis.url)  # pyright: ignore[reportUnknownMemberType]
    load = Loads()
    cache = Cache(door, 1.0)
    await cache.get("key", load, 60, 60)
    await client.flushall()
    await client.script_flush()
    assert (await cache.get("key", load, 60, 60)).body == b"body 1"
    assert (await Cache(another, 1.0).get("key", load, 60, 60)).body == b"body 2"
    await client.aclose()


async def test_a_redis_that_stops_is_a_miss_and_comes_back_by_itself(door: RedisDoor, redis: Redis) -> None:
    cache, load = Cache(door, 1.0), Loads()
    await cache.get("before", load, 60, 60)
    redis.stop()
    assert (await cache.get("before", load, 60, 60)).body == b"body 1"
    assert (await cache.get("while", load, 60, 60)).body == b"body 2"
    assert not door.answering
    redis.start()
    await until(door.ping)
    assert await door.put("after", b"kept", 60)
    assert await door.peek("after") == b"kept"


async def test_a_redis_that_is_frozen_is_a_miss(door: RedisDoor, redis: Redis) -> None:
    cache, load = Cache(door, 1.0), Loads()
    redis.pause()
    bodies = [(await cache.get(f"key {number}", load, 60, 60)).body for number in range(20)]
    assert bodies == [b"body %d" % number for number in range(1, 21)]
    assert not door.answering
    redis.resume()
    await until(door.ping)


async def test_a_redis_that_does_not_answer_is_asked_by_one_and_seldom(door: RedisDoor) -> None:
    private: Any = door
    asked = 0

    async def silent() -> None:
        nonlocal asked
        asked += 1
        raise TimeoutError

    for _ in range(100):
        assert await private._ask(silent) is None
    assert asked == 1


async def test_values_are_shared_by_key(door: RedisDoor, another: RedisDoor) -> None:
    mine, theirs = Cache(door, 1.0), Cache(another, 1.0)
    assert await mine.peek("probe") is None
    assert await mine.put("probe", b"found", 60)
    assert await theirs.peek("probe") == b"found"
    alone = Cache(None, 1.0)
    assert not await alone.put("probe", b"found", 60)
    assert await alone.peek("probe") is None


async def test_a_crowd_that_asks_at_once_is_answered(redis: Redis) -> None:
    door = RedisDoor.open(settings.Redis(url=redis.url, prefix=PREFIX, timeout_ms=20_000))
    assert door
    await door.put("key", b"value", 60)
    assert await asyncio.gather(*(door.peek("key") for _ in range(1000))) == [b"value"] * 1000
    assert door.answering
    await door.close()

"""Tests of the password hasher: bcrypt runs off the event loop, and strangers take turns in a bounded queue."""

import asyncio
from collections.abc import Generator
from threading import Event

import bcrypt
import pytest

from fixtures.world.people import BCRYPT, PASSWORD, SHA1, WHIRLPOOL
from gateway.features.accounts.password_hashing import KNOWN, MAX_WAITING, Lane, PasswordHasher
from gateway.game import passwords
from gateway.http.errors import SiteUnavailable

STRANGER = "203.0.113.0/24"
STORED_HASHES = {"sha1": SHA1.decode(), "bcrypt": BCRYPT.decode(), "whirlpool": WHIRLPOOL.decode()}


@pytest.fixture
def hasher() -> Generator[PasswordHasher]:
    hasher = PasswordHasher(2)
    yield hasher
    hasher.close()


async def judge(
    hasher: PasswordHasher, password: str = "wrong-1", stored_hash: str = STORED_HASHES["bcrypt"], lane: Lane = STRANGER
) -> bool:
    async with hasher.turn(lane):
        return await hasher.verify(password, stored_hash)


@pytest.mark.parametrize("stored_hash", STORED_HASHES.values(), ids=list(STORED_HASHES))
async def test_hasher_each_scheme_verifies_right_password_only(hasher: PasswordHasher, stored_hash: str) -> None:
    assert await hasher.verify(PASSWORD, stored_hash)
    assert not await hasher.verify("demo1235", stored_hash)
    assert not await hasher.verify("x" * 73, stored_hash)


async def test_hasher_each_scheme_hash_verifies(hasher: PasswordHasher) -> None:
    for scheme in ("sha1", "bcrypt", "whirlpool"):
        assert await hasher.verify("Another1", await hasher.hash("Another1", scheme))


async def test_hasher_bcrypt_keeps_event_loop_responsive(hasher: PasswordHasher) -> None:
    checks = asyncio.gather(*(hasher.verify(PASSWORD, STORED_HASHES["bcrypt"]) for _ in range(5)))
    turns = 0
    while not checks.done():
        await asyncio.sleep(0)
        turns += 1
    assert await checks == [True] * 5
    assert turns > 100  # a blocked loop would run about five turns


async def test_hasher_full_queue_raises_site_unavailable(hasher: PasswordHasher) -> None:
    pending = [asyncio.create_task(hasher.verify_dummy()) for _ in range(2 + MAX_WAITING)]
    await asyncio.sleep(0)
    for call in (
        hasher.verify_dummy(),
        hasher.verify(PASSWORD, STORED_HASHES["bcrypt"]),
        hasher.hash(PASSWORD, "bcrypt"),
    ):
        with pytest.raises(SiteUnavailable) as refusal:
            await call
        assert int(refusal.value.headers["Retry-After"]) > 0
    assert await hasher.verify(PASSWORD, STORED_HASHES["sha1"]), "a cheap scheme does not queue"
    for task in pending:
        task.cancel()
    await asyncio.wait(pending)
    assert await hasher.verify(PASSWORD, STORED_HASHES["bcrypt"]), "cancelled callers free the queue"


async def test_hasher_cancelled_callers_are_never_hashed(
    hasher: PasswordHasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed_passwords, tasks_cancelled = list[str](), Event()
    verify = passwords.verify

    def recorded_verify(password: str, stored_hash: str) -> bool:
        hashed_passwords.append(password)
        assert tasks_cancelled.wait(30)
        return verify(password, stored_hash)

    monkeypatch.setattr(passwords, "verify", recorded_verify)
    running_task = asyncio.create_task(judge(hasher, PASSWORD))
    await asyncio.sleep(0)
    queued_tasks = [asyncio.create_task(judge(hasher, "queued")) for _ in range(MAX_WAITING)]
    await asyncio.sleep(0)
    for task in queued_tasks:
        task.cancel()
    await asyncio.wait(queued_tasks)
    tasks_cancelled.set()
    assert await running_task
    assert await judge(hasher, PASSWORD)
    assert all(task.cancelled() for task in queued_tasks)
    assert hashed_passwords == [PASSWORD, PASSWORD]


async def test_hasher_after_close_refuses_work() -> None:
    hasher = PasswordHasher(2)
    tasks = [asyncio.create_task(judge(hasher)) for _ in range(10)]
    await asyncio.sleep(0)
    hasher.close()
    with pytest.raises(SiteUnavailable):
        await judge(hasher)
    await asyncio.wait(tasks)
    assert any(task.cancelled() for task in tasks)


async def test_hasher_known_caller_passes_a_flood_of_strangers(hasher: PasswordHasher) -> None:
    flood = [asyncio.create_task(judge(hasher)) for _ in range(200)]
    await asyncio.sleep(0)
    assert sum(not task.done() for task in flood) == 1 + MAX_WAITING, "the others are refused"
    assert [await judge(hasher, PASSWORD, lane=KNOWN) for _ in range(3)] == [True] * 3
    assert sum(not task.done() for task in flood) > MAX_WAITING / 2
    for task in flood:
        task.cancel()
    await asyncio.wait(flood)


async def test_hasher_new_network_comes_before_600_that_were_served(hasher: PasswordHasher) -> None:
    cheap_hash = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(4)).decode()
    networks = [f"100.{64 + number // 250}.{number % 250}.0/24" for number in range(600)]
    for network in networks:
        assert await judge(hasher, PASSWORD, cheap_hash, lane=network)
    flood = [asyncio.create_task(judge(hasher, lane=network)) for network in networks]
    await asyncio.sleep(0)
    assert sum(not task.done() for task in flood) <= 1 + MAX_WAITING
    assert await judge(hasher, PASSWORD), "the queue was full"
    assert sum(not task.done() for task in flood) > MAX_WAITING / 2
    for task in flood:
        task.cancel()
    await asyncio.gather(*flood, return_exceptions=True)


async def test_hasher_network_that_floods_the_queue_refuses_itself(hasher: PasswordHasher) -> None:
    flood = [asyncio.create_task(judge(hasher, lane="192.0.2.0/24")) for _ in range(100)]
    await asyncio.sleep(0)
    assert await judge(hasher, PASSWORD)
    for task in flood:
        task.cancel()
    await asyncio.gather(*flood, return_exceptions=True)

"""bcrypt stays off the event loop, and no more wait for it than are meant to."""

import asyncio
from collections.abc import Generator
from threading import Event

import pytest

from fixtures.world.people import BCRYPT, PASSWORD, SHA1, WHIRLPOOL
from gateway.features.accounts.password_hashing import MAX_WAITING, PasswordHasher
from gateway.game import passwords
from gateway.http.errors import SiteUnavailable

STORED = {"sha1": SHA1.decode(), "bcrypt": BCRYPT.decode(), "whirlpool": WHIRLPOOL.decode()}


@pytest.fixture
def hasher() -> Generator[PasswordHasher]:
    made = PasswordHasher(1)
    yield made
    made.close()


@pytest.mark.parametrize("stored", STORED.values(), ids=list(STORED))
async def test_each_scheme_is_verified(hasher: PasswordHasher, stored: str) -> None:
    assert await hasher.verify(PASSWORD, stored)
    assert not await hasher.verify("demo1235", stored)
    assert not await hasher.verify("x" * 73, stored)


async def test_each_scheme_is_written(hasher: PasswordHasher) -> None:
    for scheme in ("sha1", "bcrypt", "whirlpool"):
        assert await hasher.verify("Another1", await hasher.hash("Another1", scheme))


async def test_the_loop_goes_on_while_bcrypt_counts(hasher: PasswordHasher) -> None:
    checks = asyncio.gather(*(hasher.verify(PASSWORD, STORED["bcrypt"]) for _ in range(5)))
    turns = 0
    while not checks.done():
        await asyncio.sleep(0)
        turns += 1
    assert await checks == [True] * 5
    assert turns > 100  # had the loop been held, it would have turned some five times


async def test_a_bound_on_who_waits(hasher: PasswordHasher) -> None:
    asked = [asyncio.create_task(hasher.verify_dummy()) for _ in range(1 + MAX_WAITING)]
    await asyncio.sleep(0)
    for call in (hasher.verify_dummy(), hasher.verify(PASSWORD, STORED["bcrypt"]), hasher.hash(PASSWORD, "bcrypt")):
        with pytest.raises(SiteUnavailable) as refused:
            await call
        assert int(refused.value.headers["Retry-After"]) > 0
    assert await hasher.verify(PASSWORD, STORED["sha1"]), "what is cheap waits for nothing"
    for task in asked:
        task.cancel()
    await asyncio.wait(asked)
    assert await hasher.verify(PASSWORD, STORED["bcrypt"]), "whoever went away made room"


async def test_whoever_goes_away_is_never_worked_for(hasher: PasswordHasher, monkeypatch: pytest.MonkeyPatch) -> None:
    worked, all_gone = list[str](), Event()
    check = passwords.verify

    def noted(password: str, stored: str) -> bool:
        worked.append(password)
        assert all_gone.wait(30)
        return check(password, stored)

    monkeypatch.setattr(passwords, "verify", noted)
    running = asyncio.create_task(hasher.verify(PASSWORD, STORED["bcrypt"]))
    await asyncio.sleep(0)
    gone = [asyncio.create_task(hasher.verify("gone", STORED["bcrypt"])) for _ in range(MAX_WAITING)]
    await asyncio.sleep(0)
    for task in gone:
        task.cancel()
    await asyncio.wait(gone)
    all_gone.set()
    assert await running
    assert await hasher.verify(PASSWORD, STORED["bcrypt"])
    assert all(task.cancelled() for task in gone)
    assert worked == [PASSWORD, PASSWORD]


async def test_after_closing_nothing_begins() -> None:
    hasher = PasswordHasher(1)
    waiting = [asyncio.create_task(hasher.verify_dummy()) for _ in range(10)]
    await asyncio.sleep(0)
    hasher.close()
    with pytest.raises(SiteUnavailable):
        await hasher.verify_dummy()
    await asyncio.wait(waiting)
    assert any(task.cancelled() for task in waiting)

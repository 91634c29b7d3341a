"""The leader lock in the site database."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from gateway.database import lock
from gateway.database.database import Databases
from gateway.database.lock import SiteLock
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.wait_until import until


async def test_site_lock_has_one_holder(world: WorldFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "PING_SECONDS", 0.02)
    db = Databases.open(world().settings)
    working_names: list[str] = []

    def work(name: str) -> Callable[[], Awaitable[None]]:
        async def forever() -> None:
            working_names.append(name)
            try:
                await asyncio.Event().wait()
            finally:
                working_names.remove(name)

        return forever

    async def has_worker() -> bool:
        return bool(working_names)

    tasks = {
        name: asyncio.create_task(SiteLock(db.site, "test").run_while_leader(work(name))) for name in ("one", "two")
    }
    await until(has_worker)
    assert len(working_names) == 1
    holder = working_names[0]
    tasks[holder].cancel()
    await asyncio.wait([tasks.pop(holder)])
    await until(has_worker)
    assert working_names == list(tasks)
    for task in tasks.values():
        task.cancel()
    await asyncio.wait(tasks.values())
    await db.close()


async def test_site_lock_raises_error_of_the_work(world: WorldFactory) -> None:
    db = Databases.open(world().settings)

    async def fail() -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        await SiteLock(db.site, "broken").run_while_leader(fail)
    await db.close()

"""Install, upgrade and uninstall on a site that serves players and visitors: no request fails."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import httpx

from fixtures.admin import execute
from fixtures.installed import World, run_in_thread
from fixtures.world import PASSWORD
from gateway import cli
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.installation import write_world_config
from gateway.tests.support.wait_until import until

_numbers = count(1)
DEMO = {"username": "demo", "password": PASSWORD}


class Load:
    """Visitors and players who send requests one after the other. `failed`: kind and status → errors."""

    def __init__(self, http: httpx.AsyncClient, headers: dict[str, str]) -> None:
        self.answered: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self._requests: dict[str, Callable[[], Awaitable[httpx.Response]]] = {
            "rankings": lambda: http.get("/api/rankings/pvp", params={"page": next(_numbers) % 5 + 1}),
            "status": lambda: http.get("/api/server/status"),
            "login": lambda: http.post("/api/auth/login", json=DEMO),
            "register": lambda: http.post("/api/auth/register", json=newcomer()),
            "characters": lambda: http.get("/api/player/characters", headers=headers),
            "coins": lambda: http.get("/api/player/coins", headers=headers),
        }

    async def run(self, kind: str) -> None:
        while True:
            answer = await self._requests[kind]()
            self.answered[kind] += 1
            if answer.status_code >= 400:
                self.failed[f"{kind} {answer.status_code}"] += 1

    async def more(self, answers: int = 3) -> None:
        """Returns after so many more answers of each kind."""
        goals = {kind: self.answered[kind] + answers for kind in self._requests}

        async def reached() -> bool:
            return all(self.answered[kind] >= goal for kind, goal in goals.items())

        await until(reached)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        tasks = [asyncio.create_task(self.run(kind)) for kind in self._requests]
        try:
            await self.more()
            yield
            await self.more()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def under_load(service: ServiceFactory, world: World) -> AsyncGenerator[Load]:
    with service(world, {"GATEWAY_LIMITS_REGISTRATIONS": "100000"}) as gateway:
        async with httpx.AsyncClient(base_url=gateway.url, timeout=30) as http:
            token = (await http.post("/api/auth/login", json=DEMO)).json()["token"]
            load = Load(http, {"Authorization": f"Bearer {token}"})
            async with load.running():
                yield load


def newcomer() -> dict[str, str]:
    name = f"load{next(_numbers)}"
    return {"username": name, "email": f"{name}@example.org", "password": "secret-77"}


async def command(world: World, path: Path, *words: str) -> int:
    own = [f"--config={path}", f"--admin-dsn={world.game_admin_dsn}"]
    return await asyncio.to_thread(run_in_thread, lambda: cli.main([*words, *own]))


async def test_install_and_upgrade_twice_under_load_fail_no_request(
    world: WorldFactory, service: ServiceFactory, tmp_path: Path
) -> None:
    game, path = world("mobius", seed=81), tmp_path / "gateway.toml"
    write_world_config(game, path)
    async with under_load(service, game) as load:
        for words in (["install", "--apply"], ["upgrade", "--check"], ["upgrade"]) * 2:
            assert await command(game, path, *words) == 0
            await load.more()
    assert load.failed == {}


async def test_failed_install_under_load_fails_no_request(
    world: WorldFactory, service: ServiceFactory, tmp_path: Path
) -> None:
    game, path = world("mobius", seed=81), tmp_path / "gateway.toml"
    write_world_config(game, path)
    async with under_load(service, game) as load:
        for _ in range(2):
            await execute(game.game_admin_dsn, "ALTER TABLE castle RENAME COLUMN siegeDate TO siege_date")
            assert await command(game, path, "install", "--apply") == 1
            assert await command(game, path, "upgrade") == 1
            await execute(game.game_admin_dsn, "ALTER TABLE castle RENAME COLUMN siege_date TO siegeDate")
            await load.more()
    assert load.failed == {}


async def test_uninstall_under_load_keeps_public_pages(
    world: WorldFactory, service: ServiceFactory, tmp_path: Path
) -> None:
    game, path = world("mobius", seed=82), tmp_path / "gateway.toml"
    write_world_config(game, path)
    async with under_load(service, game) as load:
        for _ in range(2):
            assert await command(game, path, "uninstall", "--apply", f"--confirm={game.schema}") == 0
            await load.more()
    assert {kind.split()[0] for kind in load.failed} <= {"login", "register", "characters", "coins"}
    assert load.failed["characters 503"], load.failed

"""Install, upgrade and uninstall on a site that serves players and visitors: no request fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from fixtures.admin import execute
from fixtures.installed import World, run_in_thread
from gateway import cli
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.installation import write_world_config
from gateway.tests.support.site_load import RAISED_LIMITS, SiteLoad, site_load


@asynccontextmanager
async def under_load(service: ServiceFactory, world: World) -> AsyncGenerator[SiteLoad]:
    with service(world, RAISED_LIMITS) as gateway:
        async with site_load(gateway.url) as load:
            yield load


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

"""Install, upgrade and uninstall on a site that serves players and visitors: no request fails."""

import asyncio
from pathlib import Path

from fixtures.admin import execute
from fixtures.installed import World, run_in_thread
from gateway import cli
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.installation import write_world_config
from gateway.tests.support.site_load import RAISED_LIMITS, site_load


async def run_command(world: World, path: Path, *words: str) -> int:
    options = [f"--config={path}", f"--admin-dsn={world.game_admin_dsn}"]
    return await asyncio.to_thread(run_in_thread, lambda: cli.main([*words, *options]))


async def test_commands_under_load_fail_no_request_until_uninstall(
    world: WorldFactory, service: ServiceFactory, tmp_path: Path
) -> None:
    game, path = world("mobius", 60, seed=81), tmp_path / "gateway.toml"
    write_world_config(game, path)
    with service(game, RAISED_LIMITS) as gateway:
        async with site_load(gateway.url) as load:
            # The world is installed, so each of these runs for the second time at least.
            for words in (["install", "--apply"], ["upgrade", "--check"], ["upgrade"]):
                assert await run_command(game, path, *words) == 0
                await load.more()
            await execute(game.game_admin_dsn, "ALTER TABLE castle RENAME COLUMN siegeDate TO siege_date")
            assert await run_command(game, path, "install", "--apply") == 1
            assert await run_command(game, path, "upgrade") == 1
            await load.more()
            await execute(game.game_admin_dsn, "ALTER TABLE castle RENAME COLUMN siege_date TO siegeDate")
            assert load.failures == {}
            for _ in range(2):
                assert await run_command(game, path, "uninstall", "--apply", f"--confirm={game.schema}") == 0
                await load.more()
    assert {kind.split()[0] for kind in load.failures} <= {"login", "register", "characters", "coins"}
    assert load.failures["characters 503"], load.failures

"""Hard requirements on a real server: `install` and `serve` refuse one that is too old or has no transactions."""

import asyncio
from collections.abc import Generator
from pathlib import Path

import pytest

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.servers import MariaDB
from gateway.config.dsn import parse_dsn
from gateway.config.settings import SettingsError
from gateway.database.database import connect
from gateway.install import install as installer
from gateway.install.names import InstallError
from gateway.install.options import install_options
from gateway.process import serve

pytestmark = pytest.mark.database

XAMPP = "--version=10.4.32-MariaDB"
SCHEMAS = Schemas()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("version")


@pytest.fixture(scope="module")
def own_installation(folder: Path) -> Generator[tuple[MariaDB, World]]:
    with MariaDB(folder) as server:
        installed.fill(server, SCHEMAS, "mobius", 20, seed=7)
        yield server, installed.install(server, SCHEMAS, "mobius", 20, seed=7)


async def schemas_of(server: MariaDB) -> set[str]:
    connection = await connect(parse_dsn(server.dsn()))
    result = await connection.execute("SHOW DATABASES")
    connection.close()
    return {str(row[0]) for row in result.rows}


async def start(world: World) -> None:
    """Runs the checks of `serve` before it listens."""
    await asyncio.to_thread(lambda: asyncio.run(serve.check_databases(world.settings)))


async def test_install_on_a_server_that_is_too_old_is_refused_before_anything_is_printed(tmp_path: Path) -> None:
    with MariaDB(tmp_path, options=[XAMPP]) as server:
        installed.fill(server, SCHEMAS, "mobius", 20, seed=7)
        before = await schemas_of(server)
        for run in (installer.script, installer.install):
            with pytest.raises(InstallError, match=r"MariaDB 10\.4\.32 is too old: MariaDB 10\.6 or newer"):
                await run(install_options(server.dsn(), game_schema=SCHEMAS.game))
        assert await schemas_of(server) == before


async def test_serve_refuses_a_table_without_transactions(own_installation: tuple[MariaDB, World]) -> None:
    server, world = own_installation
    await start(world)
    table = f"`{world.schemas.site}`.vote_answers"
    await execute(server.dsn(), f"ALTER TABLE {table} ENGINE = MyISAM")
    try:
        with pytest.raises(SettingsError, match=r"database\.site_dsn: tables .* InnoDB .*vote_answers \(MyISAM\)"):
            await start(world)
        with pytest.raises(InstallError, match=r"vote_answers \(MyISAM\)"):
            await installer.script(install_options(server.dsn(), game_schema=world.schema))
    finally:
        await execute(server.dsn(), f"ALTER TABLE {table} ENGINE = InnoDB")


async def test_serve_on_a_server_that_is_too_old_is_refused(
    folder: Path, own_installation: tuple[MariaDB, World]
) -> None:
    server, world = own_installation
    server.stop()
    reason = r"database\.\w+_dsn: MariaDB 10\.4\.32 is too old"
    with MariaDB(folder, options=[XAMPP]), pytest.raises(SettingsError, match=reason):
        await start(world)
    server.start()

"""The site schema on a server of its own, and brought back from a backup there."""

import asyncio
import time
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fixtures.installed import World, run_in_thread
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.servers import MariaDB
from fixtures.service import Service
from fixtures.site_schema import DATA_KEYS
from gateway import cli
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.database import privileges
from gateway.database.database import Database, Limits
from gateway.database.sealing import DataKeys
from gateway.features.ledger.adjust import adjust
from gateway.features.operators import operators
from gateway.features.operators.operator_log import Operation, running
from gateway.features.roulette import seeds
from gateway.game.passwords import hash_password
from gateway.install import install
from gateway.install.config_file import InstalledConfig, read_config, write_config
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.installation import environment
from gateway.tests.support.payment_app import open_payment_client, payment_environment
from gateway.tests.support.roulette_data import clock_at, rules_with
from gateway.tests.support.wait_until import until


@pytest.fixture(scope="module")
def site_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[MariaDB]:
    """A second server."""
    with MariaDB(tmp_path_factory.mktemp("other")) as server:
        yield server


@pytest.fixture(scope="module")
def game(world: WorldFactory) -> World:
    return world("acis", 60, seed=71)


def game_options(mark: str, game: World) -> dict[str, Any]:
    return {"game_schema": game.schema, "views_schema": f"{mark}_views", "site_schema": f"{mark}_site"}


async def has_correct_rights(config: InstalledConfig, path: Path) -> bool:
    write_config(path, config)
    report = await privileges.examine(settings.load(path, {}))
    return report.is_ok


async def add_coins(config: InstalledConfig, coins: int) -> None:
    """As much to demo's wallet."""
    site = Database("site", parse_dsn(config.site_dsn), Limits())
    with running(Operation(operator="ann", command="ledger adjust", reason="a test")):
        await adjust(site, "demo", coins, "test")
    await site.close()


async def create_seeds(config: InstalledConfig, now: float, login: str = "demo") -> None:
    """Creates the seeds of an account."""
    site = Database("site", parse_dsn(config.site_dsn), Limits())
    await seeds.pairs_of(site, rules_with(), login, clock_at(now))
    await site.close()


async def names_restored_seeds(game: World, config: InstalledConfig) -> bool:
    """True if the doctor names the command that replaces seeds from a backup, for the one account that has such."""
    output = (await run_command(game, "doctor", "--only=secrets", **environment(config))).out
    assert ("1 accounts spin with" in output) == ("`gateway roulette rotate --all --reason" in output), output
    return "1 accounts spin with" in output


async def schemas(server: Server, mark: str) -> set[str]:
    async with admin(server) as root:
        return {str(row[0]) for row in (await root.execute(f"SHOW SCHEMAS LIKE '{mark}\\_%'")).rows}


async def users(server: Server, mark: str) -> set[str]:
    async with admin(server) as root:
        result = await root.execute(f"SELECT user FROM mysql.user WHERE user LIKE '{mark}\\_%'")
    return {str(row[0]).removeprefix(f"{mark}_") for row in result.rows}


async def test_site_schema_on_a_server_of_its_own_leaves_only_views_on_the_game_s(
    mariadb: Server, site_server: MariaDB, game: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = game_options("far", game)
    install.apply(mariadb.dsn(), site_admin_dsn=site_server.dsn(), **options)
    config = install.apply(mariadb.dsn(), site_admin_dsn=site_server.dsn(), rotate=True, **options)
    assert await has_correct_rights(config, tmp_path / "gateway.toml")
    assert await schemas(mariadb, "far") == {"far_views"}
    assert await schemas(site_server, "far") == {"far_site"}
    assert await users(mariadb, "far") == {"owner", "read", "auth"}
    assert await users(site_server, "far") == {"owner", "site"}
    words = [f"--admin-dsn={mariadb.dsn()}", f"--site-admin-dsn={site_server.dsn()}", "--site-schema=far_site"]
    assert (
        run_in_thread(lambda: cli.main(["install", *words, f"--game-schema={game.schema}", "--views-schema=far_views"]))
        == 0
    )
    script = capsys.readouterr().out
    assert script.count("'s server: ") == 2
    assert script.index("-- On the site schema's server: ") > script.index("CREATE OR REPLACE ALGORITHM")
    assert (
        run_in_thread(
            lambda: cli.main(["uninstall", *words, "--apply", "--with-data=far_site", f"--confirm={game.schema}"])
        )
        == 0
    )
    assert await schemas(mariadb, "far") == await schemas(site_server, "far") == set()
    assert await users(mariadb, "far") == await users(site_server, "far") == set()


async def test_restore_of_the_site_schema_brings_every_coin_back(
    mariadb: Server, site_server: MariaDB, game: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = install.apply(mariadb.dsn(), **game_options("kept", game))
    await add_coins(config, 700)
    made_at = int(time.time())
    await create_seeds(config, made_at)
    assert not await names_restored_seeds(game, config)
    config = replace(config, data_keys=(*config.data_keys, *DATA_KEYS))  # those of the seeds
    path = await back_up(config, tmp_path)
    await until(lambda: asyncio.sleep(0, time.time() > made_at + 1))  # creation times are in seconds
    async with admin(mariadb) as root:
        await root.execute("DROP SCHEMA kept_site")
    restored_config = await restore(path, mariadb, site_server, game)
    assert restored_config.passwords() == config.passwords()
    assert restored_config.token_secret == config.token_secret
    assert await has_correct_rights(restored_config, tmp_path / "gateway.toml")
    for name, value in environment(restored_config).items():
        monkeypatch.setenv(name, value)
    assert run_in_thread(lambda: cli.main(["ledger", "check"])) == 0
    async with admin(site_server, "kept_site") as root:
        assert (await root.execute("SELECT balance FROM wallets WHERE account = 'wallet:demo'")).rows == ((700,),)
    await create_seeds(restored_config, time.time(), "newcomer")
    assert await names_restored_seeds(game, restored_config)
    rotation = await run_command(game, "roulette", "rotate", "--all", "--reason=a test", **environment(restored_config))
    assert (rotation.code, rotation.out[:10]) == (0, "2 accounts"), rotation
    assert not await names_restored_seeds(game, restored_config)
    await add_coins(restored_config, 700)  # its key is in the books already
    async with admin(site_server, "kept_site") as root:
        assert (await root.execute("SELECT balance FROM wallets WHERE account = 'wallet:demo'")).rows == ((700,),)


async def test_restore_ends_every_session_and_asks_for_operators(
    mariadb: Server, site_server: MariaDB, game: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = install.apply(mariadb.dsn(), **game_options("back", game))
    site = Database("site", parse_dsn(config.site_dsn), Limits())
    keys = DataKeys(config.data_keys)
    async with site.transaction() as session:
        for name in ("ann", "ben", "eve"):
            await operators.add(session, keys, name, "owner", hash_password("correct horse battery", "bcrypt"))
    async with admin(mariadb, "back_site") as root:
        await root.execute(
            "INSERT INTO operator_sessions (hash, operator, created_at, seen_at, confirmed_at) "
            "VALUES ('one', 'ben', 1, 1, 1)"
        )
        await root.execute(
            "INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network) "
            "VALUES ('one', 'demo', 1, 1, 1, '', '')"
        )
        await root.execute(
            "INSERT INTO mail_links (hash, kind, login, email, binding, created_at) "
            "VALUES ('one', 'recovery', 'demo', '', '', UNIX_TIMESTAMP())"
        )
    path = await back_up(config, tmp_path)
    async with site.transaction() as session:  # after the backup
        row = await session.one(operators.OPERATOR, name="ben")
        assert row
        await operators.set_disabled(session, keys, row, disabled=True)
    await site.close()
    env = environment(await restore(path, mariadb, site_server, game))
    assert "operators   not reviewed (--keep NAME" in capsys.readouterr().out
    unanswered = await run_command(game, "restored", "--reason=restore", **env)
    assert (unanswered.code, "--keep NAME" in unanswered.err) == (1, True)
    async with admin(site_server, "back_site") as root:
        assert (await root.execute("SELECT disabled_at FROM operators WHERE name = 'ben'")).rows == ((None,),)
        for table in ("operator_sessions", "mail_links", "sessions WHERE ended_at IS NULL"):
            assert (await root.execute(f"SELECT 1 FROM {table}")).rows == ()
    result = await run_command(game, "restored", "--reason=restore", "--keep", "ann", **env)
    states = {line.split()[0]: (line.split()[2], line.split()[-1]) for line in result.out.splitlines()[2:]}
    assert (result.code, states) == (
        0,
        {"ann": ("enabled", "signed"), "ben": ("disabled", "signed"), "eve": ("disabled", "signed")},
    ), result


async def test_payments_after_a_backup_are_found_again(
    mariadb: Server, site_server: MariaDB, game: World, tmp_path: Path
) -> None:
    config = install.apply(mariadb.dsn(), **game_options("paid", game))
    path = await back_up(config, tmp_path)
    port, balance = free_port(), "SELECT balance FROM wallets WHERE account = 'wallet:demo'"
    with Provider() as provider:
        payments = payment_environment(provider, port)
        env = environment(config) | payments
        with Service(env, port=port, log=tmp_path / "log") as service:
            async with open_payment_client(game, provider, service) as client:
                donations = [await client.create_donation(f"restored-{number}") for number in range(3)]
                for donation in donations:
                    await client.pay(donation)
                for donation in donations:
                    await client.wait_for(donation, status="completed")
        async with admin(mariadb, "paid_site") as root:
            ((balance_before_restore,),) = (await root.execute(balance)).rows
            await root.execute("DROP SCHEMA paid_site")
        restored_config = await restore(path, mariadb, site_server, game)
        env = environment(restored_config) | payments
        day = datetime.now(UTC) - timedelta(days=1)
        result = await run_command(game, "reconcile", f"--since={day.date()}", **env)
    assert (result.code, result.out.splitlines()[-1]) == (0, "3: coins posted."), result.err
    assert result.out.count("donation_recreated") == len(donations)
    async with admin(site_server, "paid_site") as root:
        assert (await root.execute(balance)).rows == ((balance_before_restore,),)
        rows = (await root.execute("SELECT id, status FROM donations")).rows
    assert {str(row[0]): row[1] for row in rows} == dict.fromkeys(
        (row["donation_id"] for row in donations), "completed"
    )
    assert (await run_command(game, "ledger", "check", **env)).code == 0


async def back_up(config: InstalledConfig, folder: Path) -> Path:
    """Writes the configuration file and a backup, and returns the folder of the backup."""
    write_config(folder / "gateway.toml", config)
    words = ["backup", str(folder / "backups"), f"--config={folder / 'gateway.toml'}"]
    assert await asyncio.to_thread(cli.main, words) == 0
    (path,) = (folder / "backups").iterdir()
    return path


async def restore(path: Path, server: Server, site_server: Server, game: World) -> InstalledConfig:
    """Restores on another server for the site schema. Returns the configuration of afterwards."""
    file = path.parents[1] / "gateway.toml"
    words = [f"--admin-dsn={server.dsn(game.schema)}", f"--site-admin-dsn={site_server.dsn()}", f"--config={file}"]
    assert await asyncio.to_thread(cli.main, ["restore", str(path), *words]) == 0
    config = read_config(file)
    assert config
    return config

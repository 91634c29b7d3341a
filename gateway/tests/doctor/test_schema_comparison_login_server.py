"""The tables beside the file of views where the accounts have a server of their own."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path

import pytest

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.servers import MariaDB
from gateway.database.queries import split
from gateway.install import install
from gateway.tests.support.databases import Server
from gateway.tests.support.doctor_schemas import MISSING, changed, lines, told

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def two_servers(mariadb: Server, tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[World, MariaDB]]:
    """Accounts on a server of their own."""
    names = Schemas("far_game", "far_views", "far_site", "far_login")
    installed.fill(mariadb, Schemas(names.game), "mobius_ct0", 30, 7)
    with MariaDB(tmp_path_factory.mktemp("login"), tcp=True) as login:
        installed.run_in_thread(lambda: _copy_accounts(mariadb, login, names.login))
        config = install.apply(
            mariadb.dsn(),
            game_schema=names.game,
            login_schema=names.login,
            login_admin_dsn=login.dsn(names.login),
            views_schema=names.views,
            site_schema=names.site,
        )
        environment = {
            "GATEWAY_DATABASE_GAME_DSN": config.game_dsn,
            "GATEWAY_DATABASE_AUTH_DSN": config.auth_dsn,
            "GATEWAY_DATABASE_SITE_DSN": config.site_dsn,
            "GATEWAY_ACCOUNTS_TOKEN_SECRET": config.token_secret,
        }
        yield World("mobius_ct0", 30, 7, mariadb.dsn(), names, environment), login


async def _copy_accounts(game: Server, login: MariaDB, schema: str) -> None:
    """The tables alone, made there as the world has made them here."""
    text = (Path(installed.__file__).parent / "families" / "mobius_ct0.sql").read_text()
    made = [each for each in split(text) if re.match(r"CREATE TABLE `(accounts|account_data)`", each)]
    await execute(login.dsn(), f"CREATE SCHEMA {schema}")
    await execute(login.dsn(schema), *made)
    await execute(game.dsn("far_game"), "DROP TABLE accounts", "DROP TABLE account_data")


async def test_accounts_on_another_server(two_servers: tuple[World, MariaDB]) -> None:
    """`punishments` cannot be seen from there, and no view reads it."""
    world, login = two_servers
    bans = "punishments (account_bans.until)"
    well = f"ok mobius_ct0: 13 tables, 86 columns as expected, 76 more unread; {MISSING}, {bans}"
    assert lines(await told(world, login=login.dsn())) == [well]
    there = "ALTER TABLE accounts RENAME COLUMN lastIP TO ip_of_last"
    async with changed(login, world.schemas.login, there, "ALTER TABLE accounts RENAME COLUMN ip_of_last TO lastIP"):
        found = lines(await told(world, login=login.dsn()))
    assert found[1:] == [
        "ok accounts: found, 6 of 7 columns as expected, 7 more unread",
        "bad accounts.lastIP is missing, and the view account_activity breaks",
    ]
    game, left = lines(await told(world))
    assert game == f"ok mobius_ct0: 11 tables, 76 columns as expected, 70 more unread; {MISSING}"
    assert left.endswith("the accounts' own tables, column by column (--login-admin-dsn)")

"""Accounts in the login server's schema, packs without optional tables, and items named by tables of the game."""

from collections.abc import Callable
from typing import Any

import pytest

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import Schemas, World
from gateway.config.dsn import parse_dsn
from gateway.database.database import DatabaseError, connect
from gateway.game import passwords
from gateway.game.families import FAMILIES
from gateway.tests.conftest import ClientFactory
from gateway.tests.support.account_app import assert_error, bearer, game, log_in, open_app, register, site, token_of
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.database
DENIED_CODES = {1044, 1142, 1143}
Split = Callable[[str], World]


@pytest.fixture(scope="module")
def split(mariadb: Server) -> Split:
    """A world with its accounts in the login server's schema. The game's schema has unused ones: an operator once
    loaded all tables into one schema."""
    worlds: dict[str, World] = {}

    def get(family: str) -> World:
        if family not in worlds:
            name = f"apart_{family}"
            schemas = Schemas(f"{name}_game", f"{name}_views", f"{name}_site", f"{name}_login")
            installed.fill(mariadb, schemas, family, 30, 7)
            copy = f"CREATE TABLE accounts LIKE `{schemas.login}`.accounts"
            leftover = "INSERT INTO accounts (login, password) VALUES ('leftover', 'x')"
            installed.run_in_thread(lambda: execute(mariadb.dsn(schemas.game), copy, leftover))
            worlds[family] = installed.install(mariadb, schemas, family, 30, 7)
        return worlds[family]

    return get


async def rows_of(split_world: World, role: str, statement: str) -> list[dict[str, Any]]:
    connection = await connect(parse_dsn(split_world.environment[f"GATEWAY_DATABASE_{role}_DSN"]))
    try:
        result = await connection.execute(statement)
        return [dict(zip(result.columns, row, strict=True)) for row in result.rows]
    finally:
        connection.close()


@pytest.mark.parametrize("family", ["frozen", "lucera"])
async def test_login_reads_the_login_server_s_schema(split: Split, client: ClientFactory, family: str) -> None:
    split_world = split(family)
    async with open_app(split_world, client) as http:
        assert_error(await log_in(http, "leftover", "x"), 401, "invalid_credentials")
        assert_error(await log_in(http, "banned"), 403, "account_banned")
        answer = await register(http, "Newcomer", email="newcomer@example.org")
        assert answer.status_code == 201, answer.text
        form = {"current_password": "secret-77", "new_password": "secret-78"}
        headers = bearer(answer.json()["token"])
        assert (await http.post("/api/auth/change-password", json=form, headers=headers)).status_code == 200
        headers = bearer(await token_of(http, "newcomer", "secret-78"))
        profile = (await http.get("/api/auth/profile", headers=headers)).json()
        assert (profile["username"], profile["email"]) == ("newcomer", "newcomer@example.org")
    rows = await execute(split_world.login_admin_dsn, "SELECT password FROM accounts WHERE login = 'newcomer'")
    assert passwords.scheme_of(rows[0][0]) == FAMILIES[family].hashing
    assert passwords.verify("secret-78", rows[0][0])
    assert await execute(split_world.game_admin_dsn, "SELECT login FROM accounts") == [("leftover",)]
    emails = await site(split_world, "SELECT email FROM profiles WHERE login = 'newcomer'")
    assert emails == [(None if FAMILIES[family].has_email else "newcomer@example.org",)]


async def test_bans_of_the_game_s_schema_apply_to_accounts_of_another(split: Split, client: ClientFactory) -> None:
    split_world = split("mobius_ct0")
    async with open_app(split_world, client) as http:
        assert (await log_in(http, "demo2")).status_code == 200
        columns = "`key`, affect, type, expiration, reason, punishedBy"
        await game(split_world, f"INSERT INTO punishments ({columns}) VALUES ('demo2', 'ACCOUNT', 'BAN', 0, '', '')")
        assert_error(await log_in(http, "demo2"), 403, "account_banned")


@pytest.mark.parametrize("family", ["frozen", "lucera"])
async def test_no_user_has_a_right_on_unused_account_tables(split: Split, family: str) -> None:
    split_world = split(family)
    game, login = split_world.schemas.game, split_world.schemas.login
    for statement in (
        f"SELECT login FROM {game}.accounts",
        f"UPDATE {game}.accounts SET password = ''",
        f"SELECT char_name FROM {game}.characters",
        f"SELECT login FROM {login}.accounts",
        f"SELECT hexid FROM {login}.gameservers",
        "SELECT * FROM characters",
    ):
        with pytest.raises(DatabaseError) as refusal:
            await rows_of(split_world, "AUTH", statement)
        assert refusal.value.code in DENIED_CODES, statement
    owner = split_world.schemas.views.removesuffix("_views") + "_owner"
    rights = "SELECT table_schema, table_name, '' FROM information_schema.table_privileges WHERE grantee LIKE "
    of_columns = rights.replace("''", "column_name").replace("table_privileges", "column_privileges")
    granted_columns = await execute(split_world.admin_dsn, f"{rights}'''{owner}''%' UNION {of_columns}'''{owner}''%'")
    assert (game, "accounts") not in {row[:2] for row in granted_columns}
    assert (game, "characters") in {row[:2] for row in granted_columns}
    account_columns = {row[2] for row in granted_columns if row[:2] == (login, "accounts")}
    level, active = {"lucera": ("accessLevel", "lastactive"), "frozen": ("access_level", "lastactive")}[family]
    assert account_columns == {"", "login", "password", level, active} | ({"l2email"} if family == "lucera" else set())


async def test_a_pack_may_lack_the_joined_tables(mariadb: Server) -> None:
    """The bosses are those of the other table then, and the heroes those of the other table."""
    schemas = Schemas("bare_game", "bare_views", "bare_site")
    installed.fill(mariadb, schemas, "orion", 60, 7)
    missing_tables = ("character_offline_trade", "characters_custom_data", "augmentations", "raidboss_spawnlist")
    await execute(mariadb.dsn(schemas.game), *(f"DROP TABLE {table}" for table in missing_tables))
    split_world = installed.install(mariadb, schemas, "orion", 60, 7)
    online_count = await execute(split_world.game_admin_dsn, "SELECT COUNT(*) FROM characters WHERE online = 1")
    assert await rows_of(split_world, "GAME", "SELECT SUM(online) AS n FROM characters") == [{"n": online_count[0][0]}]
    assert {row["augmentation"] for row in await rows_of(split_world, "GAME", "SELECT augmentation FROM items")} == {
        None
    }
    grand = await execute(split_world.game_admin_dsn, "SELECT boss_id FROM grandboss_data ORDER BY 1")
    bosses = await rows_of(split_world, "GAME", "SELECT boss_id FROM bosses ORDER BY 1")
    assert [row["boss_id"] for row in bosses] == [row[0] for row in grand] != []
    heroes = await execute(
        split_world.game_admin_dsn, "SELECT char_id FROM heroes WHERE played = 1 AND active = 1 ORDER BY 1"
    )
    view_rows = await rows_of(split_world, "GAME", "SELECT character_id FROM heroes ORDER BY 1")
    assert [row["character_id"] for row in view_rows] == [row[0] for row in heroes] != []

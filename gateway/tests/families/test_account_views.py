"""The database lets the service neither choose an access level nor change an account of staff, in every family."""

import pytest

from fixtures.admin import execute
from fixtures.installed import World
from gateway.config.dsn import parse_dsn
from gateway.database import privileges
from gateway.database.database import Connection, DatabaseError, connect
from gateway.game.families import FAMILIES
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import ACCESS, game
from gateway.tests.support.databases import Server

pytestmark = pytest.mark.database

ACCESS_DENIED, UNKNOWN_COLUMN, CHECK_FAILED = 1142, 1054, 1369
SEED = 74


async def auth(world: World) -> Connection:
    return await connect(parse_dsn(world.environment["GATEWAY_DATABASE_AUTH_DSN"]))


async def error_code(connection: Connection, statement: str) -> int:
    """Returns the error number of the statement; 0 if it was run."""
    try:
        await connection.execute(statement)
    except DatabaseError as error:
        return error.code
    return 0


@pytest.mark.parametrize("family", FAMILIES)
async def test_account_with_another_level_cannot_be_added(world: WorldFactory, family: str) -> None:
    connection = await auth(world(family, seed=SEED))
    insert = "INSERT INTO new_accounts (login, password, access_level) VALUES ('{}', 'x', {})"
    for level in (1, 100, -1):
        for login in ("climber", "demo"):
            assert await error_code(connection, insert.format(login, level)) == CHECK_FAILED, (login, level)
        several = insert.format(f"first{level + 1}", 0) + f", ('climber', 'x', {level})"
        assert await error_code(connection, several) == CHECK_FAILED
        assert await error_code(connection, insert.format("climber", level).replace("new_", "")) == ACCESS_DENIED
    left = await game(world(family, seed=SEED), "SELECT login FROM accounts WHERE login = 'climber'")
    assert left == []
    assert await error_code(connection, insert.format("beginner", 0)) == 0
    assert await error_code(connection, "INSERT INTO new_accounts (login, password) VALUES ('plain', 'x')") == 0
    levels = f"SELECT COALESCE({ACCESS[family]}, 0) FROM accounts WHERE login IN ('beginner', 'plain')"
    assert await game(world(family, seed=SEED), levels) == [(0,), (0,)]
    connection.close()


@pytest.mark.parametrize("family", FAMILIES)
async def test_account_of_staff_cannot_be_changed(world: WorldFactory, family: str) -> None:
    game_world = world(family, seed=SEED)
    connection = await auth(game_world)
    select_passwords = "SELECT login, password FROM accounts WHERE login IN ('staff', 'banned') ORDER BY login"
    passwords_before = await game(game_world, select_passwords)
    for login in ("staff", "banned"):
        update = f"UPDATE player_accounts SET password = 'x' WHERE login = '{login}'"
        assert (await connection.execute(update)).count == 0
    assert (await connection.execute("UPDATE player_accounts SET password = 'y' WHERE login = 'demo2'")).count == 1
    for change in ("access_level = 100", f"{ACCESS[family]} = 100"):
        update = f"UPDATE player_accounts SET {change} WHERE login = 'demo2'"
        assert await error_code(connection, update) in {ACCESS_DENIED, UNKNOWN_COLUMN, 1143}
    assert await error_code(connection, "UPDATE accounts SET password = 'x' WHERE login = 'staff'") == ACCESS_DENIED
    assert await game(game_world, select_passwords) == passwords_before
    await game(game_world, f"UPDATE accounts SET {ACCESS[family]} = 1 WHERE login = 'demo2'")
    assert (await connection.execute("UPDATE player_accounts SET password = 'z' WHERE login = 'demo2'")).count == 0
    connection.close()


@pytest.mark.parametrize("family", ["mobius", "acis"])
async def test_view_without_its_check_stops_the_start(mariadb: Server, world: WorldFactory, family: str) -> None:
    """A view that was replaced by hand."""
    game_world = world(family, seed=SEED + 1)
    assert (await privileges.examine(game_world.settings)).is_ok
    views = mariadb.dsn(game_world.schemas.views)
    for view in ("new_accounts", "player_accounts"):
        columns = await execute(views, f"SHOW COLUMNS FROM {view}")
        column_sql = {"access_level": f"{ACCESS[family]} AS access_level", "last_active": ""}
        names = ", ".join(filter(None, (column_sql.get(str(column[0]), str(column[0])) for column in columns)))
        await execute(views, f"ALTER VIEW {view} AS SELECT {names} FROM `{game_world.schema}`.accounts")
    checksum_before = await game(game_world, "CHECKSUM TABLE accounts")
    report = await privileges.examine(game_world.settings)
    assert {line for line in report.excess_rights if "level" in line or "staff" in line} == {
        *(f"auth: INSERT of access level {level} into new_accounts" for level in (1, 100, -1)),
        "auth: UPDATE of staff in player_accounts",
    }
    assert await game(game_world, "CHECKSUM TABLE accounts") == checksum_before

"""What install makes: who may do what, that a second run changes nothing, and that no password leaves the file."""

from __future__ import annotations

import argparse
import stat
from itertools import count
from pathlib import Path

import pytest

from fixtures import world as worlds
from fixtures.installed import World, run_in_thread
from gateway.config.dsn import parse_dsn
from gateway.database.database import DatabaseError, connect
from gateway.game.families import FAMILIES, UnknownFamily
from gateway.install import install, migrate
from gateway.install.config_file import InstalledConfig, read_config
from gateway.install.names import InstallError, Names
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin, new_schema

pytestmark = pytest.mark.database

VIEWED = ("mobius", "acis", "lucera")
DENIED = {1044, 1142, 1143, 1227, 1356, 1370}
_numbers = count(1)

# (role, statement, whether the rights allow it); {game} is the game's own schema.
RIGHTS: list[tuple[str, str, bool]] = [
    ("game", "SELECT name, level FROM characters LIMIT 1", True),
    ("game", "SELECT item_id FROM items LIMIT 1", True),
    ("game", "SELECT login FROM accounts LIMIT 1", False),
    ("game", "SELECT last_ip FROM account_activity LIMIT 1", False),
    ("game", "SELECT login FROM account_bans LIMIT 1", False),
    ("game", "SELECT * FROM {game}.characters LIMIT 1", False),
    ("game", "SELECT * FROM {game}.gameservers LIMIT 1", False),
    ("game", "SELECT * FROM {site}.profiles LIMIT 1", False),
    ("game", "UPDATE characters SET name = 'x' WHERE FALSE", False),
    ("game", "DELETE FROM items WHERE FALSE", False),
    ("game", "INSERT INTO items (object_id) VALUES (1)", False),
    ("game", "LOCK TABLES characters READ", False),
    ("game", "CREATE TEMPORARY TABLE t (id INT)", False),
    ("game", "DROP VIEW characters", False),
    ("game", "SELECT 1 INTO OUTFILE '/tmp/never-written'", False),
    ("auth", "SELECT login, password, access_level FROM accounts LIMIT 1", True),
    ("auth", "SELECT login, access_level, last_active, last_ip, created_at FROM account_activity LIMIT 1", True),
    ("auth", "SELECT login, until FROM account_bans LIMIT 1", True),
    ("auth", "INSERT INTO new_accounts (login, password, last_active) VALUES ('newcomer', 'hash', 1)", True),
    ("auth", "UPDATE player_accounts SET password = 'other' WHERE login = 'newcomer'", True),
    ("auth", "SELECT login FROM new_accounts", False),
    ("auth", "UPDATE new_accounts SET password = 'other' WHERE login = 'newcomer'", False),
    ("auth", "INSERT INTO player_accounts (login, password) VALUES ('b', 'x')", False),
    ("auth", "INSERT INTO accounts (login, password) VALUES ('b', 'x')", False),
    ("auth", "UPDATE accounts SET password = 'x' WHERE login = 'newcomer'", False),
    ("auth", "REPLACE INTO new_accounts (login, password) VALUES ('newcomer', 'x')", False),
    (
        "auth",
        "INSERT INTO new_accounts (login, password) VALUES ('newcomer', 'x') ON DUPLICATE KEY UPDATE login = 'b'",
        False,
    ),
    ("auth", "UPDATE player_accounts SET login = 'b' WHERE login = 'newcomer'", False),
    ("auth", "DELETE FROM player_accounts WHERE login = 'newcomer'", False),
    ("auth", "UPDATE account_activity SET access_level = 100 WHERE login = 'newcomer'", False),
    ("auth", "SELECT name FROM characters LIMIT 1", False),
    ("auth", "SELECT * FROM {game}.accounts LIMIT 1", False),
    (
        "site",
        "INSERT INTO security_log (login, action, ip_address, at, success) VALUES ('a', 'login', '::1', 1, 1)",
        True,
    ),
    ("site", "SELECT action FROM security_log LIMIT 1", True),
    ("site", "UPDATE security_log SET success = 0", False),
    ("site", "DELETE FROM security_log", False),
    ("site", "INSERT INTO status_samples VALUES (1, 1, 5)", True),
    ("site", "UPDATE status_samples SET online_players = 6 WHERE at = 1", True),
    ("site", "DELETE FROM status_samples WHERE at = 1", True),
    ("site", "DELETE FROM schema_migrations", False),
    ("site", "UPDATE installation SET value = 'acis'", False),
    ("site", "CREATE TABLE more (id INT)", False),
    ("site", "SELECT name FROM {views}.characters LIMIT 1", False),
]


@pytest.mark.parametrize("family", VIEWED)
async def test_each_user_may_do_what_it_must_and_no_more(world: WorldFactory, family: str) -> None:
    here = world(family, seed=70)
    wrong: list[str] = []
    for role, statement, allowed in RIGHTS:
        if await _may(here, role, statement) != allowed:
            wrong.append(f"{role} {'may not' if allowed else 'may'}: {statement}")
    assert not wrong


@pytest.mark.parametrize("family", VIEWED)
async def test_the_address_can_be_written_where_the_family_has_one(world: WorldFactory, family: str) -> None:
    here = world(family, seed=70)
    statement = "INSERT INTO new_accounts (login, password, email) VALUES ('addressed', 'hash', 'a@example.org')"
    if FAMILIES[family].has_email:
        assert await _may(here, "auth", statement)
        assert await _may(here, "auth", "UPDATE player_accounts SET email = 'b@example.org' WHERE login = 'addressed'")
    else:
        assert not await _may(here, "auth", statement, unknown_column=True)


async def test_the_owner_of_the_views_cannot_log_in(mariadb: Server, world: WorldFactory) -> None:
    here = world("mobius", seed=70)
    async with admin(mariadb) as root:
        prefix = here.schemas.views.removesuffix("_views")
        await root.execute(f"ALTER USER '{prefix}_owner'@'localhost' IDENTIFIED BY 'Known-1x'")
    with pytest.raises(DatabaseError, match=r"lock|denied"):
        await connect(parse_dsn(mariadb.dsn("", f"{prefix}_owner", "Known-1x")))


async def test_a_second_run_keeps_passwords_rights_and_data(mariadb: Server, world: WorldFactory) -> None:
    schema = await _tables(mariadb, "acis")
    options = {"game_schema": schema, "views_schema": f"{schema}_views", "site_schema": f"{schema}_site"}
    first = install.apply(mariadb.dsn(), **options)
    site = await connect(parse_dsn(first.site_dsn))
    await site.execute("INSERT INTO status_samples VALUES (1, 1, 5)")
    grants = await _grants(first)
    second = install.apply(mariadb.dsn(), **options, previous=first)
    assert second == first
    assert await _grants(second) == grants
    assert (await site.execute("SELECT online_players FROM status_samples")).rows == ((5,),)
    site.close()
    third = install.apply(mariadb.dsn(), **options)
    assert third.passwords().keys() == first.passwords().keys()
    assert all(third.passwords()[user] != password for user, password in first.passwords().items())
    with pytest.raises(DatabaseError):
        await connect(parse_dsn(first.game_dsn))
    (await connect(parse_dsn(third.game_dsn))).close()


async def test_an_optional_column_is_seen_where_it_is(mariadb: Server) -> None:
    schema = await _tables(mariadb, "mobius")
    options = {"game_schema": schema, "views_schema": f"{schema}_views", "site_schema": f"{schema}_site"}
    config = install.apply(mariadb.dsn(), **options)
    async with admin(mariadb, schema) as root:
        await root.execute("INSERT INTO characters (charId, char_name) VALUES (268435456, 'Anna')")
        assert await _deaths(config) == (None,)
        await root.execute("ALTER TABLE characters ADD deaths INT NOT NULL DEFAULT 12")
    config = install.apply(mariadb.dsn(), **options, previous=config)
    assert await _deaths(config) == (12,)


async def _deaths(config: InstalledConfig) -> object:
    connection = await connect(parse_dsn(config.game_dsn))
    try:
        return (await connection.execute("SELECT deaths FROM characters")).rows[0]
    finally:
        connection.close()


async def test_accounts_may_lie_in_another_schema(mariadb: Server) -> None:
    game, login = await _tables(mariadb, "acis"), await new_schema(mariadb)
    async with admin(mariadb, game) as root:
        await root.execute(f"RENAME TABLE {game}.accounts TO {login}.accounts")
        await root.execute(f"INSERT INTO {login}.accounts (login, password) VALUES ('demo', 'x')")
    config = install.apply(
        mariadb.dsn(), game_schema=game, login_schema=login, views_schema=f"{game}_views", site_schema=f"{game}_site"
    )
    auth = await connect(parse_dsn(config.auth_dsn))
    assert (await auth.execute("SELECT login FROM accounts")).rows == (("demo",),)
    auth.close()


async def test_the_handover_user_is_made_only_when_asked_for(mariadb: Server) -> None:
    schema = await _tables(mariadb, "mobius")
    options = {"game_schema": schema, "views_schema": f"{schema}_views", "site_schema": f"{schema}_site"}
    assert install.apply(mariadb.dsn(), **options).handover_dsn == ""
    config = install.apply(mariadb.dsn(), **options, handover=True)
    connection = await connect(parse_dsn(config.handover_dsn))
    await connection.execute("SELECT receiver FROM custom_mail")
    with pytest.raises(DatabaseError):
        await connection.execute("SELECT charId FROM characters")
    with pytest.raises(DatabaseError):
        await connection.execute("DELETE FROM custom_mail")
    connection.close()


async def test_a_family_without_such_a_table_cannot_hand_over(mariadb: Server) -> None:
    schema = await _tables(mariadb, "acis")
    with pytest.raises(InstallError, match="no table through which"):
        install.apply(mariadb.dsn(), game_schema=schema, views_schema="v", site_schema="s", handover=True)


async def test_tables_of_no_known_family_are_refused_by_name(mariadb: Server) -> None:
    schema = await new_schema(mariadb, "CREATE TABLE wp_posts (id INT)")
    with pytest.raises(UnknownFamily, match="found wp_posts"):
        install.apply(mariadb.dsn(), game_schema=schema, views_schema="v", site_schema="s")
    with pytest.raises(InstallError, match="no schema `nowhere` with tables"):
        install.apply(mariadb.dsn(), game_schema="nowhere", views_schema="v", site_schema="s")


@pytest.mark.parametrize("name", ["", "a`b", "a b", "a.b", "a'b", "x" * 65, "ü", "a;b"])
def test_a_name_that_is_none_never_reaches_the_script(name: str) -> None:
    with pytest.raises(InstallError):
        Names(game=name, login="l")
    with pytest.raises(InstallError):
        Names(game="g", login="l", user_prefix=name)


@pytest.mark.parametrize("schemas", [{"views": "game"}, {"site": "game"}, {"views": "same", "site": "same"}])
def test_our_schemas_are_never_the_games(schemas: dict[str, str]) -> None:
    with pytest.raises(InstallError, match="a schema of its own"):
        Names(game="game", login="game", **schemas)


async def _tables(server: Server, family: str) -> str:
    """An empty game of that family; the name of its schema."""
    schema = f"install{next(_numbers)}"
    async with admin(server) as root:
        await root.execute(f"CREATE SCHEMA {schema}")
    run_in_thread(lambda: worlds.fill(server.dsn(schema), family, 10, 1))
    async with admin(server, schema) as root:
        for table in ("characters", "accounts"):
            await root.execute(f"DELETE FROM {table}")
    return schema


async def _may(here: World, role: str, statement: str, *, unknown_column: bool = False) -> bool:
    connection = await connect(parse_dsn(here.environment[f"GATEWAY_DATABASE_{role.upper()}_DSN"]))
    places = {"game": here.schema, "views": here.schemas.views, "site": here.schemas.site}
    try:
        await connection.execute(statement.format_map(places))
    except DatabaseError as error:
        if error.code not in DENIED and not (unknown_column and error.code == 1054):
            raise
        return False
    else:
        return True
    finally:
        connection.close()


async def _grants(config: InstalledConfig) -> list[str]:
    grants: list[str] = []
    for dsn in (config.game_dsn, config.auth_dsn, config.site_dsn):
        connection = await connect(parse_dsn(dsn))
        grants += sorted(str(row[0]) for row in (await connection.execute("SHOW GRANTS")).rows)
        connection.close()
    return grants


def _arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    install.add_arguments(parser)
    return parser.parse_args(words)


async def test_the_command_prints_applies_and_tells_no_password(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schema, path = await _tables(mariadb, "lucera"), tmp_path / "gateway.toml"
    words = [f"--admin-dsn={mariadb.dsn(schema)}", f"--views-schema={schema}_views", f"--site-schema={schema}_site"]
    words.append(f"--write-config={path}")
    assert run_in_thread(lambda: install.run(_arguments(*words))) == 0
    printed = capsys.readouterr().out
    assert "CREATE OR REPLACE ALGORITHM = MERGE" in printed
    assert f"GRANT SELECT ON `{schema}_views`.characters TO '{schema}_read'@" in printed
    assert not path.exists()
    assert run_in_thread(lambda: install.run(_arguments(*words, "--apply"))) == 0
    config = read_config(path)
    assert config is not None
    assert config.family == "lucera"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    printed += capsys.readouterr().out
    assert not [password for password in config.passwords().values() if password in printed]
    assert run_in_thread(lambda: install.run(_arguments(*words, "--apply"))) == 0
    assert read_config(path) == config
    assert run_in_thread(lambda: install.run(_arguments(*words, "--apply", "--rotate"))) == 0
    assert read_config(path) != config


def test_without_an_administrator_nothing_begins(capsys: pytest.CaptureFixture[str]) -> None:
    assert install.run(_arguments("--admin-dsn=")) == 1
    assert "--admin-dsn, or GATEWAY_ADMIN_DSN" in capsys.readouterr().err
    parser = argparse.ArgumentParser()
    migrate.add_arguments(parser)
    assert migrate.run(parser.parse_args(["--admin-dsn="])) == 1

"""Install: the rights of each user, a second run that changes nothing, and passwords in the file alone."""

import stat
from collections.abc import Collection, Iterable
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from fixtures.admin import execute
from fixtures.installed import World
from gateway import cli
from gateway.config.dsn import parse_dsn
from gateway.database.database import DatabaseError, connect
from gateway.game.families import UnknownFamily
from gateway.install import install
from gateway.install.config_file import InstalledConfig, TokenSecrets, token_secrets
from gateway.install.names import InstallError, Names
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin, new_schema
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database

ACCESS_ERRORS = {1044, 1142, 1143, 1227, 1356, 1370}
NO_COLUMN = {1054, 1143}  # MariaDB 10.11.19 denies a column that does not exist
INSTALLED = InstalledConfig(family="acis", game_dsn="", auth_dsn="", site_dsn="", token_secret="a" * 64)

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
    ("site", "INSERT INTO status_samples (at, online, online_players) VALUES (1, 1, 5)", True),
    ("site", "UPDATE status_samples SET online_players = 6 WHERE at = 1", True),
    ("site", "DELETE FROM status_samples WHERE at = 1", True),
    ("site", "DELETE FROM schema_migrations", False),
    ("site", "UPDATE installation SET value = 'acis'", False),
    ("site", "CREATE TABLE more (id INT)", False),
    ("site", "SELECT name FROM {views}.characters LIMIT 1", False),
]


async def test_install_gives_each_user_its_rights_and_no_others(world: WorldFactory) -> None:
    game = world("acis", 60, seed=70)
    for role in ("game", "auth", "site"):
        rights = {statement: allowed for user, statement, allowed in RIGHTS if user == role}
        assert await _is_allowed(game, role, rights) == rights


@pytest.mark.parametrize(("family", "allowed"), [("mobius", True), ("acis", False)])
async def test_install_lets_auth_write_the_email_where_the_family_has_one(
    world: WorldFactory, family: str, allowed: bool
) -> None:
    statements = (
        "INSERT INTO new_accounts (login, password, email) VALUES ('addressed', 'hash', 'a@example.org')",
        "UPDATE player_accounts SET email = 'b@example.org' WHERE login = 'addressed'",
    )
    results = await _is_allowed(world(family, 60, seed=70), "auth", statements, NO_COLUMN)
    assert results == dict.fromkeys(statements, allowed)


async def test_install_locks_the_owner_of_the_views(mariadb: Server, world: WorldFactory) -> None:
    game = world("mobius", 60, seed=70)
    async with admin(mariadb) as root:
        prefix = game.schemas.views.removesuffix("_views")
        await root.execute(f"ALTER USER '{prefix}_owner'@'localhost' IDENTIFIED BY 'Known-1x'")
    with pytest.raises(DatabaseError, match=r"lock|denied"):
        await connect(parse_dsn(mariadb.dsn("", f"{prefix}_owner", "Known-1x")))


@pytest.fixture(scope="module")
def acis(mariadb: Server, tmp_path_factory: pytest.TempPathFactory) -> InstalledGame:
    return InstalledGame(mariadb, tmp_path_factory.mktemp("acis"))


async def test_install_prints_applies_and_keeps_everything_in_a_second_run(
    acis: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert acis.install() == 0
    output = capsys.readouterr().out
    assert "CREATE OR REPLACE ALGORITHM = MERGE" in output
    assert f"GRANT SELECT ON `{acis.name}_views`.characters TO '{acis.name}_read'@" in output
    assert not acis.file.exists()
    assert acis.install("--apply") == 0
    assert stat.S_IMODE(acis.file.stat().st_mode) == 0o600
    config, grants = acis.config, await acis.grants()
    assert config.family == "acis"
    await acis.site("INSERT INTO status_samples (at, online, online_players) VALUES (1, 1, 5)")
    assert acis.run("install", "--apply") == 0  # the names come from the file
    assert (acis.config, await acis.grants()) == (config, grants)
    assert await acis.site("SELECT online_players FROM status_samples") == [(5,)]
    output += capsys.readouterr().out
    assert not [secret for secret in (*config.passwords().values(), config.token_secret) if secret in output]


async def test_install_rotates_the_secret_alone_or_everything(acis: InstalledGame) -> None:
    assert acis.install("--apply") == 0
    old_config = acis.config
    assert acis.run("install", "--apply", "--rotate-secret") == 0
    accepting_config = acis.config
    assert (accepting_config.token_secret, accepting_config.token_secret_previous) == (old_config.token_secret, "")
    assert acis.run("install", "--apply", "--rotate-secret") == 0
    new_config = acis.config
    assert new_config.passwords() == old_config.passwords()
    assert new_config.token_secret == accepting_config.token_secret_next != old_config.token_secret
    assert (new_config.token_secret_previous, new_config.token_secret_next) == (old_config.token_secret, "")
    assert acis.run("install", "--apply", "--rotate") == 0
    last_config = acis.config
    assert last_config.passwords().keys() == old_config.passwords().keys()
    assert last_config.token_secret_previous == new_config.token_secret
    with pytest.raises(DatabaseError):
        await connect(parse_dsn(old_config.game_dsn))
    (await connect(parse_dsn(last_config.game_dsn))).close()


def test_token_secret_is_made_once_and_replaced_on_request() -> None:
    first = token_secrets(None)
    assert (len(first.current) >= 64, first.previous, first.next) == (True, "", "")
    assert token_secrets(INSTALLED) == TokenSecrets("a" * 64)
    new = token_secrets(INSTALLED, at_once=True)
    assert new.current not in {"a" * 64, first.current}
    assert (new.previous, new.next) == ("a" * 64, "")


def test_rotation_of_the_token_secret_has_no_instance_that_refuses_a_token_of_another() -> None:
    states = [INSTALLED]
    for rotate in (True, False, True, True, True):
        secrets = token_secrets(states[-1], rotate=rotate)
        fields = {"token_secret": secrets.current, "token_secret_previous": secrets.previous}
        states.append(msgspec.structs.replace(INSTALLED, **fields, token_secret_next=secrets.next))
    assert len({state.token_secret for state in states}) == 3
    for state, next_state in pairwise(states):
        for signing, reading in ((state, next_state), (next_state, state)):
            secrets = {reading.token_secret, reading.token_secret_previous, reading.token_secret_next}
            assert signing.token_secret in secrets


async def test_install_takes_up_an_optional_column_and_an_index_that_were_added(
    mariadb: Server, tmp_path: Path
) -> None:
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    statements = (
        "ALTER TABLE characters ADD deaths INT NOT NULL DEFAULT 12",
        "ALTER TABLE items ADD KEY o (owner_id, item_id)",
    )
    previous_values = await _deaths_and_index(game)
    await game.admin(*statements)
    assert game.run("install", "--apply") == 0
    assert (previous_values, await _deaths_and_index(game)) == ((None, "no"), (12, "yes"))


async def _deaths_and_index(game: InstalledGame) -> tuple[object, object]:
    ((deaths,),) = await game.admin(f"SELECT deaths FROM {game.name}_views.characters LIMIT 1")
    ((index,),) = await game.site("SELECT value FROM installation WHERE name = 'items_owner_index'")
    return deaths, index


async def test_install_finds_accounts_in_another_schema_again(mariadb: Server, tmp_path: Path) -> None:
    game, login = InstalledGame(mariadb, tmp_path), await new_schema(mariadb)
    await game.admin(f"RENAME TABLE accounts TO {login}.accounts")
    assert game.install("--apply", f"--login-schema={login}") == 0
    assert game.run("install", "--apply") == 0
    auth = await connect(parse_dsn(game.config.auth_dsn))
    assert ("demo",) in (await auth.execute("SELECT login FROM accounts")).rows
    auth.close()
    assert game.uninstall(f"--login-schema={login}") == 0


async def test_install_names_schemas_with_accounts_and_a_login_server_s_first(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, login = InstalledGame(mariadb, tmp_path), "zz_login_server"
    await execute(mariadb.dsn(), f"CREATE SCHEMA {login}")
    await game.admin(f"RENAME TABLE accounts TO {login}.accounts")
    assert game.install("--apply") == 1
    schemas = capsys.readouterr().err.partition("has such a table in ")[2].split(", ")
    assert login in schemas
    assert f"{game.name}_views" not in schemas


async def test_install_uses_names_of_tables_as_the_server_has_them(mariadb: Server, tmp_path: Path) -> None:
    game = InstalledGame(mariadb, tmp_path)
    await game.admin("RENAME TABLE characters TO Characters, accounts TO ACCOUNTS, items TO Items")
    assert game.install("--apply") == 0
    reader = await connect(parse_dsn(game.config.game_dsn))
    assert (await reader.execute("SELECT COUNT(*) FROM characters")).rows == ((10,),)
    reader.close()


async def test_install_makes_the_handover_user_only_on_request(mariadb: Server, tmp_path: Path) -> None:
    game = InstalledGame(mariadb, tmp_path, "mobius")
    assert game.install("--apply") == 0
    assert game.config.handover_dsn == ""
    assert game.run("install", "--apply", "--handover") == 0
    connection = await connect(parse_dsn(game.config.handover_dsn))
    await connection.execute("SELECT receiver FROM custom_mail")
    for statement in ("SELECT charId FROM characters", "DELETE FROM custom_mail"):
        with pytest.raises(DatabaseError):
            await connection.execute(statement)
    connection.close()


def test_install_without_a_handover_table_names_the_family(acis: InstalledGame) -> None:
    with pytest.raises(InstallError, match="no table through which"):
        install.apply(acis.server.dsn(), **acis.options, handover=True, rotate=True)


async def test_install_on_tables_of_no_known_family_lists_them(mariadb: Server) -> None:
    schema = await new_schema(mariadb, "CREATE TABLE wp_posts (id INT)")
    with pytest.raises(UnknownFamily, match="found wp_posts"):
        install.apply(mariadb.dsn(), game_schema=schema, views_schema="v", site_schema="s")
    with pytest.raises(InstallError, match="no schema `nowhere` with tables"):
        install.apply(mariadb.dsn(), game_schema="nowhere", views_schema="v", site_schema="s")


@pytest.mark.parametrize("name", ["", "a`b", "a b", "a.b", "a'b", "x" * 65, "ü", "a;b"])
def test_names_that_are_invalid_are_refused(name: str) -> None:
    with pytest.raises(InstallError):
        Names(game=name, login="l")
    with pytest.raises(InstallError):
        Names(game="g", login="l", user_prefix=name)


@pytest.mark.parametrize("schemas", [{"views": "game"}, {"site": "game"}, {"views": "same", "site": "same"}])
def test_names_of_our_schemas_must_differ_from_the_game_s(schemas: dict[str, str]) -> None:
    with pytest.raises(InstallError, match="a schema of its own"):
        Names(game="game", login="game", **schemas)


async def _is_allowed(
    game: World, role: str, statements: Iterable[str], refusals: Collection[int] = ACCESS_ERRORS
) -> dict[str, bool]:
    """Statement → True, or False if the server answers with one of these errors."""
    places = {"game": game.schema, "views": game.schemas.views, "site": game.schemas.site}
    connection = await connect(parse_dsn(game.environment[f"GATEWAY_DATABASE_{role.upper()}_DSN"]))
    allowed: dict[str, bool] = {}
    for statement in statements:
        try:
            await connection.execute(statement.format_map(places))
        except DatabaseError as error:
            if error.code not in refusals:
                raise
            allowed[statement] = False
        else:
            allowed[statement] = True
    connection.close()
    return allowed


def test_install_and_upgrade_without_an_administrator_name_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("install", "upgrade", "uninstall"):
        assert cli.main([command, "--admin-dsn="]) == 2
        assert "--admin-dsn, or GATEWAY_ADMIN_DSN" in capsys.readouterr().err


def test_serve_without_a_usable_secret_names_install(
    world: WorldFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in world("mobius").environment.items():
        monkeypatch.setenv(name, value)
    for secret in ("", "s" * 31):
        monkeypatch.setenv("GATEWAY_ACCOUNTS_TOKEN_SECRET", secret)
        assert cli.main(["serve"]) == 2
        message = capsys.readouterr().err
        assert "accounts.token_secret" in message
        assert "gateway install" in message
        assert not secret or secret not in message

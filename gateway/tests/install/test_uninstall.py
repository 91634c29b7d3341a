"""The script of install can be run by hand; uninstall removes what install made; neither changes anything else."""

import re
from itertools import count
from pathlib import Path

import pytest

from fixtures.installed import run_in_thread
from gateway import cli
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.database import privileges
from gateway.database.database import Connection, DatabaseError, connect
from gateway.install import install
from gateway.install.names import InstallError
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database

_numbers = count(1)


@pytest.fixture(scope="module")
def game(mariadb: Server, tmp_path_factory: pytest.TempPathFactory) -> InstalledGame:
    return InstalledGame(mariadb, tmp_path_factory.mktemp("uninstall"))


def split_script(script: str) -> list[str]:
    """A script as the client on the command line reads it."""
    parsed_statements: list[str] = []
    delimiter, statement = ";", ""
    for line in script.splitlines():
        if line.startswith("--"):
            continue
        if line.startswith("DELIMITER "):
            delimiter = line.split()[1]
            continue
        statement += f"{line}\n"
        if statement.rstrip().endswith(delimiter):
            parsed_statements.append(statement.strip().removesuffix(delimiter))
            statement = ""
    assert not statement.strip()
    return parsed_statements


async def run_by_hand(root: Connection, script: str) -> None:
    for statement in split_script(script):
        await root.execute(statement)


async def test_script_run_by_hand_is_an_installation(
    game: InstalledGame, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert game.install() == 0
    script = capsys.readouterr().out
    assert script.index("A schema for the views") < script.index("The views of the game's tables")
    assert script.index("Tables: baseline of core") < script.index("The rights on these tables")
    async with admin(game.server) as root:
        with pytest.raises(DatabaseError, match="syntax"):  # no server accepts a placeholder as a password
            await run_by_hand(root, script)
        script_with_passwords = re.sub(r"<password of (\w+)>", r"'\1-Pass-1x'", script)
        await run_by_hand(root, script_with_passwords)
        await run_by_hand(root, script_with_passwords)
    lines = script.split("gateway.toml, mode 0600:")[1].splitlines()
    toml = "\n".join(line.removeprefix("--").strip() for line in lines)
    path = tmp_path / "gateway.toml"
    toml = re.sub(r"<password of (\w+)>", r"\1-Pass-1x", toml).replace("<openssl rand -base64 32>", "A" * 43 + "=")
    path.write_text(toml.replace("<48", "48 " * 20 + "<"))
    report = await privileges.examine(settings.load(path, {}))
    assert report.is_ok, report
    assert game.install() == 0
    second_script = capsys.readouterr().out
    assert "CREATE TABLE" not in second_script
    assert "PROCEDURE IF EXISTS" not in second_script


async def test_uninstall_keeps_the_players_data(game: InstalledGame, capsys: pytest.CaptureFixture[str]) -> None:
    assert game.install("--apply", "--rotate") == 0
    reader = parse_dsn(game.config.game_dsn)
    await game.site("INSERT INTO wallets VALUES ('player:rich', 'player', 'rich', 700, 1)")
    capsys.readouterr()
    assert game.run("uninstall") == 0
    script = capsys.readouterr().out.replace("\n-- ", " ")
    assert f"DROP SCHEMA IF EXISTS `{game.name}_views`;" in script
    assert f"for the installation of `{game.name}`" in script
    assert "with every player's coins, stays" in script
    assert len(await game.schemas()) == 2
    await game.site("INSERT INTO installation VALUES ('game_user', 'l2j@localhost')")
    assert game.uninstall() == 0
    output = capsys.readouterr().out
    assert "kept" in output
    assert "install again with --game-user l2j@localhost" in output
    assert (await game.schemas(), await game.grants()) == ([f"{game.name}_site"], [])
    with pytest.raises(DatabaseError):
        await connect(reader)
    assert await game.admin("SELECT COUNT(*) FROM characters") == [(10,)]
    assert game.uninstall() == 0
    assert game.run("install", "--apply") == 0
    assert await game.site("SELECT balance FROM wallets WHERE owner = 'rich'") == [(700,)]


async def test_uninstall_by_hand_does_the_same(game: InstalledGame, capsys: pytest.CaptureFixture[str]) -> None:
    assert game.install("--apply", "--rotate") == 0
    capsys.readouterr()
    assert game.run("uninstall") == 0
    async with admin(game.server) as root:
        await run_by_hand(root, capsys.readouterr().out)
    assert (await game.schemas(), await game.grants()) == ([f"{game.name}_site"], [])


async def test_uninstall_without_the_right_name_changes_nothing(
    game: InstalledGame, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert game.install("--apply", "--rotate") == 0
    previous_grants = await game.grants()
    monkeypatch.setattr("sys.stdin", open("/dev/null"))  # noqa: ASYNC230, PTH123, SIM115
    for words, message in (
        (["--apply"], f"--apply needs --confirm {game.name}"),
        (["--apply", "--confirm=other"], f"installation of `{game.name}`, not of 'other'"),
        (["--apply", f"--confirm={game.name}", "--with-data=yes"], f"is `{game.name}_site`; write its name"),
        (["--login-schema=mysql"], f"serves the login schema `{game.name}`, not `mysql`"),
    ):
        assert game.run("uninstall", *words) == 1
        assert message in capsys.readouterr().err
    assert await game.grants() == previous_grants


async def test_uninstall_deletes_data_only_if_nothing_else_is_there(
    game: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert game.install("--apply", "--rotate") == 0
    await game.site("CREATE TABLE forum (id INT)")
    data = f"--with-data={game.name}_site"
    assert game.uninstall(data) == 1
    assert "also contains forum" in capsys.readouterr().err
    await game.site("DROP TABLE forum")
    assert game.uninstall(data) == 0
    assert (await game.schemas(), await game.grants()) == ([], [])
    capsys.readouterr()
    assert game.uninstall() == 0
    assert "nothing is installed here" in capsys.readouterr().out


# (what exists before, the message); {name} is the installation's.
FOREIGN: list[tuple[str, tuple[str, ...], str]] = [
    ("a table among the views", ("CREATE TABLE {name}_views.news (id INT)",), "`{name}_views` has tables that .*news"),
    (
        "a view of our name",
        ("CREATE VIEW {name}_views.items AS SELECT 1 AS one",),
        "`{name}_views` has tables that `gateway install` did not make .items.*--views-schema",
    ),
    ("a table in the site's place", ("CREATE TABLE {name}_site.news (id INT)",), "has tables that .*--site-schema"),
    (
        "migrations of something else",
        ("CREATE TABLE {name}_site.schema_migrations (version VARCHAR(20))",),
        "`{name}_site` has tables that",
    ),
    (
        "a user with rights on the game",
        ("CREATE USER {read} IDENTIFIED BY 'Some-1-Pass'", "GRANT SELECT ON {name}.characters TO {read}"),
        "the user {name}_read@.* exists .* has GRANT SELECT ON .*--user-prefix",
    ),
    (
        "a user with rights on everything",
        ("CREATE USER {site} IDENTIFIED BY 'Some-1-Pass'", "GRANT PROCESS ON *.* TO {site}"),
        "the user {name}_site@.* has GRANT PROCESS",
    ),
    ("an owner who may log in", ("CREATE USER {owner} IDENTIFIED BY 'Some-1-Pass'",), "it is not locked"),
]


@pytest.mark.parametrize(("statements", "message"), [row[1:] for row in FOREIGN], ids=[row[0] for row in FOREIGN])
async def test_install_and_uninstall_refuse_schemas_and_users_of_others(
    mariadb: Server, statements: tuple[str, ...], message: str
) -> None:
    name = f"alien{next(_numbers)}"
    host = "localhost" if parse_dsn(mariadb.dsn()).unix_socket else "127.0.0.1"
    names = {role: f"'{name}_{role}'@'{host}'" for role in ("read", "site")} | {"owner": f"'{name}_owner'@'localhost'"}
    options = {"game_schema": name, "views_schema": f"{name}_views", "site_schema": f"{name}_site"}
    async with admin(mariadb) as root:
        for schema in (name, f"{name}_views", f"{name}_site"):
            await root.execute(f"CREATE SCHEMA {schema}")
        await root.execute(f"CREATE TABLE {name}.characters (id INT)")
        await root.execute(f"CREATE TABLE {name}.accounts (id INT)")
        for statement in statements:
            await root.execute(statement.format(name=name, **names))
        previous_objects = await objects_named(root, name)
        with pytest.raises(InstallError, match=message.format(name=name)):
            install.apply(mariadb.dsn(), **options)
        words = [f"--admin-dsn={mariadb.dsn()}", f"--views-schema={name}_views", f"--site-schema={name}_site"]
        assert run_in_thread(lambda: cli.main(["uninstall", *words, "--apply"])) == 1
        assert await objects_named(root, name) == previous_objects


async def objects_named(root: Connection, name: str) -> list[object]:
    """Tables, users and their rights of that name."""
    tables = await root.execute(
        "SELECT table_schema, table_name, create_time FROM information_schema.tables "
        f"WHERE table_schema LIKE '{name}%' ORDER BY 1, 2"
    )
    users = await root.execute(f"SELECT user, host FROM mysql.user WHERE user LIKE '{name}%' ORDER BY 1")
    rights = [(await root.execute(f"SHOW GRANTS FOR '{user}'@'{host}'")).rows for user, host in users.rows]
    return [*tables.rows, *users.rows, *rights]


async def test_install_that_was_interrupted_is_continued(mariadb: Server, tmp_path: Path) -> None:
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    # Users and views without any record of them.
    owner = f"'{game.name}_owner'@'localhost'"
    await game.admin(f"DROP SCHEMA {game.name}_site", f"REVOKE ALL PRIVILEGES, GRANT OPTION FROM {owner}")
    assert game.run("install", "--apply") == 0


async def test_uninstall_removes_views_that_a_patch_has_broken(mariadb: Server, tmp_path: Path) -> None:
    game = InstalledGame(mariadb, tmp_path)
    assert game.install("--apply") == 0
    await game.admin("RENAME TABLE characters TO heroes_of_old")
    assert game.run("install", "--apply") == 1
    assert game.uninstall() == 0
    assert await game.grants() == []

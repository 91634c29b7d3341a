"""The script of install may be run by hand; uninstall takes all of it away again; neither touches what is not ours."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from fixtures import world as worlds
from fixtures.installed import run_in_thread
from gateway import cli
from gateway.config import settings
from gateway.config.dsn import parse_dsn
from gateway.database import privileges
from gateway.database.database import Connection, DatabaseError, connect
from gateway.install import install
from gateway.install.names import InstallError
from gateway.install.options import default_host
from gateway.tests.support.databases import Server, admin

pytestmark = pytest.mark.database

_numbers = count(1)


class Place:
    """A small game of aCis and the names of its installation."""

    def __init__(self, server: Server, family: str = "acis") -> None:
        self.server = server
        self.game = f"gone{next(_numbers)}"
        run_in_thread(lambda: worlds.fill(server.dsn(self.game), family, 10, 1))

    @property
    def options(self) -> dict[str, Any]:
        return {"game_schema": self.game, "views_schema": f"{self.game}_views", "site_schema": f"{self.game}_site"}

    def words(self, *more: str) -> list[str]:
        return [f"--admin-dsn={self.server.dsn()}", f"--site-schema={self.game}_site", *more]

    async def left(self) -> tuple[list[str], list[str]]:
        """Schemas and users that bear the name."""
        async with admin(self.server) as root:
            schemas = await root.execute(f"SHOW SCHEMAS LIKE '{self.game}\\_%'")
            users = await root.execute(f"SELECT user FROM mysql.user WHERE user LIKE '{self.game}\\_%' ORDER BY user")
        return [str(row[0]) for row in schemas.rows], [str(row[0]) for row in users.rows]


@pytest.fixture(scope="module")
def place(mariadb: Server) -> Place:
    return Place(mariadb)


def uninstall(place: Place, *words: str) -> int:
    return run_in_thread(lambda: cli.main(["uninstall", *place.words(*words)]))


def statements(script: str) -> list[str]:
    """A script as the client on the command line reads it."""
    found: list[str] = []
    mark, rest = ";", ""
    for line in script.splitlines():
        if line.startswith("--"):
            continue
        if line.startswith("DELIMITER "):
            mark = line.split()[1]
            continue
        rest += f"{line}\n"
        if rest.rstrip().endswith(mark):
            found.append(rest.strip().removesuffix(mark))
            rest = ""
    assert not rest.strip()
    return found


async def run_by_hand(root: Connection, script: str) -> None:
    for statement in statements(script):
        await root.execute(statement)


async def test_the_script_run_by_hand_is_an_installation(
    place: Place, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "gateway.toml"
    words = place.words(f"--game-schema={place.game}", f"--views-schema={place.game}_views", f"--write-config={path}")
    assert run_in_thread(lambda: cli.main(["install", *words])) == 0
    script = capsys.readouterr().out
    assert not path.exists()
    assert script.index("A schema for the views") < script.index("The views of the game's tables")
    assert script.index("Tables: 001_site") < script.index("The rights on these tables")
    async with admin(place.server) as root:
        with pytest.raises(DatabaseError, match="syntax"):  # a password that was forgotten is taken by no server
            await run_by_hand(root, script)
        filled = re.sub(r"<password of (\w+)>", r"'\1-Pass-1x'", script)
        await run_by_hand(root, filled)
        await run_by_hand(root, filled)  # what is there stays
    assert run_in_thread(lambda: cli.main(["migrate", *place.words()])) == 0
    assert "nothing to do" in capsys.readouterr().out
    lines = script.split("gateway.toml, mode 0600:")[1].splitlines()
    toml = "\n".join(line.removeprefix("--").strip() for line in lines)
    path.write_text(re.sub(r"<password of (\w+)>", r"\1-Pass-1x", toml).replace("<48", "48 " * 20 + "<"))
    report = await privileges.examine(settings.load(path, {}))
    assert report.well, report


async def test_a_script_for_the_next_run_makes_no_table_twice(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    install.apply(place.server.dsn(), **place.options)
    words = place.words(f"--game-schema={place.game}", f"--views-schema={place.game}_views")
    assert run_in_thread(lambda: cli.main(["install", *words, "--write-config=nowhere.toml"])) == 0
    script = capsys.readouterr().out
    assert "Tables:" not in script
    assert "CREATE TABLE" not in script


async def test_uninstall_leaves_the_players_data(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    config = install.apply(place.server.dsn(), **place.options)
    async with admin(place.server, f"{place.game}_site") as root:
        await root.execute("INSERT INTO wallets VALUES ('player:rich', 'player', 'rich', 700, 1)")
    assert uninstall(place) == 0
    script = capsys.readouterr().out
    assert f"DROP SCHEMA IF EXISTS `{place.game}_views`;" in script
    assert "with every player's coins, stays" in script.replace("\n-- ", " ")
    assert (await place.left())[1] != []
    assert uninstall(place, "--apply") == 0
    assert "kept" in capsys.readouterr().out
    assert await place.left() == ([f"{place.game}_site"], [])
    with pytest.raises(DatabaseError):
        await connect(parse_dsn(config.game_dsn))
    async with admin(place.server, place.game) as root:
        await root.execute("SELECT COUNT(*) FROM characters")
    assert uninstall(place, "--apply") == 0
    again = install.apply(place.server.dsn(), **place.options)
    site = await connect(parse_dsn(again.site_dsn))
    assert (await site.execute("SELECT balance FROM wallets WHERE owner = 'rich'")).rows == ((700,),)
    site.close()


async def test_uninstall_by_hand_does_the_same(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    install.apply(place.server.dsn(), **place.options)
    assert uninstall(place) == 0
    async with admin(place.server) as root:
        await run_by_hand(root, capsys.readouterr().out)
    assert await place.left() == ([f"{place.game}_site"], [])


async def test_data_go_only_where_their_name_was_written(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    install.apply(place.server.dsn(), **place.options)
    assert uninstall(place, "--apply", "--with-data=yes") == 1
    assert f"is `{place.game}_site`; write its name" in capsys.readouterr().err
    async with admin(place.server, f"{place.game}_site") as root:
        await root.execute("CREATE TABLE forum (id INT)")
    assert uninstall(place, "--apply", f"--with-data={place.game}_site") == 1
    assert "also contains forum" in capsys.readouterr().err
    assert len((await place.left())[1]) == 4
    async with admin(place.server, f"{place.game}_site") as root:
        await root.execute("DROP TABLE forum")
    assert uninstall(place, "--apply", f"--with-data={place.game}_site") == 0
    assert await place.left() == ([], [])
    capsys.readouterr()
    assert uninstall(place, "--apply", f"--views-schema={place.game}_views") == 0
    assert "nothing is installed here" in capsys.readouterr().out


# (what somebody else has made, what is said of it); {name} is the installation's.
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


@pytest.mark.parametrize(("made", "said"), [row[1:] for row in FOREIGN], ids=[row[0] for row in FOREIGN])
async def test_what_is_not_ours_is_not_touched(mariadb: Server, place: Place, made: tuple[str, ...], said: str) -> None:
    name = f"alien{next(_numbers)}"
    host = default_host(parse_dsn(mariadb.dsn()))
    names = {role: f"'{name}_{role}'@'{host}'" for role in ("read", "site")} | {"owner": f"'{name}_owner'@'localhost'"}
    options = {"game_schema": place.game, "views_schema": f"{name}_views", "site_schema": f"{name}_site"}
    async with admin(mariadb) as root:
        for schema in ("views", "site"):
            await root.execute(f"CREATE SCHEMA {name}_{schema}")
        await root.execute(f"CREATE SCHEMA {name}")
        await root.execute(f"CREATE TABLE {name}.characters (id INT)")
        for statement in made:
            await root.execute(statement.format(name=name, **names))
        before = await _everything(root, name)
        with pytest.raises(InstallError, match=said.format(name=name)):
            install.apply(mariadb.dsn(), **options)
        words = [f"--admin-dsn={mariadb.dsn()}", f"--views-schema={name}_views", f"--site-schema={name}_site"]
        assert run_in_thread(lambda: cli.main(["uninstall", *words, "--apply"])) == 1
        assert await _everything(root, name) == before


async def _everything(root: Connection, name: str) -> list[object]:
    """Tables, users and their rights of that name."""
    tables = await root.execute(
        "SELECT table_schema, table_name, create_time FROM information_schema.tables "
        f"WHERE table_schema LIKE '{name}%' ORDER BY 1, 2"
    )
    users = await root.execute(f"SELECT user, host FROM mysql.user WHERE user LIKE '{name}%' ORDER BY 1")
    rights = [(await root.execute(f"SHOW GRANTS FOR '{user}'@'{host}'")).rows for user, host in users.rows]
    return [*tables.rows, *users.rows, *rights]


async def test_what_was_cut_short_is_ours(mariadb: Server, place: Place) -> None:
    name = f"alien{next(_numbers)}"
    options = {"game_schema": place.game, "views_schema": f"{name}_views", "site_schema": f"{name}_site"}
    install.apply(mariadb.dsn(), **options)
    async with admin(mariadb) as root:
        await root.execute(f"DROP SCHEMA {name}_site")  # users and views without any record of them
        await root.execute(f"REVOKE ALL PRIVILEGES, GRANT OPTION FROM '{name}_owner'@'localhost'")
    install.apply(mariadb.dsn(), **options)


async def test_views_that_a_patch_has_broken_are_still_ours(mariadb: Server) -> None:
    place = Place(mariadb)
    install.apply(mariadb.dsn(), **place.options)
    async with admin(mariadb, place.game) as root:
        await root.execute("RENAME TABLE heroes TO champions")
    with suppress(InstallError):  # the family's file may not do without that table
        install.apply(mariadb.dsn(), **place.options)
    assert uninstall(place, "--apply") == 0
    assert (await place.left())[1] == []

"""Identity of an installation: commands run twice, from any folder, and never change that of another game."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from fixtures.admin import Rows, execute
from fixtures.installed import run_in_thread
from fixtures.servers import MariaDB
from gateway import cli
from gateway.config.dsn import parse_dsn
from gateway.config.settings import CONFIG
from gateway.database.database import Session, connect
from gateway.install.identity import Installation, check_identity, source_of
from gateway.install.names import InstallError, Names
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def game(mariadb: Server, tmp_path_factory: pytest.TempPathFactory) -> InstalledGame:
    game = InstalledGame(mariadb, tmp_path_factory.mktemp("first"))
    assert game.install("--apply") == 0
    return game


async def read_state(game: InstalledGame) -> tuple[list[str], Rows, str]:
    """Rights, records, and the schema that the views read."""
    async with admin(game.server) as root:
        source = await source_of(Session("admin", root, max_rows=10, on_query=None), "game", f"{game.name}_views")
    return await game.grants(), sorted(await game.site("SELECT name, value FROM installation")), source


async def test_install_for_a_second_game_is_refused_with_the_options_to_use(
    game: InstalledGame, mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second, previous_state = InstalledGame(mariadb, tmp_path), await read_state(game)
    options = f"--views-schema {second.name}_views --site-schema {second.name}_site"
    for extra_options in ((), (f"--views-schema={second.name}_views",), (f"--site-schema={second.name}_site",)):
        schema_options = [f"--views-schema={game.name}_views", f"--site-schema={game.name}_site", *extra_options]
        assert second.run("install", "--apply", *schema_options) == 1
        message = capsys.readouterr().err
        assert "serves the" in message
        assert options in message
    assert await read_state(game) == previous_state
    assert second.install("--apply") == 0
    assert await read_state(game) == previous_state
    assert second.run("upgrade") == second.uninstall() == 0
    assert await read_state(game) == previous_state


async def test_commands_in_a_folder_without_the_file_change_nothing(
    game: InstalledGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gateway.config.settings.CONFIG_FILES", (Path("gateway.toml"),))
    previous_state = await read_state(game)
    names = [f"--views-schema={game.name}_views", f"--site-schema={game.name}_site"]
    for command in (["install", "--apply"], ["upgrade"]):
        words = [*command, f"--admin-dsn={game.server.dsn(game.name)}", *names]
        assert run_in_thread(lambda words=words: cli.main(words)) == 1
        message = capsys.readouterr().err
        assert f"--config {game.file}" in message
        assert "--rotate" in message
    assert await read_state(game) == previous_state
    assert [*tmp_path.iterdir()] == []  # noqa: ASYNC240


async def test_commands_find_the_file_in_a_standard_place(
    game: InstalledGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(CONFIG, raising=False)
    monkeypatch.setattr("gateway.config.settings.CONFIG_FILES", (Path("gateway.toml"), game.file))
    previous_state = await read_state(game)
    for command in (["install", "--apply"], ["upgrade", "--check"], ["upgrade"]):
        assert run_in_thread(lambda words=command: cli.main([*words, f"--admin-dsn={game.server.dsn()}"])) == 0
    assert await read_state(game) == previous_state
    assert [*tmp_path.iterdir()] == []  # noqa: ASYNC240


async def test_installation_of_the_first_release_is_recognised_and_recorded(
    game: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    previous_state = await read_state(game)
    await game.site("DELETE FROM installation WHERE name IN ('schema.game', 'schema.login', 'server', 'procedures')")
    await game.admin(f"DROP VIEW {game.name}_views.installation")
    assert game.run("install", "--game-schema=mysql") == 1
    assert f"serves the game schema `{game.name}`, not `mysql`" in capsys.readouterr().err
    assert game.run("upgrade") == 0
    current_state = await read_state(game)
    names = {row[0] for row in await game.site("SELECT name FROM installation")}
    assert names >= {"schema.game", "schema.login", "server", "procedures"}
    assert (current_state[0], current_state[2]) == (previous_state[0], previous_state[2])


async def test_install_with_a_renamed_column_names_it_and_changes_nothing(
    game: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    previous_state = await read_state(game)
    await game.admin("ALTER TABLE characters RENAME COLUMN pvpkills TO pvp_kills")
    try:
        for command in (["install"], ["install", "--apply"], ["upgrade", "--check"], ["upgrade"]):
            assert game.run(*command) == 1
            message = capsys.readouterr().err
            assert "pvpkills is missing, and the view characters needs it; was it renamed to `pvp_kills`?" in message
            assert "nothing was touched" in message
        assert await read_state(game) == previous_state
    finally:
        await game.admin("ALTER TABLE characters RENAME COLUMN pvp_kills TO pvpkills")


async def test_install_with_too_few_rights_names_them_first(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = InstalledGame(mariadb, tmp_path)
    await execute(
        mariadb.dsn(),
        "CREATE USER weak@'%' IDENTIFIED BY 'Weak-1-Word'",
        "GRANT SELECT ON *.* TO weak@'%'",
        f"GRANT ALL ON `{game.name}%`.* TO weak@'%'",
    )
    weak = f"--admin-dsn={mariadb.dsn(game.name, 'weak', 'Weak-1-Word')}"
    assert game.install("--apply", weak) == 1
    assert f"lacks the right CREATE USER, the GRANT OPTION on `{game.name}`" in capsys.readouterr().err
    assert await game.schemas() == []
    await execute(
        mariadb.dsn(),
        "GRANT CREATE USER, SUPER ON *.* TO weak@'%'",
        f"GRANT ALL ON `{game.name}%`.* TO weak@'%' WITH GRANT OPTION",
    )
    assert game.install("--apply", weak) == 0


def installation(record: dict[str, str], mark: str) -> Installation:
    return Installation(names=Names(game="l2", login="l2"), record=record, sources={}, mark=mark)


@pytest.mark.parametrize(
    ("record", "mark", "has_own_site_server", "is_refused"),
    [
        ({}, "", True, False),
        ({"server": "a"}, "a", True, False),
        ({"server": "a"}, "b", False, True),
        ({"server": "a"}, "", False, False),  # restored on another server together with the game
        ({"server": "a"}, "", True, True),  # the same site schema, and a game server that install has never seen
        ({"schema.views": "two_views"}, "", False, True),
        ({"schema.game": "L2"}, "", False, False),
    ],
)
def test_check_identity_compares_marks_of_servers(
    record: dict[str, str], mark: str, has_own_site_server: bool, is_refused: bool
) -> None:
    with pytest.raises(InstallError, match="serves") if is_refused else nullcontext():
        check_identity(installation(record, mark), has_own_site_server=has_own_site_server)


async def test_install_over_loopback_makes_users_of_this_machine(mariadb: Server, tmp_path: Path) -> None:
    if not isinstance(mariadb, MariaDB):
        pytest.skip("the test's MySQL has a socket alone")
    game = InstalledGame(mariadb, tmp_path)
    account = "tcp_root@127.0.0.1"
    await execute(mariadb.dsn(), f"CREATE USER {account} IDENTIFIED BY 'Tcp-1-Word'")
    await execute(mariadb.dsn(), f"GRANT ALL ON *.* TO {account} WITH GRANT OPTION")
    assert game.install("--apply", f"--admin-dsn={mariadb.tcp_dsn(game.name, 'tcp_root', 'Tcp-1-Word')}") == 0
    assert f"`{game.name}_read`@`127.0.0.1`" in "".join(await game.grants())
    (await connect(parse_dsn(game.config.game_dsn))).close()

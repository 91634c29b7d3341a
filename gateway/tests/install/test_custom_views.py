"""An operator's own file of views: `[game] views`, beside the configuration."""

from pathlib import Path

import pytest

from fixtures.installed import World, run_in_thread
from gateway import cli, package_data
from gateway.config.dsn import parse_dsn
from gateway.config.settings import CONFIG
from gateway.database.database import connect
from gateway.install.config_file import read_config
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def game(world: WorldFactory) -> World:
    return world("acis", 60, seed=71)


@pytest.fixture(autouse=True)
def config_variable_is_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command sets the variable of its configuration for its workers; it is gone after the test."""
    monkeypatch.setenv(CONFIG, "")
    monkeypatch.delenv(CONFIG)


def install(server: Server, game: World, folder: Path, views: str) -> int:
    """With that text as the file, named relative to the configuration."""
    (folder / "mine.sql").write_text(views)
    (folder / "gateway.toml").write_text('[game]\nviews = "mine.sql"\n')
    return run_install(server, game, folder, "--apply", "--rotate")


def run_install(server: Server, game: World, folder: Path, *words: str) -> int:
    places = [f"--admin-dsn={server.dsn(game.schema)}", f"--config={folder / 'gateway.toml'}"]
    names = ["--views-schema=mine_views", "--site-schema=mine_site"]
    return run_in_thread(lambda: cli.main(["install", *places, *names, *words]))


async def test_views_file_replaces_the_family_s(mariadb: Server, game: World, tmp_path: Path) -> None:
    text = (package_data.sql() / "views" / "acis.sql").read_text()
    assert "characters.title," in text
    assert install(mariadb, game, tmp_path, text.replace("characters.title,", "UPPER(characters.title) AS title,")) == 0
    config = read_config(tmp_path / "gateway.toml")
    assert config is not None
    assert 'views = "mine.sql"' in (tmp_path / "gateway.toml").read_text()
    connection = await connect(parse_dsn(config.game_dsn))
    titles = await connection.execute("SELECT title FROM characters WHERE title <> ''")
    connection.close()
    assert titles.rows
    assert all(title == title.upper() for (title,) in titles.rows)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("-- Views over", "DROP TABLE {game}.heroes;\n-- Views over", "nothing else is run"),
        ("{game}.clan_data", "{game}.pledges", "reads `pledges` in the game schema"),
        ("{game}.clan_data", "mysql.user", "'mysql.user' after FROM or JOIN"),
        ("characters.title,", "characters.surname,", "characters.surname is missing, and the view characters needs it"),
    ],
    ids=["more than views", "no such table", "a table of the server's", "no such column"],
)
async def test_views_file_that_is_invalid_is_refused(
    mariadb: Server, game: World, tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str
) -> None:
    text = (package_data.sql() / "views" / "acis.sql").read_text()
    assert old in text
    text = text.replace(old, new)
    assert install(mariadb, game, tmp_path, text) == 1
    err = capsys.readouterr().err
    assert message in err
    async with admin(mariadb, game.schema) as root:
        await root.execute("SELECT COUNT(*) FROM heroes")


def test_views_file_that_is_missing_is_named(
    mariadb: Server, game: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install(mariadb, game, tmp_path, "") == 1
    assert "it lacks the views" in capsys.readouterr().err
    (tmp_path / "gateway.toml").write_text('[game]\nviews = "nowhere.sql"\n')
    assert run_install(mariadb, game, tmp_path) == 1
    assert "nowhere.sql: No such file or directory; a file of views is expected there" in capsys.readouterr().err

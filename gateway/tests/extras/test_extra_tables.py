"""Extras and their tables: the first install makes those of the default set, and each later one what the file names."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from fixtures import installed
from fixtures.installed import Schemas, World
from fixtures.processes import ServerError
from fixtures.service import Service
from gateway.database.user_rights import absent_objects, tables_of
from gateway.registration.extra import installed_extras
from gateway.tests.support.account_app import APP_ENV
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.installation import InstalledGame

pytestmark = pytest.mark.database

NAMES: Final = Schemas("votes_game", "votes_views", "votes_site")
DEFAULTS = [name for name, extra in installed_extras().items() if extra.is_default]


@pytest.fixture
def game(mariadb: Server, tmp_path: Path) -> InstalledGame:
    return InstalledGame(mariadb, tmp_path)


@pytest.fixture
def bare_world(mariadb: Server) -> Iterator[World]:
    server: Any = mariadb
    installed.fill(server, NAMES, "mobius", 60, 5)
    yield installed.install(server, NAMES, "mobius", 60, 5, nouns=[])
    installed.drop(server, NAMES)


async def extra_tables(mariadb: Server, game: InstalledGame) -> set[str]:
    async with admin(mariadb, f"{game.name}_site") as root:
        rows = (await root.execute("SHOW TABLES")).rows
    return {str(name) for (name,) in rows} & absent_objects([])


def enabled(game: InstalledGame) -> list[str]:
    return tomllib.loads(game.file.read_text(encoding="utf-8"))["extras"]["enabled"]


def write_enabled(game: InstalledGame, names: list[str]) -> None:
    text = game.file.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("enabled = ["))
    game.file.write_text(text.replace(line, f"enabled = {names}".replace("'", '"')), encoding="utf-8")


async def test_install_makes_the_tables_of_the_extras_that_are_on(
    mariadb: Server, game: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert game.install("--apply") == 0
    assert enabled(game) == DEFAULTS
    default_tables = {table for name in DEFAULTS for table in tables_of(name)}
    assert await extra_tables(mariadb, game) == default_tables
    assert game.run("install", "--apply") == 0
    assert enabled(game) == DEFAULTS
    capsys.readouterr()
    assert game.run("install") == 0
    assert "CREATE TABLE" not in capsys.readouterr().out

    write_enabled(game, [*DEFAULTS, "votes"])
    assert game.run("doctor", "--only", "schema,rights") == 1
    assert "there are no tables of votes" in capsys.readouterr().out
    assert game.run("install") == 0
    assert "CREATE TABLE IF NOT EXISTS vote_accounts" in capsys.readouterr().out
    assert game.run("install", "--apply") == 0
    assert await extra_tables(mariadb, game) == default_tables | {*tables_of("votes")}
    capsys.readouterr()
    assert game.run("doctor", "--only", "schema,rights") == 0, capsys.readouterr().out


async def test_tables_and_rights_of_an_extra_that_is_off_stay(
    mariadb: Server, game: InstalledGame, capsys: pytest.CaptureFixture[str]
) -> None:
    assert game.install("--apply") == 0
    tables = await extra_tables(mariadb, game)
    write_enabled(game, [])
    assert game.run("install", "--apply") == 0
    assert await extra_tables(mariadb, game) == tables
    capsys.readouterr()
    assert game.run("doctor", "--only", "schema,rights") == 0, capsys.readouterr().out


async def test_extra_without_tables_refuses_the_start_until_install_made_them(
    mariadb: Server, bare_world: World, tmp_path: Path
) -> None:
    environment = {**bare_world.environment, **APP_ENV, "GATEWAY_EXTRAS_ENABLED": "votes"}
    with pytest.raises(ServerError, match="no tables of votes"), Service(environment, log=tmp_path / "log"):
        pass
    server: Any = mariadb
    with_votes = installed.install(server, NAMES, "mobius", 60, 5, nouns=["votes"])
    with Service({**environment, **with_votes.environment}) as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=60) as http:
            assert (await http.get("/health/live")).status_code == 200

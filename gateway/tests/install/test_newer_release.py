"""This release on the site schema of the next one, with whatever that has added: it starts, says so, and serves."""

import json
import urllib.request
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from fixtures.processes import ServerError
from fixtures.service import Service
from gateway import doctor, package_data
from gateway.database import privileges
from gateway.database.database import Databases
from gateway.database.installation import is_schema_newer
from gateway.tests.support.databases import Server
from gateway.tests.support.doctor_schemas import changed_schema
from gateway.tests.support.installation import InstalledGame
from gateway.tests.support.serve_processes import events

pytestmark = pytest.mark.database

NEWER_SETTINGS = '[guilds]\nenabled = true\n[roulette]\nfuture_key = "x"\n'
ENDANGERING = (
    ("read", "SELECT ON {game}.items"),
    ("read", "UPDATE ON {views}.items"),
    ("read", "UPDATE ON {views}.future_view"),
    ("auth", "INSERT ON {views}.future_view"),
    ("site", "UPDATE ON {game}.characters"),
    ("site", "UPDATE ON {site}.ledger_entries"),
    ("site", "DELETE ON {site}.schema_migrations"),
    ("site", "UPDATE (total_coins) ON {site}.donations"),
    ("site", "EXECUTE ON PROCEDURE {site}.claim_deliveries"),
    ("read", "EXECUTE ON PROCEDURE {site}.future_procedure"),
    ("site", "EXECUTE ON PROCEDURE {game}.of_the_game"),
)


@pytest.fixture(scope="module")
def game(mariadb: Server, tmp_path_factory: pytest.TempPathFactory) -> InstalledGame:
    installed_game = InstalledGame(mariadb, tmp_path_factory.mktemp("newer"))
    assert installed_game.install("--apply") == 0
    return installed_game


@asynccontextmanager
async def future_release(game: InstalledGame) -> AsyncGenerator[None]:
    """What an upgrade to the next release leaves: a migration, tables, columns, a view, a procedure, rights."""
    site, views = f"{game.name}_site", f"{game.name}_views"
    user, reader = game.account("site"), game.account("read")
    changes = (
        ("CREATE TABLE future_table (id INT)", "DROP TABLE future_table"),
        ("ALTER TABLE deliveries ADD future_column INT NULL", "ALTER TABLE deliveries DROP future_column"),
        ("CREATE PROCEDURE future_procedure() DO 0", "DROP PROCEDURE future_procedure"),
        (f"CREATE VIEW {views}.future_view AS SELECT 1 AS one", f"DROP VIEW {views}.future_view"),
        (f"GRANT SELECT, INSERT ON future_table TO {user}", f"REVOKE ALL ON future_table FROM {user}"),
        (
            f"GRANT UPDATE (future_column) ON deliveries TO {user}",
            f"REVOKE UPDATE (future_column) ON deliveries FROM {user}",
        ),
        (f"GRANT DELETE ON privacy TO {user}", f"REVOKE DELETE ON privacy FROM {user}"),
        (
            f"GRANT EXECUTE ON PROCEDURE future_procedure TO {user}",
            f"REVOKE EXECUTE ON PROCEDURE future_procedure FROM {user}",
        ),
        (f"GRANT SELECT ON {views}.future_view TO {reader}", f"REVOKE ALL ON {views}.future_view FROM {reader}"),
    )
    async with AsyncExitStack() as stack:
        for change, reversal in changes:
            await stack.enter_async_context(changed_schema(game.server, site, change, reversal))
        yield


def recorded(game: InstalledGame, statement: str, reversal: str) -> AbstractAsyncContextManager[None]:
    return changed_schema(game.server, f"{game.name}_site", statement, reversal)


NEWER_RECORDS = {
    "core": (
        "INSERT INTO schema_migrations VALUES (900, 'future', '', 1)",
        "DELETE FROM schema_migrations WHERE number = 900",
    ),
    "extra": (
        "INSERT INTO installation VALUES ('tables.guilds', '1')",
        "DELETE FROM installation WHERE name = 'tables.guilds'",
    ),
    "upgrade that has just begun": (
        "UPDATE installation SET value = '99.0.0' WHERE name = 'release'",
        f"UPDATE installation SET value = '{package_data.release()}' WHERE name = 'release'",
    ),
}


def get(address: str) -> object:
    with urllib.request.urlopen(address, timeout=30) as response:
        return json.load(response)["data"]


@pytest.mark.parametrize("record", NEWER_RECORDS)
async def test_rights_of_a_newer_release_are_tolerated_where_its_tables_are_recorded(
    game: InstalledGame, record: str
) -> None:
    async with future_release(game):
        with pytest.raises(privileges.Overprivileged) as refusal:
            await privileges.check_at_start(game.settings)
        assert {*refusal.value.report.excess_rights} == {
            "game: SELECT on future_view",
            "site: UPDATE (future_column) on deliveries",
            "site: DELETE on privacy",
            "site: EXECUTE on future_procedure",
        }
        async with recorded(game, *NEWER_RECORDS[record]):
            report = await privileges.check_at_start(game.settings)
            findings = await doctor.examine(game.settings, only=("schema",), admin_dsn="", login_admin_dsn="")
    assert report.is_ok
    assert "a newer release has upgraded the schema" in "".join(finding.text for finding in findings)
    assert [finding for finding in findings if finding.level == "bad"] == []
    assert {"site: INSERT on future_table", *refusal.value.report.excess_rights} <= {*report.newer_rights}
    assert (await privileges.check_at_start(game.settings)).newer_rights == ()


async def test_rights_that_endanger_the_game_or_the_books_are_refused_on_a_newer_schema(game: InstalledGame) -> None:
    names = {"game": game.name, "views": f"{game.name}_views", "site": f"{game.name}_site"}
    procedure = changed_schema(
        game.server, game.name, "CREATE PROCEDURE of_the_game() DO 0", "DROP PROCEDURE of_the_game"
    )
    async with future_release(game), recorded(game, *NEWER_RECORDS["core"]), procedure:
        for role, right in ENDANGERING:
            on, user = right.format(**names), game.account(role)
            async with changed_schema(game.server, "", f"GRANT {on} TO {user}", f"REVOKE {on} FROM {user}"):
                with pytest.raises(privileges.Overprivileged, match="of the newer release that upgraded"):
                    await privileges.check_at_start(game.settings)


async def test_release_on_the_schema_and_settings_of_the_next_one_serves(game: InstalledGame, tmp_path: Path) -> None:
    settings, log = game.file.with_name("newer.toml"), tmp_path / "gateway.log"
    text = game.file.read_text().replace("enabled = [", 'enabled = ["guilds", ', 1)
    settings.write_text(f"{text}{NEWER_SETTINGS}")
    assert '"guilds"' in text
    environment = {"GATEWAY_CONFIG": str(settings), "GATEWAY_FUTURE_KEY": "1"}
    async with future_release(game):
        with pytest.raises(ServerError):
            Service(environment, log=log).start()
        assert "unknown section [guilds]" in log.read_text()
        async with recorded(game, *NEWER_RECORDS["core"]):
            with Service(environment, log=log) as service:
                assert get(f"{service.url}/api/rankings/pvp")
                assert [event["setting"] for event in events(service, "setting_of_newer_release")] == [
                    "[guilds]",
                    "roulette.future_key",
                    "GATEWAY_FUTURE_KEY",
                ]
                assert events(service, "right_of_newer_release", right="site: EXECUTE on future_procedure")
    assert "extras.enabled: guilds" in log.read_text()


async def test_schema_of_this_release_is_not_newer(game: InstalledGame) -> None:
    async with Databases.open(game.settings).site.session() as site:
        assert not await is_schema_newer(site)

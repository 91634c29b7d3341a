"""Topic `schema`: migrations, family, and the tables that the views file is fitted to."""

import re
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import pytest

from fixtures import installed
from fixtures.admin import execute
from fixtures.installed import Schemas, World
from fixtures.servers import MariaDB
from gateway import package_data
from gateway.database.queries import split
from gateway.game.families import FAMILIES
from gateway.install import install, migrate
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.doctor_schemas import changed_schema, examine, problems

pytestmark = pytest.mark.database

NEEDED_TABLES = {
    "mobius": 26,
    "mobius_ct0": 29,
    "acis": 22,
    "rusacis": 23,
    "frozen": 22,
    "orion": 26,
    "lucera": 23,
}
DEATHS = "characters.deaths (view characters)"


@pytest.fixture(scope="module")
def get_world(mariadb: Server, world: WorldFactory) -> Callable[[str], World]:
    """Worlds to be damaged and repaired; the accounts of lucera are in a schema of their own, names with capitals."""
    worlds: dict[str, World] = {}

    def get(family: str) -> World:
        if family == "lucera" and family not in worlds:
            schemas = Schemas("Big_Game", "Big_Views", "Big_Site", "Big_Login")
            installed.fill(mariadb, schemas, family, 30, 7)
            worlds[family] = installed.install(mariadb, schemas, family, 30, 7)
        return worlds[family] if family == "lucera" else world(family, 30, 76)

    return get


async def table_lines(world: World, login_admin: str = "", config: Path | None = None) -> list[str]:
    """Level and text of the findings on tables, without those on migrations and the family's name."""
    findings = await examine(world, "schema", with_admin=True, login_admin=login_admin, config=config)
    problems(findings)
    return [f"{finding.level} {finding.text}" for finding in findings[2:]]


@pytest.mark.parametrize("family", FAMILIES)
async def test_schema_unchanged_tables_are_ok(get_world: Callable[[str], World], family: str) -> None:
    table_line, optional_line = await table_lines(get_world(family))
    assert table_line == f"ok {family}: {NEEDED_TABLES[family]} tables have every column that the views need"
    assert optional_line.startswith(f"ok {family}: optional and missing: ")
    assert DEATHS in optional_line


async def test_schema_without_admin_skips_the_tables(get_world: Callable[[str], World]) -> None:
    *_, finding = await examine(get_world("acis"), "schema")
    assert (finding.topic, "--admin-dsn" in finding.text) == ("skipped", True)


DAMAGE = {
    "optional table missing": (
        "acis",
        "RENAME TABLE augmentations TO gone",
        "RENAME TABLE gone TO augmentations",
        ["ok acis: optional and missing: ", "augmentations (view items)"],
    ),
    "better form of a view impossible": (
        "lucera",
        "RENAME TABLE oly_nobles TO gone",
        "RENAME TABLE gone TO oly_nobles",
        ["oly_nobles (view characters)", "oly_nobles (view olympiad)"],
    ),
    "columns renamed": (
        "mobius",
        "ALTER TABLE castle RENAME COLUMN siegeDate TO siegeDay, RENAME COLUMN taxPercent TO tax",
        "ALTER TABLE castle RENAME COLUMN siegeDay TO siegeDate, RENAME COLUMN tax TO taxPercent",
        [
            "bad game: castle.siegeDate is missing, and the view castles needs it; was it renamed to `siegeday`?",
            "bad game: castle.taxPercent is missing, and the view castles needs it",
        ],
    ),
    "column of the accounts' schema renamed": (
        "lucera",
        "ALTER TABLE Big_Login.accounts RENAME COLUMN ban_expire TO ban_until",
        "ALTER TABLE Big_Login.accounts RENAME COLUMN ban_until TO ban_expire",
        ["bad game: accounts.ban_expire is missing, and the view account_bans needs it"],
    ),
    "table missing": (
        "rusacis",
        "RENAME TABLE items TO gone",
        "RENAME TABLE gone TO items",
        [
            "advice game: the tables match no known family exactly: there is no table `items` here",
            "the view items reads `items` in the game schema, which is not there",
        ],
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_schema_damaged_tables_are_named(mariadb: Server, get_world: Callable[[str], World], damage: str) -> None:
    family, change, restore, expected = DAMAGE[damage]
    world = get_world(family)
    async with changed_schema(mariadb, world.schema, change, restore):
        text = "".join(f"{line}\n" for line in await table_lines(world))
    for part in expected:
        assert part in text, f"expected {part!r} in:\n{text}"
    assert len(await table_lines(world)) == 2, "the world was not repaired"


async def test_schema_view_in_place_of_a_table_is_no_missing_table(
    mariadb: Server, get_world: Callable[[str], World]
) -> None:
    world = get_world("acis")
    async with (
        changed_schema(mariadb, world.schema, "RENAME TABLE castle TO gone", "RENAME TABLE gone TO castle"),
        changed_schema(mariadb, world.schema, "CREATE VIEW castle AS SELECT * FROM gone", "DROP VIEW castle"),
    ):
        table_line, optional_line = await table_lines(world)
    assert table_line == f"ok acis: {NEEDED_TABLES['acis']} tables have every column that the views need"
    assert "castle" not in optional_line


async def test_schema_other_family_is_bad(get_world: Callable[[str], World]) -> None:
    world = get_world("acis")
    world = replace(world, environment={**world.environment, "GATEWAY_DATABASE_FAMILY": "rusacis"})
    (line,) = await table_lines(world)
    assert line.startswith("bad game: the tables look like aCis 380–390 (acis), and the views are made")


async def test_schema_own_views_file_is_compared(get_world: Callable[[str], World], tmp_path: Path) -> None:
    text = (package_data.sql() / "views" / "acis.sql").read_text()
    (tmp_path / "mine.sql").write_text(text.replace("characters.title,", "characters.surname AS title,"))
    config = tmp_path / "gateway.toml"
    config.write_text('[game]\nviews = "mine.sql"\n')
    missing, _ = await table_lines(get_world("acis"), config=config)
    assert missing == "bad game: characters.surname is missing, and the view characters needs it"
    (tmp_path / "mine.sql").unlink()
    (unreadable,) = await table_lines(get_world("acis"), config=config)
    assert "mine.sql: No such file or directory" in unreadable


async def test_schema_pending_migrations_are_bad(mariadb: Server, world: WorldFactory) -> None:
    site = world("mobius", seed=73)
    async with admin(mariadb, site.schemas.site) as root:
        await root.execute("DELETE FROM schema_migrations")
    (finding,) = problems(await examine(site, "schema"))
    names = ", ".join(f"{migration.number:03}_{migration.name}" for migration in migrate.migration_files())
    assert (finding.text, finding.do) == (f"site: migrations are pending: {names}", "run `gateway upgrade`")


@pytest.fixture(scope="module")
def two_servers(mariadb: Server, tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[World, MariaDB]]:
    """A world whose accounts are on a server of their own."""
    names = Schemas("split_game", "split_views", "split_site", "split_login")
    installed.fill(mariadb, Schemas(names.game), "mobius_ct0", 30, 7)
    with MariaDB(tmp_path_factory.mktemp("login"), tcp=True) as login:
        installed.run_in_thread(lambda: _move_accounts(mariadb, login, names.login))
        config = install.apply(
            mariadb.dsn(),
            game_schema=names.game,
            login_schema=names.login,
            login_admin_dsn=login.dsn(names.login),
            views_schema=names.views,
            site_schema=names.site,
        )
        environment = {
            "GATEWAY_DATABASE_GAME_DSN": config.game_dsn,
            "GATEWAY_DATABASE_AUTH_DSN": config.auth_dsn,
            "GATEWAY_DATABASE_SITE_DSN": config.site_dsn,
            "GATEWAY_ACCOUNTS_TOKEN_SECRET": config.token_secret,
        }
        yield World("mobius_ct0", 30, 7, mariadb.dsn(), names, environment), login


async def _move_accounts(game: Server, login: MariaDB, schema: str) -> None:
    """Makes the empty tables on the other server, and drops them here."""
    text = (Path(installed.__file__).parent / "families" / "mobius_ct0.sql").read_text()
    tables = [statement for statement in split(text) if re.match(r"CREATE TABLE `(accounts|account_data)`", statement)]
    await execute(login.dsn(), f"CREATE SCHEMA {schema}")
    await execute(login.dsn(schema), *tables)
    await execute(game.dsn("split_game"), "DROP TABLE accounts", "DROP TABLE account_data")


async def test_schema_accounts_on_another_server_need_their_own_login(two_servers: tuple[World, MariaDB]) -> None:
    world, login = two_servers
    table_line, optional_line = await table_lines(world, login.dsn())
    assert table_line == "ok mobius_ct0: 29 tables have every column that the views need"
    assert (
        "punishments (view account_bans)" in optional_line
    )  # on the game's server, where no view of accounts can read it
    change, restore = "RENAME COLUMN lastIP TO ip_of_last", "RENAME COLUMN ip_of_last TO lastIP"
    async with changed_schema(
        login, world.schemas.login, f"ALTER TABLE accounts {change}", f"ALTER TABLE accounts {restore}"
    ):
        missing_line, *_ = await table_lines(world, login.dsn())
    assert missing_line == "bad game: accounts.lastIP is missing, and the view account_activity needs it"
    *_, skipped_finding = await examine(world, "schema", with_admin=True)
    assert "--login-admin-dsn" in skipped_finding.text

"""Packs beside the revisions of their families: install recognises their tables, and makes every view they can fill.

`pack_schemas.txt` has the names of their columns; the types do not matter here.
"""

import time
from pathlib import Path

import pytest

from fixtures.admin import execute
from fixtures.installed import run_in_thread
from gateway import cli, package_data
from gateway.config.settings import CONFIG
from gateway.game.families import detect
from gateway.install.view_files import SchemaTables, fit_views, missing_table_notes
from gateway.tests.support.databases import Server

PackTables = dict[str, list[str]]


def _read_packs() -> dict[str, PackTables]:
    packs: dict[str, PackTables] = {}
    for line in (Path(__file__).parent / "pack_schemas.txt").read_text().splitlines():
        if not line.startswith("#"):
            pack, table, *columns = line.split()
            packs.setdefault(pack, {})[table] = columns
    return packs


PACKS = _read_packs()
FAMILY_OF = {"early_mobius": "mobius"}
"""Others are of aCis."""
NOTES = {
    "early_mobius": [
        "the view clan_crests is empty: the game's schema has no `crests`",
        "the view olympiad_period is empty: the game's schema has no `olympiad_data`",
        "the view shops is empty: the game's schema has no `character_offline_trade`",
        "the view shop_items is empty: the game's schema has no `character_offline_trade_items`",
    ]
}
"""Packs that keep something in files, which the gateway does not read, or not at all."""
TEXTS = {
    *(
        "login",
        "email",
        "password",
        "account_name",
        "char_name",
        "title",
        "name",
        "clan_name",
        "ally_name",
        "loc",
        "type",
        "period",
    ),
    *("active_period", "previous_winner", "avarice_owner", "gnosis_owner", "strife_owner"),
}
"""Columns with text; all others have numbers."""


def lower(pack: str, *missing_tables: str) -> dict[str, set[str]]:
    """Tables of the pack in lower case, without these."""
    return {
        table.lower(): {column.lower() for column in columns}
        for table, columns in PACKS[pack].items()
        if table not in missing_tables
    }


def notes_of(pack: str, *missing_tables: str) -> list[str]:
    tables = SchemaTables(lower(pack, *missing_tables))
    path = package_data.sql() / "views" / f"{FAMILY_OF.get(pack, 'acis')}.sql"
    return missing_table_notes(fit_views(path, {"game": tables, "login": tables}).values())


@pytest.mark.parametrize("pack", PACKS)
def test_detect_pack_between_revisions_returns_its_family(pack: str) -> None:
    assert detect(lower(pack)).key == FAMILY_OF.get(pack, "acis")


@pytest.mark.parametrize("pack", PACKS)
def test_fit_views_pack_between_revisions_lacks_no_table(pack: str) -> None:
    assert notes_of(pack) == NOTES.get(pack, [])


def test_fit_views_without_tables_names_views_that_are_empty_or_thinner() -> None:
    assert notes_of("spawn_acis", "spawn_data", "heroes") == [
        "the view bosses lacks rows or values: the game's schema has no `raidboss_spawnlist`, `spawn_data`",
        "the view heroes is empty: the game's schema has no `heroes`",
        "the view olympiad_heroes is empty: the game's schema has no `heroes`",
    ]


@pytest.fixture(autouse=True)
def config_variable_is_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command sets the variable of its configuration for its workers; it is gone after the test."""
    monkeypatch.setenv(CONFIG, "")
    monkeypatch.delenv(CONFIG)


async def create(server: Server, pack: str, schema: str) -> None:
    columns = {
        table: ", ".join(f"`{name}` {'VARCHAR(60)' if name in TEXTS else 'BIGINT'}" for name in names)
        for table, names in PACKS[pack].items()
    }
    tables = [f"CREATE TABLE `{schema}`.`{table}` ({definition})" for table, definition in columns.items()]
    await execute(server.dsn(), f"CREATE SCHEMA `{schema}` CHARACTER SET utf8mb4", *tables)


def install(server: Server, schema: str, folder: Path) -> int:
    words = [
        f"--admin-dsn={server.dsn(schema)}",
        f"--config={folder / 'gateway.toml'}",
        f"--views-schema={schema}_views",
        f"--site-schema={schema}_site",
        "--apply",
    ]
    return run_in_thread(lambda: cli.main(["install", *words]))


@pytest.mark.database
async def test_install_old_acis_reads_and_writes_its_columns(
    mariadb: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await create(mariadb, "old_acis", "old_acis")
    assert install(mariadb, "old_acis", tmp_path) == 0
    assert "note " not in capsys.readouterr().out
    views = mariadb.dsn("old_acis_views")
    await execute(
        views,
        "INSERT INTO new_accounts (login, password, access_level, last_active) VALUES ('ann', 'x', 0, 5000)",
        "INSERT INTO old_acis.items (object_id, owner_id, loc) VALUES (7, 1, 'INVENTORY')",
        "INSERT INTO old_acis.augmentations (item_id, attributes) VALUES (7, 9)",
        "INSERT INTO old_acis.auction (id, itemId, endDate, startingBid) VALUES (3, 22, 6000, 50)",
        "INSERT INTO old_acis.auction_bid (auctionId, bidderId) VALUES (3, 77)",
    )
    assert await execute(views, "SELECT login, last_active FROM account_activity") == [("ann", 5)]
    assert await execute(mariadb.dsn("old_acis"), "SELECT lastactive FROM accounts") == [(5000,)]
    assert await execute(views, "SELECT object_id, augmentation FROM items") == [(7, 9)]
    assert await execute(views, "SELECT hall_id, ends_at, starting_bid FROM hall_auctions") == [(22, 6, 50)]
    assert await execute(views, "SELECT hall_id, clan_id FROM hall_bids") == [(22, 77)]
    assert await execute(views, "SELECT COUNT(*) FROM hall_sieges") == [(0,)]


@pytest.mark.database
async def test_install_acis_with_spawn_data_shows_its_raid_bosses(mariadb: Server, tmp_path: Path) -> None:
    await create(mariadb, "spawn_acis", "spawn_acis")
    assert install(mariadb, "spawn_acis", tmp_path) == 0
    views, respawn_at = mariadb.dsn("spawn_acis_views"), int(time.time()) + 3600
    await execute(
        views,
        f"INSERT INTO spawn_acis.spawn_data (name, status, respawn_time) VALUES ('witch_wimere', 0, {respawn_at}000), "
        "('queen_ant', 1, 0), ('guard_17', 0, 0)",
        "INSERT INTO spawn_acis.grandboss_data (boss_id, status, respawn_time) VALUES (29019, 3, 7000)",
    )
    rows = await execute(views, "SELECT boss_id, is_down, respawn_at FROM bosses ORDER BY boss_id")
    assert rows == [(25176, 1, respawn_at), (29001, 0, None), (29019, 1, 7)]


@pytest.mark.database
async def test_install_early_mobius_reads_characters_by_their_former_key(mariadb: Server, tmp_path: Path) -> None:
    await create(mariadb, "early_mobius", "early_mobius")
    assert install(mariadb, "early_mobius", tmp_path) == 0
    views = mariadb.dsn("early_mobius_views")
    await execute(
        views,
        "INSERT INTO new_accounts (login, password, email, access_level, last_active) VALUES ('ann', 'x', '', 0, 5000)",
        "INSERT INTO early_mobius.characters (obj_Id, account_name, char_name, online, onlinetime, lastAccess) "
        "VALUES (268435457, 'ann', 'Kael', 1, 60, 9000)",
    )
    row = "SELECT character_id, name, online, playtime, last_access FROM characters"
    assert await execute(views, row) == [(268435457, "Kael", 1, 60, 9)]
    assert await execute(views, "SELECT login, last_active FROM account_activity") == [("ann", 5)]
    record = "SELECT value FROM installation WHERE name = 'connect_filter'"
    assert await execute(mariadb.dsn("early_mobius_site"), record) == [("yes",)]

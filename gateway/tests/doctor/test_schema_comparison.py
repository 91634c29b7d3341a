"""The tables beside the file of views, column by column: worlds of several families, damaged, and what is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from fixtures import installed
from fixtures.installed import Schemas, World
from fixtures.tools.soak import site_schema
from gateway import package_data
from gateway.doctor import base_tables
from gateway.doctor.findings import as_json, as_text
from gateway.game.families import FAMILIES
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.doctor_schemas import MISSING, changed, lines, told

pytestmark = pytest.mark.database

WELL = {
    "mobius": f"mobius: 13 tables, 89 columns as expected, 92 more unread; {MISSING}, characters.fame",
    "mobius_ct0": f"mobius_ct0: 14 tables, 91 columns as expected, 78 more unread; {MISSING}",
    "acis": f"acis: 12 tables, 77 columns as expected, 64 more unread; {MISSING}, characters.fame",
    "rusacis": f"rusacis: 11 tables, 76 columns as expected, 58 more unread; {MISSING}, characters.fame, "
    "grandboss_data (bosses)",
    "frozen": f"frozen: 13 tables, 85 columns as expected, 91 more unread; {MISSING}, characters.fame",
    "orion": f"orion: 13 tables, 86 columns as expected, 120 more unread; {MISSING}, characters.fame",
    "lucera": f"lucera: 14 tables, 79 columns as expected, 58 more unread; {MISSING}",
}


@pytest.fixture(scope="module")
def here(mariadb: Server, world: WorldFactory) -> Callable[[str], World]:
    """Worlds to be damaged and put right again; the accounts of lucera's lie in a schema of their own."""
    made: dict[str, World] = {}

    def get(family: str) -> World:
        if family == "lucera" and family not in made:
            schemas = Schemas("fit_game", "fit_views", "fit_site", "fit_login")
            installed.fill(mariadb, schemas, family, 30, 7)
            made[family] = installed.install(mariadb, schemas, family, 30, 7)
        return made[family] if family == "lucera" else world(family, 30, 76)

    return get


@pytest.mark.parametrize("family", FAMILIES)
async def test_one_line_where_nothing_is_wrong(here: Callable[[str], World], family: str) -> None:
    assert lines(await told(here(family))) == [f"ok {WELL[family]}"]


@pytest.mark.parametrize("family", FAMILIES)
async def test_without_an_administrator_the_views_tell_what_they_can(here: Callable[[str], World], family: str) -> None:
    found, left = lines(await told(here(family), deep=False))
    fame = ", characters.fame" if "characters.fame" in WELL[family] else ""
    assert found == f"ok {family}, as the views show it: {MISSING}{fame}"
    assert "whether the tables are still those of the family, column by column" in left


DAMAGE = {
    "an optional column is dropped": (
        "mobius",
        "ALTER TABLE augmentations DROP COLUMN attributes",
        "ALTER TABLE augmentations ADD COLUMN attributes INT",
        f"ok mobius: 13 tables, 88 columns as expected, 92 more unread; {MISSING}, characters.fame, "
        "augmentations.attributes (items.augmentation)",
    ),
    "a needed column is renamed": (
        "mobius",
        "ALTER TABLE castle RENAME COLUMN siegeDate TO siegeDay",
        "ALTER TABLE castle RENAME COLUMN siegeDay TO siegeDate",
        f"ok mobius: 13 tables, 88 of 89 columns as expected, 93 more unread; {MISSING}, characters.fame",
        "ok castle: found, 2 of 3 columns as expected, 5 more unread",
        "bad castle.siegeDate is missing, and the view castles breaks; is it `siegeDay` now?",
    ),
    "numbers become text": (
        "mobius",
        "ALTER TABLE characters MODIFY level VARCHAR(9), MODIFY deletetime VARCHAR(20), MODIFY exp DECIMAL(20,0)",
        "ALTER TABLE characters MODIFY level INT, MODIFY deletetime DECIMAL(20,0), MODIFY exp DECIMAL(20,0)",
        f"ok mobius: 13 tables, 87 of 89 columns as expected, 92 more unread; {MISSING}, characters.fame",
        "ok characters: found, 34 of 36 columns as expected, 48 more unread",
        "bad characters.level is varchar, and characters.level reads it as a number",
        "advice characters.deletetime is varchar, and characters.deletion_at reads it as a number",
    ),
    "a date becomes a number": (
        "mobius",
        "ALTER TABLE accounts DROP COLUMN created_time, ADD COLUMN created_time BIGINT",
        "ALTER TABLE accounts DROP COLUMN created_time, ADD COLUMN created_time TIMESTAMP NULL",
        f"ok mobius: 13 tables, 88 of 89 columns as expected, 92 more unread; {MISSING}, characters.fame",
        "ok accounts: found, 6 of 7 columns as expected, 1 more unread",
        "bad accounts.created_time is bigint, and account_activity.created_at reads it as a date",
    ),
    "a key may be NULL": (
        "mobius",
        "ALTER TABLE clan_data DROP PRIMARY KEY, MODIFY clan_id INT NULL",
        "ALTER TABLE clan_data MODIFY clan_id INT NOT NULL, ADD PRIMARY KEY (clan_id)",
        f"ok mobius: 13 tables, 88 of 89 columns as expected, 92 more unread; {MISSING}, characters.fame",
        "ok clan_data: found, 7 of 8 columns as expected, 11 more unread",
        "advice clan_data.clan_id may be NULL, and is the key of clans",
    ),
    "an optional table is missing": (
        "acis",
        "RENAME TABLE augmentations TO gone",
        "RENAME TABLE gone TO augmentations",
        f"ok acis: 11 tables, 75 columns as expected, 62 more unread; {MISSING}, characters.fame, "
        "augmentations (items.augmentation)",
    ),
    "a needed column is dropped": (
        "acis",
        "ALTER TABLE characters DROP COLUMN exp",
        "ALTER TABLE characters ADD COLUMN exp BIGINT",
        f"ok acis: 12 tables, 76 of 77 columns as expected, 64 more unread; {MISSING}, characters.fame",
        "ok characters: found, 29 of 30 columns as expected, 23 more unread",
        "bad characters.exp is missing, and the view characters breaks",
    ),
    "numbers become text, which are calculated with and shown": (
        "acis",
        "ALTER TABLE items MODIFY loc_data VARCHAR(9)",
        "ALTER TABLE items MODIFY loc_data INT",
        f"ok acis: 12 tables, 76 of 77 columns as expected, 64 more unread; {MISSING}, characters.fame",
        "ok items: found, 6 of 7 columns as expected, 4 more unread",
        "bad items.loc_data is varchar, and items.slot reads it as a number",
    ),
    "columns are added": (
        "acis",
        "ALTER TABLE characters ADD COLUMN guild INT, ADD COLUMN fame INT",
        "ALTER TABLE characters DROP COLUMN guild, DROP COLUMN fame",
        f"ok acis: 12 tables, 78 columns as expected, 65 more unread; {MISSING}",
    ),
    "text becomes a number": (
        "rusacis",
        "ALTER TABLE siege_clans RENAME COLUMN type TO kept, ADD COLUMN type INT",
        "ALTER TABLE siege_clans DROP COLUMN type, RENAME COLUMN kept TO type",
        f"ok rusacis: 11 tables, 75 of 76 columns as expected, 59 more unread; {MISSING}, characters.fame, "
        "grandboss_data (bosses)",
        "ok siege_clans: found, 2 of 3 columns as expected, 1 more unread",
        "bad siege_clans.type is int, and sieges.side reads it as text",
    ),
    "a table is missing of which a view has no other": (
        "rusacis",
        "RENAME TABLE items TO gone",
        "RENAME TABLE gone TO items",
        "advice game: the tables are not quite those of a family we know: there is no table `items` here; found "
        "accounts, augmentations, castle, character_offline_trade, character_raid_points, character_subclasses, "
        "characters, clan_data, clan_subpledges, clanhall, gameservers, gone. Is this the game's schema?",
        f"ok rusacis: 9 of 10 tables, 67 columns as expected, 52 more unread; {MISSING}, characters.fame, "
        "grandboss_data (bosses)",
        "bad items is missing, and the view items breaks",
    ),
    "a table is missing that two views can do without": (
        "lucera",
        "RENAME TABLE oly_nobles TO gone",
        "RENAME TABLE gone TO oly_nobles",
        f"ok lucera: 13 tables, 74 columns as expected, 51 more unread; {MISSING}, oly_nobles (characters.noble, "
        "olympiad)",
    ),
    "an account's column is missing": (
        "lucera",
        "ALTER TABLE fit_login.accounts RENAME COLUMN ban_expire TO ban_until, MODIFY lastactive VARCHAR(20)",
        "ALTER TABLE fit_login.accounts RENAME COLUMN ban_until TO ban_expire, MODIFY lastactive INT",
        f"ok lucera: 14 tables, 77 of 79 columns as expected, 59 more unread; {MISSING}",
        "ok accounts: found, 5 of 7 columns as expected, 4 more unread",
        "bad accounts.lastactive is varchar, and account_activity.last_active reads it as a number",
        "bad accounts.ban_expire is missing, and the view account_bans breaks",
    ),
    "it would pass for another": (
        "acis",
        "ALTER TABLE castle ADD COLUMN currentTaxPercent INT",
        "ALTER TABLE castle DROP COLUMN currentTaxPercent",
        "ok game: the tables would pass for rusacis too. Column by column: acis 77 of 79, rusacis 71 of 74",
        f"ok acis: 12 tables, 77 columns as expected, 65 more unread; {MISSING}, characters.fame",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_damage_is_told_line_by_line(mariadb: Server, here: Callable[[str], World], damage: str) -> None:
    family, there, back, *expected = DAMAGE[damage]
    world = here(family)
    async with changed(mariadb, world.schema, there, back):
        assert lines(await told(world)) == expected
    assert lines(await told(world)) == [f"ok {WELL[family]}"]


async def test_json_has_each_deviation_of_its_own_and_text_what_to_do(
    mariadb: Server, here: Callable[[str], World]
) -> None:
    world = here("mobius")
    there = "ALTER TABLE castle RENAME COLUMN siegeDate TO siegeDay, MODIFY taxPercent VARCHAR(9)"
    back = "ALTER TABLE castle RENAME COLUMN siegeDay TO siegeDate, MODIFY taxPercent INT NOT NULL"
    async with changed(mariadb, world.schema, there, back):
        found = await told(world)
    assert as_text(found, colour=False).splitlines()[2:7] == [
        "  ok   castle: found, 1 of 3 columns as expected, 5 more unread",
        "  BAD  castle.taxPercent is varchar, and castles.tax_percent reads it as a number",
        "       do: make it what it was, or convert it in views of your own ([game] views)",
        "  BAD  castle.siegeDate is missing, and the view castles breaks; is it `siegeDay` now?",
        "       do: write views of your own without it ([game] views), then run `gateway install --apply`",
    ]
    assert all(len(line) <= 100 for line in as_text(found[1:], colour=False).splitlines())
    listed = msgspec.json.decode(as_json(found), type=list[dict[str, str]])
    assert [each["level"] for each in listed] == ["ok", "ok", "bad", "bad"]


async def test_tables_of_which_nothing_fits_are_told_by_the_nearest_columns(
    mariadb: Server, here: Callable[[str], World]
) -> None:
    world = here("acis")
    there = "ALTER TABLE castle ADD COLUMN currentTaxPercent INT, DROP COLUMN certificates"
    back = "ALTER TABLE castle DROP COLUMN currentTaxPercent, ADD COLUMN certificates SMALLINT NOT NULL DEFAULT 300"
    async with (
        changed(mariadb, world.schema, there, back),
        changed(
            mariadb,
            world.schema,
            "ALTER TABLE characters ADD COLUMN herountil BIGINT, DROP COLUMN clan_privs",
            "ALTER TABLE characters DROP COLUMN herountil, ADD COLUMN clan_privs MEDIUMINT UNSIGNED",
        ),
    ):
        unsure, *rest = lines(await told(world))
    assert unsure.startswith("advice game: the tables are not quite those of a family we know: the tables fit")
    assert unsure.endswith(". Column by column: acis 77 of 79, rusacis 72 of 74")
    assert rest == [f"ok {WELL['acis']}"]


async def test_a_family_that_shares_its_needs_is_held_against_its_file_all_the_same(
    here: Callable[[str], World],
) -> None:
    world = here("acis")
    world = replace(world, environment={**world.environment, "GATEWAY_DATABASE_FAMILY": "rusacis"})
    other, _, castle, column = lines(await told(world))
    assert other == (
        "bad game: the tables look like those of aCis, revisions 380 to 390 (acis), and the views are those of rusacis."
        " Column by column: acis 77 of 79, rusacis 70 of 74"
    )
    assert castle == "ok castle: found, 2 of 3 columns as expected, 5 more unread"
    named = "bad castle.currentTaxPercent is missing, and the view castles breaks; is it `taxPercent` now?"
    assert column == named


async def test_schemas_with_capitals(mariadb: Server) -> None:
    names = Schemas("Big_Game", "Big_Views", "Big_Site", "Big_Login")
    installed.fill(mariadb, names, "lucera", 30, 7)
    world = installed.install(mariadb, names, "lucera", 30, 7)
    assert lines(await told(world)) == [f"ok {WELL['lucera']}"]
    async with site_schema.connect(mariadb.dsn(names.views)) as door, door.session() as session:
        found = await base_tables.of(session, names.views)
    assert {("big_game", "items"), ("big_login", "accounts")} <= found.tables.keys()
    assert found.has_index(found.tables["big_game", "characters"], "obj_Id")
    async with admin(mariadb, names.login) as root:
        await root.execute("ALTER TABLE accounts MODIFY ban_expire VARCHAR(20)")
    assert lines(await told(world))[1:] == [
        "ok accounts: found, 6 of 7 columns as expected, 3 more unread",
        "bad accounts.ban_expire is varchar, and account_bans.until reads it as a number",
    ]
    async with admin(mariadb, names.login) as root:
        await root.execute("RENAME TABLE accounts TO away")
    found = lines(await told(world))
    assert found[-1] == "bad accounts is missing, and the views accounts, account_activity and account_bans break"


async def test_a_file_of_the_operators_own(here: Callable[[str], World], tmp_path: Path) -> None:
    """It is that which the tables are held against."""
    world = here("acis")
    text = (package_data.sql() / "views" / "acis.sql").read_text()
    (tmp_path / "mine.sql").write_text(text.replace("characters.title,", "characters.surname AS title,"))
    config = tmp_path / "gateway.toml"
    config.write_text('[game]\nviews = "mine.sql"\n')
    assert lines(await told(world, config=config)) == [
        f"ok mine.sql: 12 tables, 76 of 77 columns as expected, 65 more unread; {MISSING}, characters.fame",
        "ok characters: found, 29 of 30 columns as expected, 24 more unread",
        "bad characters.surname is missing, and the view characters breaks",
    ]
    (tmp_path / "mine.sql").unlink()
    (gone,) = lines(await told(world, config=config))
    assert gone.startswith("bad game: ")
    assert "mine.sql: No such file or directory" in gone

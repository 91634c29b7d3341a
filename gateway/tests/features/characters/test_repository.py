"""Whose characters are whose, and what a page gets to see of them, against the game's own tables in each family."""

from __future__ import annotations

from typing import Any

import pytest

from fixtures import installed
from fixtures.installed import Schemas, World
from fixtures.servers import MariaDB
from gateway.database.database import DatabaseUnavailable
from gateway.features.characters import CharacterBrief, CharacterRow
from gateway.features.characters.handlers import shown
from gateway.game.experience import percent
from gateway.game.regions import location
from gateway.http.errors import GameUnavailable, NotFound
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.player_state import ID, game, id_of, reading

FAMILIES = ("mobius", "acis", "lucera")

# The game's own words for what a character is: in Lucera's family a second table has level, class and vitals.
_OWN = {
    "mobius": "SELECT charId, char_name, title, level, exp, base_class, race, sex, pvpkills, pkkills, karma,"
    " onlinetime, lastAccess DIV 1000, curHp, maxHp, curMp, maxMp, curCp, maxCp, str, dex, con, _int, wit, men, x, y, z"
    " FROM characters WHERE account_name = 'demo'",
    "acis": "SELECT obj_Id, char_name, title, level, exp, base_class, race, sex, pvpkills, pkkills, karma, onlinetime,"
    " lastAccess DIV 1000, curHp, maxHp, curMp, maxMp, curCp, maxCp, NULL, NULL, NULL, NULL, NULL, NULL, x, y, z"
    " FROM characters WHERE account_name = 'demo'",
    "lucera": "SELECT obj_Id, char_name, title, level, exp, class_id, NULL, sex, pvpkills, pkkills, karma, onlinetime,"
    " lastAccess, FLOOR(curHp), maxHp, FLOOR(curMp), maxMp, FLOOR(curCp), maxCp, NULL, NULL, NULL, NULL, NULL, NULL,"
    " x, y, z FROM characters JOIN character_subclasses ON char_obj_id = obj_Id AND isBase = 1"
    " WHERE account_name = 'demo'",
}
_FIELDS = (
    *("id", "name", "title", "level", "exp", "class_id", "race", "sex", "pvp_kills", "pk_kills", "karma", "playtime"),
    *("last_access", "hp", "max_hp", "mp", "max_mp", "cp", "max_cp"),
    *("stat_str", "stat_dex", "stat_con", "stat_int", "stat_wit", "stat_men", "x", "y", "z"),
)
_RACES = {"Aurelion": 0, "Elowen": 2, "Ashlin": 4}


async def own_words(world: World) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for row in await game(world, _OWN[world.family]):
        values = [value if isinstance(value, str | None) else int(value) for value in row]
        name = str(row[1])
        found[name] = dict(zip(_FIELDS, values, strict=True)) | {"race": _RACES[name]}
    return found


@pytest.mark.parametrize("family", FAMILIES)
async def test_the_demo_s_characters_are_as_the_game_has_them(world: WorldFactory, family: str) -> None:
    here = world(family)
    expected = await own_words(here)
    async with reading(here) as state:
        rows = await state.characters.owned("demo")
    assert [row.name for row in rows] == ["Aurelion", "Elowen", "Ashlin"]
    assert [(row.level, row.class_id) for row in rows] == [(80, 88), (45, 40), (3, 53)]
    for row in rows:
        assert {name: getattr(row, name) for name in _FIELDS} == expected[row.name], row.name
        assert (row.fame is not None) == (family == "lucera")
        assert (row.created_at is not None) == (family == "lucera")
        assert row.deaths is None
        assert row.account_name.lower() == "demo"
        assert all(type(getattr(row, name)) in {int, str, type(None)} for name in CharacterRow.__struct_fields__)
    assert [(row.online, row.noble, row.access_level) for row in rows] == [(0, 1, 0), (1, 0, 0), (0, 0, 0)]
    assert rows[0].clan_name
    assert rows[0].clan_level
    assert (rows[2].clan_name, rows[2].clan_level) == (None, None)


@pytest.mark.parametrize("family", FAMILIES)
async def test_a_brief_says_what_the_whole_row_says(world: WorldFactory, family: str) -> None:
    here = world(family)
    mine, foreign = await id_of(here, "Aurelion"), await id_of(here, "Ironbark")
    async with reading(here) as state:
        whole, short = await state.characters.owned("demo"), await state.characters.briefs("demo")
        assert await state.characters.one_brief("demo", mine) in short
        with pytest.raises(NotFound):
            await state.characters.one_brief("demo", foreign)
    fields = CharacterBrief.__struct_fields__
    assert len(short) == 3
    assert [[getattr(row, field) for field in fields] for row in short] == [
        [getattr(row, field) for field in fields] for row in whole
    ]


@pytest.mark.parametrize("family", FAMILIES)
async def test_what_goes_out_is_worked_out_of_what_is_stored(world: WorldFactory, family: str) -> None:
    async with reading(world(family)) as state:
        rows = await state.characters.owned("demo")
    for row, character in ((row, shown(row)) for row in rows):
        assert character.exp_percent == percent(row.level, row.exp)
        assert character.current_location == location(row.x, row.y, row.z) != "Unknown"
        assert character.last_login
        assert int(character.last_login.timestamp()) == row.last_access
        assert (character.created_at is None) == (row.created_at is None)
        assert (character.vitals.hp, character.vitals.max_cp) == (row.hp, row.max_cp)
    first = shown(rows[0])
    assert (first.class_name, first.race_name, first.title) == ("Duelist", "Human", "Lord of Aden")
    assert (first.online, first.noble, first.hero is (rows[0].hero == 1)) == (False, True, True)
    assert (first.stats.str_ is None) == (family != "mobius")


@pytest.mark.parametrize("family", FAMILIES)
async def test_heroes_are_those_of_this_period(world: WorldFactory, family: str) -> None:
    here = world(family, seed=31)
    hero = await id_of(here, "Ashlin")
    columns = {"mobius": "(charId, class_id, played)", "acis": "(char_id, class_id, active)"}
    table, named = ("oly_heroes", "(char_id, count, active)") if family == "lucera" else ("heroes", columns[family])
    await game(here, f"REPLACE INTO {table} {named} VALUES ({hero}, 1, 1)")
    async with reading(here) as state:
        assert (await state.characters.one_owned("demo", hero)).hero == 1
        past = named.split(", ")[-1].rstrip(")")
        await game(here, f"UPDATE {table} SET {past} = 0 WHERE {named[1:].split(',')[0]} = {hero}")
        assert (await state.characters.one_owned("demo", hero)).hero == 0


@pytest.mark.parametrize("family", FAMILIES)
async def test_a_character_of_another_is_as_missing_as_one_that_is_not(world: WorldFactory, family: str) -> None:
    here = world(family)
    mine, foreign = await id_of(here, "Aurelion"), await id_of(here, "Ironbark")
    async with reading(here) as state:
        assert (await state.characters.one_owned("demo", mine)).name == "Aurelion"
        told = set[str]()
        for other in (foreign, mine + 1_000_000, 0, -1, 2**31, 2**40, 10**30):
            with pytest.raises(NotFound) as refused:
                await state.characters.one_owned("demo", other)
            told.add(str(refused.value))
    assert len(told) == 1


@pytest.mark.parametrize("family", FAMILIES)
async def test_capitals_in_the_account_s_name_do_not_matter(world: WorldFactory, family: str) -> None:
    here = world(family, seed=32)
    await game(here, "UPDATE characters SET account_name = 'DeMo' WHERE char_name = 'Elowen'")
    async with reading(here) as state:
        for login in ("demo", "DEMO"):
            assert [row.name for row in await state.characters.owned(login)] == ["Aurelion", "Elowen", "Ashlin"]


async def test_a_character_that_changed_hands_since_the_snapshot_is_its_new_owner_s(world: WorldFactory) -> None:
    here = world("mobius", seed=33)
    sold = await id_of(here, "Ashlin")
    async with reading(here) as state:
        await game(here, "UPDATE characters SET account_name = 'demo2' WHERE char_name = 'Ashlin'")
        assert [row.name for row in await state.characters.owned("demo")] == ["Aurelion", "Elowen"]
        with pytest.raises(NotFound):
            await state.characters.one_owned("demo", sold)
        assert (await state.characters.one_owned("demo2", sold)).name == "Ashlin"


async def test_those_who_are_banned_or_about_to_be_deleted_are_shown(world: WorldFactory) -> None:
    here = world("acis", seed=34)
    await game(
        here,
        "UPDATE characters SET accesslevel = -100 WHERE char_name = 'Elowen'",
        "UPDATE characters SET deletetime = 4000000000000 WHERE char_name = 'Ashlin'",
    )
    async with reading(here) as state:
        assert [(row.name, row.access_level) for row in await state.characters.owned("demo")] == [
            ("Aurelion", 0),
            ("Elowen", -100),
            ("Ashlin", 0),
        ]


async def test_before_the_first_snapshot_nobody_can_tell(world: WorldFactory) -> None:
    here = world("acis")
    mine = await id_of(here, "Aurelion")
    async with reading(here, snapshot=False) as state:
        with pytest.raises(GameUnavailable):
            await state.characters.owned("demo")
        assert (await state.characters.one_owned("demo", mine)).name == "Aurelion"


async def test_a_database_that_is_away_is_told(tmp_path: Any) -> None:
    with MariaDB(tmp_path, tcp=True) as server:
        schemas = Schemas()
        installed.fill(server, schemas, "mobius", 60, 7)
        here = installed.install(server, schemas, "mobius", 60, 7)
        async with reading(here) as state:
            assert len(await state.characters.owned("demo")) == 3
            server.stop()
            with pytest.raises(DatabaseUnavailable):
                await state.characters.owned("demo")
            with pytest.raises(DatabaseUnavailable):
                await state.characters.one_owned("demo", 1)


@pytest.mark.parametrize("family", ["mobius", "acis"])
async def test_what_no_game_would_write_is_shown_sensibly(world: WorldFactory, family: str) -> None:
    here = world(family, seed=36)
    huge = "99999999999999999999" if family == "mobius" else "18446744073709551615"
    await game(
        here,
        "SET NAMES utf8mb4",
        f"UPDATE characters SET level = 99, exp = {huge}, onlinetime = 2147483647, lastAccess = {huge}, clanid = 1,"
        f" base_class = 77, classid = 200, race = NULL, title = '\u202eA\\tB\\0C', {ID[family]} = {ID[family]}"
        " WHERE char_name = 'Aurelion'",
        "UPDATE characters SET exp = 5, base_class = 0, curHp = 9000, maxHp = 10, curMp = NULL, x = NULL,"
        " online = NULL, clanid = NULL WHERE char_name = 'Elowen'",
    )
    async with reading(here) as state:
        strange, poor, _ = [shown(row) for row in await state.characters.owned("demo")]
    assert (strange.level, strange.exp, strange.exp_percent) == (99, 2**53 - 1, 100.0)
    assert (strange.class_name, strange.race, strange.clan_name) == ("Class #77", 0, None)
    assert (strange.title, strange.last_login, strange.playtime) == ("ABC", None, 2147483647)
    assert (poor.exp, poor.exp_percent, poor.online, poor.current_location) == (5, 0.0, False, "Unknown")
    assert (poor.vitals.hp, poor.vitals.max_hp, poor.vitals.mp) == (9000, 10, None)


async def test_deaths_are_shown_where_a_pack_records_them(world: WorldFactory) -> None:
    here = world("mobius", deaths=True)
    expected = await game(here, "SELECT char_name, deaths FROM characters WHERE account_name = 'demo'")
    async with reading(here) as state:
        found = {row.name: row.deaths for row in await state.characters.owned("demo")}
    assert found == {name: int(deaths) for name, deaths in expected}

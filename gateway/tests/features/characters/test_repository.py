"""Characters of an account compared with the game's own tables in each family."""

from typing import Any

import pytest
from msgspec.structs import replace

from fixtures.admin import execute
from fixtures.installed import World
from gateway.features.characters import CharacterBrief, OwnedCharacter
from gateway.features.characters.handlers import build_character
from gateway.game.experience import percent
from gateway.game.regions import location
from gateway.http.errors import NotFound
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import game
from gateway.tests.support.player_state import ID, id_of, open_player_state

FAMILIES = ("mobius", "acis", "lucera")

# The game's own tables; in Lucera's family a second table has level, class and vitals.
_GAME_QUERY = {
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


async def stored_characters(world: World) -> dict[str, dict[str, Any]]:
    characters: dict[str, dict[str, Any]] = {}
    for row in await game(world, _GAME_QUERY[world.family]):
        values = [value if isinstance(value, str | None) else int(value) for value in row]
        name = str(row[1])
        characters[name] = dict(zip(_FIELDS, values, strict=True)) | {"race": _RACES[name]}
    return characters


@pytest.mark.parametrize("family", FAMILIES)
async def test_owned_demo_account_matches_the_game_tables(world: WorldFactory, family: str) -> None:
    game_world = world(family)
    expected = await stored_characters(game_world)
    async with open_player_state(game_world) as state:
        rows = await state.characters.all_owned("demo")
    assert [row.name for row in rows] == ["Aurelion", "Elowen", "Ashlin"]
    assert [(row.level, row.class_id) for row in rows] == [(80, 88), (45, 40), (3, 53)]
    for row in rows:
        assert {name: getattr(row, name) for name in _FIELDS} == expected[row.name], row.name
        assert (row.fame is not None) == (family == "lucera")
        assert (row.created_at is not None) == (family == "lucera")
        assert row.deaths is None
        assert row.account_name.lower() == "demo"
        assert all(type(getattr(row, name)) in {int, str, type(None)} for name in OwnedCharacter.__struct_fields__)
    assert [(row.online, row.noble, row.access_level) for row in rows] == [(0, 1, 0), (1, 0, 0), (0, 0, 0)]
    assert rows[0].clan_name
    assert rows[0].clan_level
    assert (rows[2].clan_name, rows[2].clan_level) == (None, None)


@pytest.mark.parametrize("family", FAMILIES)
async def test_briefs_equal_the_same_columns_of_owned(world: WorldFactory, family: str) -> None:
    async with open_player_state(world(family)) as state:
        full_rows, briefs = await state.characters.all_owned("demo"), await state.characters.briefs("demo")
    fields = CharacterBrief.__struct_fields__
    assert len(briefs) == 3
    assert [[getattr(row, field) for field in fields] for row in briefs] == [
        [getattr(row, field) for field in fields] for row in full_rows
    ]


@pytest.mark.parametrize("family", FAMILIES)
async def test_build_character_derives_fields_from_the_row(world: WorldFactory, family: str) -> None:
    async with open_player_state(world(family)) as state:
        rows = await state.characters.all_owned("demo")
    for row, character in ((row, build_character(row)) for row in rows):
        assert character.exp_percent == percent(row.level, row.exp)
        assert character.current_location == location(row.x, row.y, row.z) != "Unknown"
        assert character.last_login
        assert int(character.last_login.timestamp()) == row.last_access, f"{row.name}: seconds since 1970"
        assert (character.created_at is None) == (row.created_at is None)
        assert (character.vitals.hp, character.vitals.max_cp) == (row.hp, row.max_cp)
    first = build_character(rows[0])
    assert (first.class_name, first.race_name, first.title) == ("Duelist", "Human", "Lord of Aden")
    assert (first.online, first.noble, first.hero is (rows[0].hero == 1)) == (False, True, True)
    assert (first.stats.str_ is None) == (family != "mobius")


@pytest.mark.parametrize("family", FAMILIES)
async def test_owned_hero_is_one_of_the_current_period(world: WorldFactory, family: str) -> None:
    game_world = world(family, seed=31)
    hero = await id_of(game_world, "Ashlin")
    columns = {"mobius": "(charId, class_id, played)", "acis": "(char_id, active, played)"}
    table, names = ("oly_heroes", "(char_id, count, active)") if family == "lucera" else ("heroes", columns[family])
    await game(game_world, f"REPLACE INTO {table} {names} VALUES ({hero}, 1, 1)")
    async with open_player_state(game_world) as state:
        assert (await state.characters.one_owned("demo", hero)).hero == 1
        past = names.split(", ")[-1].rstrip(")")
        await game(game_world, f"UPDATE {table} SET {past} = 0 WHERE {names[1:].split(',')[0]} = {hero}")
        assert (await state.characters.one_owned("demo", hero)).hero == 0


async def test_owned_characters_are_read_while_the_view_of_heroes_is_missing(world: WorldFactory) -> None:
    game_world = world("mobius", seed=31)
    views = game_world.schemas.views
    async with open_player_state(game_world) as state:
        rows = await state.characters.all_owned("demo")
        await execute(game_world.admin_dsn, f"RENAME TABLE {views}.heroes TO {views}.heroes_away")
        try:
            assert await state.characters.all_owned("demo") == [replace(row, hero=0) for row in rows]
        finally:
            await execute(game_world.admin_dsn, f"RENAME TABLE {views}.heroes_away TO {views}.heroes")


@pytest.mark.parametrize("family", FAMILIES)
async def test_foreign_or_missing_character_raises_the_same_error(world: WorldFactory, family: str) -> None:
    game_world = world(family)
    own_id, foreign_id = await id_of(game_world, "Aurelion"), await id_of(game_world, "Ironbark")
    async with open_player_state(game_world) as state:
        messages = set[str]()
        for read_one in (state.characters.one_owned, state.characters.one_brief):
            assert (await read_one("demo", own_id)).name == "Aurelion"
            for id in (foreign_id, own_id + 1_000_000, 0, -1, 2**31, 2**40, 10**30):
                with pytest.raises(NotFound) as error:
                    await read_one("demo", id)
                messages.add(str(error.value))
    assert len(messages) == 1


@pytest.mark.parametrize("family", FAMILIES)
async def test_owned_ignores_case_of_the_account_name(world: WorldFactory, family: str) -> None:
    game_world = world(family, seed=32)
    await game(game_world, "UPDATE characters SET account_name = 'DeMo' WHERE char_name = 'Elowen'")
    async with open_player_state(game_world) as state:
        for login in ("demo", "DEMO"):
            assert [row.name for row in await state.characters.all_owned(login)] == ["Aurelion", "Elowen", "Ashlin"]


async def test_owned_character_moved_since_the_snapshot_belongs_to_the_new_account(world: WorldFactory) -> None:
    game_world = world("mobius", seed=33)
    character_id = await id_of(game_world, "Ashlin")
    async with open_player_state(game_world) as state:
        await game(game_world, "UPDATE characters SET account_name = 'demo2' WHERE char_name = 'Ashlin'")
        assert [row.name for row in await state.characters.all_owned("demo")] == ["Aurelion", "Elowen"]
        with pytest.raises(NotFound):
            await state.characters.one_owned("demo", character_id)
        assert (await state.characters.one_owned("demo2", character_id)).name == "Ashlin"


async def test_owned_includes_banned_and_deleted_characters(world: WorldFactory) -> None:
    game_world = world("acis", seed=34)
    await game(
        game_world,
        "UPDATE characters SET accesslevel = -100 WHERE char_name = 'Elowen'",
        "UPDATE characters SET deletetime = 4000000000000 WHERE char_name = 'Ashlin'",
    )
    async with open_player_state(game_world) as state:
        assert [(row.name, row.access_level) for row in await state.characters.all_owned("demo")] == [
            ("Aurelion", 0),
            ("Elowen", -100),
            ("Ashlin", 0),
        ]


@pytest.mark.parametrize("family", ["mobius", "acis"])
async def test_build_character_sanitizes_invalid_values(world: WorldFactory, family: str) -> None:
    game_world = world(family, seed=36)
    huge = "99999999999999999999" if family == "mobius" else "18446744073709551615"
    await game(
        game_world,
        "SET NAMES utf8mb4",
        f"UPDATE characters SET level = 99, exp = {huge}, onlinetime = 2147483647, lastAccess = {huge}, clanid = 1,"
        f" base_class = 77, classid = 200, race = NULL, title = '\u202eA\\tB\\0C', {ID[family]} = {ID[family]}"
        " WHERE char_name = 'Aurelion'",
        "UPDATE characters SET exp = 5, base_class = 0, curHp = 9000, maxHp = 10, curMp = NULL, x = NULL,"
        " online = NULL, clanid = NULL WHERE char_name = 'Elowen'",
    )
    async with open_player_state(game_world) as state:
        extreme, incomplete, _ = [build_character(row) for row in await state.characters.all_owned("demo")]
    assert (extreme.level, extreme.exp, extreme.exp_percent) == (99, 2**53 - 1, 100.0)
    assert (extreme.class_name, extreme.race, extreme.clan_name) == ("Class #77", 0, None)
    assert (extreme.title, extreme.last_login, extreme.playtime) == ("ABC", None, 2147483647)
    assert (incomplete.exp, incomplete.exp_percent) == (5, 0.0)
    assert (incomplete.online, incomplete.current_location) == (False, "Unknown")
    assert (incomplete.vitals.hp, incomplete.vitals.max_hp, incomplete.vitals.mp) == (9000, 10, None)


async def test_owned_deaths_are_read_if_the_pack_records_them(world: WorldFactory) -> None:
    game_world = world("mobius", deaths=True)
    expected = await game(game_world, "SELECT char_name, deaths FROM characters WHERE account_name = 'demo'")
    async with open_player_state(game_world) as state:
        deaths = {row.name: row.deaths for row in await state.characters.all_owned("demo")}
    assert deaths == {name: int(count) for name, count in expected}

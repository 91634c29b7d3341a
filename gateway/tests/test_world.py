"""The made worlds: reproducible, plausible, the same people in every family, and known people to log in as."""

import base64
import ctypes
import hashlib
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest

from fixtures import world
from fixtures.admin import Rows, execute
from fixtures.mysql import MySQL
from fixtures.servers import MariaDB
from fixtures.world import facts, names
from fixtures.world.plan import Plan
from fixtures.world.tsv import Choice, Nullable, encode
from gateway.game.families import FAMILIES as FAMILY
from gateway.tests.entrance import ACCESS
from gateway.tests.players import ID

pytestmark = pytest.mark.database

FAMILIES = tuple(world.FAMILIES)
_number = count(1)

Fill = Callable[..., str]


@pytest.fixture(scope="module")
def fill(mariadb: MariaDB | MySQL) -> Fill:
    """Fills a schema of its own and gives root's DSN for it."""

    def make(family: str = "mobius", characters: int = 60, seed: int = 3, **options: Any) -> str:
        dsn = mariadb.dsn(f"made_{next(_number)}")
        world.fill(dsn, family, characters, seed, **options)
        return dsn

    return make


@pytest.fixture(scope="module")
def large(fill: Fill) -> str:
    return fill("mobius", 9000, 11)


@pytest.fixture(scope="module")
def first(fill: Fill) -> str:
    """What the other families are compared with."""
    return fill("mobius", 300, 5)


@pytest.fixture(scope="module")
def smallest(fill: Fill) -> dict[str, str]:
    return {family: fill(family, world.FEWEST) for family in FAMILIES}


async def checksums(dsn: str) -> dict[str, int]:
    tables = [row[0] for row in await execute(dsn, "SHOW TABLES")]
    rows = await execute(dsn, f"CHECKSUM TABLE {', '.join(f'`{name}`' for name in tables)}")
    return {name.rpartition(".")[2]: checksum for name, checksum in rows}


async def number(dsn: str, question: str) -> float:
    return float((await execute(dsn, f"SELECT {question}"))[0][0])


async def share(dsn: str, condition: str) -> float:
    return await number(dsn, f"SUM({condition}) / COUNT(*) FROM characters")


@pytest.mark.parametrize("family", FAMILIES)
async def test_the_same_seed_makes_the_same_world(fill: Fill, family: str) -> None:
    one, again, other = [await checksums(fill(family, seed=seed)) for seed in (3, 3, 4)]
    assert one == again
    assert len(set(one.values())) > 10, "most tables hold something"
    for table in ("accounts", "characters", "items", "clan_data" if family == "lucera" else "castle"):
        assert one[table] != other[table], table


async def test_accounts_and_names_are_whole_over_the_border_of_two_chunks(large: str) -> None:
    question = "COUNT(DISTINCT account_name), COUNT(DISTINCT char_name), COUNT(*) FROM characters"
    accounts, people, rows = (await execute(large, f"SELECT {question}"))[0]
    assert people == rows == 9000
    assert 0.7 < accounts / rows < 0.8
    lost = "COUNT(*) FROM characters LEFT JOIN accounts ON login = account_name WHERE login IS NULL"
    assert await number(large, lost) == 0


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "mobius"])
async def test_every_family_tells_of_the_same_people(fill: Fill, first: str, family: str) -> None:
    columns = "char_name, title, sex, x, y, z, karma, pvpkills, pkkills, clanid, accesslevel, onlinetime"
    here, there = first, fill(family, 300, 5)
    assert await people(here, f"charId, {columns}") == await people(there, f"{ID[family]}, {columns}")
    if family == "lucera":
        base = "char_obj_id, level, class_id, exp, sp FROM character_subclasses WHERE isBase = 1 ORDER BY char_obj_id"
    else:
        base = f"{ID[family]}, level, base_class, exp, sp FROM characters ORDER BY {ID[family]}"
    mobius = await execute(here, "SELECT charId, level, base_class, exp, sp FROM characters ORDER BY charId")
    assert plain(mobius) == plain(await execute(there, f"SELECT {base}"))


async def people(dsn: str, columns: str) -> Rows:
    return plain(await execute(dsn, f"SELECT {columns} FROM characters ORDER BY 1"))


def plain(rows: Rows) -> Rows:
    """DECIMAL here is INT there."""
    return [tuple(value if value is None or isinstance(value, str) else int(value) for value in row) for row in rows]


async def test_the_spread_is_that_of_a_real_server(large: str) -> None:
    assert 0.02 <= await share(large, "online = 1") <= 0.05
    assert 0.002 <= await share(large, "online = 2") <= 0.02
    assert 0.36 <= await share(large, "clanid > 0") <= 0.44
    assert 0.003 <= await share(large, "deletetime > 0") <= 0.02
    assert 0.003 <= await share(large, "accesslevel < 0") <= 0.02
    assert 0.0003 <= await share(large, "accesslevel > 0") <= 0.006
    assert 11.5 <= await number(large, "COUNT(*) / 9000 FROM items WHERE loc <> 'CLANWH'") <= 12.5
    low, high = (await execute(large, "SELECT MIN(level), MAX(level) FROM characters"))[0]
    assert (low, high) == (1, 80)
    for column in ("title", "clanid", "accesslevel", "online", "pvpkills", "deletetime"):
        assert await share(large, f"{column} IS NULL") > 0, column


async def test_kills_follow_zipf(large: str) -> None:
    rows = await execute(large, "SELECT COALESCE(pvpkills, 0) FROM characters ORDER BY 1 DESC")
    kills = [int(row[0]) for row in rows]
    assert kills[0] <= 65535, "the narrowest family's column"
    assert kills[10] > 3 * kills[100] > 9 * kills[1000]
    assert sum(kills[:90]) > 0.25 * sum(kills), "one in a hundred has more than a quarter"
    assert kills.count(0) > 900


async def test_level_class_and_experience_agree(large: str) -> None:
    rows = await execute(large, "SELECT level, exp, base_class, race FROM characters")
    level, exp, class_id, race = np.array(rows).astype(np.int64).T
    assert (facts.EXPERIENCE[level] <= exp).all()
    assert (exp < facts.EXPERIENCE[level + 1]).all()
    ordinary = np.arange(len(level)) >= len(world.KNOWN)
    assert (facts.CLASS_TIER[class_id] == facts.tier_of(level))[ordinary].all()
    assert (facts.CLASS_RACE[class_id] == race).all()
    assert set(class_id[level >= 76]) == set(facts.THIRD_CLASSES)


async def test_nobody_wears_two_things_in_one_place(large: str) -> None:
    worn = "owner_id, loc_data FROM items WHERE loc = 'PAPERDOLL' GROUP BY owner_id, loc_data HAVING COUNT(*) > 1"
    assert await execute(large, f"SELECT {worn}") == []
    held = "COUNT(*) FROM items a JOIN items b USING (owner_id) WHERE a.loc = 'PAPERDOLL' AND b.loc = 'PAPERDOLL'"
    assert await number(large, f"{held} AND a.loc_data = 14 AND b.loc_data IN (7, 8)") == 0


async def test_each_clan_has_its_leader_among_its_members(large: str) -> None:
    led = "COUNT(*) FROM clan_data JOIN characters ON charId = leader_id AND clanid = clan_id"
    clans = await number(large, "COUNT(*) FROM clan_data")
    assert await number(large, led) == clans
    assert await number(large, "COUNT(*) FROM clan_data WHERE hasCastle > 0") == 7
    assert await number(large, "COUNT(DISTINCT clan_name) FROM clan_data") == clans


async def test_one_hero_a_class(large: str) -> None:
    heroes = await execute(large, "SELECT class_id, COUNT(*) FROM heroes WHERE played = 1 GROUP BY class_id")
    assert len(heroes) > 25
    assert {row[1] for row in heroes} == {1}


async def test_hostile_names_arrive_as_they_are(large: str, smallest: dict[str, str]) -> None:
    there = {row[0] for row in await execute(large, "SELECT char_name FROM characters")}
    assert set(names.HOSTILE) <= there
    with_kills = await execute(large, "SELECT char_name FROM characters WHERE pvpkills > 0 OR pkkills > 0")
    assert len(with_kills) > 1000
    assert {row[0] for row in with_kills}.isdisjoint(names.HOSTILE)
    titles = {row[0] for row in await execute(large, "SELECT DISTINCT title FROM characters")}
    assert set(names.HOSTILE_TITLES) <= titles
    clans = {row[0] for row in await execute(large, "SELECT clan_name FROM clan_data")}
    assert set(names.HOSTILE_CLANS) <= clans
    few = {row[0] for row in await execute(smallest["acis"], "SELECT char_name FROM characters")}
    assert names.HOSTILE[0] in few


@pytest.mark.parametrize("family", FAMILIES)
async def test_the_smallest_world_has_all_known_people(smallest: dict[str, str], family: str) -> None:
    rows = await execute(smallest[family], "SELECT account_name, char_name, accesslevel FROM characters ORDER BY 1, 2")
    known = sorted((person.account, person.name, person.access) for person in world.KNOWN)
    assert [(account, name, int(access or 0)) for account, name, access in rows if account in world.ACCOUNTS] == known
    accounts = dict(await execute(smallest[family], f"SELECT login, {ACCESS[family]} FROM accounts"))
    assert [accounts[name] for name in ("demo", "demo2", "banned", "staff")] == [0, 0, -100, 100]
    assert await number(smallest[family], "COUNT(*) FROM characters") == world.FEWEST


async def test_the_first_known_person_has_reached_everything(smallest: dict[str, str]) -> None:
    question = "charId, level, nobless, hasCastle, leader_id, played FROM characters"
    joined = "JOIN clan_data ON clan_id = clanid JOIN (SELECT charId, played FROM heroes) h USING (charId)"
    row = (await execute(smallest["mobius"], f"SELECT {question} {joined} WHERE char_name = 'Aurelion'"))[0]
    assert row[1:4] == (80, 1, 5)
    assert row[4:] == (row[0], 1)
    worn = f"COUNT(*) FROM items WHERE owner_id = {row[0]} AND loc = 'PAPERDOLL' AND enchant_level >= 6"
    assert await number(smallest["mobius"], worn) >= 4


def sha1(password: bytes) -> str:
    return base64.b64encode(hashlib.sha1(password).digest()).decode()


def whirlpool(password: bytes) -> str:
    """By OpenSSL, which keeps it among the old algorithms."""
    openssl = ctypes.CDLL("libcrypto.so.3")
    for provider in (b"legacy", b"default"):
        assert openssl.OSSL_PROVIDER_load(None, provider)
    return base64.b64encode(hashlib.new("whirlpool", password).digest()).decode()


def bcrypt_again(password: bytes, stored: str) -> str:
    crypt = ctypes.CDLL("libcrypt.so.1").crypt
    crypt.restype = ctypes.c_char_p
    return crypt(password, stored.encode()).decode()


@pytest.mark.parametrize("family", FAMILIES)
async def test_known_people_can_log_in(smallest: dict[str, str], family: str) -> None:
    stored = dict(await execute(smallest[family], "SELECT login, password FROM accounts"))
    for name in world.ACCOUNTS:
        password, other = world.PASSWORD.encode(), b"demo12345"
        if FAMILY[family].hashing == "bcrypt":
            assert stored[name].startswith("$2a$10$")
            assert bcrypt_again(password, stored[name]) == stored[name]
            assert bcrypt_again(other, stored[name]) != stored[name]
        else:
            hashed = whirlpool if FAMILY[family].hashing == "whirlpool" else sha1
            assert hashed(password) == stored[name]
    shape = {"sha1": 28, "bcrypt": 60, "whirlpool": 88}[FAMILY[family].hashing]
    assert {len(password) for password in stored.values()} == {shape}


def test_whirlpool_is_that_of_the_standard() -> None:
    assert base64.b64decode(whirlpool(b""))[:8].hex() == "19fa61d75522a466"
    assert base64.b64decode(whirlpool(b"abc"))[:8].hex() == "4e2448a4c6f486bb"


async def test_deaths_are_a_column_of_custom_packs_only(fill: Fill, smallest: dict[str, str]) -> None:
    dsn = fill("lucera", 60, 3, deaths=True)
    assert await number(dsn, "MAX(deaths) FROM characters") > 0
    columns = [row[0] for row in await execute(smallest["lucera"], "SHOW COLUMNS FROM characters")]
    assert "deaths" not in columns


async def test_the_present_can_be_moved(fill: Fill) -> None:
    dsn = fill("mobius", 60, 3, now=world.NOW + 86400)
    latest = await number(dsn, "MAX(lastAccess) FROM characters")
    assert world.NOW * 1000 < latest < (world.NOW + 86400) * 1000


async def test_a_schema_with_tables_is_left_alone(fill: Fill) -> None:
    dsn = fill()
    before = await checksums(dsn)
    with pytest.raises(world.WorldError, match="holds tables already"):
        world.fill(dsn, "mobius", 60, 9)
    assert await checksums(dsn) == before


@pytest.mark.parametrize(("family", "characters"), [("lineage", 60), ("mobius", 9), ("mobius", 1_000_001)])
def test_what_cannot_be_made_is_refused(family: str, characters: int) -> None:
    with pytest.raises(world.WorldError):
        world.fill("mysql://nobody@localhost/nowhere", family, characters, 1)


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(world.WorldError, match="no connection"):
        world.fill("mysql://root@localhost/game?unix_socket=/nowhere/mariadb.sock", "mobius", 60, 1)


def test_names_are_unique_and_short_in_large_worlds() -> None:
    plan = Plan(1_000_000, 21)
    made = np.char.lower(plan.names(np.arange(0, 1_000_000, 4)))
    assert len(set(made.tolist())) == 250_000
    assert max(len(name.decode()) for name in made[:50_000]) <= 16
    assert len(set(names.logins(21, np.arange(200_000)).tolist())) == 200_000


def test_text_for_load_data() -> None:
    columns = [
        np.array([-7, 0, 1234567890123]),
        np.array([b"plain", b"back\\slash", b"tab\there"]),
        Nullable(np.array([5, 6, 70]), np.array([False, True, False])),
        Choice(np.array([b"YES", b"NO"]), np.array([1, 0, 0])),
        Nullable(np.array([b"", b"x", b"y"]), np.array([False, False, True])),
        9,
        b"same",
    ]
    assert b"".join(encode(columns, 3)).decode().splitlines() == [
        "-7\tplain\t5\tNO\t\t9\tsame",
        "0\tback\\\\slash\t\\N\tYES\tx\t9\tsame",
        "1234567890123\ttab\\\there\t70\tYES\t\\N\t9\tsame",
    ]

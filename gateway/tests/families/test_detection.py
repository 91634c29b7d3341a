"""Every family is told apart by its tables; what fits none, or more than one, is said plainly."""

import random
from pathlib import Path

import pytest

from gateway.game.families import FAMILIES, Columns, UnknownFamily, by_key, detect

# The tables that no pack can be without; of the others a custom pack may lack any.
CERTAIN = {"accounts", "characters", "items", "clan_data", "character_subclasses"}


def _shapes() -> dict[str, dict[str, frozenset[str]]]:
    """Family → table → columns, as the packs themselves have them."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for line in (Path(__file__).parent / "family_schemas.txt").read_text().splitlines()[1:]:
        family, table, *columns = line.lower().split()
        found.setdefault(family, {})[table] = frozenset(columns)
    return found


TABLES = _shapes()
EVERY_COLUMN = sorted(
    {(table, name) for tables in TABLES.values() for table, names in tables.items() for name in names}
)


def changed(family: str, chance: random.Random, *, lost: int, added: int) -> dict[str, set[str]]:
    """The tables of a pack that somebody has changed: some are gone, and columns of other packs were added."""
    tables = {table: set(names) for table, names in TABLES[family].items()}
    optional = sorted(tables.keys() - CERTAIN)
    for table in chance.sample(optional, chance.randint(0, min(lost, len(optional)))):
        del tables[table]
    for table, name in chance.sample(EVERY_COLUMN, chance.randint(0, added)):
        tables.setdefault(table, set()).add(name)
    return tables


def test_every_family_has_its_tables_here() -> None:
    assert TABLES.keys() == FAMILIES.keys()


@pytest.mark.parametrize("family", TABLES)
def test_a_family_is_recognised_and_no_other(family: str) -> None:
    assert detect(TABLES[family]).key == family


@pytest.mark.parametrize("family", TABLES)
def test_more_tables_and_columns_change_nothing(family: str) -> None:
    more = {table: names | {"deaths", "vip_until"} for table, names in TABLES[family].items()}
    assert detect({**more, "donations": frozenset({"id"})}).key == family


@pytest.mark.parametrize("family", TABLES)
def test_a_pack_without_any_optional_table_is_recognised(family: str) -> None:
    chance = random.Random(family)
    for _ in range(200):
        assert detect(changed(family, chance, lost=99, added=0)).key == family


@pytest.mark.parametrize("family", TABLES)
def test_a_changed_pack_is_never_taken_for_another(family: str) -> None:
    chance = random.Random(family)
    answers = [_answer(changed(family, chance, lost=6, added=20)) for _ in range(300)]
    asked = [answer for answer in answers if answer != family]
    assert len(asked) < 20
    assert all(family in answer and "--family" in answer for answer in asked)


def _answer(tables: Columns) -> str:
    """The family's key, or what is said instead."""
    try:
        return detect(tables).key
    except UnknownFamily as asked:
        return str(asked)


@pytest.mark.parametrize("family", ["frozen", "acis"])
def test_an_address_that_somebody_added_to_the_accounts_is_no_mark(family: str) -> None:
    accounts = TABLES[family]["accounts"] | {"email", "created_time"}
    assert detect({**TABLES[family], "accounts": accounts}).key == family


@pytest.mark.parametrize("family", ["frozen", "lucera"])
def test_accounts_of_another_schema_serve_as_well(family: str) -> None:
    game = {table: names for table, names in TABLES[family].items() if table != "accounts"}
    with pytest.raises(UnknownFamily, match="there is no table `accounts` here"):
        detect(game)
    assert detect({**game, "accounts": TABLES[family]["accounts"]}).key == family


def test_tables_of_two_families_at_once_are_asked_about() -> None:
    mixed: Columns = {
        table: TABLES["acis"].get(table, frozenset()) | TABLES["rusacis"].get(table, frozenset())
        for table in TABLES["acis"].keys() | TABLES["rusacis"].keys()
    }
    with pytest.raises(
        UnknownFamily, match=r"fit acis and rusacis at once; name one with --family\. .*acis lacks none"
    ):
        detect(mixed)


def test_something_else_is_named_by_what_was_found() -> None:
    with pytest.raises(UnknownFamily, match="no table `characters` here; found wp_posts, wp_users"):
        detect({"wp_users": frozenset({"id"}), "wp_posts": frozenset({"id"})})
    with pytest.raises(UnknownFamily, match="no table at all"):
        detect({})


def test_a_near_miss_says_what_is_missing() -> None:
    accounts = TABLES["acis"]["accounts"] - {"last_active"}
    with pytest.raises(
        UnknownFamily, match=r"Nearest: acis, but it lacks accounts\.last_active; rusacis, but it lacks"
    ):
        detect({**TABLES["acis"], "accounts": accounts})


def test_a_pack_that_bears_more_of_nothing_than_of_a_family_is_none() -> None:
    few = {table: frozenset(names) for table, names in TABLES["lucera"].items() if table in CERTAIN}
    few |= dict.fromkeys(("oly_nobles", "clan_subpledges", "castle"), frozenset({"id"}))
    with pytest.raises(UnknownFamily, match=r"fit no known family\. Nearest: lucera, but it lacks oly_nobles"):
        detect(few)


def test_a_name_that_is_none() -> None:
    assert by_key("acis").hashing == "bcrypt"
    with pytest.raises(UnknownFamily, match="known are mobius, mobius_ct0, acis"):
        by_key("l2off")


def test_the_column_of_the_address_is_one_the_family_has() -> None:
    for family in FAMILIES.values():
        accounts = TABLES[family.key]["accounts"]
        assert family.has_email == bool(accounts & {"email", "l2email"})
        assert family.email_column is None or family.email_column in accounts


def test_what_a_family_is_known_by_is_what_its_pack_has() -> None:
    for family in FAMILIES.values():
        for mark in (*family.required, *family.signature):
            table, _, column = mark.partition(".")
            assert column in TABLES[family.key][table], f"{family.key}: {mark}"

"""Detection of the family by its tables, and the error for tables of no family or of several."""

import random
from pathlib import Path

import pytest

from gateway.game.families import FAMILIES, Columns, UnknownFamily, by_key, detect

# The tables that no pack can be without; of the others a custom pack may lack any.
CERTAIN = {"accounts", "characters", "items", "clan_data", "character_subclasses"}


def _read_schemas() -> dict[str, dict[str, frozenset[str]]]:
    """Family → table → columns, as the packs themselves have them."""
    tables_by_family: dict[str, dict[str, frozenset[str]]] = {}
    for line in (Path(__file__).parent / "family_schemas.txt").read_text().splitlines()[1:]:
        family, table, *columns = line.lower().split()
        tables_by_family.setdefault(family, {})[table] = frozenset(columns)
    return tables_by_family


TABLES = _read_schemas()
EVERY_COLUMN = sorted(
    {(table, name) for tables in TABLES.values() for table, names in tables.items() for name in names}
)


def modified_pack(family: str, chance: random.Random, *, max_lost: int, max_added: int) -> dict[str, set[str]]:
    """The tables of a modified pack: some are gone, and columns of other packs were added."""
    tables = {table: set(names) for table, names in TABLES[family].items()}
    optional = sorted(tables.keys() - CERTAIN)
    for table in chance.sample(optional, chance.randint(0, min(max_lost, len(optional)))):
        del tables[table]
    for table, name in chance.sample(EVERY_COLUMN, chance.randint(0, max_added)):
        tables.setdefault(table, set()).add(name)
    return tables


def test_schemas_of_every_family_are_recorded() -> None:
    assert TABLES.keys() == FAMILIES.keys()


@pytest.mark.parametrize("family", TABLES)
def test_detect_stock_pack_returns_its_family(family: str) -> None:
    assert detect(TABLES[family]).key == family


@pytest.mark.parametrize("family", TABLES)
def test_detect_additional_tables_and_columns_are_ignored(family: str) -> None:
    more = {table: names | {"deaths", "vip_until"} for table, names in TABLES[family].items()}
    assert detect({**more, "donations": frozenset({"id"})}).key == family


@pytest.mark.parametrize("family", TABLES)
def test_detect_without_optional_tables_returns_the_family(family: str) -> None:
    chance = random.Random(family)
    for _ in range(200):
        assert detect(modified_pack(family, chance, max_lost=99, max_added=0)).key == family


@pytest.mark.parametrize("family", TABLES)
def test_detect_modified_pack_never_returns_another_family(family: str) -> None:
    chance = random.Random(family)
    answers = [_answer(modified_pack(family, chance, max_lost=6, max_added=20)) for _ in range(300)]
    error_texts = [answer for answer in answers if answer != family]
    assert len(error_texts) < 20
    assert all(family in answer and "--family" in answer for answer in error_texts)


def _answer(tables: Columns) -> str:
    """Returns the family's key, or the text of the error."""
    try:
        return detect(tables).key
    except UnknownFamily as error:
        return str(error)


@pytest.mark.parametrize("family", ["frozen", "acis"])
def test_detect_added_email_column_is_no_signature(family: str) -> None:
    accounts = TABLES[family]["accounts"] | {"email", "created_time"}
    assert detect({**TABLES[family], "accounts": accounts}).key == family


@pytest.mark.parametrize("family", ["frozen", "lucera"])
def test_detect_accounts_of_another_schema(family: str) -> None:
    game = {table: names for table, names in TABLES[family].items() if table != "accounts"}
    with pytest.raises(UnknownFamily, match="there is no table `accounts` here"):
        detect(game)
    assert detect({**game, "accounts": TABLES[family]["accounts"]}).key == family


def test_detect_tables_of_two_families_names_both() -> None:
    mixed_tables: Columns = {
        table: TABLES["acis"].get(table, frozenset()) | TABLES["rusacis"].get(table, frozenset())
        for table in TABLES["acis"].keys() | TABLES["rusacis"].keys()
    }
    with pytest.raises(
        UnknownFamily, match=r"fit acis and rusacis at once; name one with --family\. .*acis lacks none"
    ):
        detect(mixed_tables)


def test_detect_other_tables_are_listed() -> None:
    with pytest.raises(UnknownFamily, match="no table `characters` here; found wp_posts, wp_users"):
        detect({"wp_users": frozenset({"id"}), "wp_posts": frozenset({"id"})})
    with pytest.raises(UnknownFamily, match="no table at all"):
        detect({})


def test_detect_near_miss_lists_missing_columns() -> None:
    accounts = TABLES["acis"]["accounts"] - {"access_level"}
    with pytest.raises(
        UnknownFamily, match=r"Nearest: acis, but it lacks accounts\.access_level; rusacis, but"
    ) as error:
        detect({**TABLES["acis"], "accounts": accounts})
    assert "name it with --family; else write a views file of your own ([game] views)" in str(error.value)


def test_detect_family_with_a_negative_score_is_no_candidate() -> None:
    """A pack of no family that has the few columns which two families need."""
    tables = {table: names for table, names in TABLES["frozen"].items() if table in CERTAIN}
    tables |= {table: frozenset({"id"}) for table in ("heroes", "olympiad_nobles", "clan_subpledges", "castle")}
    tables["raidboss_spawnlist"] = tables["augmentations"] = frozenset({"id"})
    tables["characters"] -= {"str", "titlestatus"}
    with pytest.raises(UnknownFamily, match="fit no known family") as error:
        detect(tables)
    assert "at once" not in str(error.value)


def test_detect_negative_score_is_no_family() -> None:
    few = {table: frozenset(names) for table, names in TABLES["lucera"].items() if table in CERTAIN}
    few |= dict.fromkeys(("oly_nobles", "clan_subpledges", "castle"), frozenset({"id"}))
    with pytest.raises(UnknownFamily, match=r"fit no known family\. Nearest: lucera, but it lacks oly_nobles"):
        detect(few)


def test_by_key_unknown_name_lists_the_families() -> None:
    assert by_key("acis").hashing == "bcrypt"
    with pytest.raises(UnknownFamily, match="known are mobius, mobius_ct0, acis"):
        by_key("l2off")


def test_email_column_exists_in_the_pack() -> None:
    for family in FAMILIES.values():
        accounts = TABLES[family.key]["accounts"]
        assert family.has_email == bool(accounts & {"email", "l2email"})
        assert family.email_column is None or family.email_column in accounts


def test_signature_columns_exist_in_the_pack() -> None:
    for family in FAMILIES.values():
        for mark in (*family.required, *family.signature):
            table, _, column = mark.partition(".")
            assert TABLES[family.key][table] & set(column.split("|")), f"{family.key}: {mark}"

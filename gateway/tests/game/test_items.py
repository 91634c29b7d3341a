"""Item categories, types, grades and body parts, in all dialects and for all items of the demo world."""

from pathlib import Path

import msgspec
import pytest

from fixtures.catalogue import items
from gateway.game.items import CATEGORIES, GRADES, Kind, category_of, grade_of, is_known_type, is_shield, type_of
from gateway.game.slots import PART_NAMES, SLOT_NAMES, BodyPart, body_part, part_name, worn_name

CATALOGUE = Path(__file__).parents[2] / "texts" / "en.json"


@pytest.mark.parametrize(
    ("kind", "subtype", "part", "name", "category", "readable"),
    [
        # the same swords in Mobius, aCis and Lucera
        ("weapon", "sword", "rhand", "Short Sword", "weapon", "Sword"),
        ("weapon", "SWORD", "lrhand", "Zweihander", "weapon", "Two-handed sword"),
        ("weapon", "bigsword", "lrhand", "Zweihander", "weapon", "Two-handed sword"),
        ("weapon", "BIGBLUNT", "lrhand", "Great Axe", "weapon", "Two-handed blunt"),
        ("weapon", "blunt", "rhand", "Mace", "weapon", "Blunt"),
        ("weapon", "DUALFIST", "lrhand", "Cestus", "weapon", "Fist weapon"),
        ("weapon", "fishingrod", "lrhand", "Baby Duck Rod", "weapon", "Fishing rod"),
        ("weapon", "PET", "pet", "Iron Canine", "weapon", "Pet weapon"),
        ("weapon", "RAPIER", "rhand", "Custom item", "weapon", "Rapier"),
        ("weapon", "none", "rhand", "Custom item", "weapon", "Weapon"),
        # shields: armor, or weapons without a type in frozen
        ("armor", "", "lhand", "Leather Shield", "armor", "Shield"),
        ("weapon", "none", "lhand", "Leather Shield", "armor", "Shield"),
        ("weapon", "", "lhand", "Leather Shield", "armor", "Shield"),
        ("armor", "light", "chest", "Shirt", "armor", "Light armor"),
        ("armor", "HEAVY", "fullarmor", "Full Plate Armor", "armor", "Heavy armor"),
        ("armor", "magic", "legs", "Karmian Stockings", "armor", "Robe"),
        ("armor", "none", "neck", "Necklace of Magic", "armor", "Necklace"),
        ("armor", "", "finger", "Ring of Baium", "armor", "Ring"),
        ("armor", "NONE", "alldress", "Formal Wear", "armor", "Formal wear"),
        ("armor", "PET", "pet", "Wolf's Leather Armor", "armor", "Pet armor"),
        ("etcitem", "POTION", "", "Healing Potion", "consumable", "Potion"),
        ("etcitem", "arrow", "lhand", "Wooden Arrow", "consumable", "Arrow"),
        ("etcitem", "", "", "Soulshot: No Grade", "consumable", "Shot"),
        ("etcitem", "", "", "Blessed Spiritshot: S Grade", "consumable", "Shot"),
        ("etcitem", "SCROLL", "", "Scroll of Escape", "consumable", "Scroll"),
        ("etcitem", "HERB", "", "Herb of Life", "consumable", "Herb"),
        ("etcitem", "LURE", "", "Green Lure", "consumable", "Lure"),
        ("etcitem", "SCRL_ENCHANT_WP", "", "Scroll: Enchant Weapon (Grade S)", "misc", "Enchant scroll"),
        ("etcitem", "scrl_enchant_am", "", "Scroll: Enchant Armor (Grade D)", "misc", "Enchant scroll"),
        ("etcitem", "BLESS_SCRL_ENCHANT_AM", "", "Blessed Scroll", "misc", "Enchant scroll"),
        ("etcitem", "MATERIAL", "", "Suede", "misc", "Material"),
        ("etcitem", "RECIPE", "", "Recipe: Leather", "misc", "Recipe"),
        ("etcitem", "QUEST", "", "Orc Amulet", "misc", "Quest item"),
        ("etcitem", "PET_COLLAR", "", "Wolf Collar", "misc", "Pet collar"),
        ("etcitem", "", "", "Crystal: D-Grade", "misc", "Crystal"),
        ("etcitem", "none", "", "Custom item", "misc", "Item"),
        ("etcitem", "", "", "Spellbook: Light", "spellbook", "Spellbook"),
        ("etcitem", "SPELLBOOKS", "", "Livro", "spellbook", "Spellbook"),
        ("etcitem", "MONEY", "", "Custom coin", "money", "Currency"),
        ("etcitem", "", "", "Festival Adena", "money", "Currency"),
    ],
)
def test_category_and_type_of_each_rule(
    kind: Kind, subtype: str, part: BodyPart, name: str, category: str, readable: str
) -> None:
    assert category_of(kind, subtype, name, part) == category
    assert type_of(kind, subtype, name, part) == readable


@pytest.mark.parametrize("item_id", [57, 4037, 5575, 6673])
def test_currency_ids_are_money_in_any_language(item_id: int) -> None:
    assert category_of("etcitem", "", "Moeda", item_id=item_id) == "money"
    assert category_of("etcitem", "", "Moeda", item_id=item_id + 100) == "misc"


def test_shot_of_a_translated_pack_is_detected_by_its_action() -> None:
    for action in ("SOULSHOT", "soulshot", "SoulShots", "SPIRITSHOT", "BlessedSpiritShot"):
        assert category_of("etcitem", "", "Tiro: Grau S", action=action) == "consumable"
        assert type_of("etcitem", "", "Tiro: Grau S", action=action) == "Shot"
    assert category_of("etcitem", "", "Tiro: Grau S", action="EQUIP") == "misc"


@pytest.mark.parametrize(
    ("crystal", "grade"),
    [
        *(("d", "d"), ("D", "d"), ("C", "c"), ("b", "b"), ("A", "a"), ("s", "s"), ("S", "s"), ("S80", "s")),
        *(("", "other"), ("none", "other"), ("NONE", "other"), ("CRYSTAL_B", "b"), ("x", "other"), ("dd", "other")),
    ],
)
def test_grade_of_each_crystal_type(crystal: str, grade: str) -> None:
    assert grade_of(crystal) == grade


def test_is_shield_requires_the_left_hand_and_no_type() -> None:
    assert not is_shield("weapon", "none", "rhand")
    assert not is_shield("weapon", "SWORD", "lhand")
    assert not is_shield("etcitem", "ARROW", "lhand")


def test_is_known_type_rejects_types_without_a_rule() -> None:
    assert is_known_type("weapon", "BIGSWORD")
    assert is_known_type("armor", "none")
    assert is_known_type("etcitem", "anything")
    assert not is_known_type("weapon", "RAPIER")
    assert not is_known_type("armor", "silk")


@pytest.mark.parametrize(
    ("terms", "part"),
    [
        ("rhand RIGHT_HAND", "rhand"),
        ("lrhand LEFT_RIGHT_HAND", "lrhand"),
        ("lhand LEFT_HAND", "lhand"),
        ("rear;lear rear,lear RIGHT_EAR LEFT_EAR", "ear"),
        ("rfinger;lfinger rfinger,lfinger RIGHT_FINGER", "finger"),
        ("fullarmor onepiece FULL_ARMOR", "fullarmor"),
        ("dhair hairall hair2 HAIR_ALL", "hairall"),
        ("neck NECKLACE", "neck"),
        ("alldress FORMAL_WEAR", "alldress"),
        ("wolf hatchling strider babypet", "pet"),
        ("none NONE", ""),
    ],
)
def test_body_part_of_each_dialect(terms: str, part: str) -> None:
    assert {body_part(term) for term in terms.split()} == {part}


def test_body_part_of_an_unknown_term_is_none() -> None:
    assert body_part("tail") is None
    assert body_part("") == ""


def test_worn_name_covers_two_handed_and_full_body_items() -> None:
    assert worn_name(7, "rhand") == "Right hand"
    assert worn_name(7, "lrhand") == "Both hands"
    assert worn_name(10, "chest") == "Chest"
    assert worn_name(10, "fullarmor") == "Chest and legs"
    assert worn_name(10, "alldress") == "Whole body"
    assert worn_name(1, "ear") == "Left ear"
    assert worn_name(99, "rhand") is None
    assert part_name("") is None
    assert part_name("ear") == "Ear"


def test_worn_slots_have_unique_names() -> None:
    assert set(SLOT_NAMES) == {*range(18)} - {14}
    assert len(set(SLOT_NAMES.values())) == len(SLOT_NAMES)
    assert len(set(PART_NAMES.values())) == len(PART_NAMES)


def test_demo_items_have_category_grade_type_and_icon() -> None:
    catalogue = list(items())
    assert len({item.id for item in catalogue}) == len(catalogue) > 400
    for item in catalogue:
        assert item.category in CATEGORIES
        assert item.grade in GRADES
        assert item.type not in {"Weapon", "Armor", "Item", "Unknown"}, item
        assert bool(part_name(item.part)) == (item.category in {"weapon", "armor"} or item.type == "Arrow"), item
        assert item.icon
        assert item.icon.startswith(f"{item.category}.")
    assert {item.category for item in catalogue} == set(CATEGORIES)
    assert {item.grade for item in catalogue} == set(GRADES)


def test_page_has_a_text_for_each_item_type_and_body_part() -> None:
    texts = msgspec.json.decode(CATALOGUE.read_bytes())["inventory"]
    assert {item.type for item in items()} - texts["types"].keys() == set()
    assert {*PART_NAMES.values(), *SLOT_NAMES.values()} - texts["slots"].keys() == set()

"""What an item is: the rules by table, in the words of every dialect, and over every item of the demo's world."""

from __future__ import annotations

import pytest

from fixtures.catalogue import items
from gateway.game.items import CATEGORIES, GRADES, Kind, category_of, grade_of, is_shield, knows, type_of
from gateway.game.slots import PARTS, WORN, BodyPart, body_part, part_name, worn_name


@pytest.mark.parametrize(
    ("kind", "subtype", "part", "name", "category", "readable"),
    [
        # the same sword as Mobius, aCis and Lucera have it
        ("weapon", "sword", "rhand", "Short Sword", "weapon", "Sword"),
        ("weapon", "SWORD", "lrhand", "Zweihander", "weapon", "Two-handed sword"),
        ("weapon", "bigsword", "lrhand", "Zweihander", "weapon", "Two-handed sword"),
        ("weapon", "BIGBLUNT", "lrhand", "Great Axe", "weapon", "Two-handed blunt"),
        ("weapon", "blunt", "rhand", "Mace", "weapon", "Blunt"),
        ("weapon", "DUALFIST", "lrhand", "Cestus", "weapon", "Fist weapon"),
        ("weapon", "fishingrod", "lrhand", "Baby Duck Rod", "weapon", "Fishing rod"),
        ("weapon", "PET", "pet", "Iron Canine", "weapon", "Pet weapon"),
        ("weapon", "RAPIER", "rhand", "Somebody's own", "weapon", "Rapier"),
        ("weapon", "none", "rhand", "Somebody's own", "weapon", "Weapon"),
        # shields: armour here, a weapon of no type in the tables of frozen
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
        ("etcitem", "none", "", "Somebody's own", "misc", "Item"),
        ("etcitem", "", "", "Spellbook: Light", "spellbook", "Spellbook"),
        ("etcitem", "SPELLBOOKS", "", "Livro", "spellbook", "Spellbook"),
        ("etcitem", "MONEY", "", "Somebody's coin", "money", "Currency"),
        ("etcitem", "", "", "Festival Adena", "money", "Currency"),
    ],
)
def test_category_and_type(kind: Kind, subtype: str, part: BodyPart, name: str, category: str, readable: str) -> None:
    assert category_of(kind, subtype, name, part) == category
    assert type_of(kind, subtype, name, part) == readable


@pytest.mark.parametrize("item_id", [57, 4037, 5575, 6673])
def test_the_game_s_currencies_are_money_in_any_language(item_id: int) -> None:
    assert category_of("etcitem", "", "Moeda", item_id=item_id) == "money"
    assert category_of("etcitem", "", "Moeda", item_id=item_id + 100) == "misc"


def test_a_shot_of_a_translated_pack_is_known_by_what_using_it_does() -> None:
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
def test_grades(crystal: str, grade: str) -> None:
    assert grade_of(crystal) == grade


def test_a_shield_is_held_in_the_left_hand() -> None:
    assert not is_shield("weapon", "none", "rhand")
    assert not is_shield("weapon", "SWORD", "lhand")
    assert not is_shield("etcitem", "ARROW", "lhand")


def test_words_that_no_rule_names_are_told_apart() -> None:
    assert knows("weapon", "BIGSWORD")
    assert knows("armor", "none")
    assert knows("etcitem", "anything")
    assert not knows("weapon", "RAPIER")
    assert not knows("armor", "silk")


@pytest.mark.parametrize(
    ("words", "part"),
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
def test_parts_of_the_body_in_every_dialect(words: str, part: str) -> None:
    assert {body_part(word) for word in words.split()} == {part}


def test_a_part_of_the_body_that_nobody_has_is_unknown() -> None:
    assert body_part("tail") is None
    assert body_part("") == ""


def test_worn_items_are_named_after_what_they_cover() -> None:
    assert worn_name(7, "rhand") == "Right hand"
    assert worn_name(7, "lrhand") == "Both hands"
    assert worn_name(10, "chest") == "Chest"
    assert worn_name(10, "fullarmor") == "Chest and legs"
    assert worn_name(10, "alldress") == "Whole body"
    assert worn_name(1, "ear") == "Left ear"
    assert worn_name(99, "rhand") is None
    assert part_name("") is None
    assert part_name("ear") == "Ear"


def test_every_worn_slot_of_the_views_has_a_name() -> None:
    assert set(WORN) == {*range(18)} - {14}
    assert len(set(WORN.values())) == len(WORN)
    assert len(set(PARTS.values())) == len(PARTS)


def test_every_item_of_the_demo_is_something() -> None:
    made = list(items())
    assert len({item.id for item in made}) == len(made) > 400
    for item in made:
        assert item.category in CATEGORIES
        assert item.grade in GRADES
        assert item.type not in {"Weapon", "Armor", "Item", "Unknown"}, item
        assert bool(part_name(item.part)) == (item.category in {"weapon", "armor"} or item.type == "Arrow"), item
        assert item.icon
        assert item.icon.startswith(f"{item.category}.")
    assert {item.category for item in made} == set(CATEGORIES)
    assert {item.grade for item in made} == set(GRADES)

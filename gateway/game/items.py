"""What an item is, from what a datapack says of it: one readable type, a category and a grade for every dialect.

The rules, first match wins:

* money: Adena (57) and the other currencies of Interlude by their ids, or a type of MONEY (lucera) or a name that says
  Adena.
* weapon: what the pack calls a weapon, fishing rods and pets' weapons included; but a weapon of no type for the left
  hand is a shield (frozen and orion keep shields in their table of weapons).
* armor: what the pack calls armour: shields, jewels, hair pieces, tattoos and pets' armour, too.
* spellbook: a type or class of that name, or a name that begins as the game's own books do.
* consumable: what is used up by drinking, reading, shooting or charging: potions, elixirs, herbs, scrolls, arrows,
  bait, soulshots and spiritshots. Scrolls that enchant belong to crafting, and so to the rest.
* misc: everything else.

A grade is the crystal that the item breaks into: s, a, b, c, d; what has none, or one that Interlude does not know, is
other.
"""

from __future__ import annotations

from typing import Final, Literal

from gateway.game.slots import BodyPart

Category = Literal["weapon", "armor", "consumable", "spellbook", "money", "misc"]
Grade = Literal["s", "a", "b", "c", "d", "other"]
Kind = Literal["weapon", "armor", "etcitem"]

CATEGORIES: Final[tuple[Category, ...]] = ("weapon", "armor", "consumable", "spellbook", "money", "misc")
GRADES: Final[tuple[Grade, ...]] = ("s", "a", "b", "c", "d", "other")

ADENA: Final = 57
CURRENCIES: Final = frozenset({ADENA, 4037, 5575, 6673})
"""Adena, Coin of Luck, Ancient Adena, Festival Adena."""

_BOOKS: Final = ("spellbook", "amulet:", "battle manual", "blueprint:", "secret book of giants", "giant's codex")
_SHOTS: Final = ("soulshot", "spiritshot", "fishingshot", "fishing shot")
_CONSUMED: Final = frozenset({"potion", "elixir", "herb", "scroll", "arrow", "bolt", "lure", "bait"})

_WEAPONS: Final = {
    "sword": ("Sword", "Two-handed sword"),
    "bigsword": ("Two-handed sword",) * 2,
    "blunt": ("Blunt", "Two-handed blunt"),
    "bigblunt": ("Two-handed blunt",) * 2,
    "dagger": ("Dagger",) * 2,
    "bow": ("Bow",) * 2,
    "pole": ("Polearm",) * 2,
    "dual": ("Dual swords",) * 2,
    "dualfist": ("Fist weapon",) * 2,
    "fist": ("Fist weapon",) * 2,
    "rod": ("Fishing rod",) * 2,
    "fishingrod": ("Fishing rod",) * 2,
    "pet": ("Pet weapon",) * 2,
    "etc": ("Magic book",) * 2,
    "magic": ("Magic weapon",) * 2,
}
"""Type → its name in one hand, and in both: some dialects fold the large kind into the small one."""

_ARMOURS: Final = {
    "light": "Light armor",
    "heavy": "Heavy armor",
    "magic": "Robe",
    "robe": "Robe",
    "pet": "Pet armor",
    "shield": "Shield",
    "sigil": "Sigil",
}
_BY_PART: Final[dict[BodyPart, str]] = {
    "lhand": "Shield",
    "neck": "Necklace",
    "ear": "Earring",
    "finger": "Ring",
    "head": "Helmet",
    "gloves": "Gloves",
    "feet": "Boots",
    "back": "Cloak",
    "underwear": "Underwear",
    "hair": "Hair accessory",
    "face": "Hair accessory",
    "hairall": "Hair accessory",
    "alldress": "Formal wear",
    "pet": "Pet armor",
}
_THINGS: Final = {
    "scrlenchantwp": "Enchant scroll",
    "scrlenchantam": "Enchant scroll",
    "blessscrlenchantwp": "Enchant scroll",
    "blessscrlenchantam": "Enchant scroll",
    "quest": "Quest item",
    "petcollar": "Pet collar",
    "raceticket": "Race ticket",
    "castleguard": "Castle guard",
    "ticketoflord": "Ticket of lord",
    "maturecrop": "Mature crop",
    "seed2": "Seed",
}
_LONGEST_TYPE: Final = 32


def grade_of(crystal: str) -> Grade:
    """`D`, `s`, `CRYSTAL_A`, `none` and the like."""
    letter = crystal.strip().lower().removeprefix("crystal_")
    # Packs that grew beyond Interlude know s80 and s84.
    letter = "s" if letter.startswith("s8") else letter
    return letter if letter in {"s", "a", "b", "c", "d"} else "other"  # pyright: ignore[reportReturnType]


def category_of(
    kind: Kind, subtype: str, name: str, part: BodyPart = "", *, item_id: int = 0, action: str = ""
) -> Category:
    """The category by the rules above; `action` is what using the item does, where the pack says it."""
    plain = _plain(subtype)
    if item_id in CURRENCIES or plain == "money" or name.lower().endswith("adena"):
        return "money"
    if kind == "weapon" and not is_shield(kind, subtype, part):
        return "weapon"
    if kind != "etcitem":
        return "armor"
    if plain.startswith("spellbook") or name.lower().startswith(_BOOKS):
        return "spellbook"
    return "consumable" if plain in _CONSUMED or _is_shot(name, action) else "misc"


def is_shield(kind: Kind, subtype: str, part: BodyPart) -> bool:
    """Shields are armour in some packs, and weapons of no type for the left hand in others."""
    return part == "lhand" and (kind == "armor" or (kind == "weapon" and _plain(subtype) in {"", "none", "shield"}))


def type_of(kind: Kind, subtype: str, name: str, part: BodyPart = "", *, item_id: int = 0, action: str = "") -> str:
    """The type as a person reads it: `Two-handed sword`, `Light armor`, `Ring`, `Potion`."""
    plain = _plain(subtype)
    category = category_of(kind, subtype, name, part, item_id=item_id, action=action)
    if category == "money":
        return "Currency"
    if category == "weapon":
        names = _WEAPONS.get(plain)
        return names[part == "lrhand"] if names else _readable(subtype) or "Weapon"
    if category == "armor":
        return _armour(plain, part) or _readable(subtype) or "Armor"
    if category == "spellbook":
        return "Spellbook"
    if _is_shot(name, action):
        return "Shot"
    return _THINGS.get(plain) or _readable(subtype) or ("Crystal" if name.startswith("Crystal") else "Item")


def knows(kind: Kind, subtype: str) -> bool:
    """Whether the type is one that these rules name; an unknown one is shown as the pack writes it."""
    plain = _plain(subtype)
    if plain in {"", "none", "other"}:
        return True
    return plain in _WEAPONS if kind == "weapon" else plain in _ARMOURS if kind == "armor" else True


def _armour(plain: str, part: BodyPart) -> str | None:
    if part in {"chest", "legs", "fullarmor", ""} or plain in {"pet", "shield", "sigil"}:
        return _ARMOURS.get(plain)
    return _BY_PART.get(part) or _ARMOURS.get(plain)


def _is_shot(name: str, action: str) -> bool:
    return any(word in text for word in _SHOTS for text in (name.lower(), _plain(action)))


def _plain(word: str) -> str:
    word = word.strip().lower().replace("_", "").replace(" ", "")
    return "" if word == "none" else word


def _readable(word: str) -> str:
    """An unknown type as the pack writes it, fit to be shown."""
    text = " ".join(word.replace("_", " ").split()).capitalize()
    return "" if text.lower() in {"none", "other", "etc"} else text[:_LONGEST_TYPE]

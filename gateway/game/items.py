"""Category, readable type and grade of an item, from the fields of any data pack dialect.

Rules for the category; the first match wins:

* money: Adena (57) and the other currencies of Interlude by id, the type MONEY (lucera), or a name that ends in Adena.
* weapon: weapons of the pack, including fishing rods and pet weapons. A weapon without a type for the left hand is a
  shield (frozen and orion store shields in their table of weapons).
* armor: armor of the pack, including shields, jewels, hair accessories, tattoos and pet armor.
* spellbook: a type of that name, or a name that begins like those of the game's books.
* consumable: potions, elixirs, herbs, scrolls, arrows, bait, soulshots and spiritshots. Enchant scrolls are misc.
* misc: all others.

The grade is the crystal type: s, a, b, c or d; other for items without crystals and for later grades.
"""

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
_CONSUMABLE_TYPES: Final = frozenset({"potion", "elixir", "herb", "scroll", "arrow", "bolt", "lure", "bait"})

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
"""Names by type, one-handed and two-handed: some dialects have one type for both."""

_ARMORS: Final = {
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
_OTHER_TYPES: Final = {
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
_MAX_TYPE_LENGTH: Final = 32


def grade_of(crystal: str) -> Grade:
    """Returns the grade for a crystal type such as `D`, `s`, `CRYSTAL_A` or `none`."""
    letter = crystal.strip().lower().removeprefix("crystal_")
    # Packs with later content have s80 and s84.
    letter = "s" if letter.startswith("s8") else letter
    return letter if letter in {"s", "a", "b", "c", "d"} else "other"  # pyright: ignore[reportReturnType]


def category_of(
    kind: Kind, subtype: str, name: str, part: BodyPart = "", *, item_id: int = 0, action: str = ""
) -> Category:
    """Returns the category by the rules above; `action` is the default action of the item, if the pack has it."""
    type_name = _normalize(subtype)
    if item_id in CURRENCIES or type_name == "money" or name.lower().endswith("adena"):
        return "money"
    if kind == "weapon" and not is_shield(kind, subtype, part):
        return "weapon"
    if kind != "etcitem":
        return "armor"
    if type_name.startswith("spellbook") or name.lower().startswith(_BOOKS):
        return "spellbook"
    return "consumable" if type_name in _CONSUMABLE_TYPES or _is_shot(name, action) else "misc"


def is_shield(kind: Kind, subtype: str, part: BodyPart) -> bool:
    """Shields are armor in some packs, and left-hand weapons without a type in others."""
    return part == "lhand" and (kind == "armor" or (kind == "weapon" and _normalize(subtype) in {"", "none", "shield"}))


def type_of(kind: Kind, subtype: str, name: str, part: BodyPart = "", *, item_id: int = 0, action: str = "") -> str:
    """Returns the type for display: `Two-handed sword`, `Light armor`, `Ring`, `Potion`."""
    type_name = _normalize(subtype)
    category = category_of(kind, subtype, name, part, item_id=item_id, action=action)
    if category == "money":
        return "Currency"
    if category == "weapon":
        names = _WEAPONS.get(type_name)
        return names[part == "lrhand"] if names else _readable(subtype) or "Weapon"
    if category == "armor":
        return _armor_type(type_name, part) or _readable(subtype) or "Armor"
    if category == "spellbook":
        return "Spellbook"
    if _is_shot(name, action):
        return "Shot"
    return _OTHER_TYPES.get(type_name) or _readable(subtype) or ("Crystal" if name.startswith("Crystal") else "Item")


def is_known_type(kind: Kind, subtype: str) -> bool:
    """Returns False for a type without a name here, which is shown as the pack writes it."""
    type_name = _normalize(subtype)
    if type_name in {"", "none", "other"}:
        return True
    return type_name in _WEAPONS if kind == "weapon" else type_name in _ARMORS if kind == "armor" else True


def _armor_type(type_name: str, part: BodyPart) -> str | None:
    if part in {"chest", "legs", "fullarmor", ""} or type_name in {"pet", "shield", "sigil"}:
        return _ARMORS.get(type_name)
    return _BY_PART.get(part) or _ARMORS.get(type_name)


def _is_shot(name: str, action: str) -> bool:
    return any(word in text for word in _SHOTS for text in (name.lower(), _normalize(action)))


def _normalize(word: str) -> str:
    word = word.strip().lower().replace("_", "").replace(" ", "")
    return "" if word == "none" else word


def _readable(word: str) -> str:
    """Formats an unknown type for display."""
    text = " ".join(word.replace("_", " ").split()).capitalize()
    return "" if text.lower() in {"none", "other", "etc"} else text[:_MAX_TYPE_LENGTH]

"""Equipment slots: the slot numbers of the views, the body parts of data packs, and their display names.

The views use the same slot numbers for all families (see `sql/views`). A data pack gives the body part of an item, in
terms that differ by dialect.
"""

from typing import Final, Literal

BodyPart = Literal[
    "",
    "rhand",
    "lrhand",
    "lhand",
    "chest",
    "legs",
    "fullarmor",
    "alldress",
    "head",
    "gloves",
    "feet",
    "back",
    "underwear",
    "neck",
    "ear",
    "finger",
    "face",
    "hair",
    "hairall",
    "pet",
]
"""Empty for items that cannot be worn."""

RIGHT_HAND: Final = 7
CHEST: Final = 10

SLOT_NAMES: Final[dict[int, str]] = {
    0: "Shirt",
    1: "Left ear",
    2: "Right ear",
    3: "Neck",
    4: "Left finger",
    5: "Right finger",
    6: "Head",
    7: "Right hand",
    8: "Left hand",
    9: "Gloves",
    10: "Chest",
    11: "Legs",
    12: "Feet",
    13: "Cloak",
    15: "Face",
    16: "Hair",
    17: "Hair and face",
}

PART_NAMES: Final[dict[BodyPart, str]] = {
    "rhand": "Right hand",
    "lrhand": "Both hands",
    "lhand": "Left hand",
    "chest": "Chest",
    "legs": "Legs",
    "fullarmor": "Chest and legs",
    "alldress": "Whole body",
    "head": "Head",
    "gloves": "Gloves",
    "feet": "Feet",
    "back": "Cloak",
    "underwear": "Shirt",
    "neck": "Neck",
    "ear": "Ear",
    "finger": "Finger",
    "face": "Face",
    "hair": "Hair",
    "hairall": "Hair and face",
    "pet": "Pet",
}

_TERMS: Final[dict[BodyPart, str]] = {
    "": "none",
    "rhand": "righthand",
    "lhand": "lefthand",
    "lrhand": "leftrighthand bothhands",
    "fullarmor": "onepiece",
    "alldress": "formalwear",
    "feet": "feets",
    "neck": "necklace",
    "ear": "rear lear rightear leftear",
    "finger": "rfinger lfinger rightfinger leftfinger",
    "hairall": "dhair hair2",
    "pet": "wolf greatwolf hatchling strider babypet pendant",
}
_PARTS_BY_TERM: Final[dict[str, BodyPart]] = {
    "": "",
    **{part: part for part in PART_NAMES},
    **{term: part for part, terms in _TERMS.items() for term in terms.split()},
}


def body_part(text: str) -> BodyPart | None:
    """Parses a body part in any dialect (`rear;lear`, `LEFT_RIGHT_HAND`, `onepiece`); None if unknown."""
    first = text.replace(";", ",").split(",", 1)[0]
    return _PARTS_BY_TERM.get(first.strip().lower().replace("_", ""))


def worn_name(slot: int, part: BodyPart) -> str | None:
    """Returns the display name of a slot, None for an unknown number.

    Two-handed weapons and full-body armor are named after the parts that they cover.
    """
    covers_more = (slot == RIGHT_HAND and part == "lrhand") or (slot == CHEST and part in {"fullarmor", "alldress"})
    return PART_NAMES[part] if covers_more else SLOT_NAMES.get(slot)


def part_name(part: BodyPart) -> str | None:
    """Returns the display name of a body part; None for items that cannot be worn."""
    return PART_NAMES.get(part)

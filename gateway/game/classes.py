"""The 89 classes and five races of Interlude, by the ids that all server families store.

Ids, races and parents agree in all known families; names are those of the English client. Ids 58 to 87 are unused.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

Calling = Literal["fighter", "mystic", "priest"]

RACES: Final = ("Human", "Elf", "Dark Elf", "Orc", "Dwarf")


class CharacterClass(NamedTuple):
    id: int
    name: str
    race: int
    calling: Calling
    parent: int | None
    tier: int
    """0 for a new character, 1 to 3 after the first, second and third class transfer (levels 20, 40, 76)."""


# id, name, calling, parent; race and tier follow from the parents.
_TABLE: Final[tuple[tuple[int, str, Calling, int | None], ...]] = (
    (0, "Human Fighter", "fighter", None),
    (1, "Warrior", "fighter", 0),
    (2, "Gladiator", "fighter", 1),
    (3, "Warlord", "fighter", 1),
    (4, "Human Knight", "fighter", 0),
    (5, "Paladin", "fighter", 4),
    (6, "Dark Avenger", "fighter", 4),
    (7, "Rogue", "fighter", 0),
    (8, "Treasure Hunter", "fighter", 7),
    (9, "Hawkeye", "fighter", 7),
    (10, "Human Mystic", "mystic", None),
    (11, "Human Wizard", "mystic", 10),
    (12, "Sorcerer", "mystic", 11),
    (13, "Necromancer", "mystic", 11),
    (14, "Warlock", "mystic", 11),
    (15, "Cleric", "priest", 10),
    (16, "Bishop", "priest", 15),
    (17, "Prophet", "priest", 15),
    (18, "Elven Fighter", "fighter", None),
    (19, "Elven Knight", "fighter", 18),
    (20, "Temple Knight", "fighter", 19),
    (21, "Sword Singer", "fighter", 19),
    (22, "Elven Scout", "fighter", 18),
    (23, "Plains Walker", "fighter", 22),
    (24, "Silver Ranger", "fighter", 22),
    (25, "Elven Mystic", "mystic", None),
    (26, "Elven Wizard", "mystic", 25),
    (27, "Spellsinger", "mystic", 26),
    (28, "Elemental Summoner", "mystic", 26),
    (29, "Elven Oracle", "priest", 25),
    (30, "Elven Elder", "priest", 29),
    (31, "Dark Fighter", "fighter", None),
    (32, "Palus Knight", "fighter", 31),
    (33, "Shillien Knight", "fighter", 32),
    (34, "Bladedancer", "fighter", 32),
    (35, "Assassin", "fighter", 31),
    (36, "Abyss Walker", "fighter", 35),
    (37, "Phantom Ranger", "fighter", 35),
    (38, "Dark Mystic", "mystic", None),
    (39, "Dark Wizard", "mystic", 38),
    (40, "Spellhowler", "mystic", 39),
    (41, "Phantom Summoner", "mystic", 39),
    (42, "Shillien Oracle", "priest", 38),
    (43, "Shillien Elder", "priest", 42),
    (44, "Orc Fighter", "fighter", None),
    (45, "Orc Raider", "fighter", 44),
    (46, "Destroyer", "fighter", 45),
    (47, "Monk", "fighter", 44),
    (48, "Tyrant", "fighter", 47),
    (49, "Orc Mystic", "mystic", None),
    (50, "Orc Shaman", "mystic", 49),
    (51, "Overlord", "mystic", 50),
    (52, "Warcryer", "mystic", 50),
    (53, "Dwarven Fighter", "fighter", None),
    (54, "Scavenger", "fighter", 53),
    (55, "Bounty Hunter", "fighter", 54),
    (56, "Artisan", "fighter", 53),
    (57, "Warsmith", "fighter", 56),
    (88, "Duelist", "fighter", 2),
    (89, "Dreadnought", "fighter", 3),
    (90, "Phoenix Knight", "fighter", 5),
    (91, "Hell Knight", "fighter", 6),
    (92, "Sagittarius", "fighter", 9),
    (93, "Adventurer", "fighter", 8),
    (94, "Archmage", "mystic", 12),
    (95, "Soultaker", "mystic", 13),
    (96, "Arcana Lord", "mystic", 14),
    (97, "Cardinal", "priest", 16),
    (98, "Hierophant", "priest", 17),
    (99, "Eva's Templar", "fighter", 20),
    (100, "Sword Muse", "fighter", 21),
    (101, "Wind Rider", "fighter", 23),
    (102, "Moonlight Sentinel", "fighter", 24),
    (103, "Mystic Muse", "mystic", 27),
    (104, "Elemental Master", "mystic", 28),
    (105, "Eva's Saint", "priest", 30),
    (106, "Shillien Templar", "fighter", 33),
    (107, "Spectral Dancer", "fighter", 34),
    (108, "Ghost Hunter", "fighter", 36),
    (109, "Ghost Sentinel", "fighter", 37),
    (110, "Storm Screamer", "mystic", 40),
    (111, "Spectral Master", "mystic", 41),
    (112, "Shillien Saint", "priest", 43),
    (113, "Titan", "fighter", 46),
    (114, "Grand Khavatari", "fighter", 48),
    (115, "Dominator", "mystic", 51),
    (116, "Doom Cryer", "mystic", 52),
    (117, "Fortune Seeker", "fighter", 55),
    (118, "Maestro", "fighter", 57),
)

_ROOT_RACES: Final = {0: 0, 10: 0, 18: 1, 25: 1, 31: 2, 38: 2, 44: 3, 49: 3, 53: 4}


def _build(table: Iterable[tuple[int, str, Calling, int | None]]) -> Mapping[int, CharacterClass]:
    classes: dict[int, CharacterClass] = {}
    for class_id, name, calling, parent in table:
        base = None if parent is None else classes[parent]
        race = _ROOT_RACES[class_id] if base is None else base.race
        tier = 0 if base is None else base.tier + 1
        classes[class_id] = CharacterClass(class_id, name, race, calling, parent, tier)
    return classes


CLASSES: Final = _build(_TABLE)


def class_name(class_id: int) -> str:
    character_class = CLASSES.get(class_id)
    return f"Class #{class_id}" if character_class is None else character_class.name


def race_name(race: int) -> str:
    return RACES[race] if 0 <= race < len(RACES) else f"Race #{race}"


def race_of(class_id: int) -> int | None:
    """Returns the race of a class, None for an unknown class."""
    character_class = CLASSES.get(class_id)
    return None if character_class is None else character_class.race

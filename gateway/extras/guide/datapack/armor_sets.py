"""Armor sets of a datapack, and the names of their skills. The dialect is detected for each set:

<armorset name chest legs head gloves feet skillId shield shieldSkillId enchant6Skill/>         Mobius, aCis, RusaCis
<set id><chest id/><legs id/>…<skill id/>…<shield_skill id/><enchant6skill id/></set>           Mobius CT_0

Frozen, Orion and Lucera have them in the table `armorsets`.
"""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from gateway.extras.guide.datapack.xml_files import elements, number
from gateway.features.items.catalogue import MAX_NAME_LENGTH
from gateway.install.items_datapack import xml_files
from gateway.install.items_parse import clean_text

PARTS: Final = ("chest", "legs", "head", "gloves", "feet")
_EVERY_SET: Final = 3006
"""The skill "Equip Set Items" of each set of Mobius CT_0: it has no effect."""


class ArmorSet(Struct, frozen=True, kw_only=True):
    """Ids of items and skills. `name`: empty where the pack has none. `skills`: of the set; `shield_skill`: with the
    shield; `enchant_skill`: with each part enchanted to 6. 0: none."""

    name: str = ""
    parts: tuple[int, ...]
    skills: tuple[int, ...]
    shield: int = 0
    shield_skill: int = 0
    enchant_skill: int = 0

    @property
    def all_skills(self) -> tuple[int, ...]:
        return (*self.skills, self.shield_skill, self.enchant_skill)


def armor_sets(folder: Path) -> Iterator[ArmorSet]:
    """Yields the sets of the folder's files of sets; none without one. Raises ImportFailedError."""
    for path in sorted(folder.rglob("*.xml")):
        if any(part.lower().startswith("armorsets") for part in path.relative_to(folder).parts):
            for element in elements(path, "armorset", "set"):
                yield _with_attributes(element) if element.tag == "armorset" else _with_children(element)


def _with_attributes(element: Element) -> ArmorSet:
    def whole(name: str) -> int:
        return int(number(element.get(name)))

    return ArmorSet(
        name=clean_text(element.get("name", ""), MAX_NAME_LENGTH),
        parts=worn(*map(whole, PARTS)),
        skills=worn(whole("skillId")),
        shield=whole("shield"),
        shield_skill=whole("shieldSkillId"),
        enchant_skill=whole("enchant6Skill"),
    )


def _with_children(element: Element) -> ArmorSet:
    def ids(name: str) -> tuple[int, ...]:
        return worn(*(int(number(child.get("id"))) for child in element.iterfind(name)))

    return ArmorSet(
        parts=tuple(item_id for part in PARTS for item_id in ids(part)),
        skills=tuple(skill for skill in ids("skill") if skill != _EVERY_SET),
        shield=next(iter(ids("shield")), 0),
        shield_skill=next(iter(ids("shield_skill")), 0),
        enchant_skill=next(iter(ids("enchant6skill")), 0),
    )


def worn(*ids: int) -> tuple[int, ...]:
    """Returns the ids without 0, which stands for none."""
    return tuple(number for number in ids if number)


def skill_names(folder: Path, skills: Collection[int]) -> dict[int, str]:
    """Returns the names of these skills from the files of the folder's skills. Raises ImportFailedError."""
    places = [path for path in folder.rglob("*") if path.is_dir() and path.name.lower() == "skills"]
    return {
        skill: name
        for place in places
        for path in (xml_files(place) if skills else ())
        for element in elements(path, "skill")
        if (skill := int(number(element.get("id")))) in skills
        and (name := clean_text(element.get("name", ""), MAX_NAME_LENGTH))
    }

"""Monsters and spawns of a datapack's XML files. The dialect is detected for each element:

<npc id name><set name="level" val>…<drops><category id><drop itemid min max chance/>…         aCis: per million
<npc id name><set name="level" val>…<drops><category type chance><drop itemid …/>…             RusaCis: percent
<npc id name level type>…<dropLists><drop><group chance><item id min max chance/>…<spoil>…     Mobius CT_0: percent

<npcmaker territory><npc id pos="x;y;z;heading" total/>… with <territory name><node x y/>…     RusaCis
<spawn><npc id x y z/>… with <territories><territory><node x y/>…                              Mobius CT_0
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Final
from xml.etree.ElementTree import Element

from gateway.extras.guide.drops import Drop, DropGroup, DropKind
from gateway.extras.guide.monsters import Monster, Spawn
from gateway.extras.guide.xml_files import elements, number, xml_files
from gateway.features.items.catalogue import MAX_NAME_LENGTH
from gateway.install.items_parse import clean_text

_MILLIONTHS: Final = 10_000
"""Of one percent."""
_SPOIL_CATEGORY: Final = "-1"
_KINDS: Final[dict[str, DropKind]] = {
    "SPOIL": "spoil",
    "CURRENCY": "currency",
    "DROP": "drop",
    "HERB": "herb",
    "SEALSTONE": "seal_stone",
}
HERBS: Final = range(8600, 8615)
"""Items that take effect when they are picked up."""


def monsters(folder: Path) -> Iterator[Monster]:
    """Yields what is hunted, in the order of the files. Raises ImportFailedError."""
    for path in xml_files(folder):
        for element in elements(path, "npc"):
            monster = _monster(element)
            if monster.is_hunted:
                yield monster


def spawns(folder: Path) -> Iterator[Spawn]:
    """Yields the spawns of all files. Raises ImportFailedError."""
    for path in xml_files(folder):
        for element in elements(path, "list"):
            yield from _spawns(element)


def _monster(element: Element) -> Monster:
    sets = {child.get("name", ""): child.get("val", "") for child in element.iterfind("set")}
    acquired, ai = element.find("acquire"), element.find("ai")
    vitals = element.find("stats/vitals")
    aggression = "" if ai is None else ai.get("isAggressive") or ai.get("aggro") or ""
    return Monster(
        id=int(number(element.get("id"))),
        name=clean_text(element.get("name", ""), MAX_NAME_LENGTH) or f"NPC #{element.get('id')}",
        type=element.get("type") or sets.get("type", ""),
        level=int(number(element.get("level") or sets.get("level"), 1)),
        hp=round(number(sets.get("hp") if vitals is None else vitals.get("hp"))),
        exp=int(number(sets.get("exp") if acquired is None else acquired.get("exp"))),
        sp=int(number(sets.get("sp") if acquired is None else acquired.get("sp"))),
        is_aggressive=aggression not in {"", "0", "false"},
        groups=(*_categories(element), *_lists(element)),
    )


def _categories(element: Element) -> Iterator[DropGroup]:
    for category in element.iterfind("drops/category"):
        kind = category.get("type")
        scale = 1 if kind else _MILLIONTHS
        drops = [
            Drop(
                int(number(drop.get("itemid"))),
                int(number(drop.get("min"), 1)),
                int(number(drop.get("max"), 1)),
                number(drop.get("chance")) / scale,
            )
            for drop in category.iterfind("drop")
        ]
        if kind:
            yield DropGroup(kind=_KINDS.get(kind, "drop"), chance=number(category.get("chance"), 100), drops=(*drops,))
        else:
            spoil = category.get("id") == _SPOIL_CATEGORY
            yield DropGroup(kind="spoil" if spoil else "drop", drops=(*drops,))


def _lists(element: Element) -> Iterator[DropGroup]:
    for parent in element.iterfind("dropLists/*"):
        kind: DropKind = "spoil" if parent.tag == "spoil" else "drop"
        for group in parent.iterfind("group"):
            drops = _items(group)
            is_herbs = all(drop.item_id in HERBS for drop in drops)
            yield DropGroup(kind="herb" if is_herbs else kind, chance=number(group.get("chance"), 100), drops=drops)
        if alone := _items(parent):
            yield DropGroup(kind=kind, drops=alone)


def _items(parent: Element) -> tuple[Drop, ...]:
    return tuple(
        Drop(
            int(number(item.get("id"))),
            int(number(item.get("min"), 1)),
            int(number(item.get("max"), 1)),
            number(item.get("chance")),
        )
        for item in parent.iterfind("item")
    )


def _spawns(root: Element) -> Iterator[Spawn]:
    centers = {area.get("name", ""): _center([area]) for area in root.iter("territory")}
    for maker in root.iter("npcmaker"):
        center = centers.get(maker.get("territory", "").split(";")[0], (0, 0, 0))
        for npc in maker.iterfind("npc"):
            x, y, z = _position(npc.get("pos", "")) or center
            yield Spawn(int(number(npc.get("id"))), x, y, z, int(number(npc.get("total"), 1)))
    for spawn in root.iter("spawn"):
        center = _center(list(spawn.iter("territory")))
        for npc in spawn.iter("npc"):
            point = center
            if npc.get("x") is not None:
                point = int(number(npc.get("x"))), int(number(npc.get("y"))), int(number(npc.get("z")))
            yield Spawn(int(number(npc.get("id"))), *point, int(number(npc.get("count"), 1)))


def _position(text: str) -> tuple[int, int, int] | None:
    parts = text.split(";")
    return (int(number(parts[0])), int(number(parts[1])), int(number(parts[2]))) if len(parts) > 2 else None


def _center(areas: list[Element]) -> tuple[int, int, int]:
    nodes = [node for area in areas for node in area.iter("node")]
    if not nodes:
        return 0, 0, 0
    x, y = (round(fmean(number(node.get(axis)) for node in nodes)) for axis in ("x", "y"))
    return x, y, int(number(areas[0].get("minZ")))

"""Monsters and spawns of a datapack's XML files. The dialect is detected for each element:

<npc id name><set name="level" val>…<drops><category id><drop itemid min max chance/>…         aCis: per million
<npc id name><set name="level" val>…<drops><category type chance><drop itemid …/>…             RusaCis: percent
<npc id name level type>…<dropLists><drop><group chance><item id min max chance/>…<spoil>…     Mobius CT_0: percent

<minions><minion id min max/>…    <privates><private id/>…    <minions><npc id count/>…        the same packs

<npcmaker territory><npc id pos="x;y;z;heading" total/>… with <territory name><node x y/>…     RusaCis
<spawn><npc id x y z/>… with <territories><territory><node x y/>…                              Mobius CT_0
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final
from xml.etree.ElementTree import Element

from gateway.extras.guide.datapack.drops import DROP_KINDS, DropGroup, DropKind, PackDrop, category_group
from gateway.extras.guide.datapack.monsters import Monster, Spawn
from gateway.extras.guide.datapack.xml_files import elements, number
from gateway.features.items.catalogue import MAX_NAME_LENGTH
from gateway.install.items_datapack import xml_files
from gateway.install.items_parse import clean_text

Point = tuple[int, int, int]
_MILLIONTHS: Final = 10_000
"""Of one percent."""


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
        minions=(*_minions(element),),
    )


def _minions(element: Element) -> Iterator[tuple[int, int]]:
    for path in ("minions/minion", "privates/private", "parameters/minions/npc"):
        for minion in element.iterfind(path):
            yield int(number(minion.get("id"))), int(number(minion.get("max") or minion.get("count"), 1))


def _categories(element: Element) -> Iterator[DropGroup]:
    for category in element.iterfind("drops/category"):
        kind = category.get("type")
        scale = 1 if kind else _MILLIONTHS
        drops = [
            PackDrop(
                item_id=int(number(drop.get("itemid"))),
                lowest=int(number(drop.get("min"), 1)),
                highest=int(number(drop.get("max"), 1)),
                chance=number(drop.get("chance")) / scale,
            )
            for drop in category.iterfind("drop")
        ]
        if kind:
            yield DropGroup(
                kind=DROP_KINDS.get(kind, "drop"), chance=number(category.get("chance"), 100), drops=(*drops,)
            )
        else:
            yield category_group(int(number(category.get("id"))), drops)


def _lists(element: Element) -> Iterator[DropGroup]:
    for parent in element.iterfind("dropLists/*"):
        kind: DropKind = "spoil" if parent.tag == "spoil" else "drop"
        for group in parent.iterfind("group"):
            yield DropGroup(kind=kind, chance=number(group.get("chance"), 100), drops=_items(group))
        if alone := _items(parent):
            yield DropGroup(kind=kind, drops=alone)


def _items(parent: Element) -> tuple[PackDrop, ...]:
    return tuple(
        PackDrop(
            item_id=int(number(item.get("id"))),
            lowest=int(number(item.get("min"), 1)),
            highest=int(number(item.get("max"), 1)),
            chance=number(item.get("chance")),
        )
        for item in parent.iterfind("item")
    )


def _spawns(root: Element) -> Iterator[Spawn]:
    centers = {area.get("name", ""): _center(area) for area in root.iter("territory")}
    for maker in root.iter("npcmaker"):
        names = maker.get("territory", "").split(";")
        areas = [centers[name] for name in names if name in centers]
        for npc in maker.iterfind("npc"):
            yield from _shared(npc, _positions(npc.get("pos", "")) or areas, npc.get("total"))
    for spawn in root.iter("spawn"):
        areas = [_center(area) for area in spawn.iter("territory")]
        for npc in spawn.iter("npc"):
            point = _point([npc.get(axis) for axis in ("x", "y", "z")]) if npc.get("x") else None
            yield from _shared(npc, [point] if point else areas, npc.get("count"))


def _shared(npc: Element, points: Sequence[Point], count: str | None) -> Iterator[Spawn]:
    """Yields the monsters of an element at its points, each of which has a part of them."""
    monster_id, part = int(number(npc.get("id"))), max(1, round(number(count, 1) / max(1, len(points))))
    for x, y, z in points:
        yield Spawn(monster_id=monster_id, x=x, y=y, z=z, count=part)


def _positions(text: str) -> list[Point]:
    """Reads `x;y;z;heading`, and `x;y;z;heading;chance%` once or more often."""
    parts = [part for part in text.split(";") if part]
    width = 5 if len(parts) > 4 and parts[4].endswith("%") else 4
    return [_point(parts[start : start + 3]) for start in range(0, len(parts) - 2, width)]


def _point(parts: Sequence[str | None]) -> Point:
    x, y, z = (int(number(part)) for part in parts)
    return x, y, z


def _center(area: Element) -> Point:
    nodes = [*area.iter("node")]
    if not nodes:
        return 0, 0, 0
    x, y = (round(fmean(number(node.get(axis)) for node in nodes)) for axis in ("x", "y"))
    return x, y, int(number(area.get("minZ")))

"""Items of a datapack's XML files. Its dialects are told apart item by item:

    <item id name type="Weapon"><set name="bodypart" val="rhand"/>…        Mobius, aCis (words in either case)
    <weapon id name><set name="type" value="SWORD"/><equip><slot id="RIGHT_HAND"/></equip>…         Lucera

Only direct children with a `name` are properties: packs repeat `<set stat=…>` deeper down. A file is somebody's input:
entities and external references are refused, its size is bounded, and whatever is wrong with one ends the import.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import parse

from gateway.game.items import Kind
from gateway.items.reading import ImportFailedError, Raw

MOST_FILES: Final = 5000
MOST_BYTES_A_FILE: Final = 16 * 1024 * 1024
MOST_BYTES: Final = 256 * 1024 * 1024

_KINDS: Final[dict[str, Kind]] = {"weapon": "weapon", "armor": "armor", "etcitem": "etcitem"}
_SUBTYPES: Final = ("type", "class", "weapon_type", "armor_type", "item_type", "etcitem_type")
_TRUE: Final = frozenset({"true", "1", "yes"})


def items(folder: Path) -> Iterator[Raw]:
    """Every item of every *.xml below the folder, `custom` folders last, since their items replace the pack's own.

    Raises ImportFailedError, also where there is no item at all.
    """
    found = False
    for path in _files(folder):
        for item in _items_of(path):
            found = True
            yield item
    if not found:
        raise ImportFailedError(f"{folder}: no item in any *.xml file; name the folder that holds the items' files")


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise ImportFailedError(f"{folder}: there is no such folder")
    paths = sorted(
        (path for path in folder.rglob("*.xml") if path.is_file()),
        key=lambda path: (any("custom" in part.lower() for part in path.relative_to(folder).parts), path.as_posix()),
    )
    if len(paths) > MOST_FILES:
        raise ImportFailedError(f"{folder}: more than {MOST_FILES:,} files; name the folder of the items alone")
    total = 0
    for path in paths:
        size = path.stat().st_size
        total += size
        if size > MOST_BYTES_A_FILE or total > MOST_BYTES:
            raise ImportFailedError(f"{path}: too large for a file of items")
    return paths


def _items_of(path: Path) -> Iterator[Raw]:
    try:
        root = parse(path, forbid_dtd=False, forbid_entities=True, forbid_external=True).getroot()
    except ParseError as wrong:
        raise ImportFailedError(f"{path}: {wrong}") from None
    except DefusedXmlException as wrong:
        raise ImportFailedError(f"{path}: entities and external references are refused ({wrong})") from None
    except (OSError, ValueError, LookupError) as wrong:
        raise ImportFailedError(f"{path}: {wrong}") from None
    for element in root or ():
        kind = _KINDS.get(str(element.get("type" if element.tag == "item" else "", element.tag)).lower())
        if kind and (element.tag == "item" or element.tag in _KINDS):
            yield _item(element, kind, path)


def _item(element: Element, kind: Kind, path: Path) -> Raw:
    given = element.get("id", "")
    if not (given.isascii() and given.isdigit()):
        raise ImportFailedError(f"{path}: {given[:40]!r} is no id of an item")
    sets = {each.get("name", ""): each.get("val", each.get("value", "")) for each in element.findall("set")}
    return Raw(
        id=int(given[:12]),
        name=element.get("name", ""),
        kind=kind,
        subtype=_subtype(sets),
        crystal=sets.get("crystal_type", ""),
        bodypart=sets.get("bodypart", "") or _slots(element),
        icon=sets.get("icon", ""),
        stackable=_stackable(sets),
        action=sets.get("handler", "") or sets.get("default_action", ""),
    )


def _subtype(sets: dict[str, str]) -> str:
    """The first that says something: lucera has both a `type` and a `class`, of which one may be OTHER."""
    words = [sets[name] for name in _SUBTYPES if sets.get(name)]
    return next((word for word in words if word.lower() not in {"none", "other"}), words[0] if words else "")


def _slots(element: Element) -> str:
    """A weapon for both hands names two slots."""
    equip = element.find("equip")
    names = [slot.get("id", "") for slot in equip.findall("slot")] if equip is not None else []
    hands = {"RIGHT_HAND", "LEFT_HAND"}
    return "lrhand" if hands <= set(names) else names[0] if names else ""


def _stackable(sets: dict[str, str]) -> bool:
    if sets.get("consume_type", "").lower() in {"stackable", "asset"}:
        return True
    return (sets.get("is_stackable") or sets.get("stackable") or "").lower() in _TRUE

"""Items of a datapack's XML files. The dialect is detected for each item:

    <item id name type="Weapon"><set name="bodypart" val="rhand"/>…        Mobius, aCis (words in either case)
    <weapon id name><set name="type" value="SWORD"/><equip><slot id="RIGHT_HAND"/></equip>…         Lucera

Only direct children with a `name` are properties: packs repeat `<set stat=…>` deeper down. A file is untrusted input:
entities and external references are refused, its size is bounded, and any error ends the import.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from gateway.features.items.catalogue import MAX_ID
from gateway.game.items import Kind
from gateway.install.items_parse import ImportFailedError, RawItem

MAX_FILES: Final = 5000
MAX_FILE_BYTES: Final = 16 * 1024 * 1024
MAX_BYTES: Final = 256 * 1024 * 1024

_KINDS: Final[dict[str, Kind]] = {"weapon": "weapon", "armor": "armor", "etcitem": "etcitem"}
_SUBTYPES: Final = ("type", "class", "weapon_type", "armor_type", "item_type", "etcitem_type")
_CHUNK_BYTES: Final = 64 * 1024
# Depth of the elements; the root has 1
_ITEM = 2
_PROPERTY = 3
_SLOT = 4
_TRUE: Final = frozenset({"true", "1", "yes"})


def items(folder: Path) -> Iterator[RawItem]:
    """Yields the items of every *.xml below the folder, `custom` folders last: their items replace those of the pack.

    Raises ImportFailedError, also if there is no item at all.
    """
    has_items = False
    for path in xml_files(folder):
        for item in _items_of(path):
            has_items = True
            yield item
    if not has_items:
        raise ImportFailedError(f"{folder}: no item in any *.xml file; name the folder that holds the items' files")


def xml_files(folder: Path) -> list[Path]:
    """Returns every *.xml below the folder, those of `custom` folders last. Raises ImportFailedError."""
    if not folder.is_dir():
        raise ImportFailedError(f"{folder}: there is no such folder")
    paths = sorted(
        (path for path in folder.rglob("*.xml") if path.is_file()),
        key=lambda path: (any("custom" in part.lower() for part in path.relative_to(folder).parts), path.as_posix()),
    )
    if len(paths) > MAX_FILES:
        raise ImportFailedError(f"{folder}: more than {MAX_FILES:,} files; name the folder of these files alone")
    total = 0
    for path in paths:
        size = path.stat().st_size
        total += size
        if size > MAX_FILE_BYTES or total > MAX_BYTES:
            raise ImportFailedError(f"{path}: too large for a file of a datapack")
    return paths


def _items_of(path: Path) -> Iterator[RawItem]:
    """Parses in chunks, so that a large file is never in memory as a whole."""
    reader = _Reader()
    parser: Any = DefusedXMLParser(target=reader, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                parser.feed(chunk)
                yield from reader.take_items()
        parser.close()
    except ParseError as error:
        raise ImportFailedError(f"{path}: {error}") from None
    except DefusedXmlException:
        line = parser.parser.CurrentLineNumber
        raise ImportFailedError(f"{path}: entities and external references are refused: line {line}") from None
    except OSError as error:
        raise ImportFailedError(f"{path}: {error.strerror}") from None
    except (ValueError, LookupError) as error:
        raise ImportFailedError(f"{path}: {error}: line {parser.parser.CurrentLineNumber}") from None
    yield from reader.take_items()


class _Reader:
    """Collects items from the parser's events. Raises ValueError for an invalid id."""

    def __init__(self) -> None:
        self._depth = 0
        self._kind: Kind | None = None
        self._head: dict[str, str] = {}
        self._sets: dict[str, str] = {}
        self._slots: list[str] = []
        self._items: list[RawItem] = []

    def take_items(self) -> list[RawItem]:
        """Returns the items since the last call."""
        items, self._items = self._items, []
        return items

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == _ITEM:
            self._kind = _KINDS.get((attributes.get("type", "") if tag == "item" else tag).lower())
            self._head = attributes
            self._sets = {}
            self._slots = []
            item_id = attributes.get("id", "")
            if self._kind and not (item_id.isascii() and item_id.isdigit() and int(item_id[:12]) <= MAX_ID):
                raise ValueError(f"invalid item id {item_id[:40]!r}")
        elif self._depth == _PROPERTY and tag == "set" and "name" in attributes:
            self._sets[attributes["name"]] = attributes.get("val", attributes.get("value", ""))
        elif self._depth == _SLOT and tag == "slot":
            self._slots.append(attributes.get("id", ""))

    def end(self, _tag: str) -> None:
        if self._depth == _ITEM and self._kind:
            self._items.append(_raw(self._kind, self._head, self._sets, self._slots))
            self._kind = None
        self._depth -= 1

    def close(self) -> None:
        """Called by the parser at the end of the file."""


def _raw(kind: Kind, head: dict[str, str], sets: dict[str, str], slots: list[str]) -> RawItem:
    return RawItem(
        id=int(head["id"][:12]),
        name=head.get("name", ""),
        kind=kind,
        subtype=_subtype(sets),
        crystal=sets.get("crystal_type", ""),
        bodypart=sets.get("bodypart", "") or _part(slots),
        icon=sets.get("icon", ""),
        stackable=_stackable(sets),
        action=f"{sets.get('handler', '')} {sets.get('default_action', '')}",
    )


def _subtype(sets: dict[str, str]) -> str:
    """Returns the first specific word: Lucera has both a `type` and a `class`, and one of them may be OTHER."""
    if sets.get("class", "").lower().startswith("spellbook"):
        return sets["class"]
    words = [sets[name] for name in _SUBTYPES if sets.get(name)]
    return next((word for word in words if word.lower() not in {"none", "other"}), words[0] if words else "")


def _part(slots: list[str]) -> str:
    """Returns the word of the first dialect; a weapon for both hands may name two slots."""
    return "lrhand" if {"RIGHT_HAND", "LEFT_HAND"} <= set(slots) else slots[0] if slots else ""


def _stackable(sets: dict[str, str]) -> bool:
    if sets.get("consume_type", "").lower() in {"stackable", "asset"}:
        return True
    return (sets.get("is_stackable") or sets.get("stackable") or "").lower() in _TRUE

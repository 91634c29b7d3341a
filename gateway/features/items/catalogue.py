"""The catalogue's file: what every item is called and what it is, as `gateway items import` wrote it.

Layout, little-endian: magic, format, lengths packed and plain, SHA-256 of the packed body; then the body: columns as
msgpack, zlib-compressed. Some 9,000 items are a quarter of a megabyte.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from gateway.config.settings import SettingsError
from gateway.game.items import Category, Grade
from gateway.game.slots import BodyPart

FORMAT: Final = 1
MOST_ITEMS: Final = 200_000
LONGEST_NAME: Final = 120
LONGEST_ICON: Final = 80
HIGHEST_ID: Final = 2**31 - 1

_MAGIC: Final = b"GWITEMS\0"
_HEAD: Final = struct.Struct("<8sIII32s")
_MOST_BYTES: Final = 64 * 1024 * 1024
_KEY: Final = "items.catalogue"

ItemId = Annotated[int, Meta(ge=0, le=HIGHEST_ID)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
TypeName = Annotated[str, Meta(max_length=40)]
IconName = Annotated[str, Meta(max_length=LONGEST_ICON)]


class CatalogueError(SettingsError):
    """The file is not there, is not a catalogue, or was damaged; the text names the setting and the file."""


class CatalogueItem(Struct, frozen=True):
    """What is known of an item. `part` is where it would be worn; `icon` is the name of a texture of the client."""

    id: int
    name: str
    type: str
    category: Category
    grade: Grade
    part: BodyPart
    icon: str | None
    stackable: bool

    @property
    def two_handed(self) -> bool:
        return self.part == "lrhand"


class _Columns(Struct, forbid_unknown_fields=True):
    id: list[ItemId]
    name: list[Name]
    type: list[TypeName]
    category: list[Category]
    grade: list[Grade]
    part: list[BodyPart]
    icon: list[IconName | None]
    stackable: list[bool]


_FIELDS: Final = CatalogueItem.__struct_fields__


class Catalogue:
    """Every item of the operator's server, by id."""

    def __init__(self, items: Mapping[int, CatalogueItem]) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, item_id: object) -> bool:
        return item_id in self._items

    def get(self, item_id: int) -> CatalogueItem:
        """The item; one that nobody knows is called by its number."""
        known = self._items.get(item_id)
        return known or CatalogueItem(item_id, f"Item #{item_id}", "Unknown", "misc", "other", "", None, False)


def load(path: str) -> Catalogue:
    """The catalogue of a file; an empty one for an empty path. Raises CatalogueError."""
    if not path:
        return Catalogue({})
    try:
        with Path(path).open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as wrong:
        raise CatalogueError(f"{_KEY}: {path}: {wrong.strerror}") from None
    try:
        return Catalogue(_unpack(raw))
    except ValueError as wrong:  # msgspec's and zlib's own errors become one in _unpack
        raise CatalogueError(f"{_KEY}: {path}: {wrong}; make it anew with `gateway items import`") from None


def save(items: Iterable[CatalogueItem], path: Path) -> int:
    """Writes the file whole or not at all, and returns its size. Raises OSError; CatalogueError for too many items."""
    raw = pack(items)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("xb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return len(raw)


def pack(items: Iterable[CatalogueItem]) -> bytes:
    """The same items make the same bytes."""
    ordered = sorted(items, key=lambda item: item.id)
    if len(ordered) > MOST_ITEMS:
        raise CatalogueError(f"{len(ordered):,} items are more than a catalogue holds ({MOST_ITEMS:,})")
    plain = msgspec.msgpack.encode({field: [getattr(item, field) for item in ordered] for field in _FIELDS})
    body = zlib.compress(plain, 9)
    return _HEAD.pack(_MAGIC, FORMAT, len(body), len(plain), hashlib.sha256(body).digest()) + body


def _unpack(raw: bytes) -> dict[int, CatalogueItem]:
    """Raises ValueError that says what is wrong with the bytes."""
    if len(raw) < _HEAD.size or not raw.startswith(_MAGIC):
        raise ValueError("this is no item catalogue")
    _, version, packed_length, plain_length, digest = _HEAD.unpack_from(raw)
    if version != FORMAT:
        raise ValueError(f"the catalogue is of format {version}, this gateway reads {FORMAT}")
    body = raw[_HEAD.size :]
    if len(body) != packed_length or plain_length > _MOST_BYTES or hashlib.sha256(body).digest() != digest:
        raise ValueError("the catalogue is damaged")
    try:
        plain = zlib.decompressobj().decompress(body, plain_length + 1)
        columns = msgspec.msgpack.decode(plain, type=_Columns)
    except (zlib.error, msgspec.MsgspecError) as wrong:
        raise ValueError(f"the catalogue is damaged ({wrong})") from None
    table = [getattr(columns, field) for field in _FIELDS]
    if len(plain) != plain_length or len({len(column) for column in table}) != 1 or len(table[0]) > MOST_ITEMS:
        raise ValueError("the catalogue is damaged")
    return {row[0]: CatalogueItem(*row) for row in zip(*table, strict=True)}

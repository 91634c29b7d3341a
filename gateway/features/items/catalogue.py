"""The catalogue file: names and properties of all items, written by `gateway items import`.

Layout, little-endian: magic, format, compressed length, plain length, SHA-256 of the compressed body; then the body:
columns as msgpack, compressed with zlib. A file of 9,000 items has a quarter of a megabyte.
"""

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
from gateway.game.items import ADENA, Category, Grade
from gateway.game.slots import BodyPart

FORMAT: Final = 1
MAX_ITEMS: Final = 200_000
MAX_NAME_LENGTH: Final = 120
MAX_ICON_LENGTH: Final = 80
MAX_ID: Final = 2**31 - 1

_MAGIC: Final = b"GWITEMS\0"
_HEADER: Final = struct.Struct("<8sIII32s")
_MAX_BYTES: Final = 64 * 1024 * 1024
_KEY: Final = "items.catalogue"

ItemId = Annotated[int, Meta(ge=0, le=MAX_ID)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
TypeName = Annotated[str, Meta(max_length=40)]
IconName = Annotated[str, Meta(max_length=MAX_ICON_LENGTH)]


class CatalogueError(SettingsError):
    """The file is missing, damaged or not a catalogue; the message names the setting and the file."""


class CatalogueItem(Struct, frozen=True):
    """An item of the catalogue. `part` is the body part it is worn on; `icon` names a texture of the game client."""

    id: int
    name: str
    type: str
    category: Category
    grade: Grade
    part: BodyPart
    icon: str | None
    stackable: bool


class _Columns(Struct, forbid_unknown_fields=True, kw_only=True):
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
    """All items of the operator's server by id."""

    def __init__(self, items: Mapping[int, CatalogueItem]) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, item_id: object) -> bool:
        return item_id in self._items

    def items(self) -> Iterable[CatalogueItem]:
        return self._items.values()

    def get(self, item_id: int) -> CatalogueItem:
        """Returns the item; an unknown item is named after its id."""
        item = self._items.get(item_id)
        return item or CatalogueItem(
            item_id,
            name=f"Item #{item_id}",
            type="Unknown",
            category="misc",
            grade="other",
            part="",
            icon=None,
            stackable=False,
        )


def item_name(catalogue: Catalogue, item_id: int) -> str:
    return "Adena" if item_id == ADENA else catalogue.get(item_id).name


def load(path: str) -> Catalogue:
    """Reads a catalogue file; returns an empty catalogue for an empty path. Raises CatalogueError."""
    if not path:
        return Catalogue({})
    try:
        with Path(path).open("rb") as file:
            raw = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise CatalogueError(f"{_KEY}: {path}: {error.strerror}") from None
    try:
        return Catalogue(_unpack(raw))
    except ValueError as error:  # _unpack converts errors of msgspec and zlib
        raise CatalogueError(f"{_KEY}: {path}: {error}; create it again with `gateway items import`") from None


def save(items: Iterable[CatalogueItem], path: Path) -> int:
    """Writes the file atomically and returns its size in bytes. Raises OSError; CatalogueError for too many items."""
    raw = pack(items)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("xb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return len(raw)


def pack(items: Iterable[CatalogueItem]) -> bytes:
    """Returns the bytes of the file; they depend only on the items, not on their order."""
    sorted_items = sorted(items, key=lambda item: item.id)
    if len(sorted_items) > MAX_ITEMS:
        raise CatalogueError(f"{len(sorted_items):,} items are more than a catalogue holds ({MAX_ITEMS:,})")
    plain = msgspec.msgpack.encode({field: [getattr(item, field) for item in sorted_items] for field in _FIELDS})
    body = zlib.compress(plain, 9)
    return _HEADER.pack(_MAGIC, FORMAT, len(body), len(plain), hashlib.sha256(body).digest()) + body


def _unpack(raw: bytes) -> dict[int, CatalogueItem]:
    """Decodes the bytes of a file. Raises ValueError with the defect."""
    if len(raw) < _HEADER.size or not raw.startswith(_MAGIC):
        raise ValueError("not an item catalogue")
    _, version, packed_length, plain_length, digest = _HEADER.unpack_from(raw)
    if version != FORMAT:
        raise ValueError(f"the catalogue has format {version}, this gateway reads {FORMAT}")
    body = raw[_HEADER.size :]
    if len(body) != packed_length or plain_length > _MAX_BYTES or hashlib.sha256(body).digest() != digest:
        raise ValueError("the catalogue is damaged")
    try:
        plain = zlib.decompressobj().decompress(body, plain_length + 1)
        columns = msgspec.msgpack.decode(plain, type=_Columns)
    except (zlib.error, msgspec.MsgspecError) as error:
        raise ValueError(f"the catalogue is damaged ({error})") from None
    table = [getattr(columns, field) for field in _FIELDS]
    if len(plain) != plain_length or len({len(column) for column in table}) != 1 or len(table[0]) > MAX_ITEMS:
        raise ValueError("the catalogue is damaged")
    return {row[0]: CatalogueItem(*row) for row in zip(*table, strict=True)}

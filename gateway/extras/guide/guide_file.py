"""The file of the guide: one record for each item and each monster, which processes map and read one at a time.

Layout: magic, format, SHA-256 of what follows, length of the directory, the directory (JSON: section to offset and
length, from the end of the header), then the sections. `*.ids`, `*.groups`, `*.offsets` and `*.name_offsets` are
little-endian 64-bit integers in the order of the ids; the last two have one entry more than there are records.
`*.records` are msgpack; `*.names` are case-folded names between newlines. Facts about the import are JSON.
"""

import hashlib
import mmap
import os
import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec
import numpy as np
from msgspec import Struct

from gateway.config.settings import SettingsError
from gateway.world_snapshot.string_column import fold

FORMAT: Final = 1
_MAGIC: Final = b"GWGUIDE\0"
_HEADER: Final = struct.Struct("<8sI32sI")
_LINE_END: Final = b"\n"
_MAX_ID: Final = 2**63 - 1
_MAX_MATCHES: Final = 500
"""Names that one search compares, once those that begin with the text and once all; the rest is left out."""


class GuideFileError(SettingsError):
    """The file is missing, damaged or not a guide; the message names it."""


class GuideRecord(Struct, frozen=True, kw_only=True):
    id: int
    name: str

    @property
    def group(self) -> int:
        """Number by which records are listed."""
        return 0


RecordT = TypeVar("RecordT", bound=GuideRecord)
BriefT = TypeVar("BriefT", bound=Struct)


class BriefPage(Struct, Generic[BriefT], frozen=True):
    """`total`: of all pages."""

    total: int
    records: list[BriefT]


class GuideFile:
    """A mapped file. Its pages belong to the system, and all processes share them."""

    def __init__(self, path: Path) -> None:
        """Raises GuideFileError."""
        try:
            with path.open("rb") as file:
                self.map: Final = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self._sections = _checked_directory(self.map)
        except OSError as error:
            raise GuideFileError(f"guide.file: {path}: {error.strerror}") from None
        except (ValueError, msgspec.MsgspecError) as error:
            remedy = "create it again with `gateway datapack import`"
            raise GuideFileError(f"guide.file: {path}: {error}; {remedy}") from None

    @property
    def version(self) -> str:
        """Changes with the content."""
        return bytes(_HEADER.unpack_from(self.map)[2])[:8].hex()

    def place(self, name: str) -> tuple[int, int]:
        """Returns the first byte of a section, and the one after its last."""
        first, length = self._sections[name]
        return _HEADER.size + first, _HEADER.size + first + length

    def facts(self, name: str) -> bytes:
        """Returns the JSON of one section."""
        first, end = self.place(name)
        return self.map[first:end]

    def integers(self, name: str) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        first, end = self.place(name)
        return np.frombuffer(self.map, "<i8", (end - first) // 8, first)


def _checked_directory(data: mmap.mmap) -> Mapping[str, tuple[int, int]]:
    if len(data) < _HEADER.size or data[: len(_MAGIC)] != _MAGIC:
        raise ValueError("not a guide")
    _, version, digest, length = _HEADER.unpack_from(data)
    if version != FORMAT:
        raise ValueError(f"the guide has format {version}, this gateway reads {FORMAT}")
    with memoryview(data) as view, view[_HEADER.size :] as body:
        if hashlib.sha256(body).digest() != digest:
            raise ValueError("the guide is damaged")
    return msgspec.json.decode(data[_HEADER.size : _HEADER.size + length], type=dict[str, tuple[int, int]])


class Records(Generic[RecordT, BriefT]):
    """The records of one kind. One is decoded when it is asked for; nothing of them stays in memory."""

    def __init__(self, file: GuideFile, kind: str, record: type[RecordT], brief: type[BriefT]) -> None:
        """`brief`: fields of the record that lists and searches return."""
        self._map = file.map
        self._ids, self._groups = file.integers(f"{kind}.ids"), file.integers(f"{kind}.groups")
        self._offsets = file.integers(f"{kind}.offsets")
        first, end = file.place(f"{kind}.name_offsets")
        # Single values are read faster than those of an array.
        self._starts = memoryview(file.map)[first:end].cast("q")
        self._records, self._names = file.place(f"{kind}.records"), file.place(f"{kind}.names")
        self._decoder, self._brief = msgspec.msgpack.Decoder(record), msgspec.msgpack.Decoder(brief)

    def __len__(self) -> int:
        return len(self._ids)

    def get(self, number: int) -> RecordT | None:
        if not 0 <= number <= _MAX_ID:
            return None
        place = int(np.searchsorted(self._ids, number))
        if place == len(self._ids) or self._ids[place] != number:
            return None
        return self._decoder.decode(self._at(place))

    def ids(self) -> list[int]:
        return self._ids.tolist()

    def groups(self) -> dict[int, int]:
        """Returns the number of records in each group, ascending."""
        # Of few values: categories, levels.
        groups, counts = np.unique(self._groups, return_counts=True)
        return dict(zip(groups.tolist(), counts.tolist(), strict=True))

    def of_group(self, group: int, first: int, count: int) -> BriefPage[BriefT]:
        places = np.flatnonzero(self._groups == group)
        return BriefPage(len(places), self._briefs(places[first : first + count].tolist()))

    def search(self, text: str, first: int, count: int) -> BriefPage[BriefT]:
        """Finds records with the text in their names: equal names, then prefixes, then short names before long."""
        needle = fold(text).encode()
        if not needle or _LINE_END in needle:
            return BriefPage(0, [])
        matches = sorted({*chain(self._matches(_LINE_END + needle), self._matches(needle))})
        return BriefPage(len(matches), self._briefs([place for _, _, place in matches[first : first + count]]))

    def _briefs(self, places: Sequence[int]) -> list[BriefT]:
        return [self._brief.decode(self._at(place)) for place in places]

    def _matches(self, needle: bytes) -> Iterator[tuple[bool, int, int]]:
        """Yields whether the text stands within the name, the bytes of the name, and the place of the record."""
        first, end = self._names
        skipped = needle.startswith(_LINE_END)
        position, count = self._map.find(needle, first, end), 0
        while position >= 0 and count < _MAX_MATCHES:
            offset = position - first + skipped
            place = bisect_right(self._starts, offset) - 1
            start, following = self._starts[place], self._starts[place + 1]
            yield offset > start, following - start, place
            # From the newline before the next name.
            position, count = self._map.find(needle, first + following - 1, end), count + 1

    def _at(self, place: int) -> bytes:
        first, end = self._offsets[place : place + 2].tolist()
        start = self._records[0]
        return self._map[start + first : start + end]


class PackedGuide(Struct, frozen=True):
    """The bytes of a file. The header holds the digest of the parts: equal headers are equal files."""

    header: bytes
    parts: list[bytes]

    def is_in(self, path: Path) -> bool:
        """Raises OSError."""
        with path.open("rb") as file:
            return file.read(len(self.header)) == self.header

    def save(self, path: Path) -> None:
        """Replaces the file at once. Raises OSError."""
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with temporary.open("xb") as file:
                file.writelines([self.header, *self.parts])
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def kind_sections(kind: str, records: Iterable[GuideRecord]) -> dict[str, bytes]:
    """`records`: ascending by id. They are taken one at a time, so that an import never has them all in memory."""
    ids, groups = list[int](), list[int]()
    names, bodies = list[bytes](), list[bytes]()
    for record in records:
        ids.append(record.id)
        groups.append(record.group)
        names.append(fold(record.name).encode() + _LINE_END)
        bodies.append(msgspec.msgpack.encode(record))
    return {
        f"{kind}.ids": _integers(ids),
        f"{kind}.groups": _integers(groups),
        f"{kind}.offsets": _integers([0, *accumulate(map(len, bodies))]),
        f"{kind}.name_offsets": _integers([*accumulate(map(len, names), initial=1)]),
        f"{kind}.records": b"".join(bodies),
        f"{kind}.names": b"".join([_LINE_END, *names]),
    }


def _integers(values: Sequence[int]) -> bytes:
    return np.array(values, "<i8").tobytes()


def pack(sections: Mapping[str, bytes], facts: Mapping[str, Struct]) -> PackedGuide:
    """`sections`: of each kind. They begin at multiples of 8 of the file: integers are read in place."""
    all_sections = {name: msgspec.json.encode(fact) for name, fact in facts.items()} | dict(sections)
    widest = msgspec.json.encode({name: (2**40, len(data)) for name, data in all_sections.items()})
    length = _aligned(_HEADER.size + len(widest)) - _HEADER.size
    places: dict[str, tuple[int, int]] = {}
    parts, end = list[bytes](), length
    for name, data in all_sections.items():
        places[name] = end, len(data)
        padding = _aligned(len(data)) - len(data)
        parts += [data, bytes(padding)]
        end += len(data) + padding
    parts.insert(0, msgspec.json.encode(places).ljust(length))
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return PackedGuide(_HEADER.pack(_MAGIC, FORMAT, digest.digest(), length), parts)


def _aligned(size: int) -> int:
    return -(-size // 8) * 8

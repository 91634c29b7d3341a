"""The names of all ranked characters at one moment, which many snapshots search.

Building it costs ten times a comparison with the names of now, so it is built again only when many have changed.
Pure: no clock, no file.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from gateway.world_snapshot.serialization import Array, PackError, pack_chunks, unpack_arrays
from gateway.world_snapshot.string_column import reorder, starts_of
from gateway.world_snapshot.suffix_table import SuffixTable

FORMAT: Final = 1
_REBUILD_SECONDS: Final = 600.0
_REBUILD_NAMES: Final = 2_000
_REBUILD_SHARE: Final = 0.01


class TableHead(msgspec.Struct, frozen=True):
    """`id`: hash of ids and names. `built_at`: epoch seconds."""

    id: str
    built_at: float


@dataclass(frozen=True, slots=True, eq=False)
class NameTable:
    head: TableHead
    names: SuffixTable
    character_ids: Array
    """By number of the name, ascending."""

    @classmethod
    def build(cls, character_ids: Array, text: bytes, now: float) -> "NameTable":
        digest = hashlib.blake2b(text, digest_size=12, key=b"%d" % FORMAT)
        digest.update(character_ids.astype(np.int64).data)
        return cls(TableHead(digest.hexdigest(), now), SuffixTable.build(text), character_ids)

    @property
    def id(self) -> str:
        return self.head.id

    def chunks(self) -> list[bytes | memoryview]:
        return pack_chunks(self.head, FORMAT, {**self.names.arrays("names"), "character_ids": self.character_ids})

    @classmethod
    def unpack(cls, data: memoryview) -> "NameTable":
        """Returns a table whose arrays are views of `data`. Raises PackError for any other format."""
        head, arrays = unpack_arrays(data, FORMAT, TableHead)
        try:
            return cls(head, SuffixTable.from_arrays(arrays, "names"), arrays["character_ids"])
        except KeyError as missing:
            raise PackError(f"without the column {missing}") from None

    def match(self, character_ids: Array, text: bytes) -> Array:
        """Returns for each character, in the order of ids, its number in this table, or -1 if it has another name or
        is not in the table."""
        size = self.character_ids.size
        if not size:
            return np.full(character_ids.size, -1)
        numbers = np.minimum(np.searchsorted(self.character_ids, character_ids), size - 1)
        is_known = self.character_ids[numbers] == character_ids
        letters = np.frombuffer(text, np.uint8)
        if is_known.all() and size == character_ids.size and np.array_equal(letters, self.names.text):
            return numbers
        given_names, table_names = NameList(letters), NameList(self.names.text)
        candidates = np.flatnonzero(is_known)
        candidates = candidates[given_names.lengths(candidates) == table_names.lengths(numbers[candidates])]
        is_same = _equal(given_names, candidates, table_names, numbers[candidates])
        result = np.full(character_ids.size, -1)
        result[candidates[is_same]] = numbers[candidates[is_same]]
        return result

    def is_outdated(self, missing_count: int, removed_count: int, now: float) -> bool:
        """Returns True if a new table is due. `missing_count`: names to add; `removed_count`: names to remove."""
        changed_count = max(missing_count, removed_count)
        limit = min(_REBUILD_NAMES, max(1, int(self.character_ids.size * _REBUILD_SHARE)))
        return changed_count >= limit and abs(now - self.head.built_at) >= _REBUILD_SECONDS


class NameList:
    """Names of the text of a table, each with the NUL behind it."""

    def __init__(self, text: Array) -> None:
        self.text = text[1:]
        self.starts = starts_of(self.text, 0)

    def lengths(self, numbers: Array) -> Array:
        return self.starts[numbers + 1] - self.starts[numbers]

    def texts_of(self, numbers: Array) -> tuple[Array, Array]:
        """Returns the text of these names, and where each starts."""
        text, starts = reorder(self.text, self.starts, numbers)
        return text[: int(starts[-1])], starts[:-1]


def _equal(left: NameList, left_numbers: Array, right: NameList, right_numbers: Array) -> Array:
    """Compares pairs of names that are equally long."""
    if not left_numbers.size:
        return np.empty(0, np.bool_)
    left_text, starts = left.texts_of(left_numbers)
    right_text, _ = right.texts_of(right_numbers)
    return np.logical_and.reduceat(left_text == right_text, starts)

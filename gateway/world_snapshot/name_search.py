"""Rows of a snapshot by part of a name.

Most names are in a table that outlives the snapshot; the snapshot has the row of each, and a small table of its own for
the names that are not in it: of new and renamed characters.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from gateway.world_snapshot.ascending import distinct
from gateway.world_snapshot.name_table import NameTable
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.string_column import fold
from gateway.world_snapshot.suffix_table import SuffixTable

_NO_ROWS: Final = np.empty(0, np.uint32)
_ROWS_PER_MATCH: Final = 16
"""From one match per 16 rows on, marking rows is faster than sorting matches."""


@dataclass(frozen=True, slots=True, eq=False)
class NameSearch:
    count: int
    """Rows of the snapshot."""
    table: NameTable | None
    rows_of: Array
    """Row by number of the table's name; `count` for a name that no row has any more."""
    new_names: SuffixTable
    new_rows: Array

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Array], count: int, table: NameTable | None) -> "NameSearch":
        """Raises KeyError."""
        new_names = SuffixTable.from_arrays(arrays, "new")
        return cls(count, table, arrays["name_rows"], new_names, arrays["new_rows"])

    def arrays(self) -> dict[str, Array]:
        return {"name_rows": self.rows_of, **self.new_names.arrays("new"), "new_rows": self.new_rows}

    def without_table(self) -> "NameSearch":
        """Returns the same search with the names of a new table in the snapshot itself."""
        assert self.table
        assert not self.new_rows.size
        return NameSearch(self.count, None, self.new_rows, self.table.names, self.rows_of)

    def rows(self, text: str) -> Array:
        """Returns the rows, ascending, of names that contain the text. Both are case-folded."""
        rows = self._matches(_encode(text))
        if rows.size < self.count // _ROWS_PER_MATCH:
            distinct_rows = distinct(rows)
            return distinct_rows[: np.searchsorted(distinct_rows, self.count)]
        is_match = np.zeros(self.count + 1, np.bool_)
        is_match[rows] = True
        return np.flatnonzero(is_match[:-1])

    def equal_rows(self, text: str) -> Array:
        """Returns the rows, ascending, of names that equal the text. Both are case-folded."""
        rows = distinct(self._matches(b"\0" + _encode(text) + b"\0"))
        return rows[: np.searchsorted(rows, self.count)]

    def best_rows(self, text: str, count: int) -> Array:
        """Returns the first `count` of `rows`: equal names, then names that begin with the text, then the others."""
        folded_text = _encode(text)
        prefixes = self._matches(b"\0" + folded_text) if folded_text else _NO_ROWS
        best: dict[int, None] = {}
        if prefixes.size:
            # At most `count` of the rows are in `best` already.
            best |= dict.fromkeys(self._smallest(self._matches(b"\0" + folded_text + b"\0"), count))
            best |= dict.fromkeys(self._smallest(prefixes, 2 * count))
        if len(best) < count:
            best |= dict.fromkeys(self._smallest(self._matches(folded_text), 2 * count))
        return np.array(list(best)[:count], np.uint32)

    def _matches(self, pattern: bytes) -> Array:
        """Returns the row of each place of the pattern, in no order."""
        if not pattern:
            return _NO_ROWS
        table_rows = self.rows_of[self.table.names.numbers[self.table.names.find(pattern)]] if self.table else _NO_ROWS
        if not self.new_rows.size:
            return table_rows
        return np.concatenate([table_rows, self.new_rows[self.new_names.numbers[self.new_names.find(pattern)]]])

    def _smallest(self, rows: Array, count: int) -> list[int]:
        """Returns the first `count` distinct rows, ascending; a name repeats where it has the text twice."""
        width = 2 * count
        while width < rows.size:
            smallest = sorted(set(np.partition(rows, width)[:width].tolist()))
            if len(smallest) >= count:
                break
            width *= 4
        else:
            smallest = sorted(set(rows.tolist()))
        return [row for row in smallest[:count] if row < self.count]


def _encode(text: str) -> bytes:
    """A lone surrogate becomes bytes that no name has."""
    return fold(text).encode("utf-8", "surrogatepass")

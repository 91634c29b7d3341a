"""Names of the registered sources in memory, one table for each language."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gateway.registration.search import SearchRow, SearchSources
from gateway.texts import languages
from gateway.world_snapshot.name_search import NameSearch
from gateway.world_snapshot.string_column import fold, folded_utf8
from gateway.world_snapshot.suffix_table import SuffixTable

_NO_TABLE = np.empty(0, np.uint32)


@dataclass(frozen=True, slots=True)
class _Names:
    rows: Sequence[SearchRow]
    text: str
    """All folded names: most texts are in none of them, and a look at some kilobytes is cheaper than the table."""
    search: NameSearch

    @classmethod
    def of(cls, rows: Sequence[SearchRow]) -> "_Names":
        names = [row.name for row in rows]
        table = SuffixTable.build(b"\0" + folded_utf8(names))
        search = NameSearch(len(rows), None, _NO_TABLE, table, np.arange(len(rows), dtype=np.uint32))
        return cls(rows, "\0".join(map(fold, names)), search)


class SearchIndex:
    def __init__(self, sources: SearchSources, default: str) -> None:
        """`default`: the site's language."""
        self._sources, self._default = sources, default
        self._names: dict[str, _Names] = {}
        self._versions: list[object] = []

    async def refresh(self) -> None:
        """Builds the tables of all languages when a source has another version. Raises DatabaseError."""
        sources = self._sources.all()
        versions = [source.version() for source in sources]
        if versions == self._versions:
            return
        for language in languages():
            rows = [row for source in sources for row in await source.rows(language)]
            self._names[language] = await asyncio.to_thread(_Names.of, rows)
        self._versions = versions

    def find(self, language: str, text: str, count: int) -> list[SearchRow]:
        """Returns rows with the text in their names: equal names, then prefixes, then in the order of the sources."""
        names = self._names.get(language) or self._names.get(self._default)
        folded, rows = fold(text), list[SearchRow]()
        if names is not None and folded in names.text:
            rows += [names.rows[number] for number in names.search.best_rows(text, count).tolist()]
        for source in self._sources.all():
            rows += source.find(language or self._default, text, count)

        def order(row: SearchRow) -> tuple[bool, bool]:
            name = fold(row.name)
            return name != folded, not name.startswith(folded)

        return sorted(rows, key=order)[:count]

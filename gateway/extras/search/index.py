"""Names of the registered sources in memory, one table for each language."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gateway.registration.search import SearchRow, SearchSources
from gateway.texts import languages
from gateway.world_snapshot.name_search import NameSearch
from gateway.world_snapshot.string_column import folded_utf8
from gateway.world_snapshot.suffix_table import SuffixTable

_NO_TABLE = np.empty(0, np.uint32)


@dataclass(frozen=True, slots=True)
class _Names:
    rows: Sequence[SearchRow]
    search: NameSearch

    @classmethod
    def of(cls, rows: Sequence[SearchRow]) -> "_Names":
        names = SuffixTable.build(b"\0" + folded_utf8([row.name for row in rows]))
        return cls(rows, NameSearch(len(rows), None, _NO_TABLE, names, np.arange(len(rows), dtype=np.uint32)))


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
        """Returns rows whose name contains the text: equal names, then prefixes, then in the order of the sources."""
        names = self._names.get(language) or self._names.get(self._default)
        return [names.rows[number] for number in names.search.best_rows(text, count).tolist()] if names else []

"""Rows of the search beside characters and clans: each feature registers its sources, as `Feature.search`."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct


class SearchRow(Struct, frozen=True, kw_only=True):
    """Something with a page. `kind`: of its source; `key`: names it within its kind. `note` stands below the name.

    `address`: path of the page, without the prefix of a language.
    """

    kind: str
    key: str
    name: str
    note: str
    address: str


async def _no_rows(_language: str) -> Sequence[SearchRow]:
    return ()


def _nothing(_language: str, _text: str, _count: int) -> Sequence[SearchRow]:
    return ()


class SearchSource(Struct, frozen=True):
    version: Callable[[], object] = lambda: None
    """Called every few seconds: `rows` may differ once it differs."""
    rows: Callable[[str], Awaitable[Sequence[SearchRow]]] = _no_rows
    """Returns all rows in a language, for an index in memory, which answers the searches."""
    find: Callable[[str, str, int], Sequence[SearchRow]] = _nothing
    """Returns at most so many rows with a text in their names, of a source that is too large for the index. It reads
    neither database nor network."""


class SearchSources(Struct, frozen=True):
    """`all`: as `Feature.search` of all features; known once all extras are open."""

    all: Callable[[], Sequence[SearchSource]]

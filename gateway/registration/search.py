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


class SearchSource(Struct, frozen=True):
    version: Callable[[], object]
    """Called every few seconds: `rows` may differ once it differs."""
    rows: Callable[[str], Awaitable[Sequence[SearchRow]]]
    """Returns all rows in a language, for an index in memory, which answers the searches."""


class SearchSources(Struct, frozen=True):
    """`all`: as `Feature.search` of all features; known once all extras are open."""

    all: Callable[[], Sequence[SearchSource]]

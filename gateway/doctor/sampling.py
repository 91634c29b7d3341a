"""A walk through a large table of a live game: short ranges by key, with pauses, and an end.

Each range is one statement of some milliseconds, so that the writers of a MyISAM table wait for no longer. A table that
is longer than the walk is sampled: ranges at even distances over its keys and, since keys lie in heaps, again over what
was full.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, Generic, Protocol, TypeVar

import msgspec

RANGE_ROWS: Final = 2000
FIRST_RANGES: Final = 10
"""Ranges from the beginning on: most servers' tables end within."""
SAMPLES: Final = 50
"""Ranges over what is left, in one round."""
ROUNDS: Final = 4
MOST_ROWS: Final = 120_000
LONGEST: Final = 3.0
"""Seconds after which the walk ends, wherever it is."""
_BEFORE_ALL: Final = -1


class Row(Protocol):
    @property
    def id(self) -> int: ...


RowT = TypeVar("RowT", bound=Row)
Read = Callable[[int, int, int], Awaitable[list[RowT]]]
"""(after, until, count) → the rows of the range, by rising key."""


class Walk(msgspec.Struct, Generic[RowT]):
    """`whole`: these are all the rows there are; else a sample, its first ranges without a gap."""

    rows: list[RowT]
    whole: bool


async def walked(read: Read[RowT], last: int, *, longest: float = LONGEST) -> Walk[RowT]:
    """Walks through the keys up to `last`. Raises what `read` raises."""
    ends = time.monotonic() + longest
    rows: list[RowT] = []
    at = _BEFORE_ALL
    for _ in range(FIRST_RANGES):
        part = await _paused(read, at, last, RANGE_ROWS)
        rows += part
        if len(part) < RANGE_ROWS:
            return Walk(rows, True)
        at = part[-1].id
        if time.monotonic() > ends:
            return Walk(rows, False)
    left = [(at, last)]
    for _ in range(ROUNDS):
        pieces = [piece for span in left for piece in _pieces(*span, max(1, SAMPLES // len(left)))]
        left.clear()
        for start, until in pieces:
            if len(rows) >= MOST_ROWS or time.monotonic() > ends:
                return Walk(rows, False)
            part = await _paused(read, start, until, RANGE_ROWS)
            rows += part
            if len(part) == RANGE_ROWS and part[-1].id < until:
                left.append((part[-1].id, until))
        if not left:
            return Walk(rows, True)
    return Walk(rows, False)


def _pieces(start: int, until: int, count: int) -> list[tuple[int, int]]:
    """The keys above `start` up to `until`, in so many pieces or fewer."""
    step = max(1, -(-(until - start) // count))
    return [(at, min(at + step, until)) for at in range(start, until, step)]


async def _paused(read: Read[RowT], after: int, until: int, count: int) -> list[RowT]:
    """One range, and a rest as long as it took: others come first."""
    began = time.monotonic()
    part = await read(after, until, count)
    await asyncio.sleep(time.monotonic() - began)
    return part

"""Rules of the population chain.

The hash of a minute is the SHA-256 of one line: the hash before, the minute, the state, the players, the traders. A row
that is changed, added or removed later no longer fits the hashes after it. A minute without a row is a gap.
"""

import hashlib
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

START: Final = "0" * 64
"""Stands for the hash before the first minute."""

State = Literal["up", "planned", "down"]


class Count(Struct, frozen=True):
    """One minute. `at`: seconds since 1970; `traders`: None where the game does not mark offline shops."""

    at: int
    online: int
    planned: int
    players: int
    traders: int | None

    @property
    def state(self) -> State:
        return "up" if self.online else "planned" if self.planned else "down"


class ChainedCount(Count, frozen=True):
    hash: str


class DayTotals(Struct, frozen=True):
    """`minutes`: those with a row; `peak_at` is None without a player."""

    minutes: int
    up: int
    planned: int
    peak_players: int
    peak_at: int | None
    peak_traders: int | None


def hash_of(previous_hash: str, count: Count) -> str:
    traders = "-" if count.traders is None else count.traders
    line = f"{previous_hash} {count.at} {count.state} {count.players} {traders}"
    return hashlib.sha256(line.encode()).hexdigest()


def totals(counts: Sequence[Count]) -> DayTotals:
    """Sums the rows of one day, in their order."""
    peak = max(counts, key=lambda count: (count.players, -count.at), default=None)
    return DayTotals(
        minutes=len(counts),
        up=sum(count.state == "up" for count in counts),
        planned=sum(count.state == "planned" for count in counts),
        peak_players=peak.players if peak else 0,
        peak_at=peak.at if peak and peak.players else None,
        peak_traders=max((count.traders for count in counts if count.traders is not None), default=None),
    )

"""Rules of the population chain.

The hash of a minute is the SHA-256 of one line: the hash before, the minute, the state, the players, the traders. A row
that is changed, added or removed later no longer fits the hashes after it. A minute without a row is a gap.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

MINUTE: Final = 60
DAY: Final = 86_400
START: Final = "0" * 64
"""Stands for the hash before the first minute."""
MAX_OUTAGES: Final = 20
"""Outages of a day that are listed: the longest ones."""

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


class Outage(Struct, frozen=True, array_like=True):
    """From the first minute without the game server to the next minute with it."""

    since: int
    until: int
    planned: bool


class DayTotals(Struct, frozen=True):
    """`minutes`: those with a row; `peak_at` is None if nobody played."""

    minutes: int
    up: int
    planned: int
    peak_players: int
    peak_at: int | None
    peak_traders: int | None
    outages: list[Outage]


def line_of(before: str, count: Count) -> str:
    traders = "-" if count.traders is None else count.traders
    return f"{before} {count.at} {count.state} {count.players} {traders}"


def hash_of(before: str, count: Count) -> str:
    return hashlib.sha256(line_of(before, count).encode()).hexdigest()


def first_mismatch(before: str, counts: Iterable[ChainedCount]) -> ChainedCount | None:
    for count in counts:
        before = hash_of(before, count)
        if before != count.hash:
            return count
    return None


def totals(counts: Sequence[Count]) -> DayTotals:
    """Sums the rows of one day, in their order."""
    peak = max(counts, key=lambda count: (count.players, -count.at), default=None)
    listed = sorted(_outages(counts), key=lambda outage: outage.since - outage.until)[:MAX_OUTAGES]
    return DayTotals(
        minutes=len(counts),
        up=sum(count.state == "up" for count in counts),
        planned=sum(count.state == "planned" for count in counts),
        peak_players=peak.players if peak else 0,
        peak_at=peak.at if peak and peak.players else None,
        peak_traders=max((count.traders for count in counts if count.traders is not None), default=None),
        outages=sorted(listed, key=lambda outage: outage.since),
    )


def _outages(counts: Sequence[Count]) -> Iterator[Outage]:
    """Neighbouring minutes of one state; a gap ends an outage, since nothing is known of it."""
    since: Count | None = None
    last: Count | None = None
    for count in counts:
        if since and last and (count.state != since.state or count.at > last.at + MINUTE):
            yield Outage(since.at, last.at + MINUTE, since.state == "planned")
            since = None
        if count.state != "up":
            since, last = since or count, count
    if since and last:
        yield Outage(since.at, last.at + MINUTE, since.state == "planned")

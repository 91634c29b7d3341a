"""Activity of accounts, from the minutes that their characters played each day. Pure.

The index is 5 − 5 · mean of 1 / (π/2 · t/T + 1) over three weeks. t: minutes played in the week; T: a setting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
import numpy as np
from msgspec import Struct

from gateway.world_snapshot.serialization import Array

Band = Literal["very_active", "active", "regular", "irregular", "inactive"]
BANDS: Final[dict[Band, float]] = {"very_active": 3.75, "active": 3, "regular": 2, "irregular": 1, "inactive": 0}
"""Band → its lowest index, highest first."""
WEEK: Final = 7
WEEKS: Final = 3
INDEX_DAYS: Final = WEEKS * WEEK
LONGEST_ABSENCE: Final = 56
"""Days; of accounts that left earlier the minutes are not read."""
READ_DAYS: Final = LONGEST_ABSENCE + INDEX_DAYS

_DAYS: Final = msgspec.json.Decoder(list[tuple[int, int]])


class PlayedRow(Struct, frozen=True):
    """A character. `account`: hash of the login. `days`: JSON, minutes at the closes of days, in no order."""

    character_id: int
    account: int
    level: int
    changed_day: int
    is_gone: int
    minutes: int
    days: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Minutes:
    """Minutes played: one entry for each character and day."""

    accounts: Array
    days: Array
    minutes: Array


@dataclass(frozen=True, slots=True, eq=False)
class AccountActivity:
    """One entry per account, ascending by its hash.

    `last_day`: on which it played; 0: never. `character`: the main one, of the highest level. `is_present`: at least
    one character is neither deleted nor banned. `index`, `index_before`: now, and a week before. `index_at_last`: on
    the last day.
    """

    accounts: Array
    last_day: Array
    character: Array
    is_present: Array
    index: Array
    index_before: Array
    index_at_last: Array

    def last_days_of(self, accounts: Array) -> Array:
        """Returns the last day of each account; 0 for an account that never played."""
        places = np.searchsorted(self.accounts, accounts)
        places[places == self.accounts.size] = 0
        if not self.accounts.size:
            return np.zeros(accounts.size, np.int64)
        return np.where(self.accounts[places] == accounts, self.last_day[places], 0)

    def in_band(self, band: Band) -> Array:
        """Returns the places of the present accounts of a band; the highest index first."""
        low = BANDS[band]
        next_low = min((limit for limit in BANDS.values() if limit > low), default=np.inf)
        places = np.flatnonzero(self.is_present & (self.index >= low) & (self.index < next_low))
        return places[np.lexsort((-self.last_day[places], -self.index[places]))]

    def absent(self, until: int, days: int) -> Array:
        """Returns the places of the accounts that were regular or more, and have been absent for so many days; the
        highest index first."""
        absence = until - self.last_day
        is_absent = self.is_present & (absence >= days) & (absence <= LONGEST_ABSENCE)
        places = np.flatnonzero(is_absent & (self.index_at_last >= BANDS["regular"]))
        return places[np.lexsort((self.last_day[places] * -1, -self.index_at_last[places]))]


def index_of(weeks: Array, threshold: float) -> Array:
    """`weeks`: minutes of three weeks, one row per account."""
    return 5 - 5 * np.mean(1 / (np.pi / 2 * weeks / threshold + 1), axis=1)


def band_counts(index: Array) -> dict[Band, int]:
    counts, count_above = dict[Band, int](), 0
    for band, low in BANDS.items():
        count = int(np.count_nonzero(index >= low))
        counts[band], count_above = count - count_above, count
    return counts


def minutes_of(rows: Sequence[PlayedRow]) -> Minutes:
    """Returns the minutes of each day: the rise of the play time since the day before in the list."""
    days = [_DAYS.decode(row.days) if row.days else [] for row in rows]
    counts = np.array([len(pairs) for pairs in days], np.int64)
    owners = np.repeat(np.arange(len(rows)), counts)
    pairs = np.array([pair for character_pairs in days for pair in character_pairs], np.int64).reshape(-1, 2)
    order = np.lexsort((pairs[:, 0], owners))
    owners, pairs = owners[order], pairs[order]
    previous_minutes = np.roll(pairs[:, 1], 1)
    is_first = np.diff(owners, prepend=-1) != 0
    previous_minutes[is_first] = np.array([row.minutes for row in rows], np.int64)[owners[is_first]]
    accounts = np.array([row.account for row in rows], np.uint64)
    return Minutes(accounts[owners], pairs[:, 0], np.maximum(0, pairs[:, 1] - previous_minutes))


class ActivityCollector:
    """Takes the characters in batches, and sums them up by account."""

    def __init__(self) -> None:
        self._characters: list[Array] = []
        self._minutes: list[Minutes] = []

    def add(self, rows: Sequence[PlayedRow]) -> None:
        columns = ("account", "character_id", "level", "changed_day", "is_gone")
        values: list[list[Any]] = [[getattr(row, name) for row in rows] for name in columns]
        self._characters.append(np.array(values, np.uint64))
        self._minutes.append(minutes_of(rows))

    def result(self, until: int, threshold: float) -> AccountActivity:
        """Returns the activity. `until`: the last closed day, to which `index` belongs."""
        hashes, ids, levels, changed_days, is_gone = np.concatenate(
            [np.empty((5, 0), np.uint64), *self._characters], axis=1
        )
        accounts, owners = np.unique(hashes, return_inverse=True)  # with an inverse it sorts, and hashes nothing
        last_day = np.zeros(accounts.size, np.int64)
        np.maximum.at(last_day, owners, changed_days.astype(np.int64))
        present = np.bincount(owners[is_gone == 0], minlength=accounts.size) > 0
        order = np.lexsort((ids, np.iinfo(np.int64).max - levels.astype(np.int64), is_gone, owners))
        _, first = np.unique(owners[order], return_index=True)  # with places it sorts, and hashes nothing
        minutes = self._all_minutes(accounts)

        def index(ends: Array) -> Array:
            return index_of(_weekly(minutes, ends), threshold)

        ends = np.full(accounts.size, until)
        return AccountActivity(
            accounts=accounts,
            last_day=last_day,
            character=ids[order][first].astype(np.int64),
            is_present=present,
            index=index(ends),
            index_before=index(ends - WEEK),
            index_at_last=index(np.minimum(last_day, until)),
        )

    def _all_minutes(self, accounts: Array) -> Minutes:
        """Returns all minutes, with the places of the accounts instead of their hashes."""
        parts = [Minutes(np.empty(0, np.uint64), np.empty(0, np.int64), np.empty(0, np.int64)), *self._minutes]
        hashes, days, minutes = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("accounts", "days", "minutes")
        )
        return Minutes(np.searchsorted(accounts, hashes), days, minutes)


def _weekly(minutes: Minutes, ends: Array) -> Array:
    """Returns the minutes of the three weeks that end with each account's own day, one row per account."""
    age = ends[minutes.accounts] - minutes.days
    is_in = (age >= 0) & (age < INDEX_DAYS)
    places = minutes.accounts[is_in] * WEEKS + age[is_in] // WEEK
    return np.bincount(places, minutes.minutes[is_in], ends.size * WEEKS).reshape(-1, WEEKS)

"""Alarms of one count: unusual supply, impossible stacks, wealth of low levels, identical stacks. Pure.

Supply is unusual beyond four standard deviations of the last 28 days. The deviation is at least the square root of the
mean and 0.5 % of it: one more of a rare item is no alarm.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import numpy as np
from msgspec import Struct

from gateway.extras.economy.totals import MAX_STACK, MAX_UNEVEN, Integers, digits_of
from gateway.game.items import ADENA

BASELINE_DAYS: Final = 28
MIN_NIGHTS: Final = 14
SIGMAS: Final = 4
MIN_RELATIVE_DEVIATION: Final = 0.005
WEALTH_PERCENTILE: Final = 99.9
MIN_HOLDERS: Final = 1000
"""Fewer holders of Adena have no such percentile: one of them would always be above it."""
MIN_PUBLIC_HOLDERS: Final = 5
"""The Adena of fewer holders is not shown: it would be that of one of them."""
TOP_PERCENTS: Final = (1, 5, 10)
MAX_CHANCE: Final = 0.05
"""Pairs of identical stacks that chance may make in one count, over all items."""
MAX_ALARMS: Final = 100
"""Alarms of one kind that one count raises, those furthest from their limits."""
BANDS: Final = (0, 1, 20, 40, 52, 61, 76)
"""Lowest level of each band. 0: clans, and characters that are not ranked."""

AlarmKind = Literal["supply", "stack", "wealth", "copy"]


class Alarm(Struct, frozen=True, kw_only=True):
    """`owner_id`: a character or a clan; 0 for an alarm about all of an item. `limit`: the bound that `value` passes.

    `other_owner_id`: the holder of an identical stack.
    """

    kind: AlarmKind
    item_id: int
    owner_id: int
    value: int
    limit: int
    other_owner_id: int = 0


class Baseline(Struct, frozen=True):
    """Mean and deviation of an item's amount over the nights on which it existed."""

    item_id: int
    nights: int
    mean: float
    deviation: float


class Band(Struct, frozen=True):
    """Adena of the holders in a band of levels. `band`: its lowest level."""

    band: int
    holders: int
    amount: int
    largest: int
    largest_owner: int


def usual_range(nights: int, baseline: Baseline) -> tuple[int, int] | None:
    """Returns the lowest and the highest usual amount; None after too few nights.

    `nights`: all counted nights; one on which the item did not exist has the amount 0.
    """
    if nights < MIN_NIGHTS:
        return None
    share = min(1.0, baseline.nights / nights)
    mean = share * baseline.mean
    variance = share * (baseline.deviation**2 + (1 - share) * baseline.mean**2)
    spread = SIGMAS * max(math.sqrt(variance), math.sqrt(max(mean, 1.0)), mean * MIN_RELATIVE_DEVIATION)
    return math.floor(max(0.0, mean - spread)), math.ceil(mean + spread)


def baseline_of(amounts: Sequence[int], item_id: int = ADENA) -> Baseline:
    mean = math.fsum(amounts) / len(amounts) if amounts else 0.0
    variance = math.fsum((amount - mean) ** 2 for amount in amounts) / len(amounts) if amounts else 0.0
    return Baseline(item_id=item_id, nights=len(amounts), mean=mean, deviation=math.sqrt(variance))


def supply_alarms(amounts: Mapping[int, int], baselines: Iterable[Baseline], nights: int) -> list[Alarm]:
    """`amounts`: by item id. An item without a baseline did not exist before."""
    baselines_by_item = {baseline.item_id: baseline for baseline in baselines}
    alarms: list[Alarm] = []
    for item_id in amounts.keys() | baselines_by_item.keys():
        usual = usual_range(
            nights, baselines_by_item.get(item_id) or Baseline(item_id=item_id, nights=0, mean=0.0, deviation=0.0)
        )
        amount = amounts.get(item_id, 0)
        if usual and not usual[0] <= amount <= usual[1]:
            alarms.append(
                Alarm(kind="supply", item_id=item_id, owner_id=0, value=amount, limit=usual[amount > usual[1]])
            )
    return _largest(alarms)


def stack_alarms(stacks: Iterable[tuple[int, int, int]]) -> list[Alarm]:
    """`stacks`: owner, item, amount. One alarm for each owner and item. A negative amount has the limit 0."""
    largest: dict[tuple[int, int], int] = {}
    for owner, item, amount in stacks:
        largest[owner, item] = max(amount, largest.get((owner, item), amount))
    limits = ((owner, item, amount, _stack_limit(amount)) for (owner, item), amount in largest.items())
    return _largest(
        [
            Alarm(kind="stack", item_id=item, owner_id=owner, value=amount, limit=limit)
            for owner, item, amount, limit in limits
        ]
    )


def wealth_alarms(adena: Integers, levels: Integers, *, below_level: int, limit: int) -> list[Alarm]:
    """Alarms on characters below a level with more Adena than 99.9 % of all characters that have any, or the limit.

    `adena`: owner and amount; `levels`: of each owner, 0 for one that is not ranked. `limit` 0: only the percentile.
    """
    amounts = adena[levels > 0, 1]
    limits = [limit] if limit else []
    if len(amounts) >= MIN_HOLDERS:
        limits.append(int(np.percentile(amounts, WEALTH_PERCENTILE)))
    if not limits:
        return []
    rich = adena[(levels > 0) & (levels < below_level) & (adena[:, 1] > min(limits))]
    return _largest(
        [
            Alarm(kind="wealth", item_id=ADENA, owner_id=owner, value=amount, limit=min(limits))
            for owner, amount in rich.tolist()
        ]
    )


def copy_alarms(uneven: Integers) -> list[Alarm]:
    """Alarms on two owners whose stacks of an item have the same amount, where chance makes no such pair.

    `uneven`: see `Totals`. An amount that more than two owners have is a usual one.
    """
    rows = _unlikely_equal(uneven)
    rows = rows[np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))]
    rows = rows[np.diff(rows, axis=0, prepend=-1).any(axis=1)]  # an owner can have two
    first = np.flatnonzero(np.diff(rows[:, :2], axis=0, prepend=-1).any(axis=1))
    pairs = first[np.diff(first, append=len(rows)) == 2]
    alarms: dict[tuple[int, int], Alarm] = {}
    for (item, amount, owner), other_owner in zip(rows[pairs].tolist(), rows[pairs + 1, 2].tolist(), strict=True):
        alarms[item, owner] = Alarm(
            kind="copy",
            item_id=item,
            owner_id=owner,
            value=amount,
            limit=10 ** (len(str(amount)) - 1),
            other_owner_id=other_owner,
        )
    return _largest(list(alarms.values()))


def _unlikely_equal(uneven: Integers) -> Integers:
    """Returns the stacks of the groups in which chance makes at most MAX_CHANCE pairs of the same amount, all together.

    Stacks of one item whose amounts have the same number of digits, without zeros at the end, are a group. Of its pairs
    chance makes fewer than one in 10 ** (digits - 1) equal.
    """
    digits = digits_of(uneven[:, 1])
    is_complete = digits > (digits.min() if len(uneven) >= MAX_UNEVEN else 0)
    uneven, digits = uneven[is_complete], digits[is_complete]
    # With an inverse it sorts, and hashes nothing.
    groups, group, sizes = np.unique(uneven[:, 0] * 100 + digits, return_inverse=True, return_counts=True)
    pairs = sizes * (sizes - 1) / 2 / 10.0 ** (groups % 100 - 1)
    order = np.argsort(pairs, kind="stable")
    is_unlikely = np.empty(len(groups), np.bool_)
    is_unlikely[order] = np.cumsum(pairs[order]) <= MAX_CHANCE
    return uneven[is_unlikely[group]]


def bands_of(adena: Integers, levels: Integers) -> list[Band]:
    """Returns one row for each band, the lowest first."""
    bands: list[Band] = []
    for low, high in zip(BANDS, (*BANDS[1:], 256), strict=True):
        rows = adena[(levels >= low) & (levels < high)]
        owner, largest = rows[np.argmax(rows[:, 1])].tolist() if len(rows) else (0, 0)
        bands.append(
            Band(band=low, holders=len(rows), amount=int(rows[:, 1].sum()), largest=largest, largest_owner=owner)
        )
    return bands


def gini(amounts: Integers) -> float | None:
    """Returns the Gini coefficient: 0 if all have the same, near 1 if one has all; None without an amount."""
    holdings = np.sort(amounts[amounts > 0]).astype(np.float64)
    if not len(holdings):
        return None
    places = 2 * np.arange(1, len(holdings) + 1) - len(holdings) - 1
    return float(places @ holdings / (len(holdings) * holdings.sum()))


def top_share(amounts: Integers) -> tuple[int, float] | tuple[None, None]:
    """Returns a percentage of the holders, and the part of all that the richest of them have.

    The percentage is the smallest one of enough holders; both are None without such.
    """
    holdings = np.sort(amounts[amounts > 0]).astype(np.float64)
    for percent in TOP_PERCENTS:
        if (count := len(holdings) * percent // 100) >= MIN_PUBLIC_HOLDERS:
            return percent, float(holdings[-count:].sum() / holdings.sum())
    return None, None


def _stack_limit(amount: int) -> int:
    return 0 if amount < 0 else MAX_STACK if amount > MAX_STACK else 1


def _largest(alarms: list[Alarm]) -> list[Alarm]:
    """Returns the alarms that are furthest from their limits."""
    return sorted(alarms, key=lambda alarm: (-_distance(alarm), alarm.item_id, alarm.owner_id))[:MAX_ALARMS]


def _distance(alarm: Alarm) -> float:
    return abs(alarm.value - alarm.limit) / max(alarm.limit, 1)

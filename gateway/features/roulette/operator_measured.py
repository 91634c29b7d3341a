"""Compares the spins of a wheel with its odds, by prize and by player. Pure; sums and variances are exact."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from msgspec import Struct

from gateway.features.roulette.wheel import Tier, Wheel, odds

SIGMAS: Final = 5
_CHANCE: Final = math.erfc(SIGMAS / math.sqrt(2)) / 2
"""Chance of a normal value beyond so many standard deviations: 1 in 3.5 million."""
_SEARCH_STEPS: Final = 200
_MAX_EXPONENT: Final = 64.0


class MeasuredPrize(Struct, frozen=True, kw_only=True):
    """`chance`, `share`: stated and measured, 0 to 1. `sigmas`: the distance of both in standard deviations."""

    tier: Tier
    prize: int
    chance: float
    share: float
    spins: int
    sigmas: float


def measured_prizes(wheel: Wheel, spins_by_position: Mapping[int, int]) -> list[MeasuredPrize]:
    """Returns the prizes of a wheel, best first."""
    spins = sum(spins_by_position.values())
    rows: list[MeasuredPrize] = []
    for row in odds(wheel):
        slots = [slot for slot in wheel.slots if (slot.tier, slot.prize) == (row.tier, row.prize)]
        hits, chance = sum(spins_by_position.get(slot.position, 0) for slot in slots), row.weight / wheel.sum
        deviation = math.sqrt(spins * chance * (1 - chance))
        rows.append(
            MeasuredPrize(
                tier=row.tier,
                prize=row.prize,
                chance=chance,
                share=hits / spins if spins else 0.0,
                spins=hits,
                sigmas=(hits - spins * chance) / deviation if deviation else 0.0,
            )
        )
    return rows


def prize_variance(wheel: Wheel) -> Fraction:
    """Returns the variance of the prize of one spin."""
    squares = Fraction(sum(slot.prize**2 * slot.weight for slot in wheel.slots), wheel.sum)
    return squares - wheel.mean_prize**2


def sigmas(wheel: Wheel, spins: int, coins_won: int) -> float:
    """Returns the distance between the prizes of so many spins and their expected sum, in standard deviations."""
    variance = spins * prize_variance(wheel)
    return float(coins_won - spins * wheel.mean_prize) / math.sqrt(variance) if variance else 0.0


def is_unusual(wheel: Wheel, spins: int, coins_won: int) -> bool:
    """Returns True if a player won more than 5 standard deviations beyond the expected sum, and by no likely chance.

    Prizes are not normally distributed: one jackpot in a few spins is beyond 5 standard deviations and happens every
    day. So the chance of such a sum must also be below that of a normal value at this distance.
    """
    excess = coins_won - spins * wheel.mean_prize
    is_beyond = excess > 0 and excess**2 > SIGMAS**2 * spins * prize_variance(wheel)
    return is_beyond and chance_of_at_least(wheel, spins, coins_won) < _CHANCE


def chance_of_at_least(wheel: Wheel, spins: int, coins_won: int) -> float:
    """Returns an upper bound of the chance that the prizes of so many spins sum up to `coins_won` or more (Chernoff).

    Each exponent gives a valid bound, and its logarithm is convex in the exponent: the search finds the lowest.
    """
    low, high = 0.0, _MAX_EXPONENT
    for _ in range(_SEARCH_STEPS):
        step = (high - low) / 3
        if _log_bound(wheel, spins, coins_won, low + step) <= _log_bound(wheel, spins, coins_won, high - step):
            high -= step
        else:
            low += step
    return math.exp(min(0.0, _log_bound(wheel, spins, coins_won, (low + high) / 2)))


def _log_bound(wheel: Wheel, spins: int, coins_won: int, exponent: float) -> float:
    max_prize = max(slot.prize for slot in wheel.slots)
    moments = sum(slot.weight * math.exp(exponent * (slot.prize - max_prize)) for slot in wheel.slots) / wheel.sum
    return spins * math.log(moments) + exponent * (spins * max_prize - coins_won)

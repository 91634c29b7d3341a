"""Measured odds and unusual winners, against computations that count every outcome one by one."""

import math
import statistics
from bisect import bisect_left
from fractions import Fraction
from itertools import product

import pytest

from gateway.config.money import RouletteSettings
from gateway.features.roulette.operator_measured import (
    SIGMAS,
    chance_of_at_least,
    is_unusual,
    measured_prizes,
    prize_variance,
    sigmas,
)
from gateway.features.roulette.wheel import Wheel, configured_wheel, parse

pytestmark = pytest.mark.unit

DEFAULT = configured_wheel(RouletteSettings())
SMALL = parse(("JACKPOT:20:1", "BIG_WIN:7:2", *["TINY_WIN:0:3"] * 10))


def outcomes(wheel: Wheel) -> list[int]:
    """Returns the prize of each point of the wheel."""
    return [slot.prize for slot in wheel.slots for _ in range(slot.weight)]


@pytest.mark.parametrize("wheel", [DEFAULT, SMALL])
def test_variance_is_that_of_all_points(wheel: Wheel) -> None:
    assert prize_variance(wheel) == statistics.pvariance([Fraction(prize) for prize in outcomes(wheel)])


@pytest.mark.parametrize("wheel", [DEFAULT, SMALL])
def test_sigmas_are_those_of_the_naive_computation(wheel: Wheel) -> None:
    prizes = outcomes(wheel)
    for spins, coins_won in ((1, 0), (1, 20), (214, 4000), (1000, 9000)):
        naive = (coins_won - spins * statistics.fmean(prizes)) / (statistics.pstdev(prizes) * math.sqrt(spins))
        assert sigmas(wheel, spins, coins_won) == pytest.approx(naive), f"{coins_won} coins in {spins} spins"


def test_chance_is_never_below_that_of_all_sequences() -> None:
    prizes, points = {slot.prize: 0 for slot in SMALL.slots}, len(outcomes(SMALL))
    for slot in SMALL.slots:
        prizes[slot.prize] += slot.weight
    for spins in (1, 2, 3, 4):
        for coins_won in range(0, 20 * spins + 1, 3):
            exact = (
                sum(
                    math.prod(prizes[prize] for prize in sequence)
                    for sequence in product(prizes, repeat=spins)
                    if sum(sequence) >= coins_won
                )
                / Fraction(points) ** spins
            )
            chance = chance_of_at_least(SMALL, spins, coins_won)
            assert chance >= float(exact) * (1 - 1e-9), f"{coins_won} coins or more in {spins} spins"


def test_winner_is_unusual_from_the_first_coin_beyond_the_limit() -> None:
    spins = 1000
    limit = bisect_left(range(20_000), 1, key=lambda coins_won: is_unusual(DEFAULT, spins, coins_won))
    assert all(is_unusual(DEFAULT, spins, coins_won) is (coins_won >= limit) for coins_won in range(8000, 20_000, 500))
    assert sigmas(DEFAULT, spins, limit) > SIGMAS
    normal = math.erfc(SIGMAS / math.sqrt(2)) / 2
    assert chance_of_at_least(DEFAULT, spins, limit - 1) >= normal > chance_of_at_least(DEFAULT, spins, limit)


def test_one_jackpot_in_few_spins_is_not_unusual() -> None:
    assert sigmas(DEFAULT, 10, 530) > SIGMAS
    assert not is_unusual(DEFAULT, 10, 530)
    assert is_unusual(DEFAULT, 10, 3000)
    assert not is_unusual(DEFAULT, 0, 0)


def test_expected_numbers_of_spins_are_no_deviation() -> None:
    exact = {slot.position: slot.weight for slot in DEFAULT.slots}
    rows = measured_prizes(DEFAULT, exact)
    assert [row.sigmas for row in rows] == pytest.approx([0.0] * len(rows), abs=1e-9)
    assert sum(row.spins for row in rows) == DEFAULT.sum
    assert sum(row.share for row in rows) == pytest.approx(1)
    jackpots = measured_prizes(DEFAULT, exact | {0: 100})[0]
    share, chance = 100 / (DEFAULT.sum + 90), 10 / DEFAULT.sum
    naive = (share - chance) / math.sqrt(chance * (1 - chance) / (DEFAULT.sum + 90))
    assert (jackpots.spins, jackpots.sigmas) == (100, pytest.approx(naive))
    assert [row.sigmas for row in measured_prizes(DEFAULT, {})] == [0.0] * len(rows)

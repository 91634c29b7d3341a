"""Tests of the wheel: the default table, expected return, and invalid tables."""

from fractions import Fraction

import pytest

from gateway.config.money import RouletteSettings
from gateway.config.settings import SettingsError
from gateway.features.roulette.wheel import SLOTS, TIERS, configured_wheel, odds, parse, percent, read

COST = 10
DEFAULT = RouletteSettings().slots


def test_default_wheel_is_the_specified_one() -> None:
    wheel = parse(DEFAULT)
    assert [slot.position for slot in wheel.slots] == list(range(12))
    assert [(row.tier, row.slots, row.prize, row.weight) for row in odds(wheel)] == [
        ("JACKPOT", 1, 500, 10),
        ("BIG_WIN", 1, 100, 90),
        ("GOOD_WIN", 2, 30, 600),
        ("MEDIUM_WIN", 2, 15, 1500),
        ("SMALL_WIN", 3, 7, 3600),
        ("TINY_WIN", 3, 3, 4200),
    ]
    assert wheel.sum == 10_000
    assert wheel.returns(COST) == Fraction(923, 1000)
    assert percent(wheel.returns(COST)) == "92.3 %"
    assert sum(wheel.probability(slot) for slot in wheel.slots) == pytest.approx(1.0)
    assert wheel.probability(wheel.slots[0]) == 0.001


def test_default_wheel_has_no_equal_neighbours() -> None:
    tiers = [slot.tier for slot in parse(DEFAULT).slots]
    assert all(tier != next_tier for tier, next_tier in zip(tiers, [*tiers[1:], tiers[0]], strict=True))


def test_read_reverses_text() -> None:
    assert read(parse(DEFAULT).text) == parse(DEFAULT)
    longest = parse(("MEDIUM_WIN:1000000000:1000000000",) * SLOTS)
    assert len(longest.text) <= 512, "width of the column"


def test_each_tier_has_an_icon() -> None:
    names = [slot.icon for slot in parse(tuple(f"{tier}:1:1" for tier in (*TIERS, *TIERS))).slots[:6]]
    assert names == ["tier-jackpot", "tier-big", "tier-good", "tier-medium", "tier-small", "tier-tiny"]


INVALID_SLOTS = (
    *("HUGE_WIN:1:1", "TINY_WIN:1", "TINY_WIN:-1:1", "TINY_WIN:1:0", "TINY_WIN:1.5:1", "", "a:1:1:1"),
    *("TINY_WIN:2000000000:1", "TINY_WIN:1:2000000000", "TINY_WIN:٣:1", " TINY_WIN:1:1"),
)


@pytest.mark.parametrize(
    "slots", [DEFAULT[:-1], (*DEFAULT, "TINY_WIN:1:1"), (), *((*DEFAULT[:-1], slot) for slot in INVALID_SLOTS)]
)
def test_parse_of_an_invalid_wheel_raises(slots: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"slot|tier|prize|weight"):
        parse(slots)


@pytest.mark.parametrize("prize", [0, 10, 11])
def test_unprofitable_wheel_is_refused_unless_allowed(prize: int) -> None:
    slots = (f"GOOD_WIN:{prize}:5",) * SLOTS
    if prize <= COST:
        assert configured_wheel(RouletteSettings(slots=slots)).returns(COST) == Fraction(prize, COST)
    else:
        with pytest.raises(SettingsError, match=r"roulette\.slots: this wheel gives back 110 % of what it takes"):
            configured_wheel(RouletteSettings(slots=slots))
    assert configured_wheel(RouletteSettings(slots=slots, allow_unprofitable_wheel=True)) == parse(slots)


def test_configured_wheel_names_an_invalid_table() -> None:
    with pytest.raises(SettingsError, match=r"roulette\.slots: 1 slots"):
        configured_wheel(RouletteSettings(slots=("x",)))


def test_percent_rounds_up() -> None:
    """The wheel returns one millionth more than the limit."""
    slots = (f"GOOD_WIN:{COST + 1}:1", *(f"TINY_WIN:{COST}:999999" for _ in range(SLOTS - 1)))
    with pytest.raises(SettingsError, match=r"100\.001 %"):
        configured_wheel(RouletteSettings(slots=slots))

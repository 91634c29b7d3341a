"""The wheel: twelve slots, each with a tier, a prize and a weight. Pure, whole numbers only.

The chance of a slot is its weight divided by the sum of all weights. A wheel is written as texts `TIER:prize:weight`
in the order of the positions.
"""

import re
from fractions import Fraction
from functools import cache
from typing import Final, Literal, get_args

from msgspec import Struct

from gateway.config.money import RouletteSettings
from gateway.config.settings import SettingsError

Tier = Literal["JACKPOT", "BIG_WIN", "GOOD_WIN", "MEDIUM_WIN", "SMALL_WIN", "TINY_WIN"]

SLOTS: Final = 12
PRIZE_MAX: Final = 10**9
WEIGHT_MAX: Final = 10**9
TIERS: Final[tuple[Tier, ...]] = get_args(Tier)

_BY_NAME: Final[dict[str, Tier]] = {tier: tier for tier in TIERS}
_SLOT = re.compile(r"([A-Z_]{1,16}):([0-9]{1,10}):([0-9]{1,10})")


class WheelSlot(Struct, frozen=True):
    position: int
    tier: Tier
    prize: int
    weight: int

    @property
    def icon(self) -> str:
        """Name of the tier's picture."""
        return f"tier-{self.tier.removesuffix('_WIN').lower()}"


class Wheel(Struct, frozen=True):
    """Slots in the order of their positions, 0 to 11."""

    slots: tuple[WheelSlot, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        return tuple(slot.weight for slot in self.slots)

    @property
    def sum(self) -> int:
        return sum(self.weights)

    @property
    def mean_prize(self) -> Fraction:
        """Expected prize of a spin in coins."""
        return Fraction(sum(slot.prize * slot.weight for slot in self.slots), self.sum)

    def probability(self, slot: WheelSlot) -> float:
        return slot.weight / self.sum

    def returns(self, cost: int) -> Fraction:
        """Expected prize divided by the cost; above 1 the site loses coins."""
        return self.mean_prize / cost

    @property
    def text(self) -> str:
        """The whole wheel in one line; `read` parses it."""
        return ",".join(f"{slot.tier}:{slot.prize}:{slot.weight}" for slot in self.slots)


@cache
def parse(texts: tuple[str, ...]) -> Wheel:
    """Raises ValueError."""
    if len(texts) != SLOTS:
        raise ValueError(f"{len(texts)} slots: a wheel has {SLOTS}")
    return Wheel(tuple(_slot(position, text) for position, text in enumerate(texts)))


def configured_wheel(roulette: RouletteSettings) -> Wheel:
    """Returns the wheel of the settings. Raises SettingsError, also for an unprofitable wheel that is not allowed."""
    try:
        wheel = parse(roulette.slots)
    except ValueError as error:
        raise SettingsError(f"roulette.slots: {error}") from None
    returns = wheel.returns(roulette.spin_cost)
    if returns > 1 and not roulette.allow_unprofitable_wheel:
        raise SettingsError(
            f"roulette.slots: this wheel gives back {percent(returns)} of what it takes; "
            "set roulette.allow_unprofitable_wheel to run it anyway"
        )
    return wheel


def read(text: str) -> Wheel:
    """Parses a text that `Wheel.text` wrote. Raises ValueError."""
    return parse(tuple(text.split(",")))


def _slot(position: int, text: str) -> WheelSlot:
    match = _SLOT.fullmatch(text)
    if match is None:
        raise ValueError(f"invalid slot {text!r}: expected TIER:prize:weight, such as GOOD_WIN:30:300")
    tier = _BY_NAME.get(match[1])
    if tier is None:
        raise ValueError(f"unknown tier {match[1]!r}: expected one of {', '.join(TIERS)}")
    prize, weight = int(match[2]), int(match[3])
    if prize > PRIZE_MAX:
        raise ValueError(f"{text!r}: a prize is at most {PRIZE_MAX}")
    if not 1 <= weight <= WEIGHT_MAX:
        raise ValueError(f"{text!r}: a weight is from 1 to {WEIGHT_MAX}")
    return WheelSlot(position, tier, prize=prize, weight=weight)


def percent(share: Fraction) -> str:
    """Formats as `92.3 %`; rounded up, so that a value above a limit never looks equal to it."""
    thousandths = -(-share.numerator * 100_000 // share.denominator)
    return f"{thousandths / 1000:.3f}".rstrip("0").rstrip(".") + " %"


class PrizeOdds(Struct, frozen=True):
    """All slots with one tier and prize together."""

    tier: Tier
    slots: int
    prize: int
    weight: int


def odds(wheel: Wheel) -> list[PrizeOdds]:
    """Best first; a tier with several prizes has several rows."""
    rows: list[PrizeOdds] = []
    for tier in TIERS:
        for prize in sorted({slot.prize for slot in wheel.slots if slot.tier == tier}, reverse=True):
            same = [slot.weight for slot in wheel.slots if (slot.tier, slot.prize) == (tier, prize)]
            rows.append(PrizeOdds(tier, slots=len(same), prize=prize, weight=sum(same)))
    return rows

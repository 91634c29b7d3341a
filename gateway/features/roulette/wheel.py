"""The wheel as a table: twelve slots, each with a tier, a prize and a weight. Pure, whole numbers only.

The chance of a slot is its weight among the sum of all weights. A table is written as texts, `TIER:prize:weight`, in
the order of the positions.
"""

import re
from fractions import Fraction
from functools import cache
from typing import Final, Literal, get_args

from msgspec import Struct

Tier = Literal["JACKPOT", "BIG_WIN", "GOOD_WIN", "MEDIUM_WIN", "SMALL_WIN", "TINY_WIN"]

SLOTS: Final = 12
PRIZE_MAX: Final = 10**9
WEIGHT_MAX: Final = 10**9
TIERS: Final[tuple[Tier, ...]] = get_args(Tier)
DEFAULT: Final = (
    "JACKPOT:500:10",
    "TINY_WIN:3:1400",
    "SMALL_WIN:7:1200",
    "MEDIUM_WIN:15:750",
    "TINY_WIN:3:1400",
    "GOOD_WIN:30:300",
    "BIG_WIN:100:90",
    "TINY_WIN:3:1400",
    "SMALL_WIN:7:1200",
    "MEDIUM_WIN:15:750",
    "SMALL_WIN:7:1200",
    "GOOD_WIN:30:300",
)

_BY_NAME: Final[dict[str, Tier]] = {tier: tier for tier in TIERS}
_SLOT = re.compile(r"([A-Z_]{1,16}):([0-9]{1,10}):([0-9]{1,10})")


class Slot(Struct, frozen=True):
    position: int
    tier: Tier
    prize: int
    weight: int

    @property
    def icon(self) -> str:
        """The tier's picture, by its name."""
        return f"tier-{self.tier.removesuffix('_WIN').lower()}"


class Wheel(Struct, frozen=True):
    """Slots by their positions, 0 to 11."""

    slots: tuple[Slot, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        return tuple(slot.weight for slot in self.slots)

    @property
    def sum(self) -> int:
        return sum(self.weights)

    @property
    def mean_prize(self) -> Fraction:
        """Coins that a spin gives back on the long run."""
        return Fraction(sum(slot.prize * slot.weight for slot in self.slots), self.sum)

    def probability(self, slot: Slot) -> float:
        return slot.weight / self.sum

    def returns(self, cost: int) -> Fraction:
        """The share of what it takes that the wheel gives back; 1 is all of it."""
        return self.mean_prize / cost

    @property
    def text(self) -> str:
        """The whole table in one line, from which `read` makes the same wheel."""
        return ",".join(f"{slot.tier}:{slot.prize}:{slot.weight}" for slot in self.slots)


@cache
def parse(texts: tuple[str, ...]) -> Wheel:
    """Raises ValueError for what is no wheel."""
    if len(texts) != SLOTS:
        raise ValueError(f"{len(texts)} slots: a wheel has {SLOTS}")
    return Wheel(tuple(_slot(position, text) for position, text in enumerate(texts)))


def read(text: str) -> Wheel:
    """What `Wheel.text` wrote. Raises ValueError."""
    return parse(tuple(text.split(",")))


def _slot(position: int, text: str) -> Slot:
    found = _SLOT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no slot: expected TIER:prize:weight, as GOOD_WIN:30:300")
    tier = _BY_NAME.get(found[1])
    if tier is None:
        raise ValueError(f"{found[1]!r} is no tier: expected one of {', '.join(TIERS)}")
    prize, weight = int(found[2]), int(found[3])
    if prize > PRIZE_MAX:
        raise ValueError(f"{text!r}: a prize is at most {PRIZE_MAX}")
    if not 1 <= weight <= WEIGHT_MAX:
        raise ValueError(f"{text!r}: a weight is from 1 to {WEIGHT_MAX}")
    return Slot(position, tier, prize, weight)


def percent(share: Fraction) -> str:
    """92.3 %; rounded up, so that nothing above a limit looks as if it kept to it."""
    thousandths = -(-share.numerator * 100_000 // share.denominator)
    return f"{thousandths / 1000:.3f}".rstrip("0").rstrip(".") + " %"


class Odds(Struct, frozen=True):
    """All slots of one prize together."""

    tier: Tier
    slots: int
    prize: int
    weight: int


def odds(wheel: Wheel) -> list[Odds]:
    """Best first; a tier with several prizes has several rows."""
    rows: list[Odds] = []
    for tier in TIERS:
        for prize in sorted({slot.prize for slot in wheel.slots if slot.tier == tier}, reverse=True):
            same = [slot.weight for slot in wheel.slots if (slot.tier, slot.prize) == (tier, prize)]
            rows.append(Odds(tier, len(same), prize, sum(same)))
    return rows

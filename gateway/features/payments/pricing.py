"""Coins for an amount of money. Pure integer arithmetic."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

PESOS_PER_COIN: Final = 100


class Calculation(Struct, frozen=True, kw_only=True):
    """`amount` in units of the currency; `total_coins` = base + bonus."""

    amount: int
    base_coins: int
    bonus_coins: int
    total_coins: int
    bonus_percentage: int


def calculate(amount: int, steps: Sequence[tuple[int, int]]) -> Calculation:
    """`steps`: (least amount, bonus in percent), ascending."""
    percentage = max((percent for least, percent in steps if amount >= least), default=0)
    base = amount // PESOS_PER_COIN
    bonus = base * percentage // 100
    return Calculation(
        amount=amount, base_coins=base, bonus_coins=bonus, total_coins=base + bonus, bonus_percentage=percentage
    )


def steps_text(steps: Sequence[tuple[int, int]]) -> str:
    """Returns the steps as `price_versions` records them, so that the coins of a donation can be calculated again."""
    return msgspec.json.encode(steps).decode()

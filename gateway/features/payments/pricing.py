"""Coins for an amount of money. Pure integer arithmetic."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

UNITS_PER_COIN: Final = 100


class Calculation(Struct, frozen=True, kw_only=True):
    """`amount` in whole units of the currency; `total_coins` = base + bonus."""

    amount: int
    base_coins: int
    bonus_coins: int
    total_coins: int
    bonus_percentage: int


def calculate(amount: int, steps: Sequence[tuple[int, int]]) -> Calculation:
    """`steps`: (least amount, bonus in percent), ascending."""
    percentage = max((percent for least, percent in steps if amount >= least), default=0)
    base = amount // UNITS_PER_COIN
    bonus = bonus_coins(base, percentage)
    return Calculation(
        amount=amount, base_coins=base, bonus_coins=bonus, total_coins=base + bonus, bonus_percentage=percentage
    )


def bonus_coins(base: int, percentage: int) -> int:
    """Returns the bonus of an amount or of a package, rounded down. `gateway ledger check` computes it too."""
    return base * percentage // 100


def steps_text(steps: Sequence[tuple[int, int]]) -> str:
    """Returns the steps as `price_versions` records them, so that the coins of a donation can be calculated again."""
    return msgspec.json.encode(steps).decode()


def package_text(currency: str, *, amount: int, coins: int, percentage: int) -> str:
    """Returns a package of a price list as `price_versions` records it: an object, which no bonus steps are."""
    return msgspec.json.encode({currency: (amount, coins, percentage)}).decode()

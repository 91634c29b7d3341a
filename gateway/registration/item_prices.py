"""A place for prices of items, which one extra records and another one announces."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct


class LowPrice(Struct, frozen=True, kw_only=True):
    """A price lower than all of the week before. `since`: when it was first seen; `day_start`: of its day."""

    item_id: int
    enchant: int
    price: int
    since: int
    day_start: int


ReadLowPrices = Callable[[Sequence[int], int], Awaitable[Sequence[LowPrice]]]
"""Returns the low prices of these items since a moment. Raises DatabaseUnavailable."""


async def no_prices(_item_ids: Sequence[int], _since: int) -> Sequence[LowPrice]:
    return ()


class ItemPrices:
    """`read_low`: of the extra that records prices, where that is on."""

    def __init__(self) -> None:
        self.read_low: ReadLowPrices = no_prices

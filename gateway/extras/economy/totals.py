"""Totals of items and of Adena, as columns of numbers that can be added up and stored. Pure.

Memory: 8 bytes for each pair of item and holder, 16 bytes for each holder of Adena, 24 MB for uneven stacks.
"""

import zlib
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from gateway.game.items import ADENA
from gateway.world_snapshot.ascending import distinct, is_in, union

Integers = NDArray[np.int64]

MAX_ITEM_IDS: Final = 20_000
"""Item ids above this number of ids are left out of the totals."""
MAX_STACKS: Final = 200
MAX_UNEVEN: Final = 1_000_000
"""Above this number, those with the most digits."""
MIN_DIGITS: Final = 4
"""Digits of an uneven amount, without the zeros at its end. Others are common: 500, 12,000, 1,500,000."""
MAX_STACK: Final = 2**31 - 1
"""The largest amount of a stack: packets of an Interlude client have 32 bits, with a sign, for it."""

_OWNER_BITS: Final = np.int64(32)
_OWNER_MASK: Final = np.int64(2**32 - 1)
_ITEM_MASK: Final = np.int64(2**31 - 1)


class ItemRow(Struct, frozen=True):
    """A row of the view `items`; item 0 and owner 0 where the game has none.

    `elapsed_us`: microseconds since the server began the statement.
    """

    object_id: int
    owner_id: int
    item_id: int
    amount: int
    enchant: int
    elapsed_us: int = 0


def no_rows(columns: int) -> Integers:
    return np.empty((0, columns), np.int64)


class Totals(Struct, kw_only=True):
    """`items`: id, amount, largest stack, its owner, highest enchant, ascending by id. `holders`: item << 32 | owner.

    `adena`: owner and amount, ascending by owner. `stacks`: owner, item and amount of impossible stacks. `rows`: number
    of counted objects. `uneven`: item, amount and owner of stacks with an uneven amount, at most MAX_UNEVEN.
    """

    items: Integers
    holders: Integers
    adena: Integers
    stacks: list[tuple[int, int, int]]
    rows: int = 0
    uneven: Integers = field(default_factory=lambda: no_rows(3))

    def holders_by_item(self) -> Integers:
        """Returns the number of holders of each row of `items`."""
        return np.diff(np.searchsorted(self.holders >> _OWNER_BITS, [*self.items[:, 0], np.iinfo(np.int64).max]))


class _Packed(Struct, array_like=True):
    items: bytes
    holders: bytes
    adena: bytes
    stacks: list[tuple[int, int, int]]
    rows: int
    uneven: bytes = b""


def empty() -> Totals:
    return Totals(items=no_rows(5), holders=np.empty(0, np.int64), adena=no_rows(2), stacks=[])


def table_of(rows: Sequence[ItemRow]) -> Integers:
    """Returns one row for each object, with the fields of ItemRow in their order."""
    return np.array([msgspec.structs.astuple(row) for row in rows], np.int64).reshape(
        -1, len(ItemRow.__struct_fields__)
    )


def count(table: Integers, not_stackable: Integers, not_players: Integers) -> Totals:
    """`table`: as `table_of` returns it. `not_stackable`: ids of items that the catalogue names, of which each object
    has the amount 1. `not_players`: ids of characters that are no players', ascending: the alarms see their items, the
    totals do not."""
    if not len(table):
        return empty()
    owner = table[:, 1] & _OWNER_MASK
    item = table[:, 2] & _ITEM_MASK
    amount = table[:, 3]
    impossible = (amount < 0) | (amount > MAX_STACK) | ((amount > 1) & is_in(item, not_stackable))
    stacks = table[impossible][:MAX_STACKS, 1:4].tolist()
    counts = ~is_in(owner, not_players)
    adena = table[(item == ADENA) & counts]
    return Totals(
        items=_items(np.column_stack((item, amount, amount, owner, table[:, 4]))[counts]),
        holders=distinct((item << _OWNER_BITS | owner)[counts]),
        adena=_sums(adena[:, [1, 3]]),
        stacks=[(row[0], row[1], row[2]) for row in stacks],
        rows=len(table),
        uneven=np.column_stack((item, amount, owner))[~impossible & (owner > 0) & (digits_of(amount) >= MIN_DIGITS)],
    )


def merge(first: Totals, second: Totals) -> Totals:
    items = _items(np.concatenate((first.items, second.items)))[:MAX_ITEM_IDS]
    holders = union(first.holders, second.holders)
    if len(items) == MAX_ITEM_IDS:
        holders = holders[: np.searchsorted(holders, (items[-1, 0] + 1) << _OWNER_BITS)]
    adena = _sums(np.concatenate((first.adena, second.adena)))
    uneven = np.concatenate((first.uneven, second.uneven))
    if len(uneven) > MAX_UNEVEN:
        uneven = uneven[np.argsort(digits_of(uneven[:, 1]), kind="stable")[-MAX_UNEVEN:]]
    stacks = (first.stacks + second.stacks)[:MAX_STACKS]
    return Totals(
        items=items, holders=holders, adena=adena, stacks=stacks, rows=first.rows + second.rows, uneven=uneven
    )


def pack(totals: Totals) -> bytes:
    """Returns compressed columns. Holders are stored as differences, which compress to a quarter."""
    items, holders = totals.items.tobytes(), np.diff(totals.holders, prepend=0).tobytes()
    packed_totals = _Packed(
        items=items,
        holders=holders,
        adena=totals.adena.tobytes(),
        stacks=totals.stacks,
        rows=totals.rows,
        uneven=totals.uneven.tobytes(),
    )
    return zlib.compress(msgspec.msgpack.encode(packed_totals), 1)


def unpack(body: bytes) -> Totals:
    packed_totals = msgspec.msgpack.decode(zlib.decompress(body), type=_Packed)
    columns = packed_totals.items, packed_totals.holders, packed_totals.adena, packed_totals.uneven
    items, holders, adena, uneven = (np.frombuffer(column, np.int64) for column in columns)
    holders, adena = np.cumsum(holders), adena.reshape(-1, 2)
    return Totals(
        items=items.reshape(-1, 5),
        holders=holders,
        adena=adena,
        stacks=packed_totals.stacks,
        rows=packed_totals.rows,
        uneven=uneven.reshape(-1, 3),
    )


def merge_packed(first: Totals, body: bytes) -> Totals:
    return merge(first, unpack(body))


def digits_of(amounts: Integers) -> Integers:
    """Returns the number of digits of each amount, without the zeros at its end."""
    uneven = np.maximum(amounts, 1)
    while (is_round := uneven % 10 == 0).any():
        uneven = np.where(is_round, uneven // 10, uneven)
    return np.floor(np.log10(uneven + 0.5)).astype(np.int64) + 1


def _items(rows: Integers) -> Integers:
    """Adds up rows of the same id; the largest stack and its owner stay together."""
    rows = rows[np.lexsort((rows[:, 2], rows[:, 0]))]
    first = np.flatnonzero(np.diff(rows[:, 0], prepend=-1))
    last = np.append(first[1:], len(rows)) - 1
    if not len(rows):
        return rows
    amount, enchant = np.add.reduceat(rows[:, 1], first), np.maximum.reduceat(rows[:, 4], first)
    return np.column_stack((rows[first, 0], amount, rows[last, 2], rows[last, 3], enchant))


def _sums(rows: Integers) -> Integers:
    """Adds up the second column by the first."""
    rows = rows[np.argsort(rows[:, 0], kind="stable")]
    first = np.flatnonzero(np.diff(rows[:, 0], prepend=-1))
    return np.column_stack((rows[first, 0], np.add.reduceat(rows[:, 1], first))) if len(rows) else rows

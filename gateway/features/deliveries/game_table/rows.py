"""One delivery as a row of the game's hand-over table: what may be written there, and what is to be made of what stands
there. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

MOST: Final = 2**31 - 1
"""The game reads counts, items and characters as Java's int: a larger one keeps it from reading any row behind it."""
SPACING: Final = 2
"""Seconds between two rows of one receiver. `custom_mail` knows a row by receiver and second alone, and the game
deletes by them: what is written in the second of a row that is just being handed out is deleted unread."""
UNSAFE_SECONDS: Final = 60
"""By when the laziest server has written to the disk what it said was written."""
LABEL: Final = 40

Verdict = Literal["waits", "given", "unknown"]

_ITEMS = re.compile(r"[1-9][0-9]{0,9} [1-9][0-9]{0,9}")


class Unfit(ValueError):  # noqa: N818 - it says what the delivery is
    """It cannot be handed over through this table; the message says why."""


class Parcel(Struct, frozen=True):
    """A delivery with the second that its claim chose (epoch)."""

    id: int
    receiver: int
    item_id: int
    amount: int
    second: int

    @property
    def text(self) -> str:
        """By which its row is known wherever there is room for text. With the second, since the numbers of deliveries
        begin anew where somebody makes the site schema anew, and the game may keep rows for years."""
        return f"delivery {self.id}/{self.second}"

    @property
    def number(self) -> int:
        """The number of its row where there is no room for text: below zero, where the table itself counts nothing."""
        return -self.id


class Standing(Struct, frozen=True):
    """A row as it stands in the game's table, whosever it is; `given`: handed out, where the game says so."""

    receiver: int
    second: int
    number: int
    text: str
    item_id: int
    amount: int
    given: int


def second_of(now: float) -> int:
    """The second to write a row under: past, so that nobody else writes in it any more; every other one, so that two
    that differ are far enough apart."""
    return int(now) // SPACING * SPACING - SPACING


def check(parcel: Parcel, item_most: int = MOST) -> Parcel:
    """The same. Raises Unfit for what the game could not read, or the table not hold."""
    for what, value, most in (
        ("character", parcel.receiver, MOST),
        ("item", parcel.item_id, item_most),
        ("amount", parcel.amount, MOST),
        ("number", parcel.id, MOST),
    ):
        if not 1 <= value <= most:
            raise Unfit(f"{what} {value} is not within 1 and {most}")
    return parcel


def items_text(parcel: Parcel) -> str:
    """`4037 500`, as `custom_mail` has it."""
    text = f"{parcel.item_id} {parcel.amount}"
    if not _ITEMS.fullmatch(text):
        raise Unfit(f"{text!r} is not an item and its count")
    return text


def label(text: str, otherwise: str) -> str:
    """A name as any table of a game can hold it and any client show it: printable ASCII, short."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    kept = "".join(letter for letter in plain if letter.isalnum() or letter in " .,'!-")
    return " ".join(kept.split())[:LABEL].strip() or otherwise


def message(parcel: Parcel, coins: str) -> str:
    return f"{parcel.amount} {label(coins, 'Coins')} from the website, {parcel.text}"


def is_of(row: Standing, parcel: Parcel) -> bool:
    """Whether it is the parcel's row: by its text where it has one, and its second; by its number where not."""
    if row.receiver != parcel.receiver:
        return False
    if row.number:
        return row.number == parcel.number
    own_text = row.text == parcel.text or row.text.endswith(f", {parcel.text}")
    return own_text and row.second in {0, parcel.second}


def verdict(parcel: Parcel, rows: Iterable[Standing], *, handed: bool, keeps: bool) -> Verdict:
    """What became of a claimed one. `handed`: its row is known to have stood; `keeps`: the game marks a row that it has
    handed out, and does not delete it.

    A row that is not there although nobody knows whether it was written may have been handed out: never written again.
    """
    for row in rows:
        if is_of(row, parcel):
            return "given" if row.given else "waits"
    return "given" if handed and not keeps else "unknown"


def may_be_lost(claimed_at: int, handed_at: int, now: float, uptime: float) -> bool:
    """Whether the game's database began anew so soon after the row was written that it may have forgotten it. Servers
    of games often answer before what they wrote is on the disk; then a row's absence tells nothing."""
    began = now - uptime
    return claimed_at - 1 <= began <= handed_at + UNSAFE_SECONDS


def in_the_way(parcel: Parcel, rows: Iterable[Standing], *, alike: bool) -> bool:
    """Whether a row stands there beside which this one must not be written, whosever it is: of its second or number; or
    one like it, where the game deletes by what a row holds (`alike`) and would take both for one."""
    for row in rows:
        if row.number == parcel.number or (row.receiver == parcel.receiver and row.second == parcel.second):
            return True
        same = (row.receiver, row.item_id, row.amount) == (parcel.receiver, parcel.item_id, parcel.amount)
        if alike and same and not row.given:
            return True
    return False

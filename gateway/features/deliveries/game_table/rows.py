"""One delivery as a row of the game's table: its values, its identity, and what its presence or absence means. Pure."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

INT_MAX: Final = 2**31 - 1
"""The game reads counts, items and characters as a Java int; a larger value stops it from reading any later row."""
SPACING_SECONDS: Final = 2
"""Between two rows of one receiver. `custom_mail` identifies a row by receiver and second alone, and the game deletes
by them: a row written in the same second as one being delivered would be deleted unread."""
FLUSH_SECONDS: Final = 60
"""Time within which every server has flushed an acknowledged write to disk."""
LABEL_MAX: Final = 40

Outcome = Literal["waiting", "delivered", "unknown"]

_ITEMS = re.compile(r"[1-9][0-9]{0,9} [1-9][0-9]{0,9}")


class UnsupportedDelivery(ValueError):  # noqa: N818 - names the delivery
    """The table cannot hold the delivery; the message has the reason."""


class DeliveryRow(Struct, frozen=True, kw_only=True):
    """A delivery with the timestamp chosen by its claim (epoch seconds)."""

    id: int
    receiver: int
    item_id: int
    amount: int
    second: int

    @property
    def text(self) -> str:
        """Identifies the row in tables with a text column. The second is part of it because delivery ids restart if the
        site schema is created anew, while the game may keep rows for years."""
        return f"delivery {self.id}/{self.second}"

    @property
    def number(self) -> int:
        """Identifies the row in tables without a text column; negative, where no row of the game's own is."""
        return -self.id


class ExistingRow(Struct, frozen=True):
    """A row of the game's table, written by us or not; `given`: delivered, in tables that mark it."""

    receiver: int
    second: int
    number: int
    text: str
    item_id: int
    amount: int
    given: int


def row_timestamp(now: float) -> int:
    """Returns the second to write a row under: in the past, and even, so that two different ones are 2 s apart."""
    return int(now) // SPACING_SECONDS * SPACING_SECONDS - SPACING_SECONDS


def validate(row: DeliveryRow, item_max: int = INT_MAX) -> DeliveryRow:
    """Returns the row. Raises UnsupportedDelivery for values outside of the game's or the table's range."""
    for field, value, most in (
        ("character", row.receiver, INT_MAX),
        ("item", row.item_id, item_max),
        ("amount", row.amount, INT_MAX),
        ("number", row.id, INT_MAX),
    ):
        if not 1 <= value <= most:
            raise UnsupportedDelivery(f"{field} {value} is not between 1 and {most}")
    return row


def items_text(row: DeliveryRow) -> str:
    """Returns item and count as `custom_mail` has them: `4037 500`."""
    text = f"{row.item_id} {row.amount}"
    if not _ITEMS.fullmatch(text):
        raise UnsupportedDelivery(f"{text!r} is not an item and its count")
    return text


def plain_label(text: str, default: str) -> str:
    """Returns a short name in printable ASCII, which every table can hold and every client can show."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    letters = "".join(letter for letter in plain if letter.isalnum() or letter in " .,'!-")
    return " ".join(letters.split())[:LABEL_MAX].strip() or default


def message(row: DeliveryRow, coins: str) -> str:
    return f"{row.amount} {plain_label(coins, 'Coins')} from the website, {row.text}"


def matches(existing: ExistingRow, row: DeliveryRow) -> bool:
    """Compares text and second, or the number in tables without a text."""
    if existing.receiver != row.receiver:
        return False
    if existing.number:
        return existing.number == row.number
    has_text = existing.text == row.text or existing.text.endswith(f", {row.text}")
    return has_text and existing.second in {0, row.second}


def outcome(
    row: DeliveryRow, existing_rows: Iterable[ExistingRow], *, row_seen: bool, marks_delivered: bool
) -> Outcome:
    """Returns the state of a claimed delivery. `row_seen`: its row is known to have existed.

    A missing row that was never seen is "unknown": it may have been delivered and deleted, so it is not written again.
    """
    for existing in existing_rows:
        if matches(existing, row):
            return "delivered" if existing.given else "waiting"
    return "delivered" if row_seen and not marks_delivered else "unknown"


def may_be_lost(claimed_at: int, handed_at: int, now: float, uptime: float) -> bool:
    """Returns whether the game's database restarted so soon after the write that it may have lost the row.

    Game servers often run with relaxed durability; after such a restart a missing row proves nothing.
    """
    started_at = now - uptime
    return claimed_at - 1 <= started_at <= handed_at + FLUSH_SECONDS


def conflicts(row: DeliveryRow, existing_rows: Iterable[ExistingRow], *, deletes_by_content: bool) -> bool:
    """Returns whether an existing row prevents writing this one: it has the same number, or the same receiver and
    second, or the same content where the game deletes by content and would remove both."""
    for existing in existing_rows:
        if existing.number == row.number or (existing.receiver, existing.second) == (row.receiver, row.second):
            return True
        is_equal = (existing.receiver, existing.item_id, existing.amount) == (row.receiver, row.item_id, row.amount)
        if deletes_by_content and is_equal and not existing.given:
            return True
    return False

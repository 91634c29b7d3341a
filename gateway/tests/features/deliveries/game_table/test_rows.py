"""Rows of the game's tables: their values, and the meaning of existing or missing rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.features.deliveries.game_table.rows import (
    INT_MAX,
    LABEL_MAX,
    SPACING_SECONDS,
    DeliveryRow,
    ExistingRow,
    UnsupportedDelivery,
    conflicts,
    items_text,
    matches,
    may_be_lost,
    message,
    outcome,
    plain_label,
    row_timestamp,
    validate,
)

ROW = DeliveryRow(id=7, receiver=268435456, item_id=4037, amount=500, second=1_764_000_000)


def existing(**change: object) -> ExistingRow:
    """Returns the row as the game's table shows it, with changes."""
    values: dict[str, object] = {
        "receiver": ROW.receiver,
        "second": ROW.second,
        "number": 0,
        "text": message(ROW, "Fishi Coins"),
        "item_id": 0,
        "amount": 0,
        "given": 0,
    }
    return ExistingRow(**(values | change))  # pyright: ignore[reportArgumentType]


@given(st.integers(1, INT_MAX), st.integers(1, INT_MAX))
def test_items_text_is_two_numbers(item_id: int, amount: int) -> None:
    text = items_text(DeliveryRow(id=1, receiver=1, item_id=item_id, amount=amount, second=0))
    assert [int(part) for part in text.split(" ")] == [item_id, amount]
    assert set(text) <= set("0123456789 ")


@pytest.mark.parametrize(
    "row",
    [
        DeliveryRow(id=1, receiver=1, item_id=4037, amount=0, second=0),
        DeliveryRow(id=1, receiver=1, item_id=4037, amount=INT_MAX + 1, second=0),
        DeliveryRow(id=1, receiver=1, item_id=0, amount=5, second=0),
        DeliveryRow(id=1, receiver=1, item_id=65536, amount=5, second=0),
        DeliveryRow(id=1, receiver=0, item_id=4037, amount=5, second=0),
        DeliveryRow(id=INT_MAX + 1, receiver=1, item_id=4037, amount=5, second=0),
    ],
)
def test_validate_of_a_value_out_of_range_raises(row: DeliveryRow) -> None:
    with pytest.raises(UnsupportedDelivery):
        validate(row, item_max=65535)


def test_validate_accepts_the_bounds() -> None:
    row = DeliveryRow(id=INT_MAX, receiver=INT_MAX, item_id=65535, amount=INT_MAX, second=0)
    assert validate(row, item_max=65535) is row


@given(st.integers(10, 2**33), st.integers(0, 1000))
def test_row_timestamp_is_past_and_spaced(now: int, delay: int) -> None:
    first, second = row_timestamp(now), row_timestamp(now + delay)
    assert first <= now - SPACING_SECONDS
    assert second == first or second - first >= SPACING_SECONDS


@given(st.text(max_size=200))
def test_plain_label_is_short_ascii_and_never_empty(text: str) -> None:
    label = plain_label(text, "Coins")
    assert 0 < len(label) <= LABEL_MAX == 40
    assert label.isascii()
    assert label.isprintable()
    assert not set(label) & set('<>&\\"%;#')
    assert label == label.strip()


def test_plain_label_and_message_keep_printable_ascii() -> None:
    assert plain_label("Fichas Ñandú \x08<b>", "Coins") == "Fichas Nandu b"
    assert plain_label("コイン", "Coins") == "Coins"
    assert message(ROW, "Fishi Coins") == "500 Fishi Coins from the website, delivery 7/1764000000"


@pytest.mark.parametrize(
    ("row", "is_match"),
    [
        (existing(), True),
        (existing(second=0, text=ROW.text), True),
        (existing(second=0, number=-7, text=""), True),
        (existing(receiver=1), False),
        (existing(second=ROW.second + 2), False),
        (existing(text="500 Fishi Coins from the website, delivery 17/1764000000"), False),
        (existing(second=0, text="delivery 7/1763000000"), False),
        (existing(second=0, number=-8, text=""), False),
        (existing(second=0, number=-8, text=ROW.text), False),
    ],
)
def test_matches_compares_text_and_second_or_number(row: ExistingRow, is_match: bool) -> None:
    assert matches(row, ROW) is is_match


@pytest.mark.parametrize(
    ("rows", "row_seen", "marks_delivered", "expected"),
    [
        ([existing()], True, False, "waiting"),
        ([existing()], False, False, "waiting"),
        ([existing(second=0, text=ROW.text)], True, True, "waiting"),
        ([existing(second=0, text=ROW.text, given=1)], True, True, "delivered"),
        ([existing(second=0, text=ROW.text, given=1)], False, True, "delivered"),
        ([], True, False, "delivered"),
        ([existing(receiver=1)], True, False, "delivered"),
        ([], True, True, "unknown"),
        ([], False, False, "unknown"),
        ([], False, True, "unknown"),
    ],
)
def test_outcome_of_every_case(rows: list[ExistingRow], row_seen: bool, marks_delivered: bool, expected: str) -> None:
    assert outcome(ROW, rows, row_seen=row_seen, marks_delivered=marks_delivered) == expected


@pytest.mark.parametrize(
    ("uptime", "is_lost"),
    [(5000, False), (1002, False), (1000, True), (990, True), (941, True), (938, False), (5, False)],
)
def test_may_be_lost_after_a_restart_soon_after_the_write(uptime: int, is_lost: bool) -> None:
    """The delivery was claimed 1,000 seconds ago and written a second later."""
    assert may_be_lost(9000, 9001, 10_000, uptime) is is_lost


FOREIGN = {"second": 0, "text": "of another program", "item_id": 4037, "amount": 500}


@pytest.mark.parametrize(
    ("change", "deletes_by_content", "is_conflict"),
    [
        ({"text": "of another program"}, False, True),
        ({"second": 0, "number": -7}, False, True),
        ({"second": ROW.second - 2}, False, False),
        (FOREIGN, True, True),
        (FOREIGN, False, False),
        (FOREIGN | {"amount": 501}, True, False),
        (FOREIGN | {"item_id": 57}, True, False),
        (FOREIGN | {"receiver": 1}, True, False),
        (FOREIGN | {"given": 1}, True, False),
    ],
)
def test_conflicts_with_the_same_second_number_or_content(
    change: dict[str, object], deletes_by_content: bool, is_conflict: bool
) -> None:
    assert conflicts(ROW, [existing(**change)], deletes_by_content=deletes_by_content) is is_conflict

"""What may be written into a game's table, and what is made of what stands there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.features.deliveries.game_table.rows import (
    INT_MAX,
    SPACING_SECONDS,
    DeliveryRow,
    ExistingRow,
    UnsupportedDelivery,
    checked,
    conflicts,
    items_text,
    matches,
    may_be_lost,
    message,
    outcome,
    plain_label,
    row_timestamp,
)

HERE = DeliveryRow(7, 268435456, 4037, 500, 1_764_000_000)


def row(**change: object) -> ExistingRow:
    mine: dict[str, object] = {
        "receiver": HERE.receiver,
        "second": HERE.second,
        "number": 0,
        "text": message(HERE, "Fishi Coins"),
        "item_id": 0,
        "amount": 0,
        "given": 0,
    }
    return ExistingRow(**(mine | change))  # pyright: ignore[reportArgumentType]


@given(st.integers(1, INT_MAX), st.integers(1, INT_MAX))
def test_items_text_is_two_numbers(item_id: int, amount: int) -> None:
    text = items_text(DeliveryRow(1, 1, item_id, amount, 0))
    assert [int(part) for part in text.split(" ")] == [item_id, amount]
    assert set(text) <= set("0123456789 ")


@pytest.mark.parametrize(
    "row",
    [
        DeliveryRow(1, 1, 4037, 0, 0),
        DeliveryRow(1, 1, 4037, -5, 0),
        DeliveryRow(1, 1, 4037, INT_MAX + 1, 0),
        DeliveryRow(1, 1, 0, 5, 0),
        DeliveryRow(1, 1, 65536, 5, 0),
        DeliveryRow(1, 0, 4037, 5, 0),
        DeliveryRow(1, INT_MAX + 1, 4037, 5, 0),
        DeliveryRow(INT_MAX + 1, 1, 4037, 5, 0),
    ],
)
def test_checked_refuses_values_out_of_range(row: DeliveryRow) -> None:
    with pytest.raises(UnsupportedDelivery):
        checked(row, item_max=65535)


def test_checked_accepts_the_bounds() -> None:
    row = DeliveryRow(INT_MAX, INT_MAX, 65535, INT_MAX, 0)
    assert checked(row, item_max=65535) is row


@given(st.integers(10, 2**33), st.integers(0, 1000))
def test_row_timestamp_is_past_and_spaced(now: int, later: int) -> None:
    first, second = row_timestamp(now), row_timestamp(now + later)
    assert first <= now - SPACING_SECONDS
    assert second == first or second - first >= SPACING_SECONDS


@given(st.text(max_size=200))
def test_plain_label_is_short_ascii_and_never_empty(text: str) -> None:
    found = plain_label(text, "Coins")
    assert found
    assert len(found) <= 40
    assert found.isascii()
    assert found.isprintable()
    assert not set(found) & set('<>&\\"%;#')
    assert found == found.strip()


def test_plain_label_keeps_what_ascii_can_show() -> None:
    assert plain_label("Fichas Ñandú \x08<b>", "Coins") == "Fichas Nandu b"
    assert plain_label("コイン", "Coins") == "Coins"


def test_message_names_the_delivery() -> None:
    assert message(HERE, "Fishi Coins") == "500 Fishi Coins from the website, delivery 7/1764000000"


def test_matches_compares_text_and_second_or_number() -> None:
    assert matches(row(), HERE)
    assert matches(row(second=0, text=HERE.text), HERE)
    assert matches(row(second=0, number=-7, text=""), HERE)
    for other in (
        row(receiver=1),
        row(second=HERE.second + 2),
        row(text="500 Fishi Coins from the website, delivery 17/1764000000"),
        row(second=0, text="delivery 7/1763000000"),
        row(second=0, number=-8, text=""),
        row(second=0, number=-8, text=HERE.text),
        row(text="hello"),
    ):
        assert not matches(other, HERE)


@pytest.mark.parametrize(
    ("rows", "handed", "keeps", "told"),
    [
        ([row()], True, False, "waiting"),
        ([row()], False, False, "waiting"),
        ([row(second=0, text=HERE.text)], True, True, "waiting"),
        ([row(second=0, text=HERE.text, given=1)], True, True, "delivered"),
        ([row(second=0, text=HERE.text, given=1)], False, True, "delivered"),
        ([], True, False, "delivered"),
        ([row(receiver=1)], True, False, "delivered"),
        ([], True, True, "unknown"),
        ([], False, False, "unknown"),
        ([], False, True, "unknown"),
    ],
)
def test_outcome_of_every_case(rows: list[ExistingRow], handed: bool, keeps: bool, told: str) -> None:
    assert outcome(HERE, rows, row_seen=handed, marks_delivered=keeps) == told


@pytest.mark.parametrize(
    ("uptime", "told"), [(5000, False), (1002, False), (1000, True), (990, True), (941, True), (938, False), (5, False)]
)
def test_may_be_lost_after_a_restart_soon_after_the_write(uptime: int, told: bool) -> None:
    """Claimed 1,000 seconds ago, written a second later."""
    assert may_be_lost(9000, 9001, 10_000, uptime) is told


def test_conflicts_with_the_same_second_number_or_content() -> None:
    like = {"second": 0, "text": "another panel's", "item_id": 4037, "amount": 500}
    assert conflicts(HERE, [row(text="somebody else's")], deletes_by_content=False)
    assert conflicts(HERE, [row(second=0, number=-7)], deletes_by_content=False)
    assert conflicts(HERE, [row(**like)], deletes_by_content=True)
    assert not conflicts(HERE, [row(**like)], deletes_by_content=False)
    for other in ({"amount": 501}, {"item_id": 57}, {"receiver": 1}, {"given": 1}):
        assert not conflicts(HERE, [row(**(like | other))], deletes_by_content=True)
    assert not conflicts(HERE, [row(second=HERE.second - 2)], deletes_by_content=False)

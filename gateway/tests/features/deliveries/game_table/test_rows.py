"""What may be written into a game's table, and what is made of what stands there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.features.deliveries.game_table.rows import (
    MOST,
    SPACING,
    Parcel,
    Standing,
    Unfit,
    check,
    in_the_way,
    is_of,
    items_text,
    label,
    may_be_lost,
    message,
    second_of,
    verdict,
)

HERE = Parcel(7, 268435456, 4037, 500, 1_764_000_000)


def row(**change: object) -> Standing:
    mine: dict[str, object] = {
        "receiver": HERE.receiver,
        "second": HERE.second,
        "number": 0,
        "text": message(HERE, "Fishi Coins"),
        "item_id": 0,
        "amount": 0,
        "given": 0,
    }
    return Standing(**(mine | change))  # pyright: ignore[reportArgumentType]


@given(st.integers(1, MOST), st.integers(1, MOST))
def test_items_are_two_numbers_and_one_space(item_id: int, amount: int) -> None:
    text = items_text(Parcel(1, 1, item_id, amount, 0))
    assert [int(part) for part in text.split(" ")] == [item_id, amount]
    assert set(text) <= set("0123456789 ")


@pytest.mark.parametrize(
    "parcel",
    [
        Parcel(1, 1, 4037, 0, 0),
        Parcel(1, 1, 4037, -5, 0),
        Parcel(1, 1, 4037, MOST + 1, 0),
        Parcel(1, 1, 0, 5, 0),
        Parcel(1, 1, 65536, 5, 0),
        Parcel(1, 0, 4037, 5, 0),
        Parcel(1, MOST + 1, 4037, 5, 0),
        Parcel(MOST + 1, 1, 4037, 5, 0),
    ],
)
def test_what_the_game_cannot_read_is_never_written(parcel: Parcel) -> None:
    with pytest.raises(Unfit):
        check(parcel, item_most=65535)


def test_the_bounds_themselves_fit() -> None:
    parcel = Parcel(MOST, MOST, 65535, MOST, 0)
    assert check(parcel, item_most=65535) is parcel


@given(st.integers(10, 2**33), st.integers(0, 1000))
def test_a_second_is_past_and_another_one_is_far_enough_away(now: int, later: int) -> None:
    first, second = second_of(now), second_of(now + later)
    assert first <= now - SPACING
    assert second == first or second - first >= SPACING


@given(st.text(max_size=200))
def test_a_label_is_short_plain_and_never_empty(text: str) -> None:
    found = label(text, "Coins")
    assert found
    assert len(found) <= 40
    assert found.isascii()
    assert found.isprintable()
    assert not set(found) & set('<>&\\"%;#')
    assert found == found.strip()


def test_a_label_keeps_what_it_can() -> None:
    assert label("Fichas Ñandú \x08<b>", "Coins") == "Fichas Nandu b"
    assert label("コイン", "Coins") == "Coins"


def test_the_message_names_the_delivery() -> None:
    assert message(HERE, "Fishi Coins") == "500 Fishi Coins from the website, delivery 7/1764000000"


def test_a_row_is_known_by_its_second_and_its_text_or_by_its_number() -> None:
    assert is_of(row(), HERE)
    assert is_of(row(second=0, text=HERE.text), HERE)
    assert is_of(row(second=0, number=-7, text=""), HERE)
    for other in (
        row(receiver=1),
        row(second=HERE.second + 2),
        row(text="500 Fishi Coins from the website, delivery 17/1764000000"),
        row(second=0, text="delivery 7/1763000000"),
        row(second=0, number=-8, text=""),
        row(second=0, number=-8, text=HERE.text),
        row(text="hello"),
    ):
        assert not is_of(other, HERE)


@pytest.mark.parametrize(
    ("rows", "handed", "keeps", "told"),
    [
        ([row()], True, False, "waits"),
        ([row()], False, False, "waits"),
        ([row(second=0, text=HERE.text)], True, True, "waits"),
        ([row(second=0, text=HERE.text, given=1)], True, True, "given"),
        ([row(second=0, text=HERE.text, given=1)], False, True, "given"),
        ([], True, False, "given"),
        ([row(receiver=1)], True, False, "given"),
        ([], True, True, "unknown"),
        ([], False, False, "unknown"),
        ([], False, True, "unknown"),
    ],
)
def test_what_became_of_a_parcel(rows: list[Standing], handed: bool, keeps: bool, told: str) -> None:
    assert verdict(HERE, rows, handed=handed, keeps=keeps) == told


@pytest.mark.parametrize(
    ("uptime", "told"), [(5000, False), (1002, False), (1000, True), (990, True), (941, True), (938, False), (5, False)]
)
def test_absence_tells_nothing_where_the_server_began_anew_soon_after(uptime: int, told: bool) -> None:
    """Claimed 1,000 seconds ago, written a second later."""
    assert may_be_lost(9000, 9001, 10_000, uptime) is told


def test_nothing_is_written_beside_a_row_of_its_second_its_number_or_its_like() -> None:
    like = {"second": 0, "text": "another panel's", "item_id": 4037, "amount": 500}
    assert in_the_way(HERE, [row(text="somebody else's")], alike=False)
    assert in_the_way(HERE, [row(second=0, number=-7)], alike=False)
    assert in_the_way(HERE, [row(**like)], alike=True)
    assert not in_the_way(HERE, [row(**like)], alike=False)
    for other in ({"amount": 501}, {"item_id": 57}, {"receiver": 1}, {"given": 1}):
        assert not in_the_way(HERE, [row(**(like | other))], alike=True)
    assert not in_the_way(HERE, [row(second=HERE.second - 2)], alike=False)

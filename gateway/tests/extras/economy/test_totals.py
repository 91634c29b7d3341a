"""Totals of parts: added up, packed, and the same as those of all objects at once."""

import random
from collections import Counter, defaultdict

import numpy as np
import pytest

from gateway.extras.economy import totals
from gateway.extras.economy.totals import MAX_STACK, ItemRow, Totals
from gateway.game.items import ADENA

NOT_STACKABLE = np.array([3, 5])
NOT_PLAYERS = np.array([9, 20])


def objects(count: int) -> list[ItemRow]:
    rng = random.Random(7)
    return [
        ItemRow(number, rng.randint(1, 20), rng.choice((ADENA, 3, 5, 9)), rng.choice((1, 1, 4, 90)), rng.randint(0, 16))
        for number in range(count)
    ]


def in_parts(rows: list[ItemRow], size: int) -> Totals:
    sums = totals.empty()
    for first in range(0, len(rows), size):
        part = totals.count(totals.table_of(rows[first : first + size]), NOT_STACKABLE, NOT_PLAYERS)
        sums = totals.merge(sums, totals.unpack(totals.pack(part)))
    return sums


def test_totals_of_parts_are_those_of_a_plain_count() -> None:
    rows = objects(500)
    amounts, owners, adena = Counter[int](), defaultdict[int, set[int]](set), Counter[int]()
    players_rows = [row for row in rows if row.owner_id not in NOT_PLAYERS]
    for row in players_rows:
        amounts[row.item_id] += row.amount
        owners[row.item_id].add(row.owner_id)
        if row.item_id == ADENA:
            adena[row.owner_id] += row.amount
    assert len(players_rows) < len(rows)
    for sums in (in_parts(rows, 500), in_parts(rows, 37)):
        items = sums.items.tolist()
        assert {row[0]: row[1] for row in items} == amounts
        assert [row[0] for row in items] == sorted(amounts)
        assert sums.holders_by_item().tolist() == [len(owners[item]) for item in sorted(amounts)]
        assert dict(sums.adena.tolist()) == adena
        assert sums.rows == 500
        for item, _, largest, owner, enchant in items:
            of_item = [row for row in players_rows if row.item_id == item]
            assert largest == max(row.amount for row in of_item), f"largest amount of item {item}"
            assert enchant == max(row.enchant for row in of_item), f"highest enchant of item {item}"
            assert (owner, largest) in {(row.owner_id, row.amount) for row in of_item}, f"owner, item {item}"


def test_count_finds_impossible_stacks() -> None:
    rows = [
        ItemRow(1, 7, ADENA, MAX_STACK, 0),
        ItemRow(2, 7, ADENA, MAX_STACK + 1, 0),
        ItemRow(3, 8, ADENA, -1, 0),
        ItemRow(4, 9, 3, 2, 0),
        ItemRow(5, 9, 5, 1, 0),
        ItemRow(6, 9, 4, 2, 0),
    ]
    assert totals.count(totals.table_of(rows), NOT_STACKABLE, NOT_PLAYERS).stacks == [
        (7, ADENA, MAX_STACK + 1),
        (8, ADENA, -1),
        (9, 3, 2),
    ]


def test_count_gathers_uneven_stacks(monkeypatch: pytest.MonkeyPatch) -> None:
    amounts = (1234, 1234, 12_340, 123_000, 500, 999, 99_990, -1234, MAX_STACK + 1)
    rows = [ItemRow(number, 7, ADENA, amount, 0) for number, amount in enumerate(amounts)]
    rows += [ItemRow(90, 0, ADENA, 5678, 0), ItemRow(91, 7, 3, 5678, 0)]
    assert in_parts(rows, 2).uneven.tolist() == [[ADENA, amount, 7] for amount in (1234, 1234, 12_340, 99_990)]
    monkeypatch.setattr(totals, "MAX_UNEVEN", 2)
    assert in_parts(rows, 2).uneven[:, 1].tolist() == [12_340, 99_990], "those with the most digits"


def test_merge_limits_the_number_of_item_ids() -> None:
    def part(first: int) -> Totals:
        table = totals.table_of([ItemRow(item, 1, item, 1, 0) for item in range(first, first + 15_000)])
        return totals.count(table, NOT_STACKABLE, NOT_PLAYERS)

    sums = totals.merge(part(1), part(15_001))
    assert len(sums.items) == totals.MAX_ITEM_IDS
    assert sums.holders_by_item().tolist() == [1] * totals.MAX_ITEM_IDS
    assert len(sums.holders) == totals.MAX_ITEM_IDS


def test_totals_of_nothing_are_empty() -> None:
    no_objects = totals.count(totals.table_of([]), NOT_STACKABLE, NOT_PLAYERS)
    sums = totals.merge(no_objects, totals.unpack(totals.pack(totals.empty())))
    assert (sums.rows, len(sums.items), len(sums.holders_by_item())) == (0, 0, 0)

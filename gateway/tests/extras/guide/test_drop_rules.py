"""Odds of drops against cases computed by hand from the code of each pack."""

import math
import random
from collections import Counter

import pytest

from gateway.extras.guide.drop_rules import RULES, odds
from gateway.extras.guide.drops import Drop, DropGroup, DropKind, DropOdds, Rank, RankRates, Rates
from gateway.game.families import FAMILIES
from gateway.game.items import ADENA

RING, EARRING, NECKLACE, STONE = 116, 112, 118, 6360
PLAIN = Rates()


def group(*drops: Drop, kind: DropKind = "drop", chance: float | None = None) -> DropGroup:
    return DropGroup(kind=kind, drops=drops, chance=chance)


JEWELS = group(Drop(EARRING, 1, 1, 7.9637), Drop(RING, 1, 1, 11.8249), Drop(NECKLACE, 1, 1, 5.9125))
MONEY = group(Drop(ADENA, 30, 42, 70))
SPOIL = group(Drop(RING, 1, 2, 34.3131), kind="spoil")


def of(family: str, drops: DropGroup, rates: Rates = PLAIN, rank: Rank = "monster") -> dict[int, DropOdds]:
    return {row.item_id: row for row in odds(family, [drops], rank, rates)}


def test_each_family_has_rules() -> None:
    assert {*RULES} == {*FAMILIES}


@pytest.mark.parametrize("family", ["mobius", "frozen", "acis", "lucera", "orion"])
def test_without_rates_a_category_gives_the_chances_of_the_datapack(family: str) -> None:
    rows = of(family, JEWELS)
    assert {item: round(row.chance, 6) for item, row in rows.items()} == {
        EARRING: 0.079637,
        RING: 0.118249,
        NECKLACE: 0.059125,
    }
    assert (of(family, MONEY)[ADENA].chance, of(family, MONEY)[ADENA].mean) == (0.7, 36)


@pytest.mark.parametrize("family", ["mobius", "frozen", "acis", "lucera"])
def test_a_category_above_100_percent_gives_one_item_by_the_share_of_its_chance(family: str) -> None:
    rates = Rates(items=RankRates(5, 5, 5, 5), adena=RankRates(10, 10, 10, 10), spoil=RankRates(4, 4, 4, 4))
    # 257,011 millionths * 5 are more than all: one item, and none has 100 % alone.
    assert round(of(family, JEWELS, rates)[RING].chance, 6) == round(0.118249 / 0.257011, 6)
    # Of Adena: 70 % * 5 of the chance, and 70 % * 10 = 7 rolls of the amount.
    money = of(family, MONEY, rates)[ADENA]
    assert (money.chance, money.lowest, money.highest, money.mean) == (1, 210, 294, 252)
    # Spoil: 1.372524 rolls: always one, and a second in 37 of 100 cases.
    ring = of(family, SPOIL, rates)[RING]
    assert (ring.is_spoil, ring.chance, ring.lowest, ring.highest) == (True, 1, 1, 4)
    assert math.isclose(ring.mean, 1.5 * 1.372524)


def test_high_rates_bound_the_weight_of_each_item_of_a_category() -> None:
    rare, common = Drop(RING, 1, 1, 1), Drop(EARRING, 1, 1, 20)
    rates = Rates(items=RankRates(monster=50, raid=50))
    rows = of("mobius", group(rare, common), rates)
    assert (round(rows[RING].chance, 6), round(rows[EARRING].chance, 6)) == (round(1 / 3, 6), round(2 / 3, 6))
    assert (rows[EARRING].lowest, rows[EARRING].highest) == (10, 10)
    # Bosses: mobius compares the plain chances, acis those after the rate.
    assert round(of("mobius", group(rare, common), rates, "raid")[RING].chance, 6) == round(1 / 21, 6)
    assert round(of("acis", group(rare, common), rates, "raid")[RING].chance, 6) == round(1 / 3, 6)


def test_lucera_gives_one_roll_of_equipment_at_any_rate() -> None:
    rates = Rates(items=RankRates(50), single_items=frozenset({EARRING}))
    row = of("lucera", group(Drop(EARRING, 1, 1, 20)), rates)[EARRING]
    assert (row.chance, row.lowest, row.highest) == (1, 1, 1)


def test_orion_draws_the_item_before_its_category() -> None:
    rates = Rates(items=RankRates(2), adena=RankRates(10), seal_stones=3)
    rows = of("orion", group(Drop(ADENA, 30, 42, 40), Drop(STONE, 1, 2, 10), Drop(RING, 1, 3, 10)), rates)
    # Weights 80, 20, 20 of 120; the category has 60 % for Adena and stones, 100 % for the ring.
    assert {item: round(row.chance, 6) for item, row in rows.items()} == {ADENA: 0.4, STONE: 0.1, RING: 0.166667}
    assert (rows[ADENA].lowest, rows[ADENA].highest) == (300, 420)
    assert (rows[STONE].lowest, rows[STONE].highest) == (3, 6)
    fixed = of("orion", group(Drop(RING, 2, 2, 60)), Rates(items=RankRates(5)))[RING]
    assert (fixed.chance, fixed.lowest, fixed.highest) == (1, 2, 2)


def test_ct0_without_rates_adds_the_chances_up_and_ends_at_the_first_success() -> None:
    rows = of("mobius_ct0", group(Drop(1, 1, 1, 25), Drop(2, 1, 1, 25), Drop(3, 1, 1, 50), chance=100))
    assert [row.chance for row in rows.values()] == [0.25, 0.375, 0.375]
    halved = of("mobius_ct0", group(Drop(1, 1, 1, 50), Drop(2, 1, 1, 50), chance=50))
    assert [row.chance for row in halved.values()] == [0.25, 0.375]


def test_ct0_with_rates_decides_each_item_alone() -> None:
    rates = Rates(items=RankRates(20), items_amount=RankRates(2), item_chances={ADENA: 1.25}, item_amounts={ADENA: 15})
    rows = of("mobius_ct0", group(Drop(1, 1, 3, 25), Drop(ADENA, 30, 42, 100), chance=10), rates)
    assert (rows[1].chance, rows[1].lowest, rows[1].highest) == (0.5, 2, 6)
    assert (rows[ADENA].chance, rows[ADENA].lowest, rows[ADENA].highest) == (0.125, 450, 630)
    spoil = of("mobius_ct0", group(Drop(1, 1, 1, 30), kind="spoil"), Rates(spoil=RankRates(2), spoil_amount=3))[1]
    assert (spoil.is_spoil, spoil.chance, spoil.highest) == (True, 0.6, 3)
    assert of("mobius_ct0", group(Drop(1, 1, 1, 30), chance=50), Rates(item_chances={1: 0})) == {}


def test_ct0_keeps_the_last_chance_drops_of_a_kill() -> None:
    groups = [group(Drop(item, 1, 1, 50), chance=100) for item in range(4)]
    rows = odds("mobius_ct0", groups, "monster", Rates(drop_limit=2))
    # The first is kept if at most one of three later ones drops: 4 of 8 cases.
    assert [row.chance for row in rows] == [0.25, 0.375, 0.5, 0.5]
    assert [row.chance for row in odds("mobius_ct0", groups, "raid", Rates(drop_limit=2))] == [0.5] * 4


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_ct0_limit_agrees_with_a_played_kill(limit: int) -> None:
    chances, rng, kills = [30.0, 80.0, 55.0, 10.0, 65.0], random.Random(5), 40_000
    seen = Counter[int]()
    for _ in range(kills):
        drops = [item for item, chance in enumerate(chances) if rng.random() * 100 < chance]
        seen.update(drops[-limit:])
    groups = [group(Drop(item, 1, 1, chance), chance=100) for item, chance in enumerate(chances)]
    for row in odds("mobius_ct0", groups, "monster", Rates(drop_limit=limit)):
        assert abs(row.chance - seen[row.item_id] / kills) < 0.02


def test_rusacis_raises_chances_first_and_amounts_then() -> None:
    items = Drop(1, 1, 2, 40), Drop(2, 1, 2, 10)
    plain = of("rusacis", group(*items, chance=50))
    assert [row.chance for row in plain.values()] == [0.2, 0.05]
    # 150 % of the group: 75 % of one of both.
    raised = of("rusacis", group(*items, chance=50), Rates(items=RankRates(3)))
    assert [round(row.chance, 6) for row in raised.values()] == [0.6, 0.15]
    # 500 %: always one of both, in 2.5 rolls.
    rows = of("rusacis", group(*items, chance=50), Rates(items=RankRates(10)))
    assert [(round(row.chance, 6), row.lowest, row.highest, row.mean) for row in rows.values()] == [
        (0.8, 2, 6, 3.75),
        (0.2, 2, 6, 3.75),
    ]


def test_rusacis_rates_follow_the_kind_of_the_group() -> None:
    rates = Rates(items=RankRates(2), adena=RankRates(3), spoil=RankRates(4), herbs=0.5, seal_stones=0)
    kinds: dict[DropKind, float] = {"drop": 0.2, "currency": 0.3, "spoil": 0.4, "herb": 0.05}
    for kind, chance in kinds.items():
        assert math.isclose(of("rusacis", group(Drop(1, 1, 1, 10), kind=kind, chance=100), rates)[1].chance, chance)
    assert of("rusacis", group(Drop(1, 1, 1, 10), kind="seal_stone", chance=100), rates) == {}


def test_rusacis_alternate_decides_each_item_alone() -> None:
    rates = Rates(items=RankRates(3), is_alternate=True)
    rows = of("rusacis", group(Drop(1, 2, 4, 20), Drop(2, 2, 4, 100), chance=100), rates)
    assert (round(rows[1].chance, 6), rows[1].lowest, rows[1].highest) == (0.6, 2, 4)
    assert (rows[2].chance, rows[2].lowest, rows[2].highest) == (1, 6, 12)

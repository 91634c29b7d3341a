"""Odds of drops against cases computed by hand from the code of each pack."""

import math
import random
from collections import Counter

import msgspec
import pytest

from gateway.extras.guide.datapack.drop_rules import RULES, odds
from gateway.extras.guide.datapack.drops import DropGroup, DropKind, DropOdds, DropRates, PackDrop, Rank, RankRates
from gateway.game.families import FAMILIES
from gateway.game.items import ADENA

RING, EARRING, NECKLACE, STONE = 116, 112, 118, 6360
PLAIN = DropRates()


def group(*drops: PackDrop, kind: DropKind = "drop", chance: float | None = None) -> DropGroup:
    return DropGroup(kind=kind, drops=drops, chance=chance)


JEWELS = group(PackDrop(EARRING, 1, 1, 7.9637), PackDrop(RING, 1, 1, 11.8249), PackDrop(NECKLACE, 1, 1, 5.9125))
MONEY = group(PackDrop(ADENA, 30, 42, 70))
SPOIL = group(PackDrop(RING, 1, 2, 34.3131), kind="spoil")


def of(family: str, drops: DropGroup, rates: DropRates = PLAIN, rank: Rank = "monster") -> dict[int, DropOdds]:
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
    rates = DropRates(items=RankRates(5, 5, 5, 5), adena=RankRates(10, 10, 10, 10), spoil=RankRates(4, 4, 4, 4))
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
    rare, common = PackDrop(RING, 1, 1, 1), PackDrop(EARRING, 1, 1, 20)
    rates = DropRates(items=RankRates(monster=50, raid=50))
    rows = of("mobius", group(rare, common), rates)
    assert (round(rows[RING].chance, 6), round(rows[EARRING].chance, 6)) == (round(1 / 3, 6), round(2 / 3, 6))
    assert (rows[EARRING].lowest, rows[EARRING].highest) == (10, 10)
    # Bosses: mobius compares the plain chances, acis those after the rate.
    assert round(of("mobius", group(rare, common), rates, "raid")[RING].chance, 6) == round(1 / 21, 6)
    assert round(of("acis", group(rare, common), rates, "raid")[RING].chance, 6) == round(1 / 3, 6)


def test_mobius_draws_from_a_minion_of_a_raid_boss_by_plain_chances_of_a_rated_sum() -> None:
    rates = DropRates(items=RankRates(5, 5, 5, 5))
    drops = [group(PackDrop(RING, 1, 1, 4), PackDrop(EARRING, 1, 1, 6))]
    # The category has 50 %; its sum is 20 % + 30 %, of which 4 % and 6 % are drawn: a fifth of all successes.
    for family, chances in (("mobius", [0.04, 0.06]), ("frozen", [0.04, 0.06]), ("acis", [0.2, 0.3])):
        rows = odds(family, drops, "minion", rates, is_raid_minion=True)
        assert [round(row.chance, 6) for row in rows] == chances
    # Below 1 the first item has more than its share, and the second what is left.
    halved = DropRates(items=RankRates(0.5, 0.5, 0.5, 0.5))
    rows = odds("mobius", drops, "minion", halved, is_raid_minion=True)
    assert [round(row.chance, 6) for row in rows] == [0.04, 0.01]


def test_high_rate_servers_drop_adena_and_epic_items_alone() -> None:
    rates = DropRates(is_epic_only=True)
    groups = [
        DropGroup(kind="drop", drops=(PackDrop(ADENA, 1, 1, 70),), category=0),
        DropGroup(kind="drop", drops=(PackDrop(RING, 1, 1, 10),), category=1),
        DropGroup(kind="drop", drops=(PackDrop(STONE, 1, 1, 10), PackDrop(EARRING, 1, 1, 10)), category=2),
        DropGroup(kind="spoil", drops=(PackDrop(RING, 1, 1, 10), PackDrop(STONE, 1, 1, 10)), category=-1),
    ]
    rows = odds("mobius", groups, "monster", rates)
    assert [(row.item_id, row.is_spoil) for row in rows] == [
        (ADENA, False),
        (STONE, False),
        (EARRING, False),
        (STONE, True),
    ]


def test_lucera_gives_one_piece_of_equipment_above_100_percent() -> None:
    rates = DropRates(items=RankRates(50, 50, 50, 50), single_items=frozenset({EARRING, RING}))
    drops = group(PackDrop(EARRING, 2, 4, 20))
    row = of("lucera", drops, rates)[EARRING]
    assert (row.chance, row.lowest, row.highest, row.mean) == (1, 1, 1, 1)
    row = of("lucera", drops, msgspec.structs.replace(rates, many_roll_items=frozenset({EARRING})))[EARRING]
    assert (row.lowest, row.highest, row.mean) == (20, 40, 30)
    row = of("lucera", drops, msgspec.structs.replace(rates, one_roll_items=frozenset({EARRING})))[EARRING]
    assert (row.lowest, row.highest, row.mean) == (2, 4, 3)
    # At most 100 %: the pieces of the datapack.
    row = of("lucera", group(PackDrop(RING, 2, 4, 2)), rates)[RING]
    assert (row.chance, row.lowest, row.highest) == (1, 2, 4)
    swept = of(
        "lucera",
        group(PackDrop(RING, 2, 4, 60), kind="spoil"),
        DropRates(spoil=RankRates(2), single_items=frozenset({RING})),
    )
    assert (swept[RING].chance, swept[RING].lowest, swept[RING].highest) == (1, 1, 1)


def test_lucera_draws_twice_from_two_categories_in_a_third_of_the_kills() -> None:
    drops = DropGroup(kind="drop", drops=(PackDrop(1, 1, 1, 50), PackDrop(2, 1, 1, 30)), category=1)
    rows = of("lucera", drops)
    # Item 1: 0.5, and in a third of the kills after nothing (0.2), or after 2 (0.3) at once or after another 2.
    assert math.isclose(rows[1].chance, 0.5 + (0.2 * 0.5 + 0.3 * (0.5 + 0.3 * 0.5)) / 3)
    assert math.isclose(rows[2].chance, 0.3 + (0.2 * 0.3 + 0.5 * (0.3 + 0.5 * 0.3)) / 3)
    assert [round(row.chance, 6) for row in of("lucera", group(*drops.drops)).values()] == [0.5, 0.3]


def test_lucera_second_draw_agrees_with_played_kills() -> None:
    rng, kills, drop_counts = random.Random(3), 60_000, Counter[int | None]()

    def draw() -> int | None:
        point = rng.random()
        return next((item for item, end in ((1, 0.5), (2, 0.8)) if point < end), None)

    for _ in range(kills):
        first = draw()
        drops = {first}
        if rng.randrange(3) == 1:
            second = draw()
            if first and second == first:
                second = draw()
            drops.add(second)
        drop_counts.update(drops)
    rows = of("lucera", DropGroup(kind="drop", drops=(PackDrop(1, 1, 1, 50), PackDrop(2, 1, 1, 30)), category=2))
    for item in (1, 2):
        assert abs(rows[item].chance - drop_counts[item] / kills) < 0.01


def test_lucera_gives_grand_bosses_the_rate_of_raid_bosses() -> None:
    rates = DropRates(items=RankRates(1, 1, 2, 4))
    rows = of("lucera", group(PackDrop(RING, 1, 1, 4), PackDrop(EARRING, 1, 1, 6)), rates, "grand")
    # The category has 20 %. The sum is 16 % + 24 %, of which 8 % and 12 % are drawn: half of all successes.
    assert [round(row.chance, 6) for row in rows.values()] == [0.04, 0.06]


def test_orion_compares_the_chances_of_bosses_by_the_rate_of_raid_bosses() -> None:
    rates = DropRates(items=RankRates(2, 2, 50, 1))
    rows = of("orion", group(PackDrop(RING, 1, 1, 1), PackDrop(EARRING, 1, 1, 20)), rates, "grand")
    # Weights 50 and 100 of 150; the category has 21 %.
    assert [round(row.chance, 6) for row in rows.values()] == [0.07, 0.14]


def test_orion_sweeps_adena_by_its_plain_chance_and_multiplies_it() -> None:
    rates = DropRates(adena=RankRates(10), spoil=RankRates(3), seal_stones=2)
    spoil = group(PackDrop(ADENA, 5, 6, 40), PackDrop(STONE, 1, 1, 40), PackDrop(RING, 2, 2, 50), kind="spoil")
    rows = of("orion", spoil, rates)
    assert (rows[ADENA].chance, rows[ADENA].lowest, rows[ADENA].highest) == (0.4, 50, 60)
    assert (rows[STONE].chance, rows[STONE].lowest) == (0.4, 2)
    assert (rows[RING].chance, rows[RING].lowest, rows[RING].highest) == (1, 2, 4)
    # mobius: the rates of Adena and of spoil are those of the chance.
    rows = of("mobius", spoil, rates)
    assert (rows[ADENA].chance, rows[ADENA].lowest, rows[ADENA].highest) == (1, 20, 24)
    assert (rows[STONE].chance, rows[STONE].lowest, rows[STONE].highest) == (1, 2, 4)


def test_orion_draws_the_item_before_its_category() -> None:
    rates = DropRates(items=RankRates(2), adena=RankRates(10), seal_stones=3)
    rows = of("orion", group(PackDrop(ADENA, 30, 42, 40), PackDrop(STONE, 1, 2, 10), PackDrop(RING, 1, 3, 10)), rates)
    # Weights 80, 20, 20 of 120; the category has 60 % for Adena and stones, 100 % for the ring.
    assert {item: round(row.chance, 6) for item, row in rows.items()} == {ADENA: 0.4, STONE: 0.1, RING: 0.166667}
    assert (rows[ADENA].lowest, rows[ADENA].highest) == (300, 420)
    assert (rows[STONE].lowest, rows[STONE].highest) == (3, 6)
    fixed = of("orion", group(PackDrop(RING, 2, 2, 60)), DropRates(items=RankRates(5)))[RING]
    assert (fixed.chance, fixed.lowest, fixed.highest) == (1, 2, 2)


def test_ct0_without_rates_adds_the_chances_up_and_ends_at_the_first_success() -> None:
    rows = of("mobius_ct0", group(PackDrop(1, 1, 1, 25), PackDrop(2, 1, 1, 25), PackDrop(3, 1, 1, 50), chance=100))
    assert [row.chance for row in rows.values()] == [0.25, 0.375, 0.375]
    halved = of("mobius_ct0", group(PackDrop(1, 1, 1, 50), PackDrop(2, 1, 1, 50), chance=50))
    assert [row.chance for row in halved.values()] == [0.25, 0.375]


def test_ct0_with_rates_decides_each_item_alone() -> None:
    rates = DropRates(
        items=RankRates(20), items_amount=RankRates(2), item_chances={ADENA: 1.25}, item_amounts={ADENA: 15}
    )
    rows = of("mobius_ct0", group(PackDrop(1, 1, 3, 25), PackDrop(ADENA, 30, 42, 100), chance=10), rates)
    assert (rows[1].chance, rows[1].lowest, rows[1].highest) == (0.5, 2, 6)
    assert (rows[ADENA].chance, rows[ADENA].lowest, rows[ADENA].highest) == (0.125, 450, 630)
    spoil = of("mobius_ct0", group(PackDrop(1, 1, 1, 30), kind="spoil"), DropRates(spoil=RankRates(2), spoil_amount=3))[
        1
    ]
    assert (spoil.is_spoil, spoil.chance, spoil.highest) == (True, 0.6, 3)
    assert of("mobius_ct0", group(PackDrop(1, 1, 1, 30), chance=50), DropRates(item_chances={1: 0})) == {}
    mixed = group(PackDrop(8600, 1, 1, 50), PackDrop(RING, 1, 1, 50), chance=100)
    rows = of("mobius_ct0", mixed, DropRates(items=RankRates(0.5), herbs=0.1, herbs_amount=3))
    assert (rows[8600].chance, rows[8600].highest, rows[RING].chance) == (0.05, 3, 0.25)
    assert of("mobius_ct0", group(PackDrop(1, 1, 1, 100), chance=100), DropRates(drop_limit=0)) == {}


def test_ct0_cuts_multiplied_pieces() -> None:
    halved = DropRates(items_amount=RankRates(0.5))
    row = of("mobius_ct0", group(PackDrop(1, 1, 4, 60), chance=100), halved)[1]
    # Of 1, 2, 3, 4 pieces: none, 1, 1, 2.
    assert (round(row.chance, 6), row.lowest, row.highest, round(row.mean, 6)) == (0.45, 1, 2, round(4 / 3, 6))
    assert of("mobius_ct0", group(PackDrop(1, 1, 1, 60), chance=100), halved) == {}


def test_ct0_keeps_the_last_chance_drops_of_a_kill() -> None:
    groups = [group(PackDrop(item, 1, 1, 50), chance=100) for item in range(4)]
    rows = odds("mobius_ct0", groups, "monster", DropRates(drop_limit=2))
    # The first is kept if at most one of three later ones drops: 4 of 8 cases.
    assert [row.chance for row in rows] == [0.25, 0.375, 0.5, 0.5]
    assert [row.chance for row in odds("mobius_ct0", groups, "raid", DropRates(drop_limit=2))] == [0.5] * 4


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_ct0_limit_agrees_with_a_played_kill(limit: int) -> None:
    chances, rng, kills = [30.0, 80.0, 55.0, 10.0, 65.0], random.Random(5), 40_000
    drop_counts = Counter[int]()
    for _ in range(kills):
        drops = [item for item, chance in enumerate(chances) if rng.random() * 100 < chance]
        drop_counts.update(drops[-limit:])
    groups = [group(PackDrop(item, 1, 1, chance), chance=100) for item, chance in enumerate(chances)]
    for row in odds("mobius_ct0", groups, "monster", DropRates(drop_limit=limit)):
        assert abs(row.chance - drop_counts[row.item_id] / kills) < 0.02


def test_rusacis_raises_chances_first_and_amounts_then() -> None:
    items = PackDrop(1, 1, 2, 40), PackDrop(2, 1, 2, 10)
    plain = of("rusacis", group(*items, chance=50))
    assert [row.chance for row in plain.values()] == [0.2, 0.05]
    # 150 % of the group: 75 % of one of both.
    raised = of("rusacis", group(*items, chance=50), DropRates(items=RankRates(3)))
    assert [round(row.chance, 6) for row in raised.values()] == [0.6, 0.15]
    # 500 %: always one of both, in 2.5 rolls.
    rows = of("rusacis", group(*items, chance=50), DropRates(items=RankRates(10)))
    assert [(round(row.chance, 6), row.lowest, row.highest, row.mean) for row in rows.values()] == [
        (0.8, 2, 6, 3.75),
        (0.2, 2, 6, 3.75),
    ]


def test_rusacis_rates_follow_the_kind_of_the_group() -> None:
    rates = DropRates(items=RankRates(2), adena=RankRates(3), spoil=RankRates(4), herbs=0.5, seal_stones=0)
    kinds: dict[DropKind, float] = {"drop": 0.2, "currency": 0.3, "spoil": 0.4, "herb": 0.05}
    for kind, chance in kinds.items():
        assert math.isclose(of("rusacis", group(PackDrop(1, 1, 1, 10), kind=kind, chance=100), rates)[1].chance, chance)
    assert of("rusacis", group(PackDrop(1, 1, 1, 10), kind="seal_stone", chance=100), rates) == {}


def test_rusacis_leaves_out_skipped_kinds() -> None:
    rates = DropRates(skipped_kinds=frozenset({"herb"}))
    assert of("rusacis", group(PackDrop(1, 1, 1, 10), kind="herb", chance=100), rates) == {}
    assert of("rusacis", group(PackDrop(1, 1, 1, 10), chance=100), rates)


def test_rusacis_alternate_dice_have_a_smallest_chance() -> None:
    rows = of("rusacis", group(PackDrop(1, 1, 1, 0.0001), chance=100), DropRates(is_alternate=True))
    assert rows[1].chance == 1 / 32768
    rows = of("rusacis", group(PackDrop(1, 1, 1, 25), chance=50), DropRates(is_alternate=True))
    assert rows[1].chance == (16383 + 1) / 32768 * (8191 + 1) / 32768


def test_rusacis_alternate_decides_each_item_alone() -> None:
    rates = DropRates(items=RankRates(3), is_alternate=True)
    rows = of("rusacis", group(PackDrop(1, 2, 4, 20), PackDrop(2, 2, 4, 100), chance=100), rates)
    assert (round(rows[1].chance, 4), rows[1].lowest, rows[1].highest) == (0.6, 2, 4)
    assert (rows[2].chance, rows[2].lowest, rows[2].highest) == (1, 6, 12)

"""The odds of each drop by the rules of the pack, as its own code computes them. Pure.

They hold for a killer of the monster's level without premium rates, and for a monster that is neither a champion nor
seeded. Sources, at the commits of `operators/families.md`:

    mobius         model/actor/Attackable.java, model/DropCategory.java
    frozen         model/L2Attackable.java, model/L2DropCategory.java
    acis           model/actor/instance/Monster.java, model/item/DropCategory.java
    lucera         model/L2Attackable.java, model/L2DropCategory.java
    orion          model/L2Attackable.java, model/L2DropCategory.java
    mobius_ct0     model/actor/templates/NpcTemplate.java
    rusacis        model/item/DropCategory.java, model/item/DropData.java, enums/DropType.java
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from statistics import fmean
from typing import Final

import msgspec

from gateway.extras.guide.datapack.drops import DropGroup, DropOdds, DropRates, PackDrop
from gateway.extras.guide.records import Rank
from gateway.game.items import ADENA

SEAL_STONES: Final = range(6360, 6363)
MILLION: Final = 1_000_000
"""A chance of 100 % in the packs that count in millionths."""
EPIC_ITEMS: Final = frozenset({6656, 6657, 6658, 6659, 6660, 6661, 6662, 8191, *SEAL_STONES, *range(8723, 8763)})
"""Boss jewels, seal stones and life stones: what else drops where the server is of high rates."""
Rules = Callable[[Sequence[DropGroup], Rank, DropRates], Iterable[DropOdds]]
_EVERY_ROLL: Final = 1.0
_MANY_ROLLS: Final = 1000
"""Where the cut pieces of a multiplied number no longer matter."""


def odds(
    family: str, groups: Sequence[DropGroup], rank: Rank, rates: DropRates, *, is_raid_minion: bool = False
) -> list[DropOdds]:
    """Returns the odds of each drop, in the order of the groups. `is_raid_minion`: of a minion of a raid boss.

    Raises KeyError for a family without rules.
    """
    rules = RULES[family]
    if is_raid_minion and rank == "minion":
        rules = _RAID_MINION_RULES.get(family, rules)
    return [drop for drop in rules(groups, rank, rates) if drop.chance > 0 and drop.highest > 0]


def _is_boss(rank: Rank) -> bool:
    return rank in {"raid", "grand"}


def _millionths(chance: float) -> int:
    return round(chance * 10_000)


def _rolled(drop: PackDrop, chance: float, ratio: float, factor: float = 1.0, *, is_spoil: bool = False) -> DropOdds:
    """`ratio`: one roll for each whole 1, and one more with its fraction. `factor`: of the number of pieces."""
    ratio = max(ratio, _EVERY_ROLL)
    return DropOdds(
        item_id=drop.item_id,
        is_spoil=is_spoil,
        chance=min(chance, 1.0),
        lowest=int(drop.lowest * math.floor(ratio) * factor),
        highest=int(drop.highest * math.ceil(ratio) * factor),
        mean=(drop.lowest + drop.highest) / 2 * ratio * factor,
    )


# Packs with categories: a category is decided by the sum of its chances, and gives one item.


def _adena_or_items(item_id: int, rank: Rank, rates: DropRates) -> float:
    return rates.adena.of(rank) if item_id == ADENA else rates.items.of(rank)


def _stones_factor(item_id: int, rates: DropRates) -> float:
    return rates.seal_stones if item_id in SEAL_STONES else 1.0


def _single_chance(drop: PackDrop, rate: float) -> float:
    return max(1, round(_millionths(drop.chance) * rate)) / MILLION


def _swept(group: DropGroup, rank: Rank, rates: DropRates) -> Iterator[DropOdds]:
    """Spoil: each item is decided alone."""
    for drop in group.drops:
        if rates.is_epic_only and drop.item_id not in {ADENA, *EPIC_ITEMS}:
            continue
        rate = rates.adena.of(rank) if drop.item_id == ADENA else rates.spoil.of(rank)
        chance = _single_chance(drop, rate)
        yield _rolled(drop, chance, chance, _stones_factor(drop.item_id, rates), is_spoil=True)


def _category_chance(group: DropGroup, rate: float) -> float:
    return min(1.0, max(1, int(sum(_millionths(drop.chance) for drop in group.drops) * rate)) / MILLION)


def _shares(group: DropGroup, rates: tuple[float, float]) -> list[float]:
    """Returns the share of each item in the successes of its category: of its chance after the rate, at most 100 %.

    `rates`: by which the chances are compared, and by which they were added up when the game started. Where they
    differ, the items do not share all successes, or the last ones get none.
    """
    weights, addends = ([min(int(_millionths(drop.chance) * rate), MILLION) for drop in group.drops] for rate in rates)
    total = sum(addends)
    ends = [min(end, total) for end in accumulate(weights, initial=0)]
    return [(end - start) / total if total else 0.0 for start, end in pairwise(ends)]


def _is_dropped(group: DropGroup, rates: DropRates) -> bool:
    is_epic = any(drop.item_id in EPIC_ITEMS for drop in group.drops)
    return not rates.is_epic_only or group.category == 0 or is_epic


def _of_categories(selection: Callable[[Rank, DropRates], tuple[float, float]]) -> Rules:
    """`selection`: the rates of `_shares`."""

    def rules(groups: Sequence[DropGroup], rank: Rank, rates: DropRates) -> Iterator[DropOdds]:
        for group in groups:
            if group.kind == "spoil":
                yield from _swept(group, rank, rates)
            elif _is_dropped(group, rates):
                # The chance of Adena has the rate of items too: its own rate is one of its amount.
                chance = _category_chance(group, rates.items.of(rank))
                for drop, share in zip(group.drops, _shares(group, selection(rank, rates)), strict=True):
                    ratio = drop.chance / 100 * _adena_or_items(drop.item_id, rank, rates)
                    yield _rolled(drop, chance * share, ratio, _stones_factor(drop.item_id, rates))

    return rules


def _monster_rate_unless_boss(rank: Rank, rates: DropRates) -> tuple[float, float]:
    rate = 1.0 if _is_boss(rank) else rates.items.monster
    return rate, rate


def _plain_chance_of_rated_sum(_rank: Rank, rates: DropRates) -> tuple[float, float]:
    """The game takes a minion of a raid boss for a boss when it draws the item, and not when it adds the chances up."""
    return 1.0, rates.items.monster


def _rate_of_rank(rank: Rank, rates: DropRates) -> tuple[float, float]:
    rate = rates.items.of(rank)
    return rate, rate


def _of_lucera(groups: Sequence[DropGroup], rank: Rank, rates: DropRates) -> Iterator[DropOdds]:
    """Grand bosses have the rate of raid bosses: their own one counts only where the chances are added up."""
    rated_rank: Rank = "raid" if rank == "grand" else rank
    for group in groups:
        if group.kind == "spoil":
            for drop, row in zip(group.drops, _swept(group, rank, rates), strict=True):
                rate = rates.adena.of(rank) if drop.item_id == ADENA else rates.spoil.of(rank)
                yield _bounded(drop, row, drop.chance / 100 * rate, rates)
            continue
        chance = _category_chance(group, rates.items.of(rated_rank))
        shares = _shares(group, (rates.items.of(rated_rank), rates.items.of(rank)))
        chances = [chance * share for share in shares]
        if group.category in _TWICE_DRAWN:
            chances = _drawn_twice(chances)
        for drop, item_chance in zip(group.drops, chances, strict=True):
            ratio = drop.chance / 100 * _adena_or_items(drop.item_id, rated_rank, rates)
            yield _bounded(drop, _rolled(drop, item_chance, ratio), ratio, rates)


_TWICE_DRAWN: Final = {1, 2}
"""Categories of Lucera that give a second item in a third of the kills."""


def _drawn_twice(chances: Sequence[float]) -> list[float]:
    """The second draw is repeated once where it has the item of the first, and then gives nothing for the same item."""
    squares = sum(chance**2 for chance in chances)
    return [chance * (1 + (1 - chance + squares - chance**2) / 3) for chance in chances]


def _bounded(drop: PackDrop, row: DropOdds, ratio: float, rates: DropRates) -> DropOdds:
    """Returns the odds with the pieces that Lucera gives of items above 100 %."""
    if ratio <= 1:
        return row
    if drop.item_id in rates.one_roll_items:
        return msgspec.structs.replace(
            row, lowest=drop.lowest, highest=drop.highest, mean=(drop.lowest + drop.highest) / 2
        )
    if drop.item_id in rates.single_items and drop.item_id not in rates.many_roll_items:
        return msgspec.structs.replace(row, lowest=1, highest=1, mean=1)
    return row


def _of_item_first(groups: Sequence[DropGroup], rank: Rank, rates: DropRates) -> Iterator[DropOdds]:
    """Orion: the item is drawn before its category is decided: of Adena and seal stones by the category's plain chance,
    and their rates are of their amount alone."""
    weight = rates.items.raid if _is_boss(rank) else rates.items.monster
    for group in groups:
        is_spoil = group.kind == "spoil"
        shares = [1.0] * len(group.drops) if is_spoil else _shares(group, (weight, weight))
        for drop, share in zip(group.drops, shares, strict=True):
            is_fixed = drop.item_id == ADENA or drop.item_id in SEAL_STONES
            factor = rates.adena.of(rank) if drop.item_id == ADENA else _stones_factor(drop.item_id, rates)
            rate = 1.0 if is_fixed else (rates.spoil if is_spoil else rates.items).of(rank)
            chance = (
                max(1, round(_millionths(drop.chance) * rate)) / MILLION if is_spoil else _category_chance(group, rate)
            )
            # Rolls of a fixed number of pieces do not add up, but those of a sweep do.
            ratio = drop.chance / 100 * rate if is_spoil or drop.lowest < drop.highest else _EVERY_ROLL
            yield _rolled(drop, share * chance, ratio, factor, is_spoil=is_spoil)


# mobius_ct0: each roll stands alone, and the last ones count where a kill may drop a limited number.


def _kept(chances: Sequence[float], limit: int | None) -> list[float]:
    """Returns the probability that a success is among the last `limit` ones. `chances`: of each place to succeed."""
    if limit is None:
        return [1.0] * len(chances)
    shares_kept: list[float] = []
    distribution = [1.0, *[0.0] * limit]
    """Probability of so many successes at later places; the last entry: of that many or more."""
    for chance in reversed(chances):
        shares_kept.append(sum(distribution[:limit]))
        stay = [probability * (1 - chance) for probability in distribution]
        stay[-1] = distribution[-1]
        distribution = [stay[0], *(stay[count] + distribution[count - 1] * chance for count in range(1, limit + 1))]
    return shares_kept[::-1]


HERBS: Final = frozenset({*range(8154, 8158), *range(8600, 8615), 8952, 8953})
"""Items that take effect when they are picked up."""


def _chance_rate(item_id: int, rank: Rank, rates: DropRates) -> float:
    if item_id in rates.item_chances:
        return rates.item_chances[item_id]
    return rates.herbs if item_id in HERBS else rates.items.of(rank)


def _amount_rate(item_id: int, rank: Rank, rates: DropRates) -> float:
    if item_id in rates.item_amounts:
        return rates.item_amounts[item_id]
    return rates.herbs_amount if item_id in HERBS else rates.items_amount.of(rank)


def _of_single_rolls(groups: Sequence[DropGroup], rank: Rank, rates: DropRates) -> Iterator[DropOdds]:
    limit = rates.raid_drop_limit if _is_boss(rank) else rates.drop_limit
    if limit == 0:
        return
    grouped = [group for group in groups if group.kind != "spoil" and group.chance is not None]
    rolls = [_rolls_of_group(group, rank, rates) for group in grouped]
    for group, chances, shares_kept in zip(grouped, rolls, _kept([_limited(row) for row in rolls], limit), strict=True):
        for drop, (chance, is_limited) in zip(group.drops, chances, strict=True):
            rate = _amount_rate(drop.item_id, rank, rates)
            yield _of_whole_pieces(drop, chance * (shares_kept if is_limited else 1), rate)
    for kind in ("drop", "spoil"):
        alone = [group for group in groups if (group.kind == "spoil") == (kind == "spoil") and group.chance is None]
        yield from _ungrouped(alone, rank, rates, limit)


def _of_whole_pieces(drop: PackDrop, chance: float, factor: float, *, is_spoil: bool = False) -> DropOdds:
    """The number of pieces is multiplied and cut: half of one is none."""
    rolls = range(drop.lowest, max(drop.lowest, drop.highest) + 1)
    row = _rolled(drop, chance, _EVERY_ROLL, factor, is_spoil=is_spoil)
    if float(factor).is_integer() or len(rolls) > _MANY_ROLLS:
        return row
    pieces = [count for roll in rolls if (count := int(roll * factor))]
    return msgspec.structs.replace(
        row,
        chance=row.chance * len(pieces) / len(rolls),
        lowest=pieces[0] if pieces else 0,
        mean=fmean(pieces) if pieces else 0.0,
    )


def _limited(rolls: Sequence[tuple[float, bool]]) -> float:
    return min(1.0, sum(chance for chance, is_limited in rolls if is_limited))


def _rolls_of_group(group: DropGroup, rank: Rank, rates: DropRates) -> list[tuple[float, bool]]:
    """Returns for each item its chance, and whether it counts towards the limit.

    Without a rate, an item is rolled with the chances of the items up to it, and the first success ends the group: the
    odds are not the chances of the datapack. With a rate each item is decided alone, without a limit.
    """
    share = (group.chance or 0.0) / 100
    open_chance, cumulative = 1.0, 0.0
    rolls: list[tuple[float, bool]] = []
    for drop in group.drops:
        rate = _chance_rate(drop.item_id, rank, rates)
        cumulative = cumulative + drop.chance if rate == 1 else drop.chance
        roll_chance = min(1.0, cumulative / 100 * share * rate)
        rolls.append((open_chance * roll_chance, rate == 1 and roll_chance < 1))
        if rate == 1:
            open_chance *= 1 - roll_chance
    return rolls


def _ungrouped(groups: Sequence[DropGroup], rank: Rank, rates: DropRates, limit: int | None) -> Iterator[DropOdds]:
    drops = [(group, drop) for group in groups for drop in group.drops]
    chances = [
        min(
            1.0,
            drop.chance
            / 100
            * (rates.spoil.of(rank) if group.kind == "spoil" else _chance_rate(drop.item_id, rank, rates)),
        )
        for group, drop in drops
    ]
    limited = [chance if drop.chance < 100 else 0.0 for chance, (_, drop) in zip(chances, drops, strict=True)]
    for (group, drop), chance, shares_kept in zip(drops, chances, _kept(limited, limit), strict=True):
        is_spoil = group.kind == "spoil"
        rate = rates.spoil_amount if is_spoil else _amount_rate(drop.item_id, rank, rates)
        odds_of_roll = chance * (shares_kept if drop.chance < 100 else 1)
        yield _of_whole_pieces(drop, odds_of_roll, rate, is_spoil=is_spoil)


# rusacis: a group has a chance of its own, and what is above 100 % raises chances first and amounts then.


def _group_rate(group: DropGroup, rank: Rank, rates: DropRates) -> float:
    match group.kind:
        case "spoil":
            return rates.spoil.of(rank)
        case "currency":
            return rates.adena.of(rank)
        case "herb":
            return rates.herbs
        case "seal_stone":
            return rates.seal_stones
        case "drop":
            return rates.items.of(rank)


def _of_groups(groups: Sequence[DropGroup], rank: Rank, rates: DropRates) -> Iterator[DropOdds]:
    for group in groups:
        if group.kind in rates.skipped_kinds:
            continue
        rate = _group_rate(group, rank, rates)
        scaled = (group.chance or 0.0) / 100 * rate
        chance, multiplier = min(1.0, scaled), max(1.0, scaled)
        if rates.is_alternate:
            yield from _alternate(group, rate)
        elif group.kind == "spoil":
            for drop in group.drops:
                ratio = drop.chance / 100 * multiplier
                yield _rolled(drop, chance * min(1.0, ratio), ratio, is_spoil=True)
        else:
            whole = max(1.0, sum(drop.chance for drop in group.drops) / 100 * multiplier)
            for drop in group.drops:
                yield _rolled(drop, chance * drop.chance / 100 * multiplier / whole, whole)


def _alternate(group: DropGroup, rate: float) -> Iterator[DropOdds]:
    """Each item of a group is decided alone; what is above 100 % raises its amount, the less the rarer the group is."""
    share = (group.chance or 0.0) / 100
    rarity = (1 - share) ** 10
    for drop in group.drops:
        scaled = drop.chance / 100 * rate
        growth = 1 + max(0.0, scaled - 1) * (1 - rarity)
        lowest = max(drop.lowest, int(drop.lowest * growth))
        highest = max(lowest, int(drop.highest * growth))
        yield DropOdds(
            item_id=drop.item_id,
            is_spoil=group.kind == "spoil",
            chance=_diced(share * rate) * _diced(scaled),
            lowest=lowest,
            highest=highest,
            mean=(lowest + highest) / 2,
        )


def _diced(chance: float) -> float:
    """Returns the probability that one of the 32,768 faces of the pack's dice is in the chance; the first always is."""
    return min(1.0, (int(chance * 32767) + 1) / 32768)


RULES: Final[Mapping[str, Rules]] = {
    "mobius": _of_categories(_monster_rate_unless_boss),
    "frozen": _of_categories(_monster_rate_unless_boss),
    "acis": _of_categories(_rate_of_rank),
    "lucera": _of_lucera,
    "orion": _of_item_first,
    "mobius_ct0": _of_single_rolls,
    "rusacis": _of_groups,
}
_RAID_MINION_RULES: Final[Mapping[str, Rules]] = dict.fromkeys(
    ("mobius", "frozen"), _of_categories(_plain_chance_of_rated_sum)
)

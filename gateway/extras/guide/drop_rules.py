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
from typing import Final

from gateway.extras.guide.drops import Drop, DropGroup, DropOdds, Rank, Rates
from gateway.game.items import ADENA

SEAL_STONES: Final = range(6360, 6363)
MILLION: Final = 1_000_000
"""A chance of 100 % in the packs that count in millionths."""
Rules = Callable[[Sequence[DropGroup], Rank, Rates], Iterable[DropOdds]]
_EVERY_ROLL: Final = 1.0


def odds(family: str, groups: Sequence[DropGroup], rank: Rank, rates: Rates) -> list[DropOdds]:
    """Returns the odds of each drop, in the order of the groups. Raises KeyError for a family without rules."""
    return [drop for drop in RULES[family](groups, rank, rates) if drop.chance > 0 and drop.highest > 0]


def _is_boss(rank: Rank) -> bool:
    return rank in {"raid", "grand"}


def _millionths(chance: float) -> int:
    return round(chance * 10_000)


def _rolled(drop: Drop, chance: float, ratio: float, factor: float = 1.0, *, is_spoil: bool = False) -> DropOdds:
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


def _swept(group: DropGroup, rank: Rank, rates: Rates) -> Iterator[DropOdds]:
    """Spoil: each item is decided alone."""
    for drop in group.drops:
        rate = rates.adena.of(rank) if drop.item_id == ADENA else rates.spoil.of(rank)
        chance = max(1, round(_millionths(drop.chance) * rate)) / MILLION
        ratio = _EVERY_ROLL if drop.item_id in rates.single_items else chance
        yield _rolled(drop, chance, ratio, is_spoil=True)


def _category_chance(group: DropGroup, rate: float) -> float:
    return max(1, int(sum(_millionths(drop.chance) for drop in group.drops) * rate)) / MILLION


def _shares(group: DropGroup, rate: float) -> list[float]:
    """Returns the share of each item in the successes of its category: of its chance after the rate, at most 100 %."""
    weights = [min(int(_millionths(drop.chance) * rate), MILLION) for drop in group.drops]
    total = sum(weights)
    return [weight / total if total else 0.0 for weight in weights]


def _of_categories(selection: Callable[[Rank, Rates], float]) -> Rules:
    """`selection`: the rate by which the chances of a category's items are compared."""

    def rules(groups: Sequence[DropGroup], rank: Rank, rates: Rates) -> Iterator[DropOdds]:
        for group in groups:
            if group.kind == "spoil":
                yield from _swept(group, rank, rates)
                continue
            # The chance of Adena has the rate of items too: its own rate is one of its amount.
            chance = min(1.0, _category_chance(group, rates.items.of(rank)))
            for drop, share in zip(group.drops, _shares(group, selection(rank, rates)), strict=True):
                rate = rates.adena.of(rank) if drop.item_id == ADENA else rates.items.of(rank)
                ratio = _EVERY_ROLL if drop.item_id in rates.single_items else drop.chance / 100 * rate
                factor = rates.seal_stones if drop.item_id in SEAL_STONES else 1.0
                yield _rolled(drop, chance * share, ratio, factor)

    return rules


def _monster_rate_unless_boss(rank: Rank, rates: Rates) -> float:
    return 1.0 if _is_boss(rank) else rates.items.monster


def _rate_of_rank(rank: Rank, rates: Rates) -> float:
    return rates.items.of(rank)


def _of_item_first(groups: Sequence[DropGroup], rank: Rank, rates: Rates) -> Iterator[DropOdds]:
    """The item is drawn before its category is decided: of Adena and seal stones by the category's plain chance."""
    for group in groups:
        if group.kind == "spoil":
            yield from _swept(group, rank, rates)
            continue
        rate = rates.items.of(rank)
        for drop, share in zip(group.drops, _shares(group, _monster_rate_unless_boss(rank, rates)), strict=True):
            if drop.item_id == ADENA or drop.item_id in SEAL_STONES:
                factor = rates.adena.of(rank) if drop.item_id == ADENA else rates.seal_stones
                yield _rolled(drop, share * min(1.0, _category_chance(group, 1)), _EVERY_ROLL, factor)
                continue
            # Rolls of a fixed number of pieces do not add up.
            ratio = drop.chance / 100 * rate if drop.lowest < drop.highest else _EVERY_ROLL
            yield _rolled(drop, share * min(1.0, _category_chance(group, rate)), ratio)


# mobius_ct0: each roll stands alone, and the last ones count where a kill may drop a limited number.


def _kept(chances: Sequence[float], limit: int | None) -> list[float]:
    """Returns the probability that a success is among the last `limit` ones. `chances`: of each place to succeed."""
    if limit is None:
        return [1.0] * len(chances)
    kept: list[float] = []
    later = [1.0, *[0.0] * limit]
    """Probability of so many successes at later places; the last entry: of that many or more."""
    for chance in reversed(chances):
        kept.append(sum(later[:limit]))
        stay = [probability * (1 - chance) for probability in later]
        stay[-1] = later[-1]
        later = [stay[0], *(stay[count] + later[count - 1] * chance for count in range(1, limit + 1))]
    return kept[::-1]


def _chance_rate(item_id: int, kind: str, rank: Rank, rates: Rates) -> float:
    if item_id in rates.item_chances:
        return rates.item_chances[item_id]
    return rates.herbs if kind == "herb" else rates.items.of(rank)


def _amount_rate(item_id: int, kind: str, rank: Rank, rates: Rates) -> float:
    if item_id in rates.item_amounts:
        return rates.item_amounts[item_id]
    return rates.herbs_amount if kind == "herb" else rates.items_amount.of(rank)


def _of_single_rolls(groups: Sequence[DropGroup], rank: Rank, rates: Rates) -> Iterator[DropOdds]:
    limit = rates.raid_drop_limit if _is_boss(rank) else rates.drop_limit
    grouped = [group for group in groups if group.kind != "spoil" and group.chance is not None]
    rolls = [_rolls_of_group(group, rank, rates) for group in grouped]
    for group, chances, kept in zip(grouped, rolls, _kept([_limited(row) for row in rolls], limit), strict=True):
        for drop, (chance, is_limited) in zip(group.drops, chances, strict=True):
            rate = _amount_rate(drop.item_id, group.kind, rank, rates)
            yield _rolled(drop, chance * (kept if is_limited else 1), _EVERY_ROLL, rate)
    for kind in ("drop", "spoil"):
        alone = [group for group in groups if (group.kind == "spoil") == (kind == "spoil") and group.chance is None]
        yield from _ungrouped(alone, rank, rates, limit)


def _limited(rolls: Sequence[tuple[float, bool]]) -> float:
    return min(1.0, sum(chance for chance, is_limited in rolls if is_limited))


def _rolls_of_group(group: DropGroup, rank: Rank, rates: Rates) -> list[tuple[float, bool]]:
    """Returns for each item its chance, and whether it counts towards the limit.

    Without a rate, the roll of an item is won by the chances of the items up to it, and the first success ends the
    group: the odds are not the chances of the datapack. With a rate each item is decided alone, without a limit.
    """
    share = (group.chance or 0.0) / 100
    open_chance, listed = 1.0, 0.0
    rolls: list[tuple[float, bool]] = []
    for drop in group.drops:
        rate = _chance_rate(drop.item_id, group.kind, rank, rates)
        listed = listed + drop.chance if rate == 1 else drop.chance
        won = min(1.0, listed / 100 * share * rate)
        rolls.append((open_chance * won, rate == 1 and won < 1))
        if rate == 1:
            open_chance *= 1 - won
    return rolls


def _ungrouped(groups: Sequence[DropGroup], rank: Rank, rates: Rates, limit: int | None) -> Iterator[DropOdds]:
    drops = [(group, drop) for group in groups for drop in group.drops]
    chances = [
        min(
            1.0,
            drop.chance
            / 100
            * (rates.spoil.of(rank) if group.kind == "spoil" else _chance_rate(drop.item_id, group.kind, rank, rates)),
        )
        for group, drop in drops
    ]
    limited = [chance if drop.chance < 100 else 0.0 for chance, (_, drop) in zip(chances, drops, strict=True)]
    for (group, drop), chance, kept in zip(drops, chances, _kept(limited, limit), strict=True):
        is_spoil = group.kind == "spoil"
        rate = rates.spoil_amount if is_spoil else _amount_rate(drop.item_id, group.kind, rank, rates)
        odds_of_roll = chance * (kept if drop.chance < 100 else 1)
        yield _rolled(drop, odds_of_roll, _EVERY_ROLL, rate, is_spoil=is_spoil)


# rusacis: a group has a chance of its own, and what is above 100 % raises chances first and amounts then.


def _group_rate(group: DropGroup, rank: Rank, rates: Rates) -> float:
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


def _of_groups(groups: Sequence[DropGroup], rank: Rank, rates: Rates) -> Iterator[DropOdds]:
    for group in groups:
        rate = _group_rate(group, rank, rates)
        scaled = (group.chance or 0.0) / 100 * rate
        chance, multiplier = min(1.0, scaled), max(1.0, scaled)
        if rates.is_alternate:
            yield from _alternate(group, chance, rate)
        elif group.kind == "spoil":
            for drop in group.drops:
                ratio = drop.chance / 100 * multiplier
                yield _rolled(drop, chance * min(1.0, ratio), ratio, is_spoil=True)
        else:
            whole = max(1.0, sum(drop.chance for drop in group.drops) / 100 * multiplier)
            for drop in group.drops:
                yield _rolled(drop, chance * drop.chance / 100 * multiplier / whole, whole)


def _alternate(group: DropGroup, chance: float, rate: float) -> Iterator[DropOdds]:
    """Each item of a group is decided alone; what is above 100 % raises its amount, the less the rarer the group is."""
    rarity = (1 - (group.chance or 0.0) / 100) ** 10
    for drop in group.drops:
        scaled = drop.chance / 100 * rate
        growth = 1 + max(0.0, scaled - 1) * (1 - rarity)
        lowest = max(drop.lowest, int(drop.lowest * growth))
        highest = max(lowest, int(drop.highest * growth))
        yield DropOdds(
            item_id=drop.item_id,
            is_spoil=group.kind == "spoil",
            chance=chance * min(1.0, scaled),
            lowest=lowest,
            highest=highest,
            mean=(lowest + highest) / 2,
        )


RULES: Final[Mapping[str, Rules]] = {
    "mobius": _of_categories(_monster_rate_unless_boss),
    "frozen": _of_categories(_monster_rate_unless_boss),
    "acis": _of_categories(_rate_of_rank),
    "lucera": _of_categories(_rate_of_rank),
    "orion": _of_item_first,
    "mobius_ct0": _of_single_rolls,
    "rusacis": _of_groups,
}

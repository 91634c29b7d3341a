"""Milestones that characters pass between two snapshots, and the firsts of the world. Pure."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from msgspec import Struct

from gateway.extras.history.tracked import Columns, Merge
from gateway.extras.world_events import FIRST_SEASON, Season, WorldEvent
from gateway.game.classes import CLASSES
from gateway.world_snapshot.ascending import distinct
from gateway.world_snapshot.serialization import Array

THIRD_CLASS_TIER: Final = 3
_TIERS: Final = np.zeros(256, np.uint8)
_TIERS[list(CLASSES)] = [entry.tier for entry in CLASSES.values()]


class MilestoneRule(Struct, frozen=True):
    """Passed when the value reaches `threshold`. `has_firsts`: the world's first by race and class is an event."""

    kind: str
    value: str
    threshold: int
    has_firsts: bool = False


RULES: Final = (
    *(
        MilestoneRule(kind=f"level_{level}", value="level", threshold=level, has_firsts=level >= 40)
        for level in (20, 40, 61, 76, 78, 80)
    ),
    MilestoneRule(kind="first_pvp", value="pvp_kills", threshold=1),
    MilestoneRule(kind="pvp_100", value="pvp_kills", threshold=100),
    MilestoneRule(kind="pvp_1000", value="pvp_kills", threshold=1000),
    MilestoneRule(kind="noble", value="noble", threshold=1, has_firsts=True),
    MilestoneRule(kind="third_class", value="class_id", threshold=THIRD_CLASS_TIER),
)


class PassedMilestone(Struct, frozen=True, kw_only=True):
    """`scopes`: "world", "race:2", "class:92" where the character is the first."""

    character_id: int
    first_day: int
    kind: str
    threshold: int
    scopes: tuple[str, ...] = ()


def passed_milestones(merge: Merge, claimed_firsts: set[str]) -> list[PassedMilestone]:
    """Returns the milestones passed since the last snapshot, and adds to `claimed_firsts` the groups with a first.

    A milestone that a character had at first sight has no date. It claims the firsts of the character's groups.
    """
    milestones: list[PassedMilestone] = []
    for rule in RULES:
        now = measure(rule, merge.characters)[merge.places] >= rule.threshold
        at_first = measure(rule, merge.characters, "first_")[merge.places] >= rule.threshold
        new = now & ~at_first & ~merge.has_begun & (measure(rule, merge.old_values) < rule.threshold)
        if rule.has_firsts:
            claimed_firsts.update(_keys(rule, merge, now & merge.is_first_sight))
        for row in np.flatnonzero(new).tolist():
            scopes = tuple(scope for scope in _scopes(merge, row) if f"{rule.kind}:{scope}" not in claimed_firsts)
            place = merge.places[row]
            milestones.append(
                PassedMilestone(
                    character_id=int(merge.characters["character_id"][place]),
                    first_day=int(merge.characters["first_day"][place]),
                    kind=rule.kind,
                    threshold=rule.threshold,
                    scopes=scopes if rule.has_firsts else (),
                )
            )
        if rule.has_firsts:
            claimed_firsts.update(_keys(rule, merge, new))
    return milestones


def measure(rule: MilestoneRule, columns: Columns, prefix: str = "") -> Array:
    values = columns[f"{prefix}{rule.value}"]
    return _TIERS[values] if rule.value == "class_id" else values


def tier(class_id: int) -> int:
    return int(_TIERS[class_id])


def _scopes(merge: Merge, row: int) -> tuple[str, str, str]:
    return "world", f"race:{merge.races[row]}", f"class:{merge.characters['class_id'][merge.places[row]]}"


def _keys(rule: MilestoneRule, merge: Merge, is_first: Array) -> Iterator[str]:
    if not is_first.any():
        return
    yield f"{rule.kind}:world"
    yield from (f"{rule.kind}:race:{race}" for race in distinct(merge.races[is_first]))
    class_ids = merge.characters["class_id"][merge.places[is_first]]
    yield from (f"{rule.kind}:class:{class_id}" for class_id in distinct(class_ids))


def state_name(season: Season) -> str:
    """Returns the name of the state with the firsts that are claimed in a season."""
    return "firsts" if season.number == FIRST_SEASON.number else f"firsts:{season.number}"


def first_event(milestone: PassedMilestone, at: int, accuracy: int) -> WorldEvent:
    details = {"milestone": milestone.kind, "scopes": list(milestone.scopes)}
    return WorldEvent(
        kind="world_first",
        subject_id=milestone.character_id,
        at=at,
        accuracy_seconds=accuracy,
        object_id=milestone.threshold,
        details=details,
    )

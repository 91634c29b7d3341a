"""Classes and races."""

from collections import Counter

import pytest

from gateway.game.classes import CLASSES, RACES, class_name, race_name, race_of


def test_classes_are_complete() -> None:
    assert sorted(CLASSES) == [*range(58), *range(88, 119)]
    assert Counter(entry.tier for entry in CLASSES.values()) == {0: 9, 1: 18, 2: 31, 3: 31}
    assert len({entry.name for entry in CLASSES.values()}) == 89


@pytest.mark.parametrize(
    ("race", "ids"),
    [
        ("Human", [*range(18), *range(88, 99)]),
        ("Elf", [*range(18, 31), *range(99, 106)]),
        ("Dark Elf", [*range(31, 44), *range(106, 113)]),
        ("Orc", [*range(44, 53), *range(113, 117)]),
        ("Dwarf", [*range(53, 58), *range(117, 119)]),
    ],
)
def test_race_of_each_class_id(race: str, ids: list[int]) -> None:
    assert [class_id for class_id in sorted(CLASSES) if race_of(class_id) == RACES.index(race)] == ids


def test_parent_has_the_same_race_and_the_tier_below() -> None:
    for entry in CLASSES.values():
        if entry.parent is None:
            assert entry.tier == 0
            continue
        parent = CLASSES[entry.parent]
        assert (entry.race, entry.tier) == (parent.race, parent.tier + 1)
        # Only priests branch off from another calling.
        assert entry.calling in {parent.calling, "priest"}


def test_names_are_those_of_the_client() -> None:
    assert [class_name(class_id) for class_id in (0, 4, 21, 92, 99, 116, 118)] == [
        "Human Fighter",
        "Human Knight",
        "Sword Singer",
        "Sagittarius",
        "Eva's Templar",
        "Doom Cryer",
        "Maestro",
    ]
    assert [race_name(race) for race in range(5)] == ["Human", "Elf", "Dark Elf", "Orc", "Dwarf"]


@pytest.mark.parametrize("unknown", [58, 87, 119, -1, 1000])
def test_unknown_class_or_race_is_named_by_its_id(unknown: int) -> None:
    assert class_name(unknown) == f"Class #{unknown}"
    assert race_name(unknown) == f"Race #{unknown}"
    assert race_of(unknown) is None

"""Labels of access levels, at each boundary and in the families' own scales."""

import pytest

from gateway.game.access import access_label

LABELS = {
    **{1000: "Admin", 100: "Admin", 99: "Head GM", 75: "Head GM", 74: "Senior GM", 50: "Senior GM", 49: "GM", 1: "GM"},
    **{0: "Player", -1: "Banned", -100: "Banned"},
}
FAMILY_SCALES = {
    "mobius": {8: "GM", 1: "GM"},
    "acis": {8: "Admin", 7: "Admin", 6: "Head GM", 5: "Senior GM", 3: "GM", 1: "GM"},
    "orion": {1: "Admin", 2: "Head GM", 3: "Senior GM", 5: "GM", 7: "GM", 127: "Admin"},
}


@pytest.mark.parametrize(("level", "label"), LABELS.items())
def test_access_label_of_each_boundary(level: int, label: str) -> None:
    assert access_label(level, "lucera") == label


@pytest.mark.parametrize("family", FAMILY_SCALES)
def test_access_label_follows_the_family_s_scale(family: str) -> None:
    assert {level: access_label(level, family) for level in FAMILY_SCALES[family]} == FAMILY_SCALES[family]
    assert [access_label(level, family) for level in (100, 0, -1)] == ["Admin", "Player", "Banned"]

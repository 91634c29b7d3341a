"""Labels of access levels, at each boundary."""

import pytest

from gateway.game.access import access_label

LABELS = {
    **{1000: "Admin", 100: "Admin", 99: "Head GM", 75: "Head GM", 74: "Senior GM", 50: "Senior GM", 49: "GM", 1: "GM"},
    **{0: "Player", -1: "Banned", -100: "Banned"},
}


@pytest.mark.parametrize(("level", "label"), LABELS.items())
def test_access_label_of_each_boundary(level: int, label: str) -> None:
    assert access_label(level) == label

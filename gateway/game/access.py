"""Labels of account access levels."""

from collections.abc import Mapping
from typing import Final

_LABELS: Final = ((100, "Admin"), (75, "Head GM"), (50, "Senior GM"), (1, "GM"), (0, "Player"))
_ACIS: Final = {4: 50, 5: 50, 6: 75, 7: 100, 8: 100}  # Support GM, Event GM, Head GM, Admin, Master
_FROZEN: Final = {1: 100, 2: 75, 3: 50, 4: 50}  # Master, Head GM, Event GM, Support GM: 1 is the highest
_SCALES: Final[Mapping[str, Mapping[int, int]]] = {"acis": _ACIS, "rusacis": _ACIS, "frozen": _FROZEN, "orion": _FROZEN}
"""Family → level of its own scale → level of the labels."""


def access_label(level: int, family: str) -> str:
    """Returns the label; all known families store a ban as a negative level."""
    level = _SCALES.get(family, {}).get(level, level)
    return next((label for min_level, label in _LABELS if level >= min_level), "Banned")

"""Labels of account access levels."""

from typing import Final

_LABELS: Final = ((100, "Admin"), (75, "Head GM"), (50, "Senior GM"), (1, "GM"), (0, "Player"))


def access_label(level: int) -> str:
    """Returns the label; all known families store a ban as a negative level."""
    return next((label for min_level, label in _LABELS if level >= min_level), "Banned")

"""What an account's access level is called."""

from typing import Final

_LABELS: Final = ((100, "Admin"), (75, "Head GM"), (50, "Senior GM"), (1, "GM"), (0, "Player"))


def access_label(level: int) -> str:
    """Negative levels are what every known family writes for a ban."""
    return next((label for least, label in _LABELS if level >= least), "Banned")

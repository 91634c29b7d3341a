"""Accounts of bots and services, which are no players: by patterns of the account's name, and by access level.

The builder matches the patterns itself, with the account's name in each character's row: some bots of a game have no
row among its accounts. Access levels need those rows.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from gateway.game.logins import site_login
from gateway.world_snapshot.serialization import Array

_WILDCARDS: Final = {"*": ".*", "?": ".", ".": "[.]"}


def _expression(pattern: str) -> str:
    return "".join(_WILDCARDS.get(letter, letter) for letter in pattern.lower())


class AccountPatterns:
    """`expression` matches a whole name in lower case, in Python and in both databases; without patterns, none."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self.expression = f"^({'|'.join(map(_expression, patterns))})$"
        self._matches = re.compile(self.expression).match if patterns else None

    def matches(self, names: Sequence[str]) -> Array:
        """Returns a flag for each name."""
        if self._matches is None:
            return np.zeros(len(names), np.bool_)
        flags = (self._matches(site_login(name)) is not None for name in names)
        return np.fromiter(flags, np.bool_, len(names))


class NotPlayers(Struct, frozen=True):
    """`logins`: accounts by their access level. `accounts`: number of all that are no players, by level and by name."""

    patterns: AccountPatterns
    logins: Collection[str] = ()
    accounts: int = 0


NO_BOTS: Final = NotPlayers(AccountPatterns(()))

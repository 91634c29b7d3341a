"""Monsters of a datapack, as its files or tables have them. Pure."""

from typing import Final

from msgspec import Struct

from gateway.extras.guide.datapack.drops import DropGroup
from gateway.extras.guide.records import Rank

HUNTED_TYPES: Final = frozenset(
    {"chest", "feedablebeast", "festivalmonster", "friendlymob", "grandboss", "minion", "monster", "penaltymonster"}
    | {"raidboss", "riftboss", "riftinvader", "frintezzaboss", "sepulchermonster"}
)
"""Behaviours of which the packs make attackable monsters; guards, merchants and doors have other ones."""
_RANKS: Final[dict[str, Rank]] = {
    "raidboss": "raid",
    "riftboss": "raid",
    "frintezzaboss": "raid",
    "grandboss": "grand",
    "minion": "minion",
}


class Monster(Struct, frozen=True, kw_only=True):
    """`exp`, `sp`: of one kill, before the server's rates. `type`: the pack's word for its behaviour."""

    id: int
    name: str
    type: str
    level: int
    hp: int
    exp: int
    sp: int
    is_aggressive: bool = False
    groups: tuple[DropGroup, ...] = ()
    minions: tuple[tuple[int, int], ...] = ()
    """Id and number of those that appear beside it."""

    @property
    def rank(self) -> Rank:
        return _RANKS.get(self._behaviour, "monster")

    @property
    def is_hunted(self) -> bool:
        return bool(self.groups) or self._behaviour in HUNTED_TYPES

    @property
    def _behaviour(self) -> str:
        return self.type.lower().removeprefix("l2")


class Spawn(Struct, frozen=True):
    """`count` monsters at a point, or within a territory around it."""

    monster_id: int
    x: int
    y: int
    z: int
    count: int = 1

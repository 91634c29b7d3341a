"""What a monster drops: the lists of a datapack, the rates of a server, and the odds that follow. Pure."""

from collections.abc import Mapping, Sequence, Set
from typing import Final, Literal

from msgspec import Struct

from gateway.extras.guide.records import Rank

DropKind = Literal["drop", "spoil", "currency", "herb", "seal_stone"]
"""Packs without the last three kinds have such items among their drops."""
DROP_KINDS: Final[Mapping[str, DropKind]] = {
    "SPOIL": "spoil",
    "CURRENCY": "currency",
    "DROP": "drop",
    "HERB": "herb",
    "SEALSTONE": "seal_stone",
}
"""By the words of RusaCis."""


class PackDrop(Struct, frozen=True):
    """`chance`: percent, as the datapack has it: of the group's success where the group has a chance, else of a kill.
    `lowest`, `highest`: pieces of one roll."""

    item_id: int
    lowest: int
    highest: int
    chance: float


class DropGroup(Struct, frozen=True, kw_only=True):
    """Drops that the game decides together. `chance`: percent; None where the pack gives chances to items alone.
    `category`: number of the pack's category, where it has them."""

    kind: DropKind
    drops: tuple[PackDrop, ...]
    chance: float | None = None
    category: int = 0


_SPOIL_CATEGORY: Final = -1


def category_group(category: int, drops: Sequence[PackDrop]) -> DropGroup:
    """Returns the group of a numbered category."""
    return DropGroup(kind="spoil" if category == _SPOIL_CATEGORY else "drop", drops=(*drops,), category=category)


class RankRates(Struct, frozen=True):
    """Multipliers by the rank of the monster."""

    monster: float = 1.0
    minion: float = 1.0
    raid: float = 1.0
    grand: float = 1.0

    def of(self, rank: Rank) -> float:
        return {"monster": self.monster, "minion": self.minion, "raid": self.raid, "grand": self.grand}[rank]


class DropRates(Struct, frozen=True, kw_only=True):
    """Multipliers of a server's configuration, 1 where it has none.

    `*_amount`, `item_chances` and `item_amounts` (by item id): of packs that multiply chances and amounts apart.
    `is_alternate`: the second algorithm of the pack. `is_epic_only`: of a server where only the first category and
    rare items drop. `skipped_kinds`: groups that the server leaves out. `drop_limit`, `raid_drop_limit`: chance drops
    of one kill; None without a limit. Of items whose chance is above 100 %: `single_items` give one piece,
    `one_roll_items` one roll, `many_roll_items` are no single items.
    """

    items: RankRates = RankRates()
    adena: RankRates = RankRates()
    spoil: RankRates = RankRates()
    seal_stones: float = 1.0
    herbs: float = 1.0
    items_amount: RankRates = RankRates()
    spoil_amount: float = 1.0
    herbs_amount: float = 1.0
    item_chances: Mapping[int, float] = {}
    item_amounts: Mapping[int, float] = {}
    is_alternate: bool = False
    is_epic_only: bool = False
    skipped_kinds: Set[DropKind] = frozenset()
    single_items: Set[int] = frozenset()
    one_roll_items: Set[int] = frozenset()
    many_roll_items: Set[int] = frozenset()
    drop_limit: int | None = None
    raid_drop_limit: int | None = None


class DropOdds(Struct, frozen=True, kw_only=True):
    """`chance`: of at least one piece, 0 to 1: of a kill, or of a sweep of a spoiled monster. `lowest`, `highest`,
    `mean`: pieces where there is one."""

    item_id: int
    is_spoil: bool = False
    chance: float
    lowest: int
    highest: int
    mean: float

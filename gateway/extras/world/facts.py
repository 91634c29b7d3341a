"""Names of bosses, castles and clan halls by the ids of the Interlude data, and the respawn delays of grand bosses."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, cast

from msgspec import Struct

from gateway.concurrency.durations import HOUR

BossKind = Literal["raid", "grand"]


class BossFacts(Struct, frozen=True):
    """`zone`: where it lives."""

    name: str
    level: int
    kind: BossKind
    zone: str


class HallFacts(Struct, frozen=True):
    """`kind`: the hall is bought at an auction, or won in a siege."""

    name: str
    town: str
    kind: Literal["auction", "siege"]


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


BOSSES: Final = {
    int(row["id"]): BossFacts(row["name"], int(row["level"]), cast("BossKind", row["kind"]), row["zone"])
    for row in _rows("bosses.csv")
}
_VARIANTS: Final = {int(row["id"]): int(row["boss_id"]) for row in _rows("boss_variants.csv")}
CASTLES: Final = {int(row["id"]): row["name"] for row in _rows("castles.csv")}
HALLS: Final = {
    int(row["id"]): HallFacts(row["name"], row["town"], cast("Literal['auction', 'siege']", row["kind"]))
    for row in _rows("clan_halls.csv")
}
CURSED_WEAPONS: Final = {8190: "Demonic Sword Zariche", 8689: "Blood Sword Akamanah"}

GRAND_DELAYS: Final = {
    (row["family"], int(row["boss_id"])): (int(row["first_hours"]) * HOUR, int(row["last_hours"]) * HOUR)
    for row in _rows("grand_delays.csv")
}
"""Family and boss → the shortest and the longest delay from the death, as the packs ship them.

0: each raid boss of the family without a delay in its row or here. Orion sets the respawn to a fixed hour of the next
day: the delay depends on the time of the death. Lucera's delay of 29019 and 29028 is fixed, and counts from some
seconds after the death. RusaCis keeps its delays in spawn files, and so does Lucera for most of its other bosses.
Mobius and Frozen multiply the interval of 29062 by 6,000 instead of 1,000: it is six times that of their settings.
"""

COUNTS_SIEGE_KILLS: Final = {"mobius"}
"""Families whose kills on a siege field are in the PvP column."""


SAVES_OLYMPIAD_LATE: Final = {"mobius", "mobius_ct0"}
"""Families that write the period of the Olympiad for the first time when the game server is shut down."""


def boss_of(npc_id: int) -> int:
    """Returns the boss that an NPC is a variant or a part of: itself for most. 0: a minion, and no boss of its own."""
    return _VARIANTS.get(npc_id, npc_id)


def boss_facts(boss_id: int) -> BossFacts:
    """A boss that the data does not know, of a custom pack, has a number for a name."""
    return BOSSES.get(boss_id, BossFacts(f"Boss #{boss_id}", 0, "raid", ""))


def castle_name(castle_id: int) -> str:
    return CASTLES.get(castle_id, f"Castle #{castle_id}")


def hall_facts(hall_id: int) -> HallFacts:
    return HALLS.get(hall_id, HallFacts(f"Hall #{hall_id}", "", "auction"))

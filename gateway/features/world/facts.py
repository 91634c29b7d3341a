"""Names of bosses, castles and clan halls by the ids of the Interlude data, and the respawn delays of grand bosses."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, cast

from msgspec import Struct

BossKind = Literal["raid", "grand"]
_HOUR: Final = 3600


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
CASTLES: Final = {int(row["id"]): row["name"] for row in _rows("castles.csv")}
HALLS: Final = {
    int(row["id"]): HallFacts(row["name"], row["town"], cast("Literal['auction', 'siege']", row["kind"]))
    for row in _rows("clan_halls.csv")
}
CURSED_WEAPONS: Final = {8190: "Demonic Sword Zariche", 8689: "Blood Sword Akamanah"}

# Family → grand boss → hours: the shortest and the longest delay from the death, as the packs ship them.
_MOBIUS: Final = {
    29001: (20, 28),
    29006: (33, 41),
    29014: (20, 28),
    29019: (180, 204),
    29020: (112, 128),
    29022: (60, 68),
    29028: (192, 236),
    29045: (48, 56),
}
_MOBIUS_CT0: Final = {
    29001: (28, 44),
    29006: (52, 68),
    29014: (40, 56),
    29019: (256, 272),
    29020: (160, 176),
    29022: (52, 68),
    29028: (256, 272),
    29045: (40, 56),
}
_ACIS: Final = {
    29006: (37, 83),
    29014: (28, 68),
    29019: (192, 336),
    29020: (120, 216),
    29022: (40, 80),
    29028: (192, 336),
    29045: (40, 56),
}
# Orion sets the respawn to a fixed hour of the next day: the delay depends on the time of the death.
_ORION_HOURS: Final = {29001: 22, 29006: 18, 29014: 20, 29019: 16, 29020: 17, 29022: 19, 29028: 21}
_ORION: Final = {boss_id: (hour, hour + 25) for boss_id, hour in _ORION_HOURS.items()}
# Lucera's delay of 29028 and 29068 is fixed, and counts from some seconds after the death.
_LUCERA: Final = {29020: (120, 128), 29028: (264, 265), 29065: (24, 48), 29068: (264, 265)}
GRAND_DELAYS: Final = {
    "mobius": _MOBIUS,
    "frozen": _MOBIUS,
    "mobius_ct0": _MOBIUS_CT0,
    "acis": _ACIS,
    "orion": _ORION,
    "lucera": _LUCERA,
}
"""RusaCis keeps its delays in spawn files, and so does Lucera for most of its other bosses."""

COUNTS_SIEGE_KILLS: Final = {"mobius"}
"""Families whose kills on a siege field are in the PvP column."""


def boss_facts(boss_id: int) -> BossFacts:
    """A boss that the data does not know, of a custom pack, has a number for a name."""
    return BOSSES.get(boss_id, BossFacts(f"Boss #{boss_id}", 0, "raid", ""))


def grand_delays(family: str, boss_id: int) -> tuple[int, int] | None:
    """Returns the shortest and the longest delay in seconds."""
    hours = GRAND_DELAYS.get(family, {}).get(boss_id)
    return (hours[0] * _HOUR, hours[1] * _HOUR) if hours else None

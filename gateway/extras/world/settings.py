"""The section `world`: what the public sees of it, and what its tables do not say."""

import re
from typing import Annotated, Final, Literal

import msgspec

from gateway.concurrency.durations import HOUR

BossTimes = Literal["exact", "window", "state", "off"]
Delays = tuple[int, int]
"""Seconds from a death to the earliest and to the latest respawn."""
_RESPAWN: Final = re.compile(r"(\d{1,9}):(\d{1,4}):(\d{1,4})")


class WorldSettings(msgspec.Struct, frozen=True, kw_only=True):
    boss_times: Annotated[
        BossTimes,
        "What the public sees of a boss's respawn: exact, window (from the death on), state (dead or alive), off (no "
        "bosses at all).",
    ] = "window"
    show_crests: Annotated[
        bool, "Show the crests of clans, where the family's database has them; `gateway hide` hides a single one."
    ] = True
    respawn_hours: Annotated[
        tuple[str, ...],
        "Respawns that the game's configuration sets otherwise than its pack: id of the boss, and hours from its death "
        "to the earliest and to the latest respawn, such as `29001:5:8`.",
    ] = ()

    def __post_init__(self) -> None:
        for respawn in self.respawn_hours:
            match = _RESPAWN.fullmatch(respawn)
            if not match or int(match[2]) > int(match[3]):
                raise ValueError(f"respawn_hours: {respawn!r} is no boss with hours such as 29001:5:8")

    @property
    def respawn_delays(self) -> dict[int, Delays]:
        """By boss."""
        rows = [tuple(map(int, _RESPAWN.findall(respawn)[0])) for respawn in self.respawn_hours]
        return {boss_id: (first * HOUR, last * HOUR) for boss_id, first, last in rows}


SECTION = WorldSettings

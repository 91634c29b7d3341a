"""The section `world`: what the public sees of it."""

from typing import Annotated, Literal

import msgspec

BossTimes = Literal["exact", "window", "state", "off"]


class WorldSettings(msgspec.Struct, frozen=True, kw_only=True):
    boss_times: Annotated[
        BossTimes,
        "What the public sees of a boss's respawn: exact, window (from the death on), state (dead or alive), off (no "
        "bosses at all).",
    ] = "window"
    show_crests: Annotated[
        bool, "Show the crests of clans, where the family's database has them; `gateway hide` hides a single one."
    ] = True


SECTION = WorldSettings

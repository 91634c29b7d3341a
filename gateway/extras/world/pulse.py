"""The answer of `/api/world/pulse`: what comes next in the world, for Home."""

from datetime import datetime

from msgspec import Struct

from gateway.extras.world.schemas import Block


class NextSiege(Struct, frozen=True):
    """`castles`: number of castles whose siege begins then; `name` is that of the first."""

    castle_id: int
    name: str
    at: datetime
    castles: int


class BossWindow(Struct, frozen=True):
    boss_id: int
    name: str
    window_from: datetime
    window_to: datetime


class WorldPulse(Struct, frozen=True, kw_only=True):
    """`open_window` closes next, `next_window` opens next. `blocks`: the parts of the world that the server records.

    `unavailable`: those of them with a table that cannot be read now. `olympiad_ends_at`: null while heroes are chosen.
    """

    next_siege: NextSiege | None
    open_window: BossWindow | None
    next_window: BossWindow | None
    olympiad_ends_at: datetime | None
    blocks: list[Block]
    taken_at: datetime
    unavailable: list[Block]

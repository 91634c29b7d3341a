"""Spins of one account, each drawn again from its recorded inputs."""

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.roulette.verification import DRAWS_OF, Redraw, repeat


class PlayerSpin(Struct, frozen=True, kw_only=True):
    """`at`: epoch seconds. `redraw`: whether the recorded inputs give the recorded result."""

    id: str
    at: int
    cost: int
    prize: int
    prize_tier: str
    position: int
    redraw: Redraw


async def spins_of(site: Database, keys: DataKeys, login: str, count: int) -> list[PlayerSpin]:
    return [
        PlayerSpin(
            id=row.name,
            at=row.created_at,
            cost=row.cost,
            prize=row.prize,
            prize_tier=row.prize_tier,
            position=row.position,
            redraw=repeat(row, keys),
        )
        for row in await site.read(DRAWS_OF, account=login, limit=count)
    ]

"""Draws every spin again, from the seed that was promised and the wheel it was spun on, and compares.

The books can say that a spin cost and paid what it says; that it fell as it had to, only this can.
"""

from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.roulette.fairness import draw
from gateway.features.roulette.spin import name_of
from gateway.features.roulette.wheel import Wheel, read

_BATCH: Final = 200


class Drawn(Struct, frozen=True):
    """A spin with all that it was drawn from; `slots` is empty where its wheel is not there."""

    id: int
    seed_id: int
    nonce: int
    client_seed: str
    position: int
    prize_tier: str
    prize: int
    server_seed: str
    slots: str

    @property
    def name(self) -> str:
        return name_of(self.seed_id, self.nonce)


class Unlike(Struct, frozen=True):
    """A spin that was drawn otherwise than written; the numbers are the position, or else the prize."""

    subject: str
    expected: int
    found: int


DRAWS = query("roulette.draws", Drawn)


async def unlike(site: Database, limit: int) -> list[Unlike]:
    """Spins that cannot be repeated, the first ones."""
    found: list[Unlike] = []
    after = 0
    while len(found) < limit and (rows := await site.read(DRAWS, after=after, limit=_BATCH)):
        found += filter(None, map(compare, rows))
        after = rows[-1].id
    return found[:limit]


def compare(row: Drawn) -> Unlike | None:
    wheel = _wheel(row.slots)
    if wheel is None:
        return Unlike(f"spin {row.name}, whose wheel is not there", 1, 0)
    slot = wheel.slots[draw(row.server_seed, row.client_seed, row.nonce, wheel.weights).position]
    if slot.position != row.position:
        return Unlike(f"slot of spin {row.name}", slot.position, row.position)
    if (slot.tier, slot.prize) != (row.prize_tier, row.prize):
        return Unlike(f"prize of spin {row.name}, {row.prize_tier}", slot.prize, row.prize)
    return None


def _wheel(text: str) -> Wheel | None:
    try:
        return read(text)
    except ValueError:
        return None

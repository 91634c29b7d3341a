"""Repeats every recorded draw from the revealed inputs and compares the result with the recorded one.

The ledger's rules prove that a spin took its cost and paid its prize; only this rule proves that the draw was right.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from gateway.config import settings
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.sealing import DataKeys, KeyLost, SealBroken
from gateway.features.ledger.check import LEDGER_RULES, Rule, Violation
from gateway.features.roulette.fairness import draw
from gateway.features.roulette.seeds import row_of
from gateway.features.roulette.spin import name_of
from gateway.features.roulette.wheel import read

_BATCH: Final = 200

Redraw = Literal["matches", "differs", "sealed"]


class RecordedDraw(Struct, frozen=True):
    """A spin with all inputs of its draw. `server_seed` is None until it is revealed; `slots` is empty if the wheel's
    row is missing."""

    id: int
    seed_id: int
    nonce: int
    client_seed: str
    position: int
    prize_tier: str
    prize: int
    account: str
    server_seed: str | None
    sealed_seed: str | None
    server_seed_hash: str
    slots: str

    @property
    def name(self) -> str:
        return name_of(self.seed_id, self.nonce)


class AccountDraw(RecordedDraw, frozen=True):
    cost: int
    created_at: int


DRAWS = query("roulette.draws", RecordedDraw)
DRAWS_OF = query("roulette.draws_of", AccountDraw)


def all_rules(data_keys: Sequence[str] = ()) -> tuple[Rule, ...]:
    """Returns every rule of the ledger, the wheel's included: for `gateway ledger check`, the daily check and tests.

    The keys open the seeds that are not revealed yet; spins of a seed whose key is missing are not drawn again.
    """
    keys = DataKeys(data_keys)

    async def violations(site: Database | Session, limit: int) -> list[Violation]:
        """Returns the first spins whose recorded result differs; the numbers are the position, or else the prize."""
        found_violations: list[Violation] = []
        last_id = 0
        while len(found_violations) < limit and (rows := await site.read(DRAWS, after=last_id, limit=_BATCH)):
            found_violations += [violation for row in rows if (violation := compare(row, keys))]
            last_id = rows[-1].id
        return found_violations[:limit]

    text = "each spin gives the recorded result when its draw is repeated"
    return (*LEDGER_RULES, Rule(name="draws", text=text, violations=violations))


def configured_rules() -> tuple[Rule, ...]:
    """Raises SettingsError."""
    return all_rules(settings.from_environment().security.data_keys)


def repeat(row: RecordedDraw, keys: DataKeys) -> Redraw:
    """Repeats one draw. Returns `sealed` if its seed is not revealed and the key that sealed it is missing."""
    if compare(row, keys):
        return "differs"
    try:
        _seed(row, keys)
    except KeyLost:
        return "sealed"
    return "matches"


def _seed(row: RecordedDraw, keys: DataKeys) -> str:
    """Raises KeyLost or SealBroken."""
    return row.server_seed or keys.open(row.sealed_seed or "", row_of(row.account, row.server_seed_hash))


def compare(row: RecordedDraw, keys: DataKeys) -> Violation | None:
    try:
        wheel = read(row.slots)
    except ValueError:
        return Violation(f"spin {row.name}, wheel missing", 1, 0)
    try:
        server_seed = _seed(row, keys)
    except KeyLost:
        return None
    except SealBroken:
        return Violation(f"spin {row.name}, sealed seed changed", 1, 0)
    slot = wheel.slots[draw(server_seed, row.client_seed, row.nonce, wheel.weights).position]
    if slot.position != row.position:
        return Violation(f"slot of spin {row.name}", slot.position, row.position)
    if (slot.tier, slot.prize) != (row.prize_tier, row.prize):
        return Violation(f"prize of spin {row.name}, {row.prize_tier}", slot.prize, row.prize)
    return None

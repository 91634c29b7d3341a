"""What an operator makes of a delivery that the game left open: handed over after all, or back into the wallet.

Both may be said again without harm. The delivery's row is locked first, then the wallets, as everywhere.
"""

from typing import Literal

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.deliveries import rules
from gateway.features.ledger.statement import moment
from gateway.features.payments.coin_rules import Purse
from gateway.features.wallet.history import STUCK_SECONDS


class Open(Struct, frozen=True):
    """A delivery, locked. `handed_at`: since when it stands in the game's own table."""

    id: int
    account: str
    character_name: str
    amount: int
    status: Literal["pending", "claimed", "delivered", "cancelled"]
    claimed_at: int | None
    handed_at: int | None
    delivered_at: int | None
    cancelled_at: int | None

    def __str__(self) -> str:
        coins = "1 coin" if self.amount == 1 else f"{self.amount:,} coins"
        return f"delivery {self.id} ({coins} of {self.account} for {self.character_name})"


class Outcome(Struct, frozen=True):
    """What was done, or why it was not."""

    done: bool
    said: str


LOCK = query("deliveries.lock", Open)
CONFIRM = query("deliveries.confirm", None)
CANCEL = query("deliveries.cancel", None)


async def confirm(site: Database, delivery_id: int, receipt: str, now: int) -> Outcome:
    """The item is with the character: nothing moves any more. `now`: epoch seconds."""
    return await ledger.run(site, lambda session: _confirm(session, delivery_id, receipt, now))


async def release(site: Database, delivery_id: int, now: int, *, force: bool = False) -> Outcome:
    """The item was never given: the coins go back. `force`: also while the game may still be giving it."""
    return await ledger.run(site, lambda session: _release(session, delivery_id, now, force))


async def _confirm(session: Session, delivery_id: int, receipt: str, now: int) -> Outcome:
    found = await session.one(LOCK, id=delivery_id)
    if found is None:
        return _unknown(delivery_id)
    if found.status == "cancelled":
        return Outcome(False, f"{found} was cancelled {_at(found.cancelled_at)}: its coins are in the wallet again")
    if found.status == "pending":
        return Outcome(
            False, f"{found} has not been claimed, so nobody can have handed it over; `release` takes it back"
        )
    await session.write(CONFIRM, id=found.id, receipt=receipt, now=now)
    if found.status == "delivered":
        return Outcome(True, f"{found} has been delivered since {_at(found.delivered_at)}; nothing changed")
    return Outcome(True, f"{found} is delivered")


async def _release(session: Session, delivery_id: int, now: int, force: bool) -> Outcome:
    found = await session.one(LOCK, id=delivery_id)
    if found is None:
        return _unknown(delivery_id)
    if found.status == "delivered":
        return Outcome(False, f"{found} was delivered {_at(found.delivered_at)}: its coins are in the game")
    if found.status == "claimed" and found.handed_at is not None and not force:
        return Outcome(
            False,
            f"{found} has been in the game's own table since {_at(found.handed_at)}, waiting for the player; "
            "set game_table_delivery.enabled = false before you delete its row, or the delivery counts as delivered; "
            "then repeat with --force",
        )
    age = now - (found.claimed_at or 0)
    if found.status == "claimed" and age < STUCK_SECONDS and not force:
        return Outcome(
            False,
            f"{found} was claimed {max(0, age)} seconds ago, and the game may be giving it just now; "
            f"it is stuck after {STUCK_SECONDS}, and --force does not wait for that",
        )
    return await _give_back(session, found, now)


async def _give_back(session: Session, found: Open, now: int) -> Outcome:
    """Posts what comes back, or once more what has come back: then nothing moves, and what was said lasts."""
    wallet, hold, debt = (account(found.account) for account in (ledger.wallet, ledger.hold, ledger.debt))
    held = await ledger.balances(session, [wallet, hold, debt])
    back, *owed = rules.given_back(found.id, found.account, found.amount, Purse(held[wallet], held[hold], held[debt]))
    is_new = await ledger.post(session, back, now)
    if is_new == (found.status == "cancelled"):
        raise AssertionError(f"{found} is {found.status}, and its coins did not come back as that says")
    if not is_new:
        return Outcome(True, f"{found} has been cancelled since {_at(found.cancelled_at)}; nothing changed")
    for transfer in owed:
        await ledger.post(session, transfer, now)
    await session.write(CANCEL, id=found.id, now=now)
    repaid = min(held[debt], found.amount)
    paid = f"; {repaid:,} of them paid what was owed" if owed else ""
    return Outcome(True, f"{found} is cancelled, and its coins are in the wallet again{paid}")


def _unknown(delivery_id: int) -> Outcome:
    return Outcome(False, f"there is no delivery {delivery_id}")


def _at(seconds: int | None) -> str:
    return "at a time unknown" if seconds is None else moment(seconds)

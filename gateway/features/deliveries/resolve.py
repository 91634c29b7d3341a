"""Manual resolution of an open delivery: confirm it, or refund it to the wallet.

Both are idempotent. The delivery's row is locked first, then the wallets, as everywhere.
"""

from typing import Literal

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.deliveries import rules
from gateway.features.ledger.debts import AccountBalances
from gateway.features.operators import operator_log
from gateway.features.operators.report import moment
from gateway.features.wallet.history import STUCK_SECONDS


class LockedDelivery(Struct, frozen=True):
    """`handed_at`: when its row was written to the game's own table; `gone_at`: when the game had taken it."""

    id: int
    account: str
    character_name: str
    amount: int
    status: Literal["pending", "claimed", "delivered", "cancelled"]
    claimed_at: int | None
    handed_at: int | None
    gone_at: int | None
    unconfirmed_at: int | None
    delivered_at: int | None
    cancelled_at: int | None

    def __str__(self) -> str:
        coins = "1 coin" if self.amount == 1 else f"{self.amount:,} coins"
        return f"delivery {self.id} ({coins} of {self.account} for {self.character_name})"


class Resolution(Struct, frozen=True):
    """`message`: what was done, or why not."""

    is_done: bool
    message: str


LOCK = query("deliveries.lock", LockedDelivery)
CONFIRM = query("deliveries.confirm", None)
CANCEL = query("deliveries.cancel", None)


async def confirm(site: Database, delivery_id: int, receipt: str, now: int) -> Resolution:
    """Completes the delivery: the character has the item. `now`: epoch seconds."""
    return await ledger.run(site, lambda session: _confirm(session, delivery_id, receipt, now))


async def release(site: Database, delivery_id: int, now: int, *, force: bool = False) -> Resolution:
    """Refunds the coins: the character never got the item. `force`: even if the game may still deliver it."""
    return await ledger.run(site, lambda session: _release(session, delivery_id, now, force))


async def _confirm(session: Session, delivery_id: int, receipt: str, now: int) -> Resolution:
    delivery = await session.one(LOCK, id=delivery_id)
    if delivery is None:
        return _unknown(delivery_id)
    if delivery.status == "cancelled":
        return Resolution(False, f"{delivery} was cancelled {_at(delivery.cancelled_at)}: its coins are in the wallet")
    if delivery.status == "pending":
        return Resolution(
            False, f"{delivery} has not been claimed, so it cannot have been delivered; `release` refunds it"
        )
    await session.write(CONFIRM, id=delivery.id, receipt=receipt, now=now)
    if delivery.status == "delivered":
        return Resolution(True, f"{delivery} has been delivered since {_at(delivery.delivered_at)}; nothing changed")
    new_state = {"status": "delivered", "receipt": receipt}
    await operator_log.record(session, f"delivery:{delivery.id}", before={"status": delivery.status}, after=new_state)
    return Resolution(True, f"{delivery} is delivered")


async def _release(session: Session, delivery_id: int, now: int, force: bool) -> Resolution:
    delivery = await session.one(LOCK, id=delivery_id)
    if delivery is None:
        return _unknown(delivery_id)
    if delivery.status == "delivered":
        return Resolution(False, f"{delivery} was delivered {_at(delivery.delivered_at)}: its coins are in the game")
    if delivery.status == "claimed" and delivery.gone_at is not None:
        if delivery.unconfirmed_at is None and not force:
            return Resolution(
                False,
                f"{delivery} was taken by the game {_at(delivery.gone_at)} and waits for the game's next save; "
                "if the game stops before, it becomes unconfirmed; --force skips that wait",
            )
        return await _refund(session, delivery, now)
    if delivery.status == "claimed" and delivery.handed_at is not None and not force:
        return Resolution(
            False,
            f"{delivery} has been in the game's own table since {_at(delivery.handed_at)}, waiting for the player; "
            "set game_table_delivery.enabled = false before you delete its row, or the delivery counts as delivered; "
            "then repeat with --force",
        )
    age = now - (delivery.claimed_at or 0)
    if delivery.status == "claimed" and age < STUCK_SECONDS and not force:
        return Resolution(
            False,
            f"{delivery} was claimed {max(0, age)} seconds ago, and the game may be delivering it now; "
            f"it counts as stuck after {STUCK_SECONDS} seconds; --force skips that wait",
        )
    return await _refund(session, delivery, now)


async def _refund(session: Session, delivery: LockedDelivery, now: int) -> Resolution:
    """Posts the refund. For a cancelled delivery it is posted again, which makes the first posting durable."""
    wallet, hold, debt = (account(delivery.account) for account in (ledger.wallet, ledger.hold, ledger.debt))
    balances = await ledger.lock_balances(session, [wallet, hold, debt])
    old_balances = AccountBalances(balances[wallet], balances[hold], balances[debt])
    credit, *repayments = rules.refund_transfers(delivery.id, delivery.account, delivery.amount, old_balances)
    is_new = await ledger.post(session, credit, now)
    if is_new == (delivery.status == "cancelled"):
        raise AssertionError(f"{delivery} is {delivery.status}, which its ledger transfers contradict")
    if not is_new:
        return Resolution(True, f"{delivery} has been cancelled since {_at(delivery.cancelled_at)}; nothing changed")
    for transfer in repayments:
        await ledger.post(session, transfer, now)
    await session.write(CANCEL, id=delivery.id, now=now)
    repaid = min(balances[debt], delivery.amount)
    await operator_log.record(
        session,
        f"delivery:{delivery.id}",
        before={"status": delivery.status, "wallet": old_balances.wallet, "debt": old_balances.debt},
        after={
            "status": "cancelled",
            "wallet": old_balances.wallet + delivery.amount - repaid,
            "debt": old_balances.debt - repaid,
        },
    )
    repayment_text = f"; {repaid:,} of them repaid the debt" if repayments else ""
    return Resolution(True, f"{delivery} is cancelled, and its coins are in the wallet{repayment_text}")


def _unknown(delivery_id: int) -> Resolution:
    return Resolution(False, f"no delivery {delivery_id}")


def _at(seconds: int | None) -> str:
    return "at an unknown time" if seconds is None else moment(seconds)

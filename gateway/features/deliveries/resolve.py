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
from gateway.texts import Text, Value, text


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


class Resolution(Struct, frozen=True):
    """`message`: what was done, or why not. `may_be_forced`: a forced release does it."""

    is_done: bool
    message: Text
    may_be_forced: bool = False


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
        return Resolution(False, _text("cancelled", delivery, time=moment(delivery.cancelled_at)))
    if delivery.status == "pending":
        return Resolution(False, _text("unclaimed", delivery))
    await session.write(CONFIRM, id=delivery.id, receipt=receipt, now=now)
    if delivery.status == "delivered":
        return Resolution(True, _text("done", delivery, time=moment(delivery.delivered_at)))
    new_state = {"status": "delivered", "receipt": receipt}
    await operator_log.record(session, f"delivery:{delivery.id}", before={"status": delivery.status}, after=new_state)
    return Resolution(True, _text("confirmed", delivery))


async def _release(session: Session, delivery_id: int, now: int, force: bool) -> Resolution:
    delivery = await session.one(LOCK, id=delivery_id)
    if delivery is None:
        return _unknown(delivery_id)
    if delivery.status == "delivered":
        return Resolution(False, _text("delivered", delivery, time=moment(delivery.delivered_at)))
    if delivery.status == "claimed" and not force and (obstacle := _obstacle(delivery, now)):
        return Resolution(False, obstacle, may_be_forced=True)
    return await _refund(session, delivery, now)


def _obstacle(delivery: LockedDelivery, now: int) -> Text | None:
    """Returns why the game may still deliver a claimed delivery; None if it does not."""
    if delivery.gone_at is not None:
        return None if delivery.unconfirmed_at else _text("given", delivery, time=moment(delivery.gone_at))
    if delivery.handed_at is not None:
        return _text("handed", delivery, time=moment(delivery.handed_at))
    age = now - (delivery.claimed_at or 0)
    return _text("claimed", delivery, seconds=max(0, age), limit=STUCK_SECONDS) if age < STUCK_SECONDS else None


async def _refund(session: Session, delivery: LockedDelivery, now: int) -> Resolution:
    """Posts the refund. For a cancelled delivery it is posted again, which makes the first posting durable."""
    wallet, hold, debt = (account(delivery.account) for account in (ledger.wallet, ledger.hold, ledger.debt))
    balances = await ledger.lock_balances(session, [wallet, hold, debt])
    old_balances = AccountBalances(balances[wallet], balances[hold], balances[debt])
    credit, *repayments = rules.refund_transfers(delivery.id, delivery.account, delivery.amount, old_balances)
    is_new = await ledger.post(session, credit, now)
    if is_new == (delivery.status == "cancelled"):
        raise AssertionError(f"delivery {delivery.id} is {delivery.status}, which its ledger transfers contradict")
    if not is_new:
        return Resolution(True, _text("done", delivery, time=moment(delivery.cancelled_at)))
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
    return Resolution(True, _text("repaid", delivery, coins=repaid) if repayments else _text("released", delivery))


def _unknown(delivery_id: int) -> Resolution:
    return Resolution(False, text("reasons.delivery_unknown", id=str(delivery_id)))


def _text(name: str, delivery: LockedDelivery, **values: Value) -> Text:
    return text(f"reasons.delivery_{name}", id=str(delivery.id), **values)

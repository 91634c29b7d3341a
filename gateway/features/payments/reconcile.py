"""Reconciliation: compares a payment's state at the provider with its donation and posts the difference to the ledger.

Every signal (webhook, poll, operator) runs the same `reconcile`. The state is fetched before: no network call happens
while locks are held. Any state may arrive any number of times, in any order, from any number of processes.
"""

from typing import Literal

import structlog
from msgspec import Struct
from msgspec.structs import asdict

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.operators import operator_log
from gateway.features.payments.coin_rules import (
    AccountBalances,
    Outcome,
    PaymentOwner,
    PostedCoins,
    Target,
    donation_status,
    outcome,
    plan,
    target,
)
from gateway.features.payments.orders import MAX_AGE_SECONDS, DonationOrder, begin_again
from gateway.features.payments.provider_payment import MerchantAccount, ProviderPayment

Mismatch = Literal["reference", "order", "currency", "amount", "collector", "live_mode"]
Verdict = Literal["moved", "unchanged", "outdated", "mismatched", "foreign"]
"""Coins were posted; nothing to post; an older state than the recorded one; does not match its donation; not of this
site."""

log = structlog.stdlib.get_logger("gateway.payments")


class LockedDonation(Struct, frozen=True):
    id: str
    account: str
    amount: int
    currency: str
    total_coins: int
    status: Outcome
    paid_at: int | None
    credited_at: int | None
    refunded_at: int | None


class RecordedPayment(Struct, frozen=True):
    """A payment's last recorded state."""

    id: int
    provider: str
    reference: str
    donation_id: str | None
    outcome: Outcome
    refunded: int
    charged_back: int
    updated_ms: int
    coins: int
    held: int
    disputed: int
    moves: int
    credited: int
    status: str
    detail: str
    mismatch: str | None
    fee: int | None
    net: int | None
    approved_at: int | None
    release_at: int | None
    method: str | None
    payer: int | None
    settlement_currency: str | None

    @property
    def posted(self) -> PostedCoins:
        return PostedCoins(self.coins, self.held, self.disputed != 0, self.moves, self.credited != 0)


LOCK_DONATION = query("payments.lock_donation", LockedDonation)
RECORDED = query("payments.recorded", RecordedPayment)
OTHERS = query("payments.others", RecordedPayment)
RECORD = query("payments.record", None)
RECORD_MISMATCH = query("payments.record_mismatch", None)
UPDATE_DONATION = query("payments.update_donation", None)
CHECKED = query("payments.checked", None)
SETTLE = query("payments.settle", None)


async def reconcile(
    site: Database, merchant: MerchantAccount, payment: ProviderPayment, now: int, order: DonationOrder | None = None
) -> Verdict:
    """`now`: epoch seconds; `order`: opened from the payment, if it is ours. Raises DatabaseUnavailable: then either
    nothing happened, or all of it."""
    return await ledger.run(site, lambda session: _reconcile(session, merchant, payment, now, order))


def mismatch(
    payment: ProviderPayment,
    donation: LockedDonation | None,
    recorded: RecordedPayment | None,
    merchant: MerchantAccount,
) -> Mismatch | None:
    """Returns the first mismatch between payment and donation; mismatched payments are never credited."""
    if donation is None or (recorded and recorded.donation_id not in {None, donation.id}):
        return "reference"
    if payment.currency != donation.currency:
        return "currency"
    if payment.amount != donation.amount:
        return "amount"
    if payment.collector_id != merchant.collector_id:
        return "collector"
    return "live_mode" if payment.live_mode != merchant.live_mode else None


async def _reconcile(
    session: Session, merchant: MerchantAccount, payment: ProviderPayment, now: int, order: DonationOrder | None
) -> Verdict:
    donation = await session.one(LOCK_DONATION, id=payment.donation_id)
    recorded = await session.one(RECORDED, id=payment.ref.id)
    if recorded and (recorded.provider, recorded.reference) != (payment.ref.provider, payment.ref.reference):
        raise AssertionError(f"payment {payment.ref} has the key of {recorded.provider} {recorded.reference}")
    if donation is None and order and now - order.created_at < MAX_AGE_SECONDS:
        await begin_again(session, payment.donation_id, order)
        donation = await session.one(LOCK_DONATION, id=payment.donation_id)
        log.warning("donation_recreated", donation=payment.donation_id, payment=str(payment.ref))
    if donation is None and recorded is None and order is None:
        return "foreign"
    if recorded and payment.updated_ms < recorded.updated_ms:
        await _mark_checked(session, donation, now)
        return "outdated"
    is_too_old = donation is None and order is not None
    reason = "order" if is_too_old else mismatch(payment, donation, recorded, merchant)
    if donation is None or reason:
        await _mark_checked(session, donation, now)
        await _record_mismatch(session, payment, donation, reason or "reference", now)
        await _settle(session, payment, recorded)
        return "mismatched"
    goal = target(payment, donation.total_coins)
    posted = recorded.posted if recorded else PostedCoins()
    if recorded and _is_recorded(recorded, payment, goal):
        await _mark_checked(session, donation, now)
        await _settle(session, payment, recorded)
        return "unchanged"
    after = await _post_difference(session, payment, donation, goal, posted, now)
    await _record(session, payment, donation, goal, after, now)
    await _settle(session, payment, recorded)
    await _update_donation(session, payment, donation, goal, after, now)
    if after.moves == posted.moves:
        return "unchanged"
    await operator_log.record(session, f"payment:{payment.ref}")
    return "moved"


async def _mark_checked(session: Session, donation: LockedDonation | None, now: int) -> None:
    if donation:
        await session.write(CHECKED, id=donation.id, checked_at=now)


def _is_recorded(recorded: RecordedPayment, payment: ProviderPayment, goal: Target) -> bool:
    """Most states are repetitions of the recorded one: then there is nothing to write."""
    amounts, recorded_amounts = (_refunded(payment), payment.charged_back), (recorded.refunded, recorded.charged_back)
    new = (payment.updated_ms, payment.status, payment.detail, outcome(payment, goal), amounts)
    old = (recorded.updated_ms, recorded.status, recorded.detail, recorded.outcome, recorded_amounts)
    is_posted = (goal.wallet_coins, goal.held) == (recorded.coins, recorded.disputed != 0)
    return recorded.mismatch is None and new == old and is_posted


async def _post_difference(
    session: Session, payment: ProviderPayment, donation: LockedDonation, goal: Target, posted: PostedCoins, now: int
) -> PostedCoins:
    """Returns the coins posted afterwards."""
    if (goal.wallet_coins, goal.held) == (posted.coins, posted.disputed):
        return posted
    login = donation.account
    wallet, hold, debt = ledger.wallet(login), ledger.hold(login), ledger.debt(login)
    balances = await ledger.lock_balances(session, [wallet, hold, debt])
    owner = PaymentOwner(payment.ref.ledger_key, donation.id, login)
    planned = plan(owner, goal, posted, AccountBalances(balances[wallet], balances[hold], balances[debt]))
    for transfer in planned.transfers:
        if not await ledger.post(session, transfer, now):
            # Payment and ledger are written in one transaction, so an existing key means that one of them was changed
            # from outside. Failing is safer than posting twice.
            raise AssertionError(f"{transfer.key} was posted before and is not counted in payment {payment.ref}")
    return planned.after


async def _record(
    session: Session, payment: ProviderPayment, donation: LockedDonation, goal: Target, after: PostedCoins, now: int
) -> None:
    await session.write(
        RECORD,
        id=payment.ref.id,
        provider=payment.ref.provider,
        reference=payment.ref.reference,
        donation_id=donation.id,
        status=payment.status,
        detail=payment.detail,
        outcome=outcome(payment, goal),
        amount=payment.amount,
        refunded=_refunded(payment),
        charged_back=payment.charged_back,
        updated_ms=payment.updated_ms,
        coins=after.coins,
        held=after.held,
        disputed=int(after.disputed),
        moves=after.moves,
        credited=int(after.credited),
        seen_at=now,
    )


async def _settle(session: Session, payment: ProviderPayment, recorded: RecordedPayment | None) -> None:
    """Records the facts of the settlement that are new, also for a payment that an earlier release has recorded."""
    facts = asdict(payment.settlement) | {"method": payment.method, "approved_at": payment.approved_at}
    facts["settlement_currency"] = facts.pop("currency")
    if any(fact is not None and fact != getattr(recorded, name, None) for name, fact in facts.items()):
        await session.write(SETTLE, id=payment.ref.id, **facts)


async def _update_donation(
    session: Session, payment: ProviderPayment, donation: LockedDonation, goal: Target, after: PostedCoins, now: int
) -> None:
    """Sets the donation to the sum of its payments; it has several if the buyer retried or paid twice."""
    others = await session.read(OTHERS, donation_id=donation.id, id=payment.ref.id)
    outcomes: list[Outcome] = [outcome(payment, goal), *(other.outcome for other in others)]
    if outcomes.count("completed") > 1:
        log.warning("duplicate_payment", donation=donation.id, payment=str(payment.ref))
    refunded = _refunded(payment) + sum(other.refunded for other in others)
    await session.write(
        UPDATE_DONATION,
        id=donation.id,
        status=donation_status(donation.status, outcomes),
        disputed=int(after.disputed or any(other.disputed for other in others)),
        coins_credited=after.coins + sum(other.coins for other in others),
        refunded_amount=refunded,
        payment_method=payment.method,
        paid_at=donation.paid_at or payment.approved_at,
        credited_at=donation.credited_at or (now if after.credited else None),
        refunded_at=(donation.refunded_at or now) if refunded else None,
        checked_at=now,
    )


def _refunded(payment: ProviderPayment) -> int:
    """Returns the centavos returned to the buyer, chargebacks included."""
    return payment.amount if payment.state == "reversed" else min(payment.refunded, payment.amount)


async def _record_mismatch(
    session: Session, payment: ProviderPayment, donation: LockedDonation | None, reason: Mismatch, now: int
) -> None:
    log.warning("payment_mismatched", payment=str(payment.ref), mismatch=reason, donation=payment.donation_id)
    await session.write(
        RECORD_MISMATCH,
        id=payment.ref.id,
        provider=payment.ref.provider,
        reference=payment.ref.reference,
        donation_id=donation.id if donation else None,
        status=payment.status,
        detail=payment.detail,
        amount=payment.amount,
        refunded=_refunded(payment),
        charged_back=payment.charged_back,
        updated_ms=payment.updated_ms,
        mismatch=reason,
        seen_at=now,
    )

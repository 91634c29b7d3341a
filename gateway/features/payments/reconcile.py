"""Reconciliation: compares a payment's state at the provider with its donation and posts the difference to the ledger.

Every signal (webhook, poll, operator) runs the same `reconcile`. The caller fetches the state first, so
no network call happens while locks are held. Any state may arrive any number of times, in any order, from any number
of processes.
"""

from contextlib import suppress
from typing import Final, Literal

import structlog
from msgspec.structs import asdict

from gateway.config.currencies import is_chargeable
from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.operators import operator_log
from gateway.features.payments import bonuses
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
from gateway.features.payments.matching import (
    LockedDonation,
    Mismatch,
    RecordedPayment,
    is_foreign,
    judge_by_hash,
    mismatch,
)
from gateway.features.payments.orders import MAX_AGE_SECONDS, DonationOrder, UnopenedOrder, begin
from gateway.features.payments.provider_payment import MerchantAccount, ProviderPayment
from gateway.features.spending_limits import DonationCaps, is_over_cap

Verdict = Literal["moved", "unchanged", "outdated", "mismatched", "foreign"]
"""Coins were posted; nothing to post; an older state than the recorded one; does not match its donation; not of this
site."""

log = structlog.stdlib.get_logger("gateway.payments")


LOCK_DONATION = query("payments.lock_donation", LockedDonation)
RECORDED_PAYMENT = query("payments.recorded_payment", RecordedPayment)
OTHER_PAYMENTS = query("payments.other_payments", RecordedPayment)
RECORD = query("payments.record", None)
RECORD_MISMATCH = query("payments.record_mismatch", None)
UPDATE_DONATION = query("payments.update_donation", None)
MARK_CHECKED = query("payments.set_checked_at", None)
SETTLE = query("payments.settle", None)
SET_UPDATED = query("payments.set_updated", None)
SET_OVER_CAP = query("payments.set_over_cap", None)
NO_CAPS: Final = DonationCaps()


async def reconcile(
    site: Database,
    merchant: MerchantAccount,
    payment: ProviderPayment,
    now: int,
    order: DonationOrder | UnopenedOrder = "absent",
    caps: DonationCaps = NO_CAPS,
    *,
    is_forced: bool = False,
) -> Verdict:
    """`is_forced`: takes a state that is older than the recorded one, and logs it. `now`: epoch seconds; `order`:
    opened from the payment. Raises KeyLost for an order that no data key opens and of which the donation has no hash,
    and DatabaseUnavailable: then either nothing happened, or all of it."""

    async def work(session: Session) -> Verdict:
        if is_forced:
            await _forget_time(session, payment)
        return await _reconcile(session, merchant, payment, now, order, caps)

    return await ledger.run(site, work)


async def _forget_time(session: Session, payment: ProviderPayment) -> None:
    """Lets the state at the provider replace a recorded one that is newer."""
    await session.one(LOCK_DONATION, id=payment.donation_id)
    row = await session.one(RECORDED_PAYMENT, id=payment.ref.id)
    if row and payment.updated_ms < row.updated_ms:
        await session.write(SET_UPDATED, id=row.id, updated_ms=payment.updated_ms)
        before = {"updated_ms": row.updated_ms, "status": row.status, "detail": row.detail}
        after = {"updated_ms": payment.updated_ms, "status": payment.status, "detail": payment.detail}
        await operator_log.record(session, f"payment:{payment.ref}", before=before, after=after)


async def _reconcile(
    session: Session,
    merchant: MerchantAccount,
    payment: ProviderPayment,
    now: int,
    order: DonationOrder | UnopenedOrder,
    caps: DonationCaps,
) -> Verdict:
    donation = await session.one(LOCK_DONATION, id=payment.donation_id)
    recorded_payment = await session.one(RECORDED_PAYMENT, id=payment.ref.id)
    if recorded_payment and recorded_payment.ref != payment.ref:
        raise AssertionError(f"payment {payment.ref} has the key of {recorded_payment.ref}")
    if donation is None and isinstance(order, DonationOrder) and now - order.created_at < MAX_AGE_SECONDS:
        donation = await _create_again(session, payment, order)
    if order == "key_lost" and donation:
        order = judge_by_hash(payment, donation, recorded_payment)
    if is_foreign(payment, donation, recorded_payment, order):
        return "foreign"
    if recorded_payment and payment.updated_ms < recorded_payment.updated_ms:
        await _mark_checked(session, donation, now)
        return "outdated"
    reason = mismatch(payment, donation, recorded_payment, merchant, order)
    if donation is None or reason:
        await _mark_checked(session, donation, now)
        await _record_mismatch(session, payment, donation, reason or "reference", now)
        await _settle(session, payment, recorded_payment)
        return "mismatched"
    goal = target(payment, donation.total_coins)
    previous_coins = recorded_payment.posted_coins if recorded_payment else PostedCoins()
    if recorded_payment and _is_recorded(recorded_payment, payment, goal):
        await _mark_checked(session, donation, now)
        await _settle(session, payment, recorded_payment)
        await bonuses.settle(session, donation.id, now)
        return "unchanged"
    posted_coins = await _post_difference(session, payment, donation, goal, previous_coins, now)
    await _record(session, payment, donation, goal, posted_coins, now)
    await _settle(session, payment, recorded_payment)
    if posted_coins.is_credited and not previous_coins.is_credited:
        await _check_cap(session, payment, donation, caps, now)
    await _update_donation(session, payment, donation, goal, posted_coins, now)
    await bonuses.settle(session, donation.id, now)
    if posted_coins.moves == previous_coins.moves:
        return "unchanged"
    await operator_log.record(session, f"payment:{payment.ref}")
    return "moved"


async def _create_again(session: Session, payment: ProviderPayment, order: DonationOrder) -> LockedDonation | None:
    with suppress(DuplicateKey):  # another process was faster
        await begin(session, payment.donation_id, order)
    log.warning("donation_recreated", donation=payment.donation_id, payment=str(payment.ref))
    return await session.one(LOCK_DONATION, id=payment.donation_id)


async def _mark_checked(session: Session, donation: LockedDonation | None, now: int) -> None:
    if donation:
        await session.write(MARK_CHECKED, id=donation.id, checked_at=now)


def _is_recorded(row: RecordedPayment, payment: ProviderPayment, goal: Target) -> bool:
    """Returns whether the state repeats the recorded one, as most do: then there is nothing to write."""
    new_amounts, old_amounts = (_returned_amount(payment), payment.charged_back), (row.refunded, row.charged_back)
    new_state = (payment.updated_ms, payment.status, payment.detail, outcome(payment, goal), new_amounts)
    old_state = (row.updated_ms, row.status, row.detail, row.outcome, old_amounts)
    is_posted = (goal.wallet_coins, goal.is_held) == (row.coins, row.disputed != 0)
    return row.mismatch is None and new_state == old_state and is_posted


async def _post_difference(
    session: Session, payment: ProviderPayment, donation: LockedDonation, goal: Target, previous: PostedCoins, now: int
) -> PostedCoins:
    """Returns the coins that are posted then."""
    if (goal.wallet_coins, goal.is_held) == (previous.coins, previous.is_disputed):
        return previous
    login = donation.account
    wallet = ledger.wallet(login)
    hold = ledger.hold(login)
    debt = ledger.debt(login)
    balances = await ledger.lock_balances(session, [wallet, hold, debt])
    owner = PaymentOwner(payment.ref.ledger_key, donation.id, login)
    posting = plan(owner, goal, previous, AccountBalances(balances[wallet], balances[hold], balances[debt]))
    for transfer in posting.transfers:
        if not await ledger.post(session, transfer, now):
            # Payment and ledger are written in one transaction, so an existing key means that one of them was changed
            # from outside. Failing is safer than posting twice.
            raise AssertionError(f"{transfer.key} was posted before and is not counted in payment {payment.ref}")
    return posting.posted_coins


async def _check_cap(
    session: Session, payment: ProviderPayment, donation: LockedDonation, caps: DonationCaps, now: int
) -> None:
    """Marks a payment that no limit could refuse: one link was paid again, or one that was given up."""
    if await is_over_cap(session, caps, donation.account, payment.approved_at or now):
        await session.write(SET_OVER_CAP, id=payment.ref.id)
        log.warning("payment_over_cap", donation=donation.id, payment=str(payment.ref))


async def _record(
    session: Session, payment: ProviderPayment, donation: LockedDonation, goal: Target, result: PostedCoins, now: int
) -> None:
    await session.write(
        RECORD,
        donation_id=donation.id,
        outcome=outcome(payment, goal),
        coins=result.coins,
        held=result.held_coins,
        disputed=int(result.is_disputed),
        moves=result.moves,
        credited=int(result.is_credited),
        **_state_columns(payment, now),
    )


def _state_columns(payment: ProviderPayment, now: int) -> dict[str, str | int | None]:
    return {
        "id": payment.ref.id,
        "provider": payment.ref.provider,
        "reference": payment.ref.reference,
        "status": payment.status,
        "detail": payment.detail,
        "amount": payment.amount,
        "currency": payment.currency if is_chargeable(payment.currency) else None,
        "refunded": _returned_amount(payment),
        "charged_back": payment.charged_back,
        "updated_ms": payment.updated_ms,
        "seen_at": now,
    }


async def _settle(session: Session, payment: ProviderPayment, recorded_payment: RecordedPayment | None) -> None:
    """Records new facts of the settlement, also for a payment that an earlier release has recorded."""
    facts = asdict(payment.settlement) | {"method": payment.method, "approved_at": payment.approved_at}
    facts["settlement_currency"] = facts.pop("currency")
    if any(fact is not None and fact != getattr(recorded_payment, name, None) for name, fact in facts.items()):
        await session.write(SETTLE, id=payment.ref.id, **facts)


async def _update_donation(
    session: Session, payment: ProviderPayment, donation: LockedDonation, goal: Target, result: PostedCoins, now: int
) -> None:
    """Sets the donation to the sum of its payments; it has several if the buyer retried or paid twice."""
    other_payments = await session.read(OTHER_PAYMENTS, donation_id=donation.id, id=payment.ref.id)
    outcomes: list[Outcome] = [outcome(payment, goal), *(row.outcome for row in other_payments)]
    if outcomes.count("completed") > 1:
        log.warning("duplicate_payment", donation=donation.id, payment=str(payment.ref))
    refunded_amount = _returned_amount(payment) + sum(row.refunded for row in other_payments)
    await session.write(
        UPDATE_DONATION,
        id=donation.id,
        status=donation_status(donation.status, outcomes),
        disputed=int(result.is_disputed or any(row.disputed for row in other_payments)),
        coins_credited=result.coins + sum(row.coins for row in other_payments),
        refunded_amount=refunded_amount,
        payment_method=payment.method,
        paid_at=donation.paid_at or payment.approved_at,
        credited_at=donation.credited_at or (now if result.is_credited else None),
        refunded_at=(donation.refunded_at or now) if refunded_amount else None,
        checked_at=now,
    )


def _returned_amount(payment: ProviderPayment) -> int:
    """Returns the minor units returned to the buyer, chargebacks included."""
    return payment.amount if payment.state == "reversed" else min(payment.refunded_amount, payment.amount)


async def _record_mismatch(
    session: Session, payment: ProviderPayment, donation: LockedDonation | None, reason: Mismatch, now: int
) -> None:
    log.warning("payment_mismatched", payment=str(payment.ref), mismatch=reason, donation=payment.donation_id)
    await session.write(
        RECORD_MISMATCH,
        donation_id=donation.id if donation else None,
        mismatch=reason,
        **_state_columns(payment, now),
    )

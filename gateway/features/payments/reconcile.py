"""One payment, brought in line: what the provider says of it against its donation, and the difference into the ledger.

Everything that happens to money comes through `settle`: a notice, a poll, an operator. It is given a snapshot that was
fetched before, since nobody may wait for a network while he holds locks; and it may be called with any snapshot any
number of times, in any order and from any number of processes.
"""

from typing import Final, Literal

import structlog
from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.payments.coin_rules import (
    Case,
    Out,
    Outcome,
    Purse,
    Target,
    donation_status,
    outcome,
    plan,
    target,
)
from gateway.features.payments.provider_payment import Snapshot

CURRENCY: Final = "ARS"
Mismatch = Literal["reference", "currency", "amount", "collector", "live_mode"]
Verdict = Literal["moved", "unchanged", "older", "parked"]
"""Coins were moved, or none had to; the snapshot is older than the one that is known; it does not fit the donation."""

log = structlog.stdlib.get_logger("gateway.payments")


class Terms(Struct, frozen=True):
    """Whose payments count: our own number at the provider, and real ones or those of a test."""

    collector_id: int
    live_mode: bool


class Donation(Struct, frozen=True):
    id: str
    account: str
    amount: int
    currency: str
    total_coins: int
    status: Outcome
    paid_at: int | None
    credited_at: int | None
    refunded_at: int | None


class Seen(Struct, frozen=True):
    """A payment as it was when we last heard of it."""

    id: int
    donation_id: str | None
    outcome: Outcome
    refunded: int
    updated_ms: int
    coins: int
    held: int
    disputed: int
    moves: int
    credited: int
    status: str
    detail: str
    mismatch: str | None


LOCK_DONATION = query("payments.lock_donation", Donation)
SEEN = query("payments.seen", Seen)
OTHERS = query("payments.others", Seen)
KEEP = query("payments.keep", None)
PARK = query("payments.park", None)
SETTLE = query("payments.settle", None)
CHECKED = query("payments.checked", None)


async def settle(site: Database, terms: Terms, snapshot: Snapshot, now: int) -> Verdict:
    """`now`: epoch seconds. Raises DatabaseUnavailable; then nothing happened, or all of it."""
    return await ledger.run(site, lambda session: _settle(session, terms, snapshot, now))


def mismatch(snapshot: Snapshot, donation: Donation | None, seen: Seen | None, terms: Terms) -> Mismatch | None:
    """What of the payment does not fit its donation, and so moves nothing."""
    if donation is None or (seen and seen.donation_id not in {None, donation.id}):
        return "reference"
    if snapshot.currency != donation.currency:
        return "currency"
    if snapshot.amount != donation.amount:
        return "amount"
    if snapshot.collector_id != terms.collector_id:
        return "collector"
    return "live_mode" if snapshot.live_mode != terms.live_mode else None


async def _settle(session: Session, terms: Terms, snapshot: Snapshot, now: int) -> Verdict:
    donation = await session.one(LOCK_DONATION, id=snapshot.reference)
    seen = await session.one(SEEN, id=snapshot.payment_id)
    if seen and snapshot.updated_ms < seen.updated_ms:
        await _check(session, donation, now)
        return "older"
    wrong = mismatch(snapshot, donation, seen, terms)
    if donation is None or wrong:
        await _check(session, donation, now)
        await _park(session, snapshot, wrong or "reference", now)
        return "parked"
    wanted = target(snapshot, donation.total_coins)
    out = _out(seen)
    if seen and _is_known(seen, snapshot, wanted):
        await _check(session, donation, now)
        return "unchanged"
    after = await _move(session, snapshot, donation, wanted, out, now)
    await _keep(session, snapshot, donation, wanted, after, now)
    await _update(session, snapshot, donation, wanted, after, now)
    return "moved" if after.moves != out.moves else "unchanged"


async def _check(session: Session, donation: Donation | None, now: int) -> None:
    """Somebody has looked, and that is all."""
    if donation:
        await session.write(CHECKED, id=donation.id, checked_at=now)


def _is_known(seen: Seen, snapshot: Snapshot, wanted: Target) -> bool:
    """Most of what is said is said again: then everything is written already."""
    said = (snapshot.updated_ms, snapshot.status, snapshot.detail, outcome(snapshot, wanted), _refunded(snapshot))
    known = (seen.updated_ms, seen.status, seen.detail, seen.outcome, seen.refunded)
    is_out = (wanted.wallet_coins, wanted.held) == (seen.coins, seen.disputed != 0)
    return seen.mismatch is None and said == known and is_out


def _out(seen: Seen | None) -> Out:
    if seen is None:
        return Out()
    return Out(seen.coins, seen.held, seen.disputed != 0, seen.moves, seen.credited != 0)


async def _move(session: Session, snapshot: Snapshot, donation: Donation, wanted: Target, out: Out, now: int) -> Out:
    """Posts the difference; what is out afterwards."""
    if (wanted.wallet_coins, wanted.held) == (out.coins, out.disputed):
        return out
    login = donation.account
    wallet, hold, debt = ledger.wallet(login), ledger.hold(login), ledger.debt(login)
    held = await ledger.balances(session, [wallet, hold, debt])
    case = Case(snapshot.payment_id, donation.id, login)
    planned = plan(case, wanted, out, Purse(held[wallet], held[hold], held[debt]))
    for transfer in planned.transfers:
        if not await ledger.post(session, transfer, now):
            # The row of the payment and the ledger are written together: a key that is there already means that
            # somebody else wrote to one of them. Better nothing than twice.
            raise AssertionError(f"{transfer.key} was posted before, and payment {case.payment_id} does not know of it")
    return planned.after


async def _keep(session: Session, snapshot: Snapshot, donation: Donation, wanted: Target, after: Out, now: int) -> None:
    await session.write(
        KEEP,
        id=snapshot.payment_id,
        donation_id=donation.id,
        status=snapshot.status,
        detail=snapshot.detail,
        outcome=outcome(snapshot, wanted),
        amount=snapshot.amount,
        refunded=_refunded(snapshot),
        updated_ms=snapshot.updated_ms,
        coins=after.coins,
        held=after.held,
        disputed=int(after.disputed),
        moves=after.moves,
        credited=int(after.credited),
        seen_at=now,
    )


async def _update(
    session: Session, snapshot: Snapshot, donation: Donation, wanted: Target, after: Out, now: int
) -> None:
    """The donation as the sum of its payments; there may be several, since a buyer may try again, or pay twice."""
    others = await session.read(OTHERS, donation_id=donation.id, id=snapshot.payment_id)
    outcomes: list[Outcome] = [outcome(snapshot, wanted), *(other.outcome for other in others)]
    if outcomes.count("completed") > 1:
        log.warning("duplicate_payment", donation=donation.id, payment=snapshot.payment_id)
    status = donation_status(donation.status, outcomes)
    credited_at = donation.credited_at or (now if after.credited else None)
    refunded = _refunded(snapshot) + sum(other.refunded for other in others)
    await session.write(
        SETTLE,
        id=donation.id,
        status=status,
        disputed=int(after.disputed or any(other.disputed for other in others)),
        coins_credited=after.coins + sum(other.coins for other in others),
        refunded_amount=refunded,
        payment_method=snapshot.method,
        paid_at=donation.paid_at or snapshot.approved_at,
        credited_at=credited_at,
        refunded_at=(donation.refunded_at or now) if refunded else None,
        checked_at=now,
    )


def _refunded(snapshot: Snapshot) -> int:
    """What the buyer has back, also by way of his bank."""
    if snapshot.status == "refunded" or (snapshot.status == "charged_back" and snapshot.detail != "reimbursed"):
        return snapshot.amount
    return min(snapshot.refunded, snapshot.amount)


async def _park(session: Session, snapshot: Snapshot, wrong: Mismatch, now: int) -> None:
    log.warning("payment_parked", payment=snapshot.payment_id, mismatch=wrong, donation=snapshot.reference)
    await session.write(
        PARK,
        id=snapshot.payment_id,
        status=snapshot.status,
        detail=snapshot.detail,
        amount=snapshot.amount,
        refunded=snapshot.refunded,
        updated_ms=snapshot.updated_ms,
        mismatch=wrong,
        seen_at=now,
    )

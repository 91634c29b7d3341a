"""Recorded refund requests: decides whether a command repeats an earlier request or makes a new one.

Every request is recorded before the provider is called, so the next command knows of one with an unknown outcome. A
repeated request is sent under the same key, or not at all if the payment shows that it was applied.
"""

import time
from typing import Final

from msgspec import Struct

from gateway.config.currencies import decimal_text
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.operators import operator_log
from gateway.features.payments.provider_payment import PaymentRef, ProviderPayment
from gateway.http.idempotency import uuid_of
from gateway.texts import Refusal, text

UNCERTAIN_SECONDS: Final = 3600
"""Time after which a payment shows every refund that was applied."""


class NothingToRefund(Refusal):
    """The amount exceeds what is not refunded yet."""


class RefundPending(Refusal):
    """Another refund of the payment was requested, and its outcome is unknown."""


class RefundRequest(Struct, frozen=True):
    """`amount` to refund, on top of `refunded`, which had been refunded before; both in minor units. `asked_at`: epoch
    seconds. `payment_id`: `PaymentRef.id`."""

    payment_id: int
    refunded: int
    amount: int
    asked_at: int

    def is_applied(self, payment: ProviderPayment) -> bool:
        """Returns whether enough has been refunded since to include this request."""
        return payment.refunded_amount >= self.refunded + self.amount

    def matches(self, amount: int | None, payment: ProviderPayment) -> bool:
        """`amount` None: all that is not refunded yet."""
        return self.amount == (payment.amount - self.refunded if amount is None else amount)


UNANSWERED_REFUND = query("payments.unanswered_refund", RefundRequest)
RECORD = query("payments.record_refund", None)
ANSWER = query("payments.answer_refunds", None)


def choose(payment: ProviderPayment, amount: int | None, request: RefundRequest | None, now: int) -> RefundRequest:
    """Returns the request that a command means: the unanswered `request` or a new one. Raises RefundPending and
    NothingToRefund."""
    if request and request.matches(amount, payment):
        return request
    if request and not request.is_applied(payment) and now - request.asked_at < UNCERTAIN_SECONDS:
        raise RefundPending(text("reasons.refund_pending", amount=decimal_text(request.amount, payment.currency)))
    refundable = payment.amount - payment.refunded_amount
    requested_amount = refundable if amount is None else amount
    if not 0 < requested_amount <= refundable:
        amounts = [decimal_text(amount, payment.currency) for amount in (requested_amount, max(0, refundable))]
        raise NothingToRefund(text("reasons.refund_much", amount=amounts[0], left=amounts[1]))
    return RefundRequest(
        payment_id=payment.ref.id, refunded=payment.refunded_amount, amount=requested_amount, asked_at=now
    )


def key(request: RefundRequest) -> str:
    """Returns the idempotency key: the same for the same refund of a payment in the same state."""
    return uuid_of(f"refund:{request.payment_id}:{request.refunded}:{request.amount}")


async def find_unanswered(site: Database, payment: PaymentRef) -> RefundRequest | None:
    return await site.one(UNANSWERED_REFUND, payment_id=payment.id)


async def record(site: Database, payment: ProviderPayment, request: RefundRequest) -> None:
    """Records the request; called before the provider."""

    async def work(session: Session) -> None:
        await session.write(
            RECORD,
            payment_id=request.payment_id,
            refunded=request.refunded,
            amount=request.amount,
            asked_at=int(time.time()),
        )
        before = {"refunded": decimal_text(request.refunded, payment.currency)}
        after = {"refunded": decimal_text(request.refunded + request.amount, payment.currency)}
        await operator_log.record(session, f"payment:{payment.ref}", before=before, after=after)

    await ledger.run(site, work)


async def mark_answered(site: Database, request: RefundRequest) -> None:
    """Records that the outcome of the request is known."""
    await site.write(ANSWER, payment_id=request.payment_id, answered_at=int(time.time()))

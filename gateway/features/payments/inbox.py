"""The inbox of webhooks: each is stored before it is answered, and stays due until its payment is processed."""

from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.payments.provider_payment import PaymentRef

LEASE_SECONDS: Final = 15
"""Time for which a webhook belongs to the process that received it; afterwards the leader takes it."""
_MAX_ATTEMPTS: Final = 12
_MAX_PAUSE: Final = 3600
_RETENTION_SECONDS: Final = 30 * DAY


class DuePayment(Struct, frozen=True):
    """A payment with due webhooks."""

    provider: str
    reference: str
    attempts: int
    received_at: int

    @property
    def ref(self) -> PaymentRef:
        return PaymentRef(self.provider, self.reference)


class NewestWebhook(Struct, frozen=True):
    id: int


STORE = query("payments.store_webhook", None)
NEWEST = query("payments.newest_webhook", NewestWebhook)
DUE = query("payments.due_webhooks", DuePayment)
FINISH = query("payments.finish_webhooks", None)
POSTPONE = query("payments.postpone_webhooks", None)
RETRY = query("payments.retry_webhooks", None)
GIVE_UP = query("payments.give_up_webhooks", None)
PRUNE = query("payments.prune_webhooks", None)


async def store(site: Database, webhook: str, payment: PaymentRef, now: int) -> None:
    """Stores a webhook; a repeated one becomes due again."""
    await site.write(
        STORE,
        webhook=webhook,
        payment_id=payment.id,
        provider=payment.provider,
        reference=payment.reference,
        received_at=now,
        due_at=now + LEASE_SECONDS,
    )


async def newest(site: Database, payment: PaymentRef) -> int:
    """Returns the id of the newest webhook; a fetch that begins now covers all up to it."""
    row = await site.one(NEWEST, payment_id=payment.id)
    return row.id if row else 0


async def finish(site: Database, payment: PaymentRef, upto: int) -> None:
    if upto:
        await site.write(FINISH, payment_id=payment.id, upto=upto)


async def postpone(site: Database, payment: PaymentRef, attempts: int, now: int) -> None:
    """Exponential back-off."""
    pause = min(_MAX_PAUSE, 5 * 2 ** min(attempts, 10))
    await site.write(POSTPONE, payment_id=payment.id, due_at=now + pause)


async def retry_postponed(site: Database, now: int) -> None:
    """Makes all postponed webhooks due: the provider answers again."""
    await site.write(RETRY, now=now)


async def postpone_unknown(site: Database, payment: PaymentRef, attempts: int, upto: int, now: int) -> None:
    """Postpones a payment that the provider does not know yet; gives it up after the last attempt."""
    if attempts >= _MAX_ATTEMPTS:
        await site.write(GIVE_UP, payment_id=payment.id, upto=upto)
    else:
        await postpone(site, payment, attempts, now)


async def prune(site: Database, now: int) -> int:
    return await site.prune(PRUNE, before=now - _RETENTION_SECONDS)

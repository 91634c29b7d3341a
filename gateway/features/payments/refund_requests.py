"""Which refund a command means: one of its own, or one that was asked for before and whose answer was lost.

Every refund is noted before the provider is asked, so that the next command knows of one that nobody knows the end of.
The same refund again is sent under the same key, and not at all where the payment shows that it was made.
"""

import time
from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.payments.provider_payment import CENTAVOS, Snapshot
from gateway.http.idempotency import uuid_of

DOUBT_SECONDS: Final = 3600
"""After that a payment shows every refund of it that was made."""


class NothingLeft(Exception):  # noqa: N818 - it says what is wrong
    """There is not so much of it left to give back."""


class InDoubt(Exception):  # noqa: N818 - it says what is wrong
    """Another refund of the payment was asked for, and nobody knows what became of it."""


class Asked(Struct, frozen=True):
    """`amount` of a payment, of which `refunded` had gone back before; both in centavos. `asked_at`: epoch seconds."""

    payment_id: int
    refunded: int
    amount: int
    asked_at: int

    def is_seen_in(self, payment: Snapshot) -> bool:
        """So much more has gone back since that this one is among it."""
        return payment.refunded >= self.refunded + self.amount

    def is_meant_by(self, amount: int | None, payment: Snapshot) -> bool:
        """`amount` None: all that was left."""
        return self.amount == (payment.amount - self.refunded if amount is None else amount)


UNANSWERED = query("payments.unanswered_refund", Asked)
ASK = query("payments.ask_refund", None)
ANSWER = query("payments.answer_refunds", None)


def chosen(before: Snapshot, amount: int | None, unanswered: Asked | None, now: int) -> Asked:
    """What a command asks for, the payment being as it is. Raises InDoubt and NothingLeft."""
    if unanswered and unanswered.is_meant_by(amount, before):
        return unanswered
    if unanswered and not unanswered.is_seen_in(before) and now - unanswered.asked_at < DOUBT_SECONDS:
        raise InDoubt(
            f"nobody knows what became of the {pesos(unanswered.amount)} that were asked for before; ask for those "
            "again first, which gives them back once"
        )
    left = before.amount - before.refunded
    wanted = left if amount is None else amount
    if not 0 < wanted <= left:
        raise NothingLeft(f"{pesos(wanted)} of it cannot be given back, {pesos(max(0, left))} are left")
    return Asked(before.payment_id, before.refunded, wanted, now)


def key(wanted: Asked) -> str:
    """The same for the same refund of a payment in the same state: whoever sends it twice gives back once."""
    return uuid_of(f"refund:{wanted.payment_id}:{wanted.refunded}:{wanted.amount}")


async def unanswered(site: Database, payment: int) -> Asked | None:
    return await site.one(UNANSWERED, payment_id=payment)


async def note(site: Database, wanted: Asked) -> None:
    """Before the provider is asked."""
    await site.write(
        ASK,
        payment_id=wanted.payment_id,
        refunded=wanted.refunded,
        amount=wanted.amount,
        asked_at=int(time.time()),
    )


async def answered(site: Database, wanted: Asked) -> None:
    """It is known what became of it."""
    await site.write(ANSWER, payment_id=wanted.payment_id, answered_at=int(time.time()))


def pesos(amount: int) -> str:
    return f"{amount // CENTAVOS:,}.{amount % CENTAVOS:02}"

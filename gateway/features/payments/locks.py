"""Whether an account is held: while the provider has not said who bears a charge that was taken back.

Held as one that owes: nothing is spent, sent or played for. What comes in goes on coming in. Until the bank has spoken
the coins of that payment are gone already; the hold is about those of others, which may have been paid with the same
card.
"""

from typing import Protocol, TypeVar

from msgspec import Struct

from gateway.database.queries import Query, query

T = TypeVar("T")


class Held(Struct, frozen=True):
    payment_id: int


HELD = query("payments.contested", Held)


class Reader(Protocol):
    """A door or a session."""

    async def one(self, query: Query[T], **args: str) -> T | None: ...


async def locked(session: Reader, login: str) -> bool:
    """Some of the account's payments is charged back, and neither settled nor reimbursed. Read without a lock: who
    spends in the same moment is before the news of it."""
    return await session.one(HELD, account=login) is not None

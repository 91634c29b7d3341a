"""Blocks spending while a charged-back payment is undecided.

A contested account is treated as one that owes coins: it cannot send coins or spin; credits still arrive. The coins of
the charged-back payment are clawed back already. The block protects those of other payments, which may have been made
with the same card.
"""

from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query


class ContestedPayment(Struct, frozen=True):
    payment_id: int


CONTESTED_PAYMENT = query("payments.contested_payment", ContestedPayment)


async def is_contested(session: Database | Session, login: str) -> bool:
    """Returns whether a payment of the account is charged back, and neither settled nor reimbursed.

    Reads without a lock: spending at the same moment counts as spending before the chargeback.
    """
    return await session.one(CONTESTED_PAYMENT, account=login) is not None

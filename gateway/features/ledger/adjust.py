"""Adjustments: an operator gives coins to an account or takes them, for a reason in the operators' log.

The opposite side is `house:adjustments`. The key makes a repeated command harmless. Coins that come in pay the
account's debt first, as all coins do.
"""

import re
import time
from typing import Final

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.ledger.account_names import debt, house, wallet
from gateway.features.ledger.debts import AccountBalances, repayment
from gateway.features.ledger.posting import Entry, Transfer, lock_balances, post, run
from gateway.features.operators import operator_log

KEY: Final = re.compile(r"[A-Za-z0-9_.-]{1,48}")
ADJUSTMENTS: Final = house("adjustments")
ENTRIES = query("ledger.entries_of", Entry)


class AdjustmentKeyReused(Exception):  # noqa: N818 - names the state of the key
    """Another adjustment was posted under the key."""


async def adjust(site: Database, login: str, amount: int, key: str) -> bool:
    """Adds `amount` coins to the wallet, or takes them if it is negative, and logs the operation, in one transaction.

    Returns False if this adjustment was posted before. Raises Insufficient and AdjustmentKeyReused.
    """
    return await run(site, lambda session: _adjust(session, login, amount, key))


async def _adjust(session: Session, login: str, amount: int, key: str) -> bool:
    name, now = f"adjust:{key}", int(time.time())
    balances = await lock_balances(session, [wallet(login), debt(login)])
    transfer = Transfer(name, "adjust", name, (Entry(wallet(login), amount), Entry(ADJUSTMENTS, -amount)))
    if not await post(session, transfer, now):
        if tuple(await session.read(ENTRIES, key=name)) != transfer.entries:
            raise AdjustmentKeyReused
        return False
    after = AccountBalances(wallet=balances[wallet(login)] + amount, debt=balances[debt(login)])
    if debt_repayment := repayment(login, amount, after, f"{name}:repay", name):
        await post(session, debt_repayment, now)
    paid = -debt_repayment.entries[0].amount if debt_repayment else 0
    before = {"wallet": balances[wallet(login)], "debt": balances[debt(login)]}
    repaid = {"wallet": after.wallet - paid, "debt": after.debt - paid}
    await operator_log.record(session, name, before=before, after=repaid)
    return True

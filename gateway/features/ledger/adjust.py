"""Adjustments: an operator gives coins to an account or takes them, for a reason in the operators' log.

The opposite side is `house:adjustments`. A repeated command with the same key changes nothing. Incoming coins pay the
account's debt first, as all coins do.
"""

import re
import time
from typing import Final

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.ledger.account_names import house, wallet
from gateway.features.ledger.debts import AccountBalances, repayment
from gateway.features.ledger.posting import Entry, Transfer, post, run
from gateway.features.ledger.rewards import lock_player
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
    transfer_key, now = f"adjust:{key}", int(time.time())
    balances = await lock_player(session, login)
    entries = (Entry(wallet(login), amount), Entry(ADJUSTMENTS, -amount))
    if not await post(session, Transfer(key=transfer_key, kind="adjust", reference=transfer_key, entries=entries), now):
        if tuple(await session.read(ENTRIES, key=transfer_key)) != entries:
            raise AdjustmentKeyReused
        return False
    new_balances = AccountBalances(wallet=balances.wallet + amount, debt=balances.debt)
    if debt_repayment := repayment(login, amount, new_balances, f"{transfer_key}:repay", transfer_key):
        await post(session, debt_repayment, now)
    repaid_coins = -debt_repayment.entries[0].amount if debt_repayment else 0
    old_values = {"wallet": balances.wallet, "debt": balances.debt}
    new_values = {"wallet": new_balances.wallet - repaid_coins, "debt": new_balances.debt - repaid_coins}
    await operator_log.record(session, transfer_key, before=old_values, after=new_values)
    return True

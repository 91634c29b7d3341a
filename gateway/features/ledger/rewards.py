"""Coins that a house account gives to a player: a debt is paid first."""

from gateway.database.database import Session
from gateway.features.ledger.account_names import debt, house, wallet
from gateway.features.ledger.debts import AccountBalances, repayment
from gateway.features.ledger.posting import Entry, Transfer, lock_balances, post


async def lock_player(session: Session, login: str) -> AccountBalances:
    """Locks the player's wallet until the end of the transaction."""
    balances = await lock_balances(session, [wallet(login), debt(login)])
    return AccountBalances(wallet=balances[wallet(login)], debt=balances[debt(login)])


async def credit(session: Session, kind: str, key: str, source: str, login: str, coins: int, now: int) -> None:
    """Posts under `key`, which is also the reference. `source`: name of the house account.

    The caller's transaction records the cause once; a key that was posted before is an error.
    """
    balances = await lock_player(session, login)
    entries = (Entry(wallet(login), coins), Entry(house(source), -coins))
    if not await post(session, Transfer(key=key, kind=kind, reference=key, entries=entries), now):
        raise AssertionError(f"{key} was posted and its cause is not settled")
    new_balances = AccountBalances(wallet=balances.wallet + coins, debt=balances.debt)
    if debt_repayment := repayment(login, coins, new_balances, f"{key}:repay", key):
        await post(session, debt_repayment, now)

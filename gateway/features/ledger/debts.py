"""Debts: coins that come in pay what the account owes first. Pure."""

from typing import Final

from msgspec import Struct

from gateway.features.ledger.account_names import debt, house, wallet
from gateway.features.ledger.posting import Entry, Transfer

DONATIONS: Final = house("donations")
DEBTS: Final = house("debts")


class AccountBalances(Struct, frozen=True):
    """The player's ledger accounts, locked."""

    wallet: int = 0
    hold: int = 0
    debt: int = 0


def repayment(login: str, incoming: int, balances: AccountBalances, key: str, reference: str) -> Transfer | None:
    """Returns the transfer by which incoming coins pay the debt first; None without a debt or coins. `balances`:
    locked, after the coins have come in."""
    paid = min(incoming, balances.debt, balances.wallet)
    if paid <= 0:
        return None
    amounts = {wallet(login): -paid, DONATIONS: paid, debt(login): -paid, DEBTS: paid}
    return Transfer(key, "repay", reference, tuple(Entry(account, amount) for account, amount in amounts.items()))

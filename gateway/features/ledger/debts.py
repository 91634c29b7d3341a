"""Debts: incoming coins pay the account's debt first. Pure."""

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
    """Returns the transfer by which incoming coins pay the debt; None without a debt or coins.

    `balances`: locked, and with the incoming coins.
    """
    coins = min(incoming, balances.debt, balances.wallet)
    if coins <= 0:
        return None
    amounts = {wallet(login): -coins, DONATIONS: coins, debt(login): -coins, DEBTS: coins}
    return Transfer(
        key=key,
        kind="repay",
        reference=reference,
        entries=tuple(Entry(account, amount) for account, amount in amounts.items()),
    )

"""The transfers of a delivery. Pure. Each has its own key, so a delivery is paid once and refunded once."""

from typing import Final

from gateway.features.ledger import Entry, Transfer, house, wallet
from gateway.features.ledger.debts import AccountBalances, repayment

GAME: Final = house("game")


def payment_transfer(delivery_id: int, login: str, amount: int) -> Transfer:
    """Returns the transfer from the wallet: coins leave it when they are sent, not when they arrive."""
    entries = (Entry(wallet(login), -amount), Entry(GAME, amount))
    return Transfer(key=_name(delivery_id), kind="delivery", reference=_name(delivery_id), entries=entries)


def refund_transfers(delivery_id: int, login: str, amount: int, balances: AccountBalances) -> list[Transfer]:
    """Returns the transfer back to the wallet and, with a debt, its repayment. `balances`: before both, locked."""
    name = _name(delivery_id)
    refund = Transfer(
        key=f"{name}:back",
        kind="delivery_back",
        reference=name,
        entries=(Entry(wallet(login), amount), Entry(GAME, -amount)),
    )
    new_balances = AccountBalances(balances.wallet + amount, balances.hold, balances.debt)
    debt_repayment = repayment(login, amount, new_balances, f"{name}:repay", name)
    return [refund, debt_repayment] if debt_repayment else [refund]


def _name(delivery_id: int) -> str:
    return f"delivery:{delivery_id}"

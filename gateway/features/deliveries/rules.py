"""The transfers of a delivery. Pure; each has a key of its own, so a delivery is paid for once and comes back once."""

from typing import Final

from gateway.features.ledger import Entry, Transfer, house, wallet
from gateway.features.payments.coin_rules import Purse, repayment

GAME: Final = house("game")


def paid(delivery_id: int, login: str, amount: int) -> Transfer:
    """What is sent leaves the wallet at once, whenever it arrives."""
    entries = (Entry(wallet(login), -amount), Entry(GAME, amount))
    return Transfer(_name(delivery_id), "delivery", _name(delivery_id), entries)


def given_back(delivery_id: int, login: str, amount: int, purse: Purse) -> list[Transfer]:
    """What was not handed over comes back, and pays debts first, as anything that comes in. `purse`: before that."""
    name = _name(delivery_id)
    back = Transfer(f"{name}:back", "delivery_back", name, (Entry(wallet(login), amount), Entry(GAME, -amount)))
    after = Purse(purse.wallet + amount, purse.hold, purse.debt)
    owed = repayment(login, amount, after, f"{name}:repay", name)
    return [back, owed] if owed else [back]


def _name(delivery_id: int) -> str:
    return f"delivery:{delivery_id}"

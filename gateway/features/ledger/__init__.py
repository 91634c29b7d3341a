"""The double-entry ledger: append-only transfers of coins. The only code that changes a wallet's balance."""

from gateway.features.ledger.account_names import debt, hold, house, wallet
from gateway.features.ledger.posting import (
    Entry,
    Insufficient,
    Transfer,
    lock_balances,
    post,
    post_all,
    read_balances,
    run,
)

__all__ = [
    "Entry",
    "Insufficient",
    "Transfer",
    "debt",
    "hold",
    "house",
    "lock_balances",
    "post",
    "post_all",
    "read_balances",
    "run",
    "wallet",
]

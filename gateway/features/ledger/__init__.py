"""The ledger: every coin there is, as transfers that are never changed. The one place that moves a wallet."""

from gateway.features.ledger.account_names import debt, hold, house, wallet
from gateway.features.ledger.posting import Entry, Insufficient, Transfer, balances, post, post_together, run

__all__ = [
    "Entry",
    "Insufficient",
    "Transfer",
    "balances",
    "debt",
    "hold",
    "house",
    "post",
    "post_together",
    "run",
    "wallet",
]

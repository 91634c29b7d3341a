"""Explains in one line what happened to a donation, and names the command that comes next. Pure."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.features.payments.coin_rules import Outcome


class ListedDonation(Struct, frozen=True):
    """Amount in centavos, times in epoch seconds; `opened`: the provider opened a checkout; `total` counts the rows
    before the limit."""

    id: str
    created_at: int
    account: str
    character_name: str
    amount: int
    total_coins: int
    coins_credited: int
    status: Outcome
    disputed: int
    credited_at: int | None
    checked_at: int | None
    opened: int
    total: int


class ListedPayment(Struct, frozen=True):
    """Amounts in centavos."""

    id: int
    donation_id: str
    status: str
    detail: str
    outcome: Outcome
    amount: int
    refunded: int
    coins: int
    credited: int
    mismatch: str | None


class Explanation(Struct, frozen=True):
    """`command` is empty where nothing has to be done."""

    text: str
    command: str


_UNPAID: Final = frozenset({"rejected", "cancelled", "refunded", "charged_back", "pending", "in_process"})
_REFUND, _RECONCILE = "gateway refund", "gateway reconcile --payment"
_REMEDIES: Final = {
    "reference": ("leave it if the account sells elsewhere too", _REFUND),
    "collector": ("correct payments.collector_id", _RECONCILE),
    "live_mode": ("leave a test payment, or correct payments.live_mode", _RECONCILE),
}
"""Mismatch → what to check first, and the command."""


def explain(donation: ListedDonation, payments: Sequence[ListedPayment]) -> Explanation:
    """`payments`: all of the donation."""
    for payment in payments:
        if payment.mismatch and payment.status not in _UNPAID:
            return explain_mismatch(payment)
    again = f"gateway reconcile --donation {donation.id}"
    if donation.disputed:
        return Explanation("the payment is disputed; its unspent coins are frozen until the provider decides", again)
    match donation.status:
        case "completed" if donation.coins_credited < donation.total_coins:
            return Explanation(f"{donation.coins_credited:,} coins are left after a partial refund", "")
        case "completed":
            return Explanation(f"paid; {donation.coins_credited:,} coins were credited to the wallet", "")
        case "refunded":
            return Explanation("the payment was refunded or charged back, and its coins were taken back", "")
        case _ if payments:
            return Explanation(_states(payments), again)
        case _ if not donation.opened:
            return Explanation("the provider opened no checkout, so nothing was charged; the player can try again", "")
        case "pending":
            return Explanation("no payment is known yet; this asks the provider", again)
        case _:
            return Explanation("the checkout ended without a payment; this asks the provider once more", again)


def explain_mismatch(payment: ListedPayment) -> Explanation:
    coins = f"{payment.coins:,} coins of it stay posted" if payment.coins else "it gave no coins"
    check, command = _REMEDIES.get(payment.mismatch or "", ("it was made or changed by hand", _REFUND))
    text = f"payment {payment.id} ({payment.status}) does not match: {payment.mismatch}; {coins}; {check}"
    return Explanation(text, f"{command} {payment.id}")


def _states(payments: Sequence[ListedPayment]) -> str:
    states = ", ".join(f"payment {payment.id} is {payment.status} ({payment.detail})" for payment in payments)
    return f"{states} at the provider, so no coins are due"

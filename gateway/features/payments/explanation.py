"""Explains in one line what happened to a donation, and names the command that comes next. Pure."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.features.payments.coin_rules import Outcome
from gateway.features.payments.provider_payment import PaymentRef, State


class ListedDonation(Struct, frozen=True):
    """Amount in centavos; `opened`: the provider opened a checkout; `total` counts the rows before the limit."""

    id: str
    created_at: int
    account: str
    character_name: str
    amount: int
    total_coins: int
    coins_credited: int
    status: Outcome
    disputed: int
    opened: int
    total: int


class ListedPayment(Struct, frozen=True):
    """Amount in centavos; `mismatch`: why it does not match its donation."""

    id: int
    provider: str
    reference: str
    donation_id: str
    state: State
    status: str
    detail: str
    amount: int
    coins: int
    mismatch: str | None

    @property
    def ref(self) -> PaymentRef:
        return PaymentRef(self.provider, self.reference)


_WITHOUT_MONEY: Final[frozenset[State]] = frozenset({"pending", "failed", "reversed"})
_REFUND, _RECONCILE = "gateway refund", "gateway reconcile --payment"
_REMEDIES: Final = {
    "reference": ("leave it if the account sells elsewhere too", _REFUND),
    "order": ("its donation is lost and older than 180 days", _REFUND),
    "amount": ("it was made or changed by hand", _REFUND),
    "currency": ("it was made or changed by hand", _REFUND),
    "collector": ("correct payments.collector_id", _RECONCILE),
    "live_mode": ("leave a test payment, or correct payments.live_mode", _RECONCILE),
}
"""Mismatch → what to check first, and the command."""


def explain(donation: ListedDonation, payments: Sequence[ListedPayment]) -> tuple[str, str]:
    """Returns what happened, and the next command; empty where nothing has to be done. `payments`: all of it."""
    for payment in payments:
        if payment.mismatch and payment.state not in _WITHOUT_MONEY:
            return explain_mismatch(payment, payment.mismatch)
    command = f"gateway reconcile --donation {donation.id}"
    if donation.disputed:
        return "the payment is disputed; its unspent coins are frozen until the provider decides", command
    match donation.status:
        case "completed" if donation.coins_credited < donation.total_coins:
            return f"{donation.coins_credited:,} coins are left after a partial refund", ""
        case "completed":
            return f"paid; {donation.coins_credited:,} coins were credited to the wallet", ""
        case "refunded":
            return "the payment was refunded or charged back, and its coins were taken back", ""
        case _ if payments:
            states = ", ".join(f"payment {payment.ref} is {payment.status} ({payment.detail})" for payment in payments)
            return f"{states} at the provider, so no coins are due", command
        case _ if not donation.opened:
            return "the provider opened no checkout, so nothing was charged; the player can try again", ""
        case "pending":
            return "no payment is known yet; this asks the provider", command
        case _:
            return "the checkout ended without a payment; this asks the provider once more", command


def explain_mismatch(payment: ListedPayment, mismatch: str) -> tuple[str, str]:
    coins = f"{payment.coins:,} coins of it stay posted" if payment.coins else "it gave no coins"
    check, command = _REMEDIES[mismatch]
    text = f"payment {payment.ref} ({payment.status}) does not match: {mismatch}; {coins}; {check}"
    return text, f"{command} {payment.ref}"

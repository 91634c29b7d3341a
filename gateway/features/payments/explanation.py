"""Explains what happened to a donation, and names the command that comes next. Pure."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gateway.features.payments.coin_rules import Outcome
from gateway.features.payments.provider_payment import PaymentRef, State

Cause = Literal[
    "mismatch",
    "disputed",
    "partly_refunded",
    "credited",
    "refunded",
    "unpaid",
    "unopened",
    "unknown",
    "cancelled",
    "ended",
]


class ListedDonation(Struct, frozen=True):
    """Amount in minor units; `opened`: the provider opened a checkout; `cancelled`: by the player; `total` counts the
    rows before the limit."""

    id: str
    created_at: int
    account: str
    character_name: str
    amount: int
    currency: str
    total_coins: int
    coins_credited: int
    status: Outcome
    disputed: int
    opened: int
    cancelled: int
    total: int


class ListedPayment(Struct, frozen=True):
    """Amount in minor units; `currency`: empty if it is not known; `mismatch`: why it does not match its donation."""

    id: int
    provider: str
    reference: str
    donation_id: str
    state: State
    status: str
    detail: str
    amount: int
    currency: str
    coins: int
    mismatch: str | None

    @property
    def ref(self) -> PaymentRef:
        return PaymentRef(self.provider, self.reference)


class ExplainedPayment(Struct, frozen=True):
    """`status` and `detail`: in the provider's words. `mismatch`: why it does not match its donation."""

    payment: str
    status: str
    detail: str
    mismatch: str | None


class Explanation(Struct, frozen=True):
    """`payments`: those that are the cause. `coins`: that stay, or were credited. `command`: comes next, or empty."""

    cause: Cause
    command: str = ""
    coins: int = 0
    payments: list[ExplainedPayment] = []

    @property
    def text(self) -> str:
        """Returns what the command prints."""
        match self.cause:
            case "mismatch":
                [payment] = self.payments
                coins = f"{self.coins:,} coins of it stay posted" if self.coins else "it gave no coins"
                description = f"payment {payment.payment} ({payment.status}) does not match: {payment.mismatch}"
                return f"{description}; {coins}; {_REMEDIES[payment.mismatch or _REFERENCE][0]}"
            case "unpaid":
                states = (f"payment {row.payment} is {row.status} ({row.detail})" for row in self.payments)
                return f"{', '.join(states)} at the provider, so no coins are due"
            case cause:
                return _TEXTS[cause].format(coins=f"{self.coins:,} coins")


_WITHOUT_MONEY: Final[frozenset[State]] = frozenset({"pending", "failed", "reversed"})
_REFUND, _RECONCILE = "gateway refund", "gateway reconcile --payment"
_REFERENCE: Final = "reference"
_REMEDIES: Final = {
    _REFERENCE: ("leave it if the account sells elsewhere too", _REFUND),
    "order": ("its donation is lost and older than 180 days", _REFUND),
    "installation": ("another site sold it: take its coins back with gateway ledger adjust", _RECONCILE),
    "amount": ("it was made or changed by hand", _REFUND),
    "currency": ("it was made or changed by hand", _REFUND),
    "collector": ("correct payments.collector_id", _RECONCILE),
    "live_mode": ("leave a test payment, or correct payments.live_mode", _RECONCILE),
}
"""Mismatch → what to check first, and the command."""
_TEXTS: Final[dict[Cause, str]] = {
    "disputed": "the payment is disputed; its unspent coins are frozen until the provider decides",
    "partly_refunded": "{coins} are left after a partial refund",
    "credited": "paid; {coins} were credited to the wallet",
    "refunded": "the payment was refunded or charged back, and its coins were taken back",
    "unopened": "the provider opened no checkout, so nothing was charged; the player can try again",
    "unknown": "no payment is known yet; this asks the provider",
    "cancelled": "the player cancelled it before a payment; this asks the provider once more",
    "ended": "the checkout ended without a payment; this asks the provider once more",
}


def explain(donation: ListedDonation, payments: Sequence[ListedPayment]) -> Explanation:
    """Returns what happened to a donation. `payments`: all of the donation."""
    for payment in payments:
        if payment.mismatch and payment.state not in _WITHOUT_MONEY:
            return explain_mismatch(payment)
    command = f"gateway reconcile --donation {donation.id}"
    if donation.disputed:
        return Explanation("disputed", command)
    match donation.status:
        case "completed":
            is_whole = donation.coins_credited >= donation.total_coins
            return Explanation("credited" if is_whole else "partly_refunded", coins=donation.coins_credited)
        case "refunded":
            return Explanation("refunded")
        case _ if payments:
            return Explanation("unpaid", command, payments=[_explain_payment(payment) for payment in payments])
        case _ if not donation.opened:
            return Explanation("unopened")
        case "pending":
            return Explanation("unknown", command)
        case _:
            return Explanation("cancelled" if donation.cancelled else "ended", command)


def explain_mismatch(payment: ListedPayment) -> Explanation:
    """Returns why a payment does not match; one without a donation of the site does not match its reference."""
    mismatch = payment.mismatch or _REFERENCE
    command = f"{_REMEDIES[mismatch][1]} {payment.ref}"
    return Explanation("mismatch", command, payment.coins, [_explain_payment(replace(payment, mismatch=mismatch))])


def _explain_payment(payment: ListedPayment) -> ExplainedPayment:
    return ExplainedPayment(
        payment=str(payment.ref), status=payment.status, detail=payment.detail, mismatch=payment.mismatch
    )

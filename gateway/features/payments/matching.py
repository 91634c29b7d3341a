"""Whether a payment is of this installation, and whether it matches its donation."""

from typing import Literal

import structlog
from msgspec import Struct

from gateway.database.sealing import KeyLost, key_of
from gateway.features.payments.coin_rules import Outcome, PostedCoins
from gateway.features.payments.orders import DonationOrder, UnopenedOrder, order_hash
from gateway.features.payments.provider_payment import MerchantAccount, PaymentRef, ProviderPayment

Mismatch = Literal["reference", "order", "installation", "currency", "amount", "collector", "live_mode"]

log = structlog.stdlib.get_logger("gateway.payments")


class LockedDonation(Struct, frozen=True):
    id: str
    account: str
    amount: int
    currency: str
    total_coins: int
    status: Outcome
    paid_at: int | None
    credited_at: int | None
    refunded_at: int | None
    order_hash: str | None = None


class RecordedPayment(Struct, frozen=True):
    """A payment's last recorded state."""

    id: int
    provider: str
    reference: str
    donation_id: str | None
    outcome: Outcome
    refunded: int
    charged_back: int
    updated_ms: int
    coins: int
    held: int
    disputed: int
    moves: int
    credited: int
    status: str
    detail: str
    mismatch: str | None
    fee: int | None
    net: int | None
    approved_at: int | None
    release_at: int | None
    method: str | None
    payer: int | None
    settlement_currency: str | None

    @property
    def ref(self) -> PaymentRef:
        return PaymentRef(self.provider, self.reference)

    @property
    def posted_coins(self) -> PostedCoins:
        return PostedCoins(
            coins=self.coins,
            held_coins=self.held,
            is_disputed=self.disputed != 0,
            moves=self.moves,
            is_credited=self.credited != 0,
        )


def is_foreign(
    payment: ProviderPayment,
    donation: LockedDonation | None,
    recorded_payment: RecordedPayment | None,
    order: DonationOrder | UnopenedOrder,
) -> bool:
    """Returns whether another site of the account sold it. An equal donation id proves nothing: only the order does.

    A recorded payment stays recorded: an order that does not open is its mismatch.
    """
    if isinstance(order, DonationOrder) or recorded_payment:
        return False
    if donation and order == "foreign":
        log.warning("payment_foreign", payment=str(payment.ref), donation=donation.id)
    return donation is None or order == "foreign"


def judge_by_hash(
    payment: ProviderPayment, donation: LockedDonation, recorded_payment: RecordedPayment | None
) -> UnopenedOrder:
    """Returns "foreign", or "absent" if hash or credit prove an order ours without its data key. Raises KeyLost."""
    if donation.order_hash:
        return "absent" if donation.order_hash == order_hash(payment.order) else "foreign"
    if recorded_payment and recorded_payment.credited:
        return "absent"
    raise KeyLost(key_of(payment.order))


def mismatch(
    payment: ProviderPayment,
    donation: LockedDonation | None,
    recorded_payment: RecordedPayment | None,
    merchant: MerchantAccount,
    order: DonationOrder | UnopenedOrder = "absent",
) -> Mismatch | None:
    """Returns the first mismatch between payment and donation; mismatched payments are never credited."""
    if order == "foreign":
        return "installation"
    if donation is None and isinstance(order, DonationOrder):
        return "order"
    if donation is None or (recorded_payment and recorded_payment.donation_id not in {None, donation.id}):
        return "reference"
    if payment.currency != donation.currency:
        return "currency"
    if payment.amount != donation.amount:
        return "amount"
    if payment.collector_id != merchant.collector_id:
        return "collector"
    return "live_mode" if payment.live_mode != merchant.live_mode else None

"""The interface of a payment provider, and its errors."""

from collections.abc import AsyncIterator, Callable, Mapping
from typing import ClassVar, Literal, Protocol

from msgspec import Struct

from gateway.features.payments.provider_payment import MerchantAccount, PaymentRef, ProviderPayment, ProviderRefund

OnCall = Callable[[str, str, float, str, float | None], None]
"""Called after each call: the provider, the call, its seconds, "ok" or the outcome of the error, and the seconds that
the provider's clock is ahead of ours; None if no answer told."""


class CheckoutOrder(Struct, frozen=True, kw_only=True):
    """A donation for the provider: `amount` in minor units of `currency`, absolute URLs. `sealed_order`: comes back
    with its payments."""

    donation_id: str
    title: str
    amount: int
    currency: str
    success_url: str
    failure_url: str
    pending_url: str
    notification_url: str
    expires_at: int
    sealed_order: str = ""


class Preference(Struct, frozen=True):
    """A checkout at the provider. `init_point`: its URL as received, not yet validated; `expires_at`: epoch seconds,
    None: as the order asked."""

    id: str
    init_point: str
    expires_at: int | None = None


class PaymentPage(Struct, frozen=True):
    """Payments that a search found. `unreadable`: number of further ones, which cannot be parsed. `searched_until`:
    epoch seconds up to which a search for changes is complete; None if it is not known yet."""

    payments: list[ProviderPayment]
    unreadable: int = 0
    searched_until: int | None = None

    @property
    def size(self) -> int:
        return len(self.payments) + self.unreadable


class Webhook(Struct, frozen=True):
    """A provider's message. `key`: the same for its repetitions; `payment` None: it concerns none."""

    key: str
    payment: PaymentRef | None
    is_signed: bool = True


class InvalidSignature(Exception):  # noqa: N818 - names the finding
    def __init__(self, verdict: Literal["unsigned", "forged", "stale"]) -> None:
        super().__init__(verdict)
        self.verdict: Literal["unsigned", "forged", "stale"] = verdict


class ProviderFailed(Exception):  # noqa: N818 - names the event
    """No usable response. The message is for the log and contains no text of the provider."""

    outcome: ClassVar = "failed"
    """Label value of the metric."""


class ProviderTimeout(ProviderFailed):
    """The outcome of the call is unknown."""

    outcome = "timeout"


class ProviderRefused(ProviderFailed):
    """The provider understood the call and rejected it."""

    outcome = "refused"


class CurrencyRefused(ProviderRefused):
    """The provider opens no checkout in the currency."""


class UnknownPayment(ProviderFailed):
    """The provider has no payment with this id."""

    outcome = "unknown"


class UnreadablePayment(ProviderFailed):
    """The response cannot be read as a payment."""


class Provider(Protocol):
    """`name`: as in `PaymentRef.provider`."""

    @property
    def name(self) -> str: ...
    @property
    def checkout_hosts(self) -> tuple[str, ...]: ...
    @property
    def merchant(self) -> MerchantAccount: ...
    async def open_preference(self, order: CheckoutOrder) -> Preference: ...
    async def close_checkout(self, checkout_id: str) -> bool:
        """Returns whether nothing can be paid by it any more. Raises ProviderFailed."""
        ...

    async def payment(self, reference: str) -> ProviderPayment: ...
    async def search(self, donation_id: str, checkout_id: str) -> PaymentPage: ...
    def search_changed(self, since: int) -> AsyncIterator[PaymentPage]: ...
    async def refund(self, reference: str, amount: int | None, currency: str, key: str) -> ProviderRefund: ...
    def webhook(self, headers: Mapping[str, str], query: Mapping[str, str], raw: bytes, now: float) -> Webhook:
        """`raw`: the body; `now`: epoch seconds. Raises InvalidSignature and UnreadableResponse."""
        ...

    async def close(self) -> None: ...

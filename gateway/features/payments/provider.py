"""The interface of a payment provider, and its errors."""

from collections.abc import Callable
from typing import ClassVar, Protocol

from msgspec import Struct

from gateway.features.payments.provider_payment import ProviderPayment, ProviderRefund

OnCall = Callable[[str, float, str], None]
"""Called after each call with its name, its seconds, and "ok" or the outcome of the error."""


class CheckoutOrder(Struct, frozen=True):
    """A donation for the provider: `amount` in pesos, absolute URLs. `sealed`: text that its payments carry."""

    donation_id: str
    title: str
    amount: int
    currency: str
    success_url: str
    failure_url: str
    pending_url: str
    notification_url: str
    expires_at: int
    sealed: str = ""


class Preference(Struct, frozen=True):
    """A checkout at the provider. `init_point`: its URL as received, not yet validated."""

    id: str
    init_point: str


class PaymentPage(Struct, frozen=True):
    """Payments that a search found; `unreadable` ones were found as well, and cannot be parsed."""

    payments: list[ProviderPayment]
    unreadable: int = 0

    @property
    def size(self) -> int:
        return len(self.payments) + self.unreadable


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


class UnknownPayment(ProviderFailed):
    """The provider has no payment with this id."""

    outcome = "unknown"


class Provider(Protocol):
    async def open_preference(self, order: CheckoutOrder) -> Preference: ...
    async def payment(self, payment_id: int) -> ProviderPayment: ...
    async def search(self, reference: str) -> PaymentPage: ...
    async def search_changed(self, since_ms: int, offset: int) -> PaymentPage: ...
    async def refund(self, payment_id: int, amount: int | None, key: str) -> ProviderRefund: ...
    async def close(self) -> None: ...

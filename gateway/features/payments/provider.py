"""What the house asks of a payment provider, whoever it is, and how that can fail."""

from collections.abc import Callable
from typing import ClassVar, Protocol

from msgspec import Struct

from gateway.features.payments.provider_payment import Refund, Snapshot

OnCall = Callable[[str, float, str], None]
"""Is called after each request with its operation, seconds and outcome."""


class Order(Struct, frozen=True):
    """A donation as the provider is told of it; `amount` in pesos, the addresses whole."""

    donation_id: str
    title: str
    amount: int
    currency: str
    success_url: str
    failure_url: str
    pending_url: str
    notification_url: str
    expires_at: int


class Preference(Struct, frozen=True):
    """Where the buyer pays. `init_point` is as the provider said it: not checked yet."""

    id: str
    init_point: str


class ProviderFailed(Exception):  # noqa: N818 - it says what happened
    """No answer, or none that can be used. The text is for the log and holds nothing that the provider sent."""

    outcome: ClassVar = "failed"
    """What the figures call it."""


class TimedOut(ProviderFailed):
    """Nobody knows whether what was asked for was done."""

    outcome = "timeout"


class Refused(ProviderFailed):
    """The provider understood, and does not do it."""

    outcome = "refused"


class UnknownPayment(ProviderFailed):
    """The provider has no payment of this id."""

    outcome = "unknown"


class Provider(Protocol):
    async def open_preference(self, order: Order) -> Preference: ...
    async def payment(self, payment_id: int) -> Snapshot: ...
    async def search(self, reference: str) -> list[Snapshot]: ...
    async def refund(self, payment_id: int, amount: int | None, key: str) -> Refund: ...
    async def close(self) -> None: ...

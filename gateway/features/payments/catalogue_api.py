"""GET /api/donations/packages, /calculate and /characters: what can be bought, for how much, and for whom."""

from typing import Annotated, Final

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.config.payments import PaymentSettings
from gateway.config.settings import Settings
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.payments.pricing import Calculation, calculate
from gateway.features.payments.reconcile import CURRENCY
from gateway.http.errors import (
    AccountFrozen,
    GameUnavailable,
    NotAuthenticated,
    SiteUnavailable,
    ValidationFailed,
    documented,
)
from gateway.http.response_cache import public

FRESH_SECONDS: Final = 300


class Package(Struct, frozen=True):
    """`amount` in pesos; `coins` with the bonus."""

    amount: int
    coins: int
    bonus_percentage: int


class Packages(Struct, frozen=True):
    """`enabled`: false if payments are off."""

    enabled: bool
    data: list[Package]
    min_amount: int
    max_amount: int
    step: int
    default_amount: int
    currency: str
    coin_name: str


class Receiver(Struct, frozen=True):
    """A character for which coins can be bought."""

    id: int
    name: str
    level: int
    class_id: int


class Receivers(Struct, frozen=True):
    data: list[Receiver]


def check_amount(amount: int, payments: PaymentSettings) -> None:
    """Raises ValidationFailed for an amount that is not offered."""
    if not payments.offers(amount):
        text = f"Must be from {payments.min_amount} to {payments.max_amount} in steps of {payments.step}"
        raise ValidationFailed(fields={"amount": text})


def routes(settings: Settings, characters: CharacterRepository) -> list[HTTPRouteHandler]:
    @get(
        "/api/donations/packages",
        opt=public(max_age=FRESH_SECONDS),
        operation_id="getDonationPackages",
        summary="Donation packages",
        tags=["donations"],
    )
    async def packages() -> Packages:
        payments = settings.payments
        offers = [calculate(amount, payments.steps) for amount in payments.packages]
        return Packages(
            enabled=payments.provider != "off",
            data=[Package(offer.amount, offer.total_coins, offer.bonus_percentage) for offer in offers],
            min_amount=payments.min_amount,
            max_amount=payments.max_amount,
            step=payments.step,
            default_amount=payments.default_amount,
            currency=CURRENCY,
            coin_name=settings.coins.name,
        )

    @get(
        "/api/donations/calculate",
        opt=public(max_age=FRESH_SECONDS),
        responses=documented(ValidationFailed),
        operation_id="calculateDonation",
        summary="Coins for an amount",
        tags=["donations"],
    )
    async def calculation(amount: Annotated[int, QueryParameter(ge=1, le=10_000_000)]) -> Calculation:
        check_amount(amount, settings.payments)
        return calculate(amount, settings.payments.steps)

    @get(
        "/api/donations/characters",
        responses=documented(NotAuthenticated, AccountFrozen, GameUnavailable, SiteUnavailable),
        operation_id="getDonationCharacters",
        summary="The account's characters, as receivers of coins",
        tags=["donations"],
    )
    async def receivers(caller: Caller) -> Receivers:
        rows = await characters.briefs(caller.login)
        return Receivers([Receiver(row.id, row.name, row.level, row.class_id) for row in rows])

    return [packages, calculation, receivers]

"""What can be bought: an amount of the slider in the site's currency, or a package of the price list of a currency."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.config.currencies import minor_digits, minor_factor
from gateway.config.prices import PricePackage
from gateway.config.settings import Settings
from gateway.features.payments.offers import offered_names
from gateway.features.payments.pricing import bonus_coins, calculate
from gateway.features.payments.provider_payment import MERCADOPAGO, STRIPE
from gateway.http.errors import ValidationFailed
from gateway.texts import Text, text

_STRIPE_ONLY: Final = (STRIPE,)


class Price(Struct, frozen=True, kw_only=True):
    """`amount` in minor units of `currency`. `percentage`: of the package of a price list; None: of the slider."""

    amount: int
    currency: str
    base_coins: int
    bonus_coins: int
    percentage: int | None = None


class ListedPackage(Struct, frozen=True, kw_only=True):
    """`coins` = base + bonus."""

    amount_minor: int
    base_coins: int
    bonus_coins: int
    coins: int
    bonus_percentage: int


class PriceList(Struct, frozen=True, kw_only=True):
    """Packages of one currency: `amount_minor` has `digits` decimal places. `providers`: those that take it."""

    currency: str
    digits: int
    providers: list[str]
    data: list[ListedPackage]


def has_slider(settings: Settings) -> bool:
    """Returns whether any amount can be bought: there is no price list in the site's currency."""
    return settings.currency not in settings.prices.lists


def providers_of(settings: Settings, currency: str) -> list[str]:
    """Returns the providers that take a currency, the default one first: Mercado Pago takes that of its country."""
    names = offered_names(settings)
    return names if currency == settings.currency else [name for name in names if name in _STRIPE_ONLY]


def _offered_lists(settings: Settings) -> dict[str, list[PricePackage]]:
    """Returns the lists of currencies that a provider takes."""
    lists = settings.prices.lists
    return {currency: packages for currency, packages in lists.items() if providers_of(settings, currency)}


def price_lists(settings: Settings) -> list[PriceList]:
    return [
        PriceList(
            currency=currency,
            digits=minor_digits(currency),
            providers=providers_of(settings, currency),
            data=[_listed(package) for package in packages],
        )
        for currency, packages in _offered_lists(settings).items()
    ]


def _listed(package: PricePackage) -> ListedPackage:
    bonus = bonus_coins(package.coins, package.percentage)
    return ListedPackage(
        amount_minor=package.amount,
        base_coins=package.coins,
        bonus_coins=bonus,
        coins=package.coins + bonus,
        bonus_percentage=package.percentage,
    )


def slider_price(settings: Settings, amount: int) -> Price:
    """`amount` in whole units. Raises ValidationFailed for one that is not offered."""
    payments = settings.payments
    if not has_slider(settings) or not payments.offers(amount):
        range_and_step = {"least": payments.min_amount, "most": payments.max_amount, "step": payments.step}
        raise ValidationFailed(fields={"amount": text("fields.step", **range_and_step)})
    offer = calculate(amount, payments.steps)
    return Price(
        amount=amount * minor_factor(settings.currency),
        currency=settings.currency,
        base_coins=offer.base_coins,
        bonus_coins=offer.bonus_coins,
    )


def package_price(settings: Settings, currency: str, amount: int) -> Price:
    """`amount` in minor units. Raises ValidationFailed for a currency without a price list, and for another amount."""
    lists = _offered_lists(settings)
    packages = lists.get(currency or settings.currency, [])
    if not packages:
        raise ValidationFailed(fields={"currency": _one_of(list(lists))})
    package = next((package for package in packages if package.amount == amount), None)
    if package is None:
        raise ValidationFailed(fields={"amount_minor": _one_of([str(package.amount) for package in packages])})
    return Price(
        amount=package.amount,
        currency=package.currency,
        base_coins=package.coins,
        bonus_coins=bonus_coins(package.coins, package.percentage),
        percentage=package.percentage,
    )


def provider_name(settings: Settings, currency: str, name: str) -> str:
    """Returns the default for an empty name. Raises ValidationFailed for one that does not take the currency."""
    names = providers_of(settings, currency) or [MERCADOPAGO]
    if name and name not in names:
        raise ValidationFailed(fields={"provider": _one_of(names)})
    return name or names[0]


def _one_of(values: Sequence[str]) -> Text:
    return text("fields.one_of", values=", ".join(values))

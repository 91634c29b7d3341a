"""GET /api/donations/packages, /calculate and /characters: packages, prices and receivers."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.payments.price_lists import PriceList, has_slider, price_lists, slider_price
from gateway.features.payments.pricing import Calculation, calculate
from gateway.http.errors import UNAVAILABLE, AccountFrozen, ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get

FRESH_SECONDS: Final = 300


class Package(Struct, frozen=True):
    """`amount` in whole units of the currency; `coins` with the bonus."""

    amount: int
    coins: int
    bonus_percentage: int


class Packages(Struct, frozen=True, kw_only=True):
    """The slider in `currency`, and price lists of this and other currencies. `enabled`: false if payments are off.
    `providers`: those that a buyer can choose, the default one first. `has_slider`: false where a price list replaces
    it, and `data` is empty then."""

    enabled: bool
    providers: list[str]
    data: list[Package]
    min_amount: int
    max_amount: int
    step: int
    default_amount: int
    currency: str
    has_slider: bool
    prices: list[PriceList]
    coin_name: str


class Receiver(Struct, frozen=True):
    """A character for which coins can be bought."""

    id: int
    name: str
    level: int
    class_id: int


class Receivers(Struct, frozen=True):
    data: list[Receiver]


def routes(
    settings: Settings, providers: Sequence[str], characters: CharacterRepository, coin_name: Callable[[], str]
) -> list[HTTPRouteHandler]:
    @get("/api/donations/packages", opt=public(max_age=FRESH_SECONDS))
    async def get_donation_packages() -> Packages:
        """Donation packages."""
        payments, is_slider = settings.payments, has_slider(settings)
        offers = [calculate(amount, payments.steps) for amount in payments.packages if is_slider]
        return Packages(
            enabled=bool(providers),
            providers=list(providers),
            data=[Package(offer.amount, offer.total_coins, offer.bonus_percentage) for offer in offers],
            min_amount=payments.min_amount,
            max_amount=payments.max_amount,
            step=payments.step,
            default_amount=payments.default_amount,
            currency=settings.currency,
            has_slider=is_slider,
            prices=price_lists(settings),
            coin_name=coin_name(),
        )

    @get("/api/donations/calculate", ValidationFailed, opt=public(max_age=FRESH_SECONDS))
    async def calculate_donation(amount: Annotated[int, QueryParameter(ge=1, le=10_000_000)]) -> Calculation:
        """Coins for an amount."""
        slider_price(settings, amount)
        return calculate(amount, settings.payments.steps)

    @get("/api/donations/characters", AccountFrozen, *UNAVAILABLE)
    async def get_donation_characters(caller: Caller) -> Receivers:
        """The account's characters, as receivers of coins."""
        rows = await characters.briefs(caller.login)
        return Receivers([Receiver(row.id, row.name, level=row.level, class_id=row.class_id) for row in rows])

    return [get_donation_packages, calculate_donation, get_donation_characters]

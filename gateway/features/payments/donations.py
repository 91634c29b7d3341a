"""POST /api/donations/create starts a donation; GET /api/donations/{donation_id} returns its state; POST …/cancel ends
it.

Nothing is credited here or at the return URLs. A page that polls a pending donation only makes the processor look it up
sooner. A repeated idempotency key returns the donation that it started.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Annotated, Final

import msgspec
import structlog
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, JSONBody, PathParameter
from msgspec import Meta, Struct
from msgspec.structs import replace

from gateway.config.currencies import minor_digits, minor_factor
from gateway.config.payments import OPEN_SECONDS
from gateway.config.settings import Settings
from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.database.sealing import DataKeys
from gateway.features import ledger
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.operators.site_controls import FeatureDisabled, SiteControls
from gateway.features.payments import bonuses
from gateway.features.payments import idempotency as donation_keys
from gateway.features.payments.bonuses import BonusChanged
from gateway.features.payments.idempotency import StartedDonation
from gateway.features.payments.orders import DonationOrder, OrderSeals, begin, order_hash
from gateway.features.payments.price_lists import (
    Price,
    package_price,
    provider_name,
    providers_of,
    slider_price,
)
from gateway.features.payments.provider import CheckoutOrder, CurrencyRefused, Preference, Provider, ProviderFailed
from gateway.features.payments.queues import DonationWatch
from gateway.features.payments.redirect_urls import is_checkout, return_address
from gateway.features.payments.search import FAIL
from gateway.features.spending_limits import LimitReached, check_donation
from gateway.features.wallet.history import DonationRow, StoredDonation, donation_row
from gateway.http import idempotency
from gateway.http.errors import (
    UNAVAILABLE,
    AccountFrozen,
    Conflict,
    NotFound,
    PaymentProviderFailed,
    Problem,
    SiteUnavailable,
    ValidationFailed,
)
from gateway.http.rate_limit_shared import Limiter
from gateway.http.routes import get, post
from gateway.registration.donation_bonus import BonusRequest
from gateway.texts import text

_WEBHOOK: Final = "/api/donations/webhook?source_news=webhooks"  # asks for no webhooks in the old form

log = structlog.stdlib.get_logger("gateway.payments")

Address = Annotated[str, Meta(max_length=2000)]
DonationId = Annotated[str, PathParameter(max_length=64)]


class DonationForm(Struct, forbid_unknown_fields=True, kw_only=True):
    """`amount` in whole units of the site's currency; or `amount_minor`, of a package from the price list of `currency`
    (empty: the site's). The URLs are paths or absolute URLs of this site. A missing text counts as empty; `provider`:
    the default one. `bonus_coins`: those beside the coins of the amount that the buyer was shown: a donation that would
    get fewer is refused."""

    amount: int = 0
    amount_minor: int = 0
    currency: Address = ""
    character_id: int
    bonus_coins: Annotated[int, Meta(ge=0)] = 0
    character_name: Address = ""
    success_url: Address = ""
    failure_url: Address = ""
    pending_url: Address = ""
    provider: Address = ""


class CreatedDonation(Struct, frozen=True, kw_only=True):
    """The buyer pays at `init_point`. `amount`: whole units of `currency`, rounded down; `amount_minor`: with `digits`
    decimal places."""

    donation_id: str
    init_point: str
    amount: int
    amount_minor: int
    currency: str
    digits: int
    total_coins: int


class CurrencyNotTaken(Problem):
    """The provider opened no checkout in the currency."""

    status = 409
    error = "currency_refused"


class OpenCheckout(Struct, frozen=True):
    """A checkout that can still be paid, although its donation was given up."""

    provider: str
    preference_id: str


SET_CHECKOUT = query("donations.open", None)
CANCEL = query("donations.cancel", None)
OPEN_CHECKOUT = query("donations.open_checkout", OpenCheckout)
END_CHECKOUT = query("donations.end_checkout", None)
DONATION = query("donations.donation", StoredDonation)


@dataclass(frozen=True)
class DonationCheckout:
    """Starts donations at a provider that is offered, by default at the first. `providers`: all clients."""

    settings: Settings
    site: Database
    limiter: Limiter
    characters: CharacterRepository
    providers: Sequence[Provider]
    controls: SiteControls
    coin_name: Callable[[], str]

    @cached_property
    def _seals(self) -> OrderSeals:
        return OrderSeals(self.site, DataKeys(self.settings.security.data_keys))

    async def start(self, login: str, key: str | None, form: DonationForm) -> CreatedDonation:
        """Returns the checkout of a new donation, or of the one that this key has started."""
        if key is not None:
            idempotency.check(key)
        price = self._price(form)
        form = replace(form, provider=provider_name(self.settings, price.currency, form.provider))
        return_urls = _return_urls(form, self.settings)
        await self._limit(login)
        donation, address = await self._find_or_begin(login, key, form, price)
        return CreatedDonation(
            donation_id=donation.id,
            init_point=address or await self._open(donation, return_urls),
            amount=price.amount // minor_factor(price.currency),
            amount_minor=price.amount,
            currency=price.currency,
            digits=minor_digits(price.currency),
            total_coins=donation.total_coins,
        )

    def _price(self, form: DonationForm) -> Price:
        """Raises ValidationFailed."""
        if form.amount_minor:
            return package_price(self.settings, form.currency, form.amount_minor)
        if form.currency not in {"", self.settings.currency}:
            raise ValidationFailed(fields={"currency": text("fields.one_of", values=self.settings.currency)})
        return slider_price(self.settings, form.amount)

    async def _limit(self, login: str) -> None:
        limits, detail = self.settings.limits, text("details.many_donations")
        await self.limiter.require(f"donations:{login}", limits.donations, limits.donations_seconds, detail)

    async def _find_or_begin(
        self, login: str, key: str | None, form: DonationForm, price: Price
    ) -> tuple[StartedDonation, str | None]:
        """Returns the donation and, if a request with this key has opened it, its checkout address."""
        site = self.site
        donation_id = donation_keys.donation_id(await self._seals.installation(), login, key)
        order = login, form.character_id, price, form.provider
        existing = await donation_keys.find_existing(site, donation_id, *order) if key is not None else None
        if existing is None or existing.init_point is None:
            self.controls.require("donations")
        if existing is not None and existing.init_point is None:
            is_counted = existing.status == "pending" and existing.created_at + OPEN_SECONDS > time.time()
            await check_donation(site, self.settings, login, price.amount, price.currency, is_counted=is_counted)
            if existing.status == "failed":
                await ledger.run(site, partial(self._promise, existing.id, login, existing.total_coins, form))
        is_new = False
        if existing is None:
            with suppress(DuplicateKey):  # a concurrent request with the same key
                await self._begin(donation_id, login, form, price)
                is_new = True
            existing = await donation_keys.find_existing(site, donation_id, *order)
        if existing is None:
            raise AssertionError(f"donation {donation_id} was inserted and is missing")
        if is_new:
            return existing, None
        return existing, await donation_keys.checkout(site, existing, self.settings.payments.timeout_ms / 1000)

    async def _begin(self, donation_id: str, login: str, form: DonationForm, price: Price) -> None:
        """Raises DuplicateKey and LimitReached."""
        character = await self.characters.one_brief(login, form.character_id)
        if character.name.casefold() != form.character_name.strip().casefold():
            raise ValidationFailed(fields={"character_name": text("fields.character_name")})
        order = DonationOrder(
            account=login,
            character_id=character.id,
            character_name=character.name,
            amount=price.amount,
            currency=price.currency,
            base_coins=price.base_coins,
            bonus_coins=price.bonus_coins,
            price=self.settings.payments.steps if price.percentage is None else (),
            percentage=msgspec.UNSET if price.percentage is None else price.percentage,
            created_at=int(time.time()),
            provider=form.provider,
        )

        async def work(session: Session) -> None:
            await ledger.lock_balances(session, [ledger.wallet(login)])
            await begin(session, donation_id, order)
            await check_donation(session, self.settings, login, price.amount, price.currency, is_counted=True)
            await self._promise(donation_id, login, order.total_coins, form, session)

        await ledger.run(self.site, work)

    async def _promise(self, donation_id: str, login: str, coins: int, form: DonationForm, session: Session) -> None:
        """Raises BonusChanged."""
        await ledger.lock_balances(session, [ledger.wallet(login)])
        request = BonusRequest(donation_id=donation_id, account=login, coins=coins, now=int(time.time()))
        if await bonuses.promise(session, self.settings, request) < form.bonus_coins:
            raise BonusChanged

    async def end(self, login: str, donation_id: str) -> None:
        """Ends the checkout of a donation that was given up. If the provider fails, it stays open until its end."""
        checkout = await self.site.one(
            OPEN_CHECKOUT, id=donation_id, account=login, now=int(time.time()), open_seconds=OPEN_SECONDS
        )
        provider = self._client(checkout.provider) if checkout else None
        if not checkout or not provider:
            return
        try:
            if await provider.close_checkout(checkout.preference_id):
                await self.site.write(END_CHECKOUT, id=donation_id, now=int(time.time()), open_seconds=OPEN_SECONDS)
        except ProviderFailed as error:
            log.warning("checkout_not_ended", donation=donation_id, reason=str(error))

    def _client(self, name: str) -> Provider | None:
        return next((provider for provider in self.providers if provider.name == name), None)

    async def _open(self, donation: StartedDonation, return_urls: dict[str, str]) -> str:
        """Returns the address of the checkout. Raises PaymentProviderFailed."""
        now = int(time.time())
        sealed_order = await self._seals.seal(donation.id, donation.order(self.settings.payments.steps, now))
        order = CheckoutOrder(
            donation_id=donation.id,
            title=f"{donation.total_coins} {self.coin_name()}",
            amount=donation.amount,
            currency=donation.currency,
            notification_url=_origin(self.settings) + _WEBHOOK,
            expires_at=now + OPEN_SECONDS,
            sealed_order=sealed_order,
            **return_urls,
        )
        preference = await self._open_preference(donation.provider, order)
        await self.site.write(
            SET_CHECKOUT,
            id=donation.id,
            preference_id=preference.id,
            init_point=preference.init_point,
            expires_at=preference.expires_at,
            order_hash=order_hash(sealed_order),
        )
        return preference.init_point

    async def _open_preference(self, name: str, order: CheckoutOrder) -> Preference:
        """Returns a checkout on an allowed host. Raises PaymentProviderFailed."""
        payments = self.settings.payments
        try:
            provider = self._client(name)
            if provider is None or name not in providers_of(self.settings, order.currency):
                raise ProviderFailed("payments are switched off")
            preference = await provider.open_preference(order)
            if not is_checkout(preference.init_point, provider.checkout_hosts, https_only=payments.provider != "fake"):
                raise ProviderFailed("an init_point on a host that is not among checkout_hosts")
        except ProviderFailed as error:
            log.warning("donation_not_opened", donation=order.donation_id, reason=str(error), currency=order.currency)
            await self.site.write(FAIL, id=order.donation_id)
            if isinstance(error, CurrencyRefused):
                raise CurrencyNotTaken(currency=order.currency) from None
            raise PaymentProviderFailed from None
        return preference


def _return_urls(form: DonationForm, settings: Settings) -> dict[str, str]:
    """Returns each address by its name. Raises ValidationFailed for one outside the site."""
    payments, public_url = settings.payments, settings.server.public_url
    origins = payments.site_origins or tuple(filter(None, [public_url]))
    addresses: dict[str, str] = {}
    for name in ("success_url", "failure_url", "pending_url"):
        address = return_address(getattr(form, name), origins, https_only=payments.provider != "fake")
        if address is None:
            raise ValidationFailed(fields={name: text("fields.site_address")})
        addresses[name] = address
    return addresses


def _origin(settings: Settings) -> str:
    return settings.payments.webhook_origin or settings.server.public_url


def routes(checkout: DonationCheckout, site: Database, watch: DonationWatch | None) -> list[HTTPRouteHandler]:
    """`watch`: None while payments are off."""

    @post(
        "/api/donations/create",
        ValidationFailed,
        AccountFrozen,
        FeatureDisabled,
        NotFound,
        idempotency.KeyReused,
        LimitReached,
        BonusChanged,
        CurrencyNotTaken,
        PaymentProviderFailed,
        *UNAVAILABLE,
        status_code=201,
    )
    async def create_donation(
        caller: Caller,
        data: JSONBody[DonationForm],
        idempotency_key: Annotated[str | None, HeaderParameter(name=idempotency.HEADER)] = None,
    ) -> CreatedDonation:
        """Start a donation."""
        return await checkout.start(caller.login, idempotency_key, data)

    @get("/api/donations/{donation_id:str}", AccountFrozen, NotFound, SiteUnavailable)
    async def get_donation(caller: Caller, donation_id: DonationId) -> DonationRow:
        """State of a donation."""
        row = await _read(site, donation_id, caller.login)
        if watch:
            watch.add(row.id, row.created_at, row.status)
        return donation_row(row)

    @post("/api/donations/{donation_id:str}/cancel", AccountFrozen, NotFound, Conflict, SiteUnavailable)
    async def cancel_donation(caller: Caller, donation_id: DonationId) -> DonationRow:
        """Give up an unpaid donation and end its checkout; a payment that arrives later is credited all the same."""
        row = await _read(site, donation_id, caller.login)
        if await site.write(CANCEL, id=row.id, now=int(time.time())):
            log.info("donation_cancelled", donation=row.id)
        await checkout.end(caller.login, row.id)
        row = await _read(site, donation_id, caller.login)
        if row.status != "failed":
            raise Conflict(text("details.donation_paid"))
        return donation_row(row)

    return [create_donation, get_donation, cancel_donation]


async def _read(site: Database, donation_id: str, login: str) -> StoredDonation:
    """Raises NotFound for a donation of another account."""
    row = await site.one(DONATION, id=donation_id, account=login, now=int(time.time()), open_seconds=OPEN_SECONDS)
    if row is None or row.id != donation_id:  # the column's collation ignores trailing spaces
        raise NotFound
    return row

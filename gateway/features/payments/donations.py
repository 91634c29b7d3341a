"""POST /api/donations/create and GET /api/donations/{donation_id}: a donation begins, and what came of it.

Nothing is ever credited here, nor from an address that a buyer returns to. A page that asks again and again for a
pending donation only makes the cashier ask the provider of it sooner. A press that is repeated under its key is told of
the donation that it began.
"""

import math
import time
from typing import Annotated, Final

import structlog
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, JSONBody, PathParameter
from msgspec import Meta, Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, DuplicateKey
from gateway.database.queries import query
from gateway.features.accounts import Caller
from gateway.features.characters import CharacterRepository
from gateway.features.payments import idempotency as once
from gateway.features.payments.catalogue_api import checked_amount
from gateway.features.payments.idempotency import Kept
from gateway.features.payments.pricing import calculate
from gateway.features.payments.processor import FAIL, Cashier, Waiting
from gateway.features.payments.provider import Order, Preference, Provider, ProviderFailed
from gateway.features.payments.reconcile import CURRENCY
from gateway.features.payments.redirect_urls import is_checkout, return_address
from gateway.features.wallet.history import CENTAVOS, DonationRow, StoredDonation, donation_row
from gateway.http import idempotency
from gateway.http.errors import (
    GameUnavailable,
    NotAuthenticated,
    NotFound,
    PaymentProviderFailed,
    SiteUnavailable,
    TooManyRequests,
    ValidationFailed,
    documented,
)
from gateway.http.rate_limit_shared import Limiter

OPEN_SECONDS: Final = 7 * 86400
"""How long a checkout takes payments."""
_WEBHOOK: Final = "/api/donations/webhook?source_news=webhooks"  # says that we want no notices in the old form

log = structlog.stdlib.get_logger("gateway.payments")

Text = Annotated[str, Meta(max_length=2000)]


class DonationForm(Struct, forbid_unknown_fields=True):
    """`amount` in pesos. The addresses are paths of ours, or whole addresses of ours."""

    amount: int
    character_id: int
    character_name: Text
    success_url: Text
    failure_url: Text
    pending_url: Text


class Begun(Struct, frozen=True):
    """The buyer pays at `init_point`."""

    donation_id: str
    init_point: str
    amount: int
    total_coins: int


BEGIN = query("donations.begin", None)
OPEN = query("donations.open", None)
ONE = query("donations.one", StoredDonation)


class DonationCheckout:
    """Starts donations at the provider; `provider` is None where payments are switched off."""

    def __init__(
        self,
        settings: Settings,
        site: Database,
        limiter: Limiter,
        characters: CharacterRepository,
        provider: Provider | None,
    ) -> None:
        self._settings = settings
        self._payments = settings.payments
        self._site = site
        self._limiter = limiter
        self._characters = characters
        self._provider = provider

    async def start(self, login: str, key: str | None, form: DonationForm) -> Begun:
        """Returns the checkout of a new donation, or of the one that this key has started."""
        if key is not None:
            idempotency.check(key)
        checked_amount(form.amount, self._payments)
        back = _return_addresses(form, self._settings)
        await self._limit(login)
        made, address = await self._find_or_begin(login, key, form)
        return Begun(made.id, address or await self._open(made, back), form.amount, made.total_coins)

    async def _limit(self, login: str) -> None:
        limits = self._settings.limits
        wait = await self._limiter.take(f"donations:{login}", limits.donations, limits.donations_seconds)
        if wait > 0:
            raise TooManyRequests("Too many donations. Please try again later.", retry_after=max(1, math.ceil(wait)))

    async def _find_or_begin(self, login: str, key: str | None, form: DonationForm) -> tuple[Kept, str | None]:
        """Returns the donation and, if a request with this key has opened it, its checkout address."""
        site, amount = self._site, form.amount * CENTAVOS
        donation_id = once.donation_id(login, key)
        existing = await once.known(site, donation_id, form.character_id, amount) if key is not None else None
        if self._provider is None and (existing is None or existing.init_point is None):
            raise PaymentProviderFailed("Donations are switched off.")
        if existing is None:
            try:
                return await self._begin(donation_id, login, form), None
            except DuplicateKey:  # a concurrent request with the same key
                existing = await once.known(site, donation_id, form.character_id, amount)
        if existing is None:
            raise AssertionError(f"donation {donation_id} was inserted and is missing")
        return existing, await once.checkout(site, existing, self._payments.timeout_ms / 1000)

    async def _begin(self, donation_id: str, login: str, form: DonationForm) -> Kept:
        """Raises DuplicateKey."""
        character = await self._characters.one_brief(login, form.character_id)
        if character.name.casefold() != form.character_name.strip().casefold():
            raise ValidationFailed(fields={"character_name": "This is not the name of the character"})
        bought, now = calculate(form.amount, self._payments.steps), int(time.time())
        await self._site.write(
            BEGIN,
            id=donation_id,
            account=login,
            character_id=character.id,
            character_name=character.name,
            amount=bought.amount * CENTAVOS,
            currency=CURRENCY,
            base_coins=bought.base_coins,
            bonus_coins=bought.bonus_coins,
            total_coins=bought.total_coins,
            created_at=now,
        )
        return Kept(donation_id, character.id, bought.amount * CENTAVOS, bought.total_coins, "pending", now, None)

    async def _open(self, made: Kept, back: dict[str, str]) -> str:
        """Returns the address of the checkout. Raises PaymentProviderFailed."""
        order = Order(
            donation_id=made.id,
            title=f"{made.total_coins} {self._settings.coins.name}",
            amount=made.amount // CENTAVOS,
            currency=CURRENCY,
            notification_url=_origin(self._settings) + _WEBHOOK,
            expires_at=int(time.time()) + OPEN_SECONDS,
            **back,
        )
        opened = await self._open_preference(order)
        await self._site.write(OPEN, id=made.id, preference_id=opened.id, init_point=opened.init_point)
        return opened.init_point

    async def _open_preference(self, order: Order) -> Preference:
        """Returns a checkout on an allowed host. Raises PaymentProviderFailed."""
        payments = self._payments
        try:
            if self._provider is None:
                raise ProviderFailed("payments are switched off")
            opened = await self._provider.open_preference(order)
            if not is_checkout(opened.init_point, payments.checkout_hosts, https_only=payments.provider != "fake"):
                raise ProviderFailed("an init_point on a host that is not among payments.checkout_hosts")
        except ProviderFailed as error:
            log.warning("donation_not_opened", donation=order.donation_id, reason=str(error))
            await self._site.write(FAIL, id=order.donation_id)
            raise PaymentProviderFailed from None
        return opened


def _return_addresses(form: DonationForm, settings: Settings) -> dict[str, str]:
    """Returns each address by its name. Raises ValidationFailed for one outside the site."""
    payments, public_url = settings.payments, settings.server.public_url
    origins = payments.site_origins or tuple(filter(None, [public_url]))
    addresses: dict[str, str] = {}
    for name in ("success_url", "failure_url", "pending_url"):
        address = return_address(getattr(form, name), origins, https_only=payments.provider != "fake")
        if address is None:
            raise ValidationFailed(fields={name: "Must be a path or an address of this site"})
        addresses[name] = address
    return addresses


def _origin(settings: Settings) -> str:
    return settings.payments.webhook_origin or settings.server.public_url.rstrip("/")


def routes(checkout: DonationCheckout, site: Database, cashier: Cashier | None) -> list[HTTPRouteHandler]:
    @post(
        "/api/donations/create",
        responses=documented(
            ValidationFailed,
            NotAuthenticated,
            NotFound,
            idempotency.KeyReused,
            TooManyRequests,
            PaymentProviderFailed,
            GameUnavailable,
            SiteUnavailable,
        ),
        operation_id="createDonation",
        summary="Begin a donation",
        tags=["donations"],
    )
    async def create(
        caller: Caller,
        data: JSONBody[DonationForm],
        idempotency_key: Annotated[str | None, HeaderParameter(name=idempotency.HEADER)] = None,
    ) -> Begun:
        return await checkout.start(caller.login, idempotency_key, data)

    @get(
        "/api/donations/{donation_id:str}",
        responses=documented(NotAuthenticated, NotFound, SiteUnavailable),
        operation_id="getDonation",
        summary="What came of a donation",
        tags=["donations"],
    )
    async def donation(caller: Caller, donation_id: Annotated[str, PathParameter(max_length=64)]) -> DonationRow:
        row = await site.one(ONE, id=donation_id, account=caller.login)
        if row is None:
            raise NotFound
        if cashier:
            cashier.seek(Waiting(row.id, row.created_at, row.status))
        return donation_row(row)

    return [create, donation]

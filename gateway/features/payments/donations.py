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
from litestar.params import HeaderParameter, JSONBody, PathParameter
from msgspec import Meta, Struct

from gateway.config.settings import Settings
from gateway.database.database import DuplicateKey
from gateway.database.queries import query
from gateway.features import characters
from gateway.features.accounts import CALLER, Caller
from gateway.features.payments import idempotency as once
from gateway.features.payments.catalogue_api import checked_amount
from gateway.features.payments.idempotency import Kept
from gateway.features.payments.pricing import calculate
from gateway.features.payments.processor import FAIL, Waiting
from gateway.features.payments.provider import Order, Preference, ProviderFailed
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
from gateway.state import GatewayState

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


@post(
    "/api/donations/create",
    dependencies=CALLER,
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
    state: GatewayState,
    caller: Caller,
    data: JSONBody[DonationForm],
    idempotency_key: Annotated[str | None, HeaderParameter(name=idempotency.HEADER)] = None,
) -> Begun:
    if idempotency_key is not None:
        idempotency.check(idempotency_key)
    checked_amount(data.amount, state.settings.payments)
    back = _return_addresses(data, state.settings)
    await _limit(state, caller.login)
    made, address = await _begun(state, caller.login, idempotency_key, data)
    return Begun(made.id, address or await _opened(state, made, back), data.amount, made.total_coins)


def _return_addresses(data: DonationForm, settings: Settings) -> dict[str, str]:
    """Each by its name. Raises ValidationFailed for one that a buyer must not be sent to."""
    wanted, public_url = settings.payments, settings.server.public_url
    origins = wanted.site_origins or tuple(filter(None, [public_url]))
    found: dict[str, str] = {}
    for name in ("success_url", "failure_url", "pending_url"):
        address = return_address(getattr(data, name), origins, https_only=wanted.provider != "fake")
        if address is None:
            raise ValidationFailed(fields={name: "Must be a path or an address of this site"})
        found[name] = address
    return found


async def _limit(state: GatewayState, login: str) -> None:
    limits = state.settings.limits
    wait = await state.limiter.take(f"donations:{login}", limits.donations, limits.donations_seconds)
    if wait > 0:
        raise TooManyRequests("Too many donations. Please try again later.", retry_after=max(1, math.ceil(wait)))


async def _begun(state: GatewayState, login: str, key: str | None, data: DonationForm) -> tuple[Kept, str | None]:
    """The donation, now or under the same key before, and where it is paid, if somebody has opened that already."""
    site, amount = state.db.site, data.amount * CENTAVOS
    donation_id = once.donation_id(login, key)
    kept = await once.known(site, donation_id, data.character_id, amount) if key is not None else None
    if state.provider is None and (kept is None or kept.init_point is None):
        raise PaymentProviderFailed("Donations are switched off.")
    if kept is None:
        try:
            return await _begin(state, donation_id, login, data), None
        except DuplicateKey:  # the same press, a moment earlier
            kept = await once.known(site, donation_id, data.character_id, amount)
    if kept is None:
        raise AssertionError(f"donation {donation_id} was begun and is not there")
    return kept, await once.checkout(site, kept, state.settings.payments.timeout_ms / 1000)


async def _begin(state: GatewayState, donation_id: str, login: str, data: DonationForm) -> Kept:
    """Raises DuplicateKey."""
    character = await characters.one_brief(state, login, data.character_id)
    if character.name.casefold() != data.character_name.strip().casefold():
        raise ValidationFailed(fields={"character_name": "This is not the name of the character"})
    bought, now = calculate(data.amount, state.settings.payments.steps), int(time.time())
    await state.db.site.write(
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


async def _opened(state: GatewayState, made: Kept, back: dict[str, str]) -> str:
    """Where the donation is paid from now on. Raises PaymentProviderFailed."""
    order = Order(
        donation_id=made.id,
        title=f"{made.total_coins} {state.settings.coins.name}",
        amount=made.amount // CENTAVOS,
        currency=CURRENCY,
        notification_url=_origin(state.settings) + _WEBHOOK,
        expires_at=int(time.time()) + OPEN_SECONDS,
        **back,
    )
    opened = await _preference(state, order)
    await state.db.site.write(OPEN, id=made.id, preference_id=opened.id, init_point=opened.init_point)
    return opened.init_point


async def _preference(state: GatewayState, order: Order) -> Preference:
    """The provider's checkout, which lies where a checkout may lie. Raises PaymentProviderFailed."""
    wanted = state.settings.payments
    try:
        if state.provider is None:
            raise ProviderFailed("payments are switched off")
        opened = await state.provider.open_preference(order)
        if not is_checkout(opened.init_point, wanted.checkout_hosts, https_only=wanted.provider != "fake"):
            raise ProviderFailed("an init_point on a host that is not among payments.checkout_hosts")
    except ProviderFailed as wrong:
        log.warning("donation_not_opened", donation=order.donation_id, reason=str(wrong))
        await state.db.site.write(FAIL, id=order.donation_id)
        raise PaymentProviderFailed from None
    return opened


def _origin(settings: Settings) -> str:
    return settings.payments.webhook_origin or settings.server.public_url.rstrip("/")


@get(
    "/api/donations/{donation_id:str}",
    dependencies=CALLER,
    responses=documented(NotAuthenticated, NotFound, SiteUnavailable),
    operation_id="getDonation",
    summary="What came of a donation",
    tags=["donations"],
)
async def donation(
    state: GatewayState, caller: Caller, donation_id: Annotated[str, PathParameter(max_length=64)]
) -> DonationRow:
    found = await state.db.site.one(ONE, id=donation_id, account=caller.login)
    if found is None:
        raise NotFound
    if state.cashier:
        state.cashier.seek(Waiting(found.id, found.created_at, found.status))
    return donation_row(found)


routes = [create, donation]

"""Donations: pricing, the checkout at the payment provider, webhooks, and reconciliation with the ledger."""

from collections.abc import Sequence

from litestar.handlers import HTTPRouteHandler

from gateway.config.payments import OPEN_SECONDS
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.characters import CharacterRepository
from gateway.features.payments import catalogue_api, donations, webhook
from gateway.features.payments.chargebacks import is_contested
from gateway.features.payments.donations import DonationCheckout
from gateway.features.payments.metrics import PaymentMetrics
from gateway.features.payments.offers import offered_names
from gateway.features.payments.orders import OrderSeals
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import OnCall, Provider
from gateway.features.spending_limits import donation_caps
from gateway.http.rate_limit_shared import Limiter

__all__ = [
    "DonationCheckout",
    "PaymentMetrics",
    "PaymentProcessor",
    "Provider",
    "is_contested",
    "offered_names",
    "open_processor",
    "open_providers",
    "routes",
]


def routes(
    settings: Settings,
    site: Database,
    limiter: Limiter,
    characters: CharacterRepository,
    checkout: DonationCheckout,
    processor: PaymentProcessor | None,
) -> list[HTTPRouteHandler]:
    names = offered_names(settings)
    return [
        *catalogue_api.routes(settings, names, characters, checkout.coin_name),
        *donations.routes(checkout, site, processor),
        *webhook.routes(site, limiter, processor),
    ]


def open_providers(settings: Settings, on_call: OnCall | None = None) -> list[Provider]:
    """Returns the clients of the providers, the default one first.

    One that is switched off has a client while its key is set: its open checkouts can be paid, and refunds arrive.
    """
    providers = list[Provider]()
    # Lazy import: without payments the service does not load httpx.
    if settings.payments.provider != "off" or settings.payments.access_token:
        from gateway.features.payments.mercadopago import MercadoPago

        providers.append(MercadoPago(settings.payments, on_call))
    if settings.stripe.enabled or settings.stripe.secret_key:
        from gateway.features.payments.stripe import Stripe

        providers.append(Stripe(settings.stripe, settings.payments.timeout_ms, on_call))
    return providers


def open_processor(
    site: Database, providers: Sequence[Provider], settings: Settings, metrics: PaymentMetrics | None = None
) -> PaymentProcessor:
    seals = OrderSeals(site, DataKeys(settings.security.data_keys))
    switched_off = {provider.name for provider in providers} - {*offered_names(settings)}
    return PaymentProcessor(site, providers, OPEN_SECONDS, seals, metrics, donation_caps(settings), switched_off)

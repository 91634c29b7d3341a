"""Donations: pricing, the checkout at the payment provider, webhooks, and reconciliation with the ledger."""

from litestar.handlers import HTTPRouteHandler

from gateway.config.payments import PaymentSettings
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.characters import CharacterRepository
from gateway.features.payments import catalogue_api, donations, webhook
from gateway.features.payments.chargebacks import is_contested
from gateway.features.payments.donations import DonationCheckout
from gateway.features.payments.metrics import PaymentMetrics
from gateway.features.payments.orders import OrderSeals
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import OnCall, Provider
from gateway.features.payments.reconcile import MerchantAccount
from gateway.features.wallet.history import OPEN_SECONDS
from gateway.http.rate_limit_shared import Limiter

__all__ = [
    "DonationCheckout",
    "PaymentMetrics",
    "PaymentProcessor",
    "Provider",
    "is_contested",
    "open_processor",
    "open_provider",
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
    return [
        *catalogue_api.routes(settings, characters, checkout.coin_name),
        *donations.routes(checkout, site, processor),
        *webhook.routes(settings.payments, site, limiter, processor),
    ]


def open_provider(settings: PaymentSettings, on_call: OnCall | None = None) -> Provider | None:
    """Returns the provider's client; None if payments are off."""
    if settings.provider == "off":
        return None
    # Lazy import: without payments the service does not load httpx.
    from gateway.features.payments.mercadopago import MercadoPago

    return MercadoPago(settings, on_call)


def open_processor(
    site: Database, provider: Provider, settings: Settings, metrics: PaymentMetrics | None = None
) -> PaymentProcessor:
    merchant = MerchantAccount(settings.payments.collector_id, settings.payments.live_mode)
    seals = OrderSeals(site, DataKeys(settings.security.data_keys))
    return PaymentProcessor(site, provider, merchant, OPEN_SECONDS, seals, metrics)

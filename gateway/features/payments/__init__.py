"""Donations: what they cost, the one door to the provider, and from what it says of a payment to coins."""

from litestar.handlers import HTTPRouteHandler

from gateway.config.payments import Payments
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.characters import CharacterRepository
from gateway.features.payments import catalogue_api, donations, webhook
from gateway.features.payments.donations import DonationCheckout
from gateway.features.payments.locks import locked
from gateway.features.payments.metrics import Figures
from gateway.features.payments.processor import Cashier
from gateway.features.payments.provider import OnCall, Provider
from gateway.features.payments.reconcile import Terms
from gateway.http.rate_limit_shared import Limiter

__all__ = ["Cashier", "DonationCheckout", "Figures", "Provider", "locked", "open_cashier", "open_provider", "routes"]


def routes(
    settings: Settings,
    site: Database,
    limiter: Limiter,
    characters: CharacterRepository,
    checkout: DonationCheckout,
    cashier: Cashier | None,
) -> list[HTTPRouteHandler]:
    return [
        *catalogue_api.routes(settings, characters),
        *donations.routes(checkout, site, cashier),
        *webhook.routes(settings.payments, site, limiter, cashier),
    ]


def open_provider(wanted: Payments, on_call: OnCall | None = None) -> Provider | None:
    """The provider's door; None where payments are switched off, and then its client is not even loaded."""
    if wanted.provider == "off":
        return None
    from gateway.features.payments.mercadopago import MercadoPago

    return MercadoPago(wanted, on_call)


def open_cashier(site: Database, provider: Provider, wanted: Payments, figures: Figures | None = None) -> Cashier:
    terms = Terms(wanted.collector_id, wanted.live_mode)
    return Cashier(site, provider, terms, donations.OPEN_SECONDS, figures)

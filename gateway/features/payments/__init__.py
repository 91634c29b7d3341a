"""Donations: what they cost, the one door to the provider, and from what it says of a payment to coins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gateway.features.payments import catalogue_api, donations, webhook
from gateway.features.payments.locks import locked
from gateway.features.payments.metrics import Figures
from gateway.features.payments.processor import Cashier
from gateway.features.payments.reconcile import Terms

if TYPE_CHECKING:
    from gateway.config.payments import Payments
    from gateway.database.database import Database
    from gateway.features.payments.mercadopago import OnCall
    from gateway.features.payments.provider import Provider

__all__ = ["Cashier", "Figures", "Provider", "locked", "open_cashier", "open_provider", "routes"]

routes = [*catalogue_api.routes, *donations.routes, *webhook.routes]


def open_provider(wanted: Payments, on_call: OnCall | None = None) -> Provider | None:
    """The provider's door; None where payments are switched off, and then its client is not even loaded."""
    if wanted.provider == "off":
        return None
    from gateway.features.payments.mercadopago import MercadoPago

    return MercadoPago(wanted, on_call)


def open_cashier(site: Database, provider: Provider, wanted: Payments, figures: Figures | None = None) -> Cashier:
    terms = Terms(wanted.collector_id, wanted.live_mode)
    return Cashier(site, provider, terms, donations.OPEN_SECONDS, figures)

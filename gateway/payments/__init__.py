"""Donations: what they cost, the one door to the provider, and from what it says of a payment to coins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gateway.payments import donations, offers, webhook
from gateway.payments.cashier import Cashier
from gateway.payments.figures import Figures
from gateway.payments.locks import locked
from gateway.payments.reconcile import Terms

if TYPE_CHECKING:
    from gateway.db import Database
    from gateway.payments.mercadopago import OnCall
    from gateway.payments.provider import Provider
    from gateway.settings_payments import Payments

__all__ = ["Cashier", "Figures", "Provider", "locked", "open_cashier", "open_provider", "routes"]

routes = [*offers.routes, *donations.routes, *webhook.routes]


def open_provider(wanted: Payments, on_call: OnCall | None = None) -> Provider | None:
    """The provider's door; None where payments are switched off, and then its client is not even loaded."""
    if wanted.provider == "off":
        return None
    from gateway.payments.mercadopago import MercadoPago

    return MercadoPago(wanted, on_call)


def open_cashier(site: Database, provider: Provider, wanted: Payments, figures: Figures | None = None) -> Cashier:
    terms = Terms(wanted.collector_id, wanted.live_mode)
    return Cashier(site, provider, terms, donations.OPEN_SECONDS, figures)

"""Donations: pricing, the checkout at the payment provider, webhooks, and reconciliation with the ledger."""

from collections.abc import Callable, Sequence

from gateway.config.payments import OPEN_SECONDS
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.durations import MINUTE
from gateway.feature import Feature, Retention
from gateway.features.characters import CharacterRepository
from gateway.features.operators.site_controls import SiteControls
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
from gateway.jobs import QUEUE_SECONDS, Job

__all__ = [
    "PaymentMetrics",
    "PaymentProcessor",
    "Provider",
    "feature",
    "is_contested",
    "offered_names",
    "open_processor",
    "open_providers",
]


def feature(
    settings: Settings,
    site: Database,
    limiter: Limiter,
    characters: CharacterRepository,
    controls: SiteControls,
    coin_name: Callable[[], str],
    providers: Sequence[Provider],
    processor: PaymentProcessor | None,
) -> Feature:
    names = offered_names(settings)
    checkout = DonationCheckout(settings, site, limiter, characters, providers, controls, coin_name)
    routes = [
        *catalogue_api.routes(settings, names, characters, coin_name),
        *donations.routes(checkout, site, processor),
        *webhook.routes(site, limiter, processor),
    ]
    if processor is None:
        return Feature(name="payments", routes=routes)
    metrics = processor.metrics
    return Feature(
        name="payments",
        routes=routes,
        jobs=[
            Job("process_webhooks", QUEUE_SECONDS, lambda _tick: processor.process_backlog()),
            # A webhook may be lost.
            Job("poll_pending_donations", MINUTE, lambda _tick: processor.poll_pending()),
            Job("poll_completed_donations", 5 * MINUTE, lambda _tick: processor.poll_completed()),
            Job("search_payments", 15 * MINUTE, lambda _tick: processor.search_changed()),
            Job("count_payments", MINUTE, lambda _tick: processor.count(), metrics.forget),
        ],
        retention=[Retention("webhook_inbox", processor.prune)],
        tasks={"payments": processor.run},
        close=[provider.close for provider in providers],
        samples=[metrics.samples],
    )


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

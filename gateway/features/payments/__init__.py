"""Donations: pricing, the checkout at the payment provider, webhooks, and reconciliation with the ledger."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from gateway.concurrency.durations import MINUTE
from gateway.config.payments import OPEN_SECONDS
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.characters import CharacterRepository
from gateway.features.operators.site_controls import SiteControls
from gateway.features.payments import catalogue_api, donations, inbox, webhook
from gateway.features.payments.chargebacks import is_contested
from gateway.features.payments.donations import DonationCheckout
from gateway.features.payments.metrics import PaymentMetrics
from gateway.features.payments.offers import offered_names
from gateway.features.payments.orders import OrderSeals
from gateway.features.payments.processor import PaymentProcessor
from gateway.features.payments.provider import OnCall, Provider
from gateway.features.payments.provider_signals import Counts, ProviderCalls, refused_webhooks
from gateway.features.payments.queues import DonationWatch, PaymentQueue
from gateway.features.payments.search import PaymentSearch
from gateway.features.payments.signals import provider_signals, stored_signals
from gateway.features.spending_limits import donation_caps
from gateway.http.rate_limit_shared import Limiter
from gateway.jobs import QUEUE_SECONDS, Job
from gateway.observability.signals import PROVIDER_FAILING, WEBHOOKS_REFUSED
from gateway.registration.feature import Feature, Gauge, Retention, value_of

__all__ = [
    "PaymentMetrics",
    "PaymentProcessor",
    "PaymentSearch",
    "Provider",
    "ProviderClients",
    "feature",
    "is_contested",
    "offered_names",
    "open_processor",
    "open_providers",
    "open_search",
]


class ProviderClients(Struct, frozen=True):
    """The clients of the providers, and what processes their payments; without a provider none and None."""

    clients: Sequence[Provider]
    processor: PaymentProcessor | None


def feature(
    settings: Settings,
    site: Database,
    limiter: Limiter,
    characters: CharacterRepository,
    controls: SiteControls,
    coin_name: Callable[[], str],
    providers: ProviderClients,
    counts: Counts,
) -> Feature:
    """`counts`: of this instance, for what is wrong with the providers."""
    processor, names = providers.processor, offered_names(settings)
    checkout = DonationCheckout(settings, site, limiter, characters, providers.clients, controls, coin_name)
    routes = [
        *catalogue_api.routes(settings, names, characters, coin_name),
    ]
    if processor is None:
        return Feature(
            name="payments",
            signals=stored_signals(site),
            routes=[*routes, *donations.routes(checkout, site, None), *webhook.routes(site, limiter, None, None)],
        )
    metrics = processor.metrics
    search = open_search(site, processor, settings)
    queue = PaymentQueue(processor)
    watch = DonationWatch(site, search)
    calls, refused = ProviderCalls(providers.clients, names, counts), refused_webhooks(counts)
    return Feature(
        name="payments",
        signals={
            **stored_signals(site),
            **provider_signals(site, metrics, names),
            PROVIDER_FAILING: calls.failing,
            WEBHOOKS_REFUSED: value_of(refused.next),
        },
        routes=[*routes, *donations.routes(checkout, site, watch), *webhook.routes(site, limiter, processor, queue)],
        jobs=[
            Job("process_webhooks", QUEUE_SECONDS, lambda _tick: processor.process_backlog()),
            # A webhook may be lost.
            Job("poll_pending_donations", MINUTE, lambda _tick: search.poll_pending()),
            Job("poll_completed_donations", 5 * MINUTE, lambda _tick: search.poll_completed()),
            Job("search_payments", 15 * MINUTE, lambda _tick: search.search_changed()),
        ],
        gauges=[Gauge("payments", processor.count, metrics.forget)],
        retention=[Retention("webhook_inbox", lambda now: inbox.prune(site, now))],
        tasks={"payments": queue.run, "watched_donations": watch.run},
        close=[provider.close for provider in providers.clients],
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
    return PaymentProcessor(site, providers, seals, metrics, donation_caps(settings))


def open_search(site: Database, processor: PaymentProcessor, settings: Settings) -> PaymentSearch:
    switched_off = {*processor.names} - {*offered_names(settings)}
    return PaymentSearch(site, processor, OPEN_SECONDS, switched_off)

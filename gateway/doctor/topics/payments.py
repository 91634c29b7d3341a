"""Settings that the providers need, how far each account was searched, and the accounts and clocks of the providers."""

import time
from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import Final

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.payments import OPEN_SECONDS
from gateway.config.settings import Settings
from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.payments import offered_names
from gateway.features.payments.mercadopago import MercadoPago
from gateway.features.payments.price_lists import providers_of
from gateway.features.payments.provider import ProviderFailed
from gateway.features.payments.provider_http import read_clock_offset
from gateway.features.payments.provider_payment import MERCADOPAGO, STRIPE
from gateway.features.payments.search import SEARCH_POSITION, search_job
from gateway.features.payments.stripe import Stripe
from gateway.observability.signals import PAYMENT_SEARCH, PROVIDER_CLOCK
from gateway.texts import text

_TIMEOUT_SECONDS: Final = 5.0
_LIMITED_SECONDS: Final = 32 * DAY


class OpenDonations(Struct, frozen=True):
    count: int


class RecentCurrency(Struct, frozen=True):
    currency: str


RECENT_CURRENCIES = query("payments.recent_currencies", RecentCurrency)
OPEN_DONATIONS = query("payments.open_donations", OpenDonations)


async def check(context: DoctorContext) -> list[Finding]:
    if reasons := context.settings.payment_problems():
        remedy = text("doctor.payments.problem_do")
        return [bad(text("doctor.payments.problem", problem=reason), remedy) for reason in reasons]
    findings = [_settings_finding(context), *_untaken(context.settings)]
    if context.answers("site"):
        findings += await _switched_off(context)
        findings += await _searches(context, int(time.time()))
        findings += await _unrated(context, int(time.time()))
    findings += await _accounts(context) + await _mercadopago_currency(context)
    return findings + rate_findings(context.settings, datetime.now(UTC).date()) + await _clocks(context)


def _settings_finding(context: DoctorContext) -> Finding:
    settings, payments = context.settings, context.settings.payments
    if not settings.takes_donations:
        return ok(text("doctor.payments.off"))
    if payments.provider == "fake":
        return advice(text("doctor.payments.fake"), text("doctor.payments.fake_do"))
    modes = {"payments": payments.live_mode, "stripe": settings.stripe.live_mode or not settings.stripe.enabled}
    if test_sections := [name for name, is_live in modes.items() if not is_live]:
        section = test_sections[0]
        return advice(text("doctor.payments.test", section=section), text("doctor.payments.test_do", section=section))
    names = [
        *([payments.provider] if payments.provider != "off" else []),
        *(["stripe"] if settings.stripe.enabled else []),
    ]
    return ok(text("doctor.payments.complete", providers=", ".join(names)))


def _untaken(settings: Settings) -> list[Finding]:
    """Names price lists that the page does not offer."""
    if not settings.takes_donations:
        return []
    remedy = text("doctor.payments.untaken_do")
    untaken_currencies = [currency for currency in settings.prices.lists if not providers_of(settings, currency)]
    return [advice(text("doctor.payments.untaken", currency=currency), remedy) for currency in untaken_currencies]


async def _switched_off(context: DoctorContext) -> list[Finding]:
    """Names the providers that are off while donations of them can still be paid."""
    settings, findings = context.settings, list[Finding]()
    keys = {MERCADOPAGO: settings.payments.access_token, STRIPE: settings.stripe.secret_key}
    settings_names = {MERCADOPAGO: "payments.access_token", STRIPE: "stripe.secret_key"}
    for name in keys.keys() - {*offered_names(settings)}:
        now = int(time.time())
        row = await context.db.site.one(OPEN_DONATIONS, provider=name, now=now, open_seconds=OPEN_SECONDS)
        if row and row.count:
            closing = text("doctor.payments.closing", provider=name, donations=row.count)
            unclosed = text("doctor.payments.unclosed", provider=name, donations=row.count)
            remedy = text("doctor.payments.unclosed_do", key=settings_names[name])
            findings.append(ok(closing) if keys[name] else bad(unclosed, remedy))
    return findings


async def _unrated(context: DoctorContext, now: int) -> list[Finding]:
    """Names currencies of recent donations that limits cannot count."""
    rates = context.settings.rates
    rows = await context.db.site.read(RECENT_CURRENCIES, since=now - _LIMITED_SECONDS)
    unrated_currencies = [row.currency for row in rows if rates.units(0, row.currency) is None]
    remedy = text("doctor.payments.unrated_do")
    return [bad(text("doctor.payments.unrated", currency=currency), remedy) for currency in unrated_currencies]


async def _searches(context: DoctorContext, now: int) -> list[Finding]:
    findings = list[Finding]()
    for name in offered_names(context.settings):
        row = await context.db.site.one(SEARCH_POSITION, job=search_job(name))
        findings.append(search_finding(name, row.reached if row else None, now))
    return findings


def search_finding(provider: str, reached: int | None, now: int) -> Finding:
    """`reached`: epoch seconds up to which the account was searched; None: never."""
    remedy = text("doctor.payments.search_do")
    if reached is None:
        return advice(text("doctor.payments.not_searched", provider=provider), remedy)
    moment = f"{datetime.fromtimestamp(reached, UTC):%Y-%m-%d %H:%M}"
    searched = text("doctor.payments.searched", provider=provider, moment=moment)
    if reached > now:
        return bad(text("doctor.payments.future", searched=searched), text("doctor.payments.future_do"))
    return ok(searched) if PAYMENT_SEARCH.level(now - reached) == "ok" else advice(searched, remedy)


async def _accounts(context: DoctorContext) -> list[Finding]:
    """Asks Stripe for the account of the key and its currencies. Mercado Pago writes the account into the token."""
    settings = context.settings.stripe
    if not settings.enabled or not settings.secret_key:
        return []
    stripe = Stripe(settings, timeout_ms=int(_TIMEOUT_SECONDS * 1000))
    try:
        account = await stripe.account()
        currencies = await stripe.currencies(account.country) if account.country else set[str]()
    except ProviderFailed as error:
        message = text("doctor.payments.no_account", error=str(error))
        remedy = text("doctor.payments.no_account_do")
        if settings.account_id:
            return [bad(message, text("doctor.payments.no_checkout_do", remedy=remedy))]
        return [advice(message, remedy)]
    finally:
        await stripe.close()
    offered_currencies = {context.settings.currency, *context.settings.prices.lists}
    return [account_finding(account.id, settings.account_id), *currency_findings(offered_currencies, currencies)]


def currency_findings(offered_currencies: Collection[str], currencies: Collection[str]) -> list[Finding]:
    """`currencies`: those of the account at Stripe; empty if it tells none."""
    if not currencies:
        return []
    refused_currencies = sorted({*offered_currencies} - {*currencies})
    if refused_currencies:
        message = text("doctor.payments.currencies_refused", currencies=", ".join(refused_currencies))
        return [bad(message, text("doctor.payments.currencies_refused_do"))]
    return [ok(text("doctor.payments.currencies", currencies=", ".join(sorted(offered_currencies))))]


async def _mercadopago_currency(context: DoctorContext) -> list[Finding]:
    payments = context.settings.payments
    if payments.provider == "off" or not payments.access_token:
        return []
    client = MercadoPago(msgspec.structs.replace(payments, timeout_ms=int(_TIMEOUT_SECONDS * 1000)))
    try:
        currency = await client.currency()
    except ProviderFailed as error:
        return [advice(text("doctor.payments.no_currency", error=str(error)), text("doctor.payments.no_currency_do"))]
    finally:
        await client.close()
    if currency != payments.currency:
        message = text("doctor.payments.other_currency", currency=currency or "-", expected=payments.currency)
        return [bad(message, text("doctor.payments.other_currency_do"))]
    return [ok(text("doctor.payments.currency", currency=currency))]


def rate_findings(settings: Settings, today: date) -> list[Finding]:
    """Names the rates that are older than three months, or of a day to come."""
    findings = list[Finding]()
    for rate in settings.prices.rate_of.values():
        values = {"currency": rate.currency, "rate": f"{rate.value:f}", "site": settings.currency, "day": str(rate.day)}
        message = text("doctor.payments.rate", **values)
        is_current = rate.is_current(today)
        findings.append(ok(message) if is_current else advice(message, text("doctor.payments.rate_do")))
    return findings


def account_finding(account_id: str, expected_id: str) -> Finding:
    """`expected_id`: stripe.account_id; empty if it is not set."""
    if not expected_id:
        return ok(text("doctor.payments.account_unset", account=account_id))
    if account_id != expected_id:
        message = text("doctor.payments.account_other", account=account_id, expected=expected_id)
        return bad(message, text("doctor.payments.account_other_do"))
    return ok(text("doctor.payments.account", account=account_id))


async def _clocks(context: DoctorContext) -> list[Finding]:
    """Compares this machine's clock with the `Date` of each provider's answer."""
    settings, findings = context.settings, list[Finding]()
    urls = {MERCADOPAGO: settings.payments.api_url, STRIPE: settings.stripe.api_url}
    for name in offered_names(settings):
        try:
            findings += clock_findings(name, await read_clock_offset(urls[name], _TIMEOUT_SECONDS))
        except ProviderFailed as error:
            message = text("doctor.payments.unreachable", provider=name, error=str(error))
            findings.append(advice(message, text("doctor.payments.unreachable_do", url=urls[name])))
    return findings


def clock_findings(provider: str, offset: float | None) -> list[Finding]:
    """`offset`: seconds that the provider's clock is ahead; None: it names none."""
    if offset is None:
        return []
    if PROVIDER_CLOCK.level(abs(offset)) == "ok":
        limit = f"{PROVIDER_CLOCK.thresholds.raise_at:g}"
        return [ok(text("doctor.payments.clock", provider=provider, seconds=limit))]
    side = "clock_behind" if offset > 0 else "clock_ahead"
    message = text(f"doctor.payments.{side}", seconds=round(abs(offset)), provider=provider)
    return [bad(message, text("doctor.payments.clock_do"))]

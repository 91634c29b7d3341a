"""Settings that the providers need, how far each account was searched, and the accounts and clocks of the providers."""

import time
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from gateway.config.payments import OPEN_SECONDS
from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.payments import offered_names
from gateway.features.payments.provider import ProviderFailed
from gateway.features.payments.provider_http import read_clock_offset
from gateway.features.payments.provider_payment import MERCADOPAGO, STRIPE
from gateway.features.payments.search import SEARCH_POSITION, search_job
from gateway.features.payments.stripe import Stripe
from gateway.observability.signals import PAYMENT_SEARCH, PROVIDER_CLOCK

_TIMEOUT_SECONDS: Final = 5.0


class OpenDonations(Struct, frozen=True):
    count: int


OPEN_DONATIONS = query("payments.open_donations", OpenDonations)


async def check(context: DoctorContext) -> list[Finding]:
    settings, payments = context.settings, context.settings.payments
    reasons = payments.problems(settings.server.public_url)
    if reasons := [*reasons, *settings.stripe.problems(payments, settings.server.public_url)]:
        remedy = "set it under [payments] or [stripe], as gateway/docs/operators/payments.md describes"
        return [bad(f"payments: {reason}", remedy) for reason in reasons]
    findings = [_settings_finding(context)]
    if context.answers("site"):
        findings += await _switched_off(context)
        findings += await _searches(context, int(time.time()))
    return findings + await _accounts(context) + await _clocks(context)


def _settings_finding(context: DoctorContext) -> Finding:
    settings, payments = context.settings, context.settings.payments
    if not settings.takes_donations:
        return ok("payments: off; players cannot donate")
    if payments.provider == "fake":
        text = "payments: the fake provider is active and takes no money"
        return advice(text, "set payments.provider")
    modes = {"payments": payments.live_mode, "stripe": settings.stripe.live_mode or not settings.stripe.enabled}
    if test_sections := [name for name, is_live in modes.items() if not is_live]:
        text = f"payments: only test payments of the provider count ({test_sections[0]}.live_mode is false)"
        return advice(text, f"set {test_sections[0]}.live_mode = true when your tests are done")
    names = [
        *([payments.provider] if payments.provider != "off" else []),
        *(["stripe"] if settings.stripe.enabled else []),
    ]
    return ok(f"payments: {' and '.join(names)} with every required setting")


async def _switched_off(context: DoctorContext) -> list[Finding]:
    """Names the providers that are off while donations of them can still be paid."""
    settings, findings = context.settings, list[Finding]()
    keys = {MERCADOPAGO: settings.payments.access_token, STRIPE: settings.stripe.secret_key}
    settings_names = {MERCADOPAGO: "payments.access_token", STRIPE: "stripe.secret_key"}
    for name in keys.keys() - {*offered_names(settings)}:
        now = int(time.time())
        row = await context.db.site.one(OPEN_DONATIONS, provider=name, now=now, open_seconds=OPEN_SECONDS)
        if row and row.count:
            text = f"payments: {name} is off, and {row.count:,} donations of it can still be paid or are not decided"
            remedy = f"set {settings_names[name]} and its webhook secret until they have ended"
            findings.append(ok(f"{text}; its webhooks are taken") if keys[name] else bad(text, remedy))
    return findings


async def _searches(context: DoctorContext, now: int) -> list[Finding]:
    findings = list[Finding]()
    for name in offered_names(context.settings):
        row = await context.db.site.one(SEARCH_POSITION, job=search_job(name))
        findings.append(search_finding(name, row.reached if row else None, now))
    return findings


def search_finding(provider: str, reached: int | None, now: int) -> Finding:
    """`reached`: epoch seconds up to which the account was searched; None: never."""
    remedy = "start the service, and read search_deferred in the log; gateway reconcile --since DATE searches by hand"
    if reached is None:
        return advice(f"payments: the account at {provider} was not searched yet", remedy)
    moment = datetime.fromtimestamp(reached, UTC)
    text = f"payments: the account at {provider} was searched up to {moment:%Y-%m-%d %H:%M} UTC"
    if reached > now:
        return bad(f"{text}, which is in the future", "correct the clock; the next search goes back a day by itself")
    return ok(text) if PAYMENT_SEARCH.level(now - reached) == "ok" else advice(text, remedy)


async def _accounts(context: DoctorContext) -> list[Finding]:
    """Asks Stripe for the account of the key. Mercado Pago writes it into the access token."""
    settings = context.settings.stripe
    if not settings.enabled or not settings.secret_key:
        return []
    stripe = Stripe(settings, timeout_ms=int(_TIMEOUT_SECONDS * 1000))
    try:
        account_id = await stripe.account_id()
    except ProviderFailed as error:
        text = f"payments: stripe does not name the account of stripe.secret_key ({error})"
        remedy = "correct the key, let it read the account, or allow connections to stripe.api_url"
        return [bad(text, f"{remedy}; until then no checkout opens") if settings.account_id else advice(text, remedy)]
    finally:
        await stripe.close()
    return [account_finding(account_id, settings.account_id)]


def account_finding(account_id: str, expected_id: str) -> Finding:
    """`expected_id`: stripe.account_id; empty if it is not set."""
    text = f"payments: stripe.secret_key is of the account {account_id}"
    if not expected_id:
        return ok(f'{text}; stripe.account_id = "{account_id}" has it compared before each checkout')
    if account_id != expected_id:
        return bad(
            f"{text}, and stripe.account_id is {expected_id}: no checkout opens", "correct the one that is wrong"
        )
    return ok(f"{text}, as stripe.account_id says")


async def _clocks(context: DoctorContext) -> list[Finding]:
    """Compares this machine's clock with the `Date` of each provider's answer."""
    settings, findings = context.settings, list[Finding]()
    urls = {MERCADOPAGO: settings.payments.api_url, STRIPE: settings.stripe.api_url}
    for name in offered_names(settings):
        try:
            findings += clock_findings(name, await read_clock_offset(urls[name], _TIMEOUT_SECONDS))
        except ProviderFailed as error:
            findings.append(
                advice(f"payments: {name} cannot be reached ({error})", f"allow connections to {urls[name]}")
            )
    return findings


def clock_findings(provider: str, offset: float | None) -> list[Finding]:
    """`offset`: seconds that the provider's clock is ahead; None: it names none."""
    if offset is None:
        return []
    if PROVIDER_CLOCK.level(abs(offset)) == "ok":
        limit = PROVIDER_CLOCK.thresholds.raise_at
        return [ok(f"payments: the clock of {provider} and this machine's agree within {limit:g} s")]
    side = "behind" if offset > 0 else "ahead of"
    text = f"payments: this machine's clock is {abs(offset):,.0f} s {side} {provider}'s: webhooks are refused as stale"
    return [bad(text, "synchronize it by NTP (timedatectl set-ntp true, or chrony)")]

"""Settings that the payment provider needs."""

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok


async def check(context: DoctorContext) -> list[Finding]:
    settings, payments = context.settings, context.settings.payments
    reasons = payments.problems(settings.server.public_url)
    if reasons := [*reasons, *settings.stripe.problems(payments, settings.server.public_url)]:
        remedy = "set it under [payments] or [stripe], as gateway/docs/payments.md describes"
        return [bad(f"payments: {reason}", remedy) for reason in reasons]
    if not settings.takes_donations:
        return [ok("payments: off; players cannot donate")]
    if payments.provider == "fake":
        text = "payments: the fake provider is active and takes no money"
        return [advice(text, "set payments.provider")]
    modes = {"payments": payments.live_mode, "stripe": settings.stripe.live_mode or not settings.stripe.enabled}
    if test_sections := [name for name, is_live in modes.items() if not is_live]:
        text = f"payments: only test payments of the provider count ({test_sections[0]}.live_mode is false)"
        return [advice(text, f"set {test_sections[0]}.live_mode = true when your tests are done")]
    names = [
        *([payments.provider] if payments.provider != "off" else []),
        *(["stripe"] if settings.stripe.enabled else []),
    ]
    return [ok(f"payments: {' and '.join(names)} with every required setting")]

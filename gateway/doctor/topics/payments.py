"""Settings that the payment provider needs."""

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok


async def check(context: DoctorContext) -> list[Finding]:
    payments = context.settings.payments
    if reasons := payments.problems(context.settings.server.public_url):
        remedy = "set it under [payments], as gateway/docs/payments.md describes"
        return [bad(f"payments: {reason}", remedy) for reason in reasons]
    if payments.provider == "off":
        return [ok("payments: off; players cannot donate")]
    if payments.provider == "fake":
        text = "payments: the fake provider is active and takes no money"
        return [advice(text, "set payments.provider")]
    if not payments.live_mode:
        text = "payments: only test payments of the provider count (payments.live_mode is false)"
        return [advice(text, "set payments.live_mode = true when your tests are done")]
    return [ok(f"payments: {payments.provider} has every setting that it needs")]

"""What keeps the payment provider from working."""

from __future__ import annotations

from typing import Final

from gateway.config.payments import missing
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok

TOPIC: Final = "payments"
_READ: Final = "set it under [payments], as gateway/docs/payments.md says"


async def look(patient: Patient) -> list[Finding]:
    payments, public_url = patient.settings.payments, patient.settings.server.public_url
    if reasons := missing(payments, public_url):
        return [bad(TOPIC, f"payments: {reason}", _READ) for reason in reasons]
    if payments.provider == "off":
        return [ok(TOPIC, "payments: off; nobody can donate")]
    if payments.provider == "fake":
        return [advice(TOPIC, "payments: the stand-in answers, which takes no money", "set payments.provider")]
    if not payments.live_mode:
        told = "payments: only the provider's test payments count (payments.live_mode is false)"
        return [advice(TOPIC, told, "set payments.live_mode = true when the trial is over")]
    return [ok(TOPIC, f"payments: {payments.provider} has all that it needs")]

"""Push messages: how many browsers get them, and messages that need an operator."""

from msgspec import Struct

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.doctor.outboxes import channel_findings
from gateway.extras.push.outbox import RULES
from gateway.extras.push.settings import PushSettings
from gateway.texts import text


class _Count(Struct, frozen=True):
    subscriptions: int


COUNT = query("push.count_subscriptions", _Count)


async def check(context: DoctorContext) -> list[Finding]:
    settings = context.settings
    if not settings.of(PushSettings).allowed_hosts:
        return [ok(text("doctor.push.off"))]
    row = await context.db.site.one(COUNT) if context.answers("site") else None
    if row is None:
        return []
    remedy = text("doctor.push.messages_do")
    findings = [ok(text("doctor.push.browsers", browsers=row.subscriptions))]
    if row.subscriptions and not settings.server.public_url.startswith("https://"):
        findings = [advice(text("doctor.push.no_contact"), text("doctor.push.no_contact_do"))]
    return findings + await channel_findings(context, RULES.name, "doctor.push.messages", remedy)

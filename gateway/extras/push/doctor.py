"""Push messages: how many browsers get them, and messages that need an operator."""

from msgspec import Struct

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.doctor.outboxes import channel_findings
from gateway.extras.push.outbox import RULES
from gateway.extras.push.settings import PushSettings


class _Count(Struct, frozen=True):
    subscriptions: int


COUNT = query("push.count_subscriptions", _Count)


async def check(context: DoctorContext) -> list[Finding]:
    settings = context.settings
    if not settings.of(PushSettings).allowed_hosts:
        return [ok("push: off; push.allowed_hosts is empty")]
    row = await context.db.site.one(COUNT) if context.answers("site") else None
    if row is None:
        return []
    remedy = "read message_not_sent in the log; the service needs https to the hosts of push.allowed_hosts"
    findings = [ok(f"push: {row.subscriptions:,} browsers get messages")]
    if row.subscriptions and not settings.server.public_url.startswith("https://"):
        findings = [advice("push: some push services refuse a site without contact", "set server.public_url to https")]
    return findings + await channel_findings(
        context, RULES.name, "push", "messages of the last days", "push service", remedy
    )

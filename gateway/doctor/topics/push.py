"""Push messages: how many browsers get them, and messages that need an operator."""

from msgspec import Struct

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok


class PushProblems(Struct, frozen=True):
    subscriptions: int
    unclear: int
    waiting: int
    refused: int


PROBLEMS = query("push.problems", PushProblems)


async def check(context: DoctorContext) -> list[Finding]:
    settings = context.settings
    if not settings.push.allowed_hosts:
        return [ok("push: off; push.allowed_hosts is empty")]
    row = await context.db.site.one(PROBLEMS) if context.answers("site") else None
    if row is None:
        return []
    texts = {
        "may or may not have been sent, and are not repeated": row.unclear,
        "wait for more than ten minutes": row.waiting,
        "were refused by the push service": row.refused,
    }
    remedy = "read push_not_sent in the log; the service needs https to the hosts of push.allowed_hosts"
    findings = [ok(f"push: {row.subscriptions:,} browsers get messages")]
    if row.subscriptions and not settings.server.public_url.startswith("https://"):
        findings = [advice("push: some push services refuse a site without contact", "set server.public_url to https")]
    return findings + [
        advice(f"push: {count:,} messages of the last day {text}", remedy) for text, count in texts.items() if count
    ]

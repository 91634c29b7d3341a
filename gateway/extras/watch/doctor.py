"""Stars: how many there are, and weekly mails that need an operator."""

from msgspec import Struct

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.doctor.outboxes import channel_findings
from gateway.extras.watch.digest_mails import RULES
from gateway.texts import text


class WatchCounts(Struct, frozen=True):
    accounts: int
    stars: int
    feeds: int
    digests: int


COUNTS = query("watch.counts", WatchCounts)


async def check(context: DoctorContext) -> list[Finding]:
    row = await context.db.site.one(COUNTS) if context.answers("site") else None
    if row is None:
        return []
    counts = text("doctor.watch.counts", accounts=row.accounts, stars=row.stars, feeds=row.feeds, digests=row.digests)
    findings = [ok(counts)]
    if row.digests and not context.settings.sends_mail:
        findings.append(advice(text("doctor.watch.no_mail", digests=row.digests), text("doctor.watch.no_mail_do")))
    remedy = text("doctor.watch.messages_do")
    return findings + await channel_findings(context, RULES.name, "doctor.watch.messages", remedy)

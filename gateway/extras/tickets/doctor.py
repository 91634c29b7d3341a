"""Tickets: how many there are, those without an answer, and mails about answers that need an operator."""

import time
from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import HOUR
from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.doctor.outboxes import channel_findings
from gateway.extras.tickets.mails import RULES
from gateway.extras.tickets.repository import UNANSWERED
from gateway.extras.tickets.settings import TicketSettings
from gateway.texts import text

_MEGABYTE: Final = 1_000_000


class TicketCounts(Struct, frozen=True):
    tickets: int
    open: int
    waiting: int
    bytes: int


COUNTS: Final = query("tickets.counts", TicketCounts)


async def check(context: DoctorContext) -> list[Finding]:
    site, settings = context.db.site, context.settings
    row = await site.one(COUNTS) if context.answers("site") else None
    if row is None:
        return []
    values = {"tickets": row.tickets, "open": row.open, "waiting": row.waiting, "megabytes": row.bytes // _MEGABYTE}
    findings = [ok(text("doctor.tickets.counts", **values))]
    hours = settings.of(TicketSettings).answer_hours
    unanswered = await site.one(UNANSWERED, since=int(time.time()) - hours * HOUR)
    if unanswered and unanswered.count:
        late = text("doctor.tickets.late", count=unanswered.count, hours=hours)
        findings.append(advice(late, text("doctor.tickets.late_do")))
    if not settings.admin.enabled:
        findings.append(advice(text("doctor.tickets.no_admin"), text("doctor.tickets.no_admin_do")))
    if not settings.sends_mail:
        findings.append(advice(text("doctor.tickets.no_mail"), text("doctor.tickets.no_mail_do")))
    return findings + await channel_findings(
        context, RULES.name, "doctor.tickets.messages", text("doctor.watch.messages_do")
    )

"""Delivery of mails: the settings, the mail server's answer, and mails that need an operator."""

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, bad, ok
from gateway.doctor.outboxes import OutboxProblems, outbox_findings
from gateway.features.mail.client import MailServerUnavailable, connect

PROBLEMS = query("mails.problems", OutboxProblems)


async def check(context: DoctorContext) -> list[Finding]:
    settings = context.settings
    if not settings.mail.host:
        return [ok("mail: off; players cannot recover a password by email")]
    if not settings.server.public_url:
        return [bad("mail: off, because links need server.public_url", "set server.public_url")]
    findings: list[Finding] = []
    try:
        async with connect(settings.mail):
            findings.append(ok(f"mail: {settings.mail.host} accepts connections and the login"))
    except MailServerUnavailable as error:
        findings.append(bad(f"mail: {settings.mail.host} cannot be used: {error}", "check [mail] and the mail server"))
    return findings + (await _outbox(context) if context.answers("site") else [])


async def _outbox(context: DoctorContext) -> list[Finding]:
    row = await context.db.site.one(PROBLEMS)
    remedy = "read the log of the mail server; a player asks for a new link on the page"
    return outbox_findings("mail", "mails of the last week", "mail server", row, remedy) if row else []

"""Delivery of mails: the settings, the mail server's answer, and mails that need an operator."""

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, bad, ok
from gateway.doctor.outboxes import channel_findings
from gateway.features.messages.mail import RULES
from gateway.features.messages.mail_client import MailServerUnavailable, connect


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
    if not context.answers("site"):
        return findings
    remedy = "read the log of the mail server; a player asks for a new link on the page"
    return findings + await channel_findings(
        context, RULES.name, "mail", "mails of the last week", "mail server", remedy
    )

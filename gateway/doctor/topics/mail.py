"""Delivery of mails: the settings, the mail server's answer, and mails that need an operator."""

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, bad, ok
from gateway.doctor.outboxes import channel_findings
from gateway.features.messages.mail import RULES
from gateway.features.messages.mail_client import MailServerUnavailable, connect
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    settings = context.settings
    if not settings.mail.host:
        return [ok(text("doctor.mail.off"))]
    if not settings.server.public_url:
        return [bad(text("doctor.mail.no_url"), text("doctor.mail.no_url_do"))]
    findings: list[Finding] = []
    try:
        async with connect(settings.mail):
            findings.append(ok(text("doctor.mail.accepts", host=settings.mail.host)))
    except MailServerUnavailable as error:
        message = text("doctor.mail.unusable", host=settings.mail.host, error=str(error))
        findings.append(bad(message, text("doctor.mail.unusable_do")))
    if not context.answers("site"):
        return findings
    remedy = text("doctor.mail.messages_do")
    return findings + await channel_findings(context, RULES.name, "doctor.mail.messages", remedy)

"""Alerts: each channel, and messages that need an operator."""

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.outboxes import OutboxProblems, outbox_findings
from gateway.extras.alerts.channels import channels_of
from gateway.extras.alerts.feature import unknown_rules
from gateway.extras.alerts.sender import RULES
from gateway.extras.alerts.settings import AlertSettings
from gateway.extras.notifications.doctor import webhook_findings
from gateway.features.messages.outbox import RECEIVERS
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    settings = context.settings
    alerts = settings.of(AlertSettings)
    if not alerts.enabled:
        return [ok(text("doctor.alerts.off"))]
    findings = [*_settings(alerts, mail=bool(settings.mail.host), public_url=settings.server.public_url)]
    findings += await webhook_findings("alerts", alerts.discord_webhooks)
    return findings + (await _outbox(context) if context.answers("site") else [])


def _settings(alerts: AlertSettings, *, mail: bool, public_url: str) -> list[Finding]:
    channels = channels_of(alerts)
    findings = [ok(text("doctor.alerts.channels", channels=len(channels)))] if channels else []
    if not channels:
        findings.append(bad(text("doctor.alerts.no_channel"), text("doctor.alerts.no_channel_do")))
    if alerts.emails and not mail:
        findings.append(bad(text("doctor.alerts.no_mail"), text("doctor.alerts.no_mail_do")))
    if problem := unknown_rules(alerts):
        findings.append(bad(text("doctor.alerts.refused", problem=problem), text("doctor.alerts.refused_do")))
    if not public_url:
        findings.append(advice(text("doctor.outbox.no_links", topic="alerts"), text("doctor.mail.no_url_do")))
    return findings


async def _outbox(context: DoctorContext) -> list[Finding]:
    labels = {
        channel.id: f"{channel.kind} {channel.label}" for channel in channels_of(context.settings.of(AlertSettings))
    }
    remedy = text("doctor.alerts.messages_do")
    findings: list[Finding] = []
    for row in await context.db.site.read(RECEIVERS, channel=RULES.name):
        if label := labels.get(row.receiver):
            problems = OutboxProblems(row.unclear, row.waiting, row.refused)
            findings += outbox_findings(problems, remedy, "doctor.alerts.messages", receiver=label)
    return findings

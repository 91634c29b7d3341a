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


async def check(context: DoctorContext) -> list[Finding]:
    settings = context.settings
    alerts = settings.of(AlertSettings)
    if not alerts.enabled:
        return [ok("alerts: off; nothing tells operators of failures")]
    findings = [*_settings(alerts, mail=bool(settings.mail.host), public_url=settings.server.public_url)]
    findings += await webhook_findings("alerts", alerts.discord_webhooks)
    return findings + (await _outbox(context) if context.answers("site") else [])


def _settings(alerts: AlertSettings, *, mail: bool, public_url: str) -> list[Finding]:
    channels = channels_of(alerts)
    findings = [ok(f"alerts: {len(channels)} channels")] if channels else []
    if not channels:
        findings.append(bad("alerts: no channel is configured", "set emails, discord_webhooks or webhooks of [alerts]"))
    if alerts.emails and not mail:
        findings.append(bad("alerts: emails cannot be sent without [mail]", "set mail.host"))
    if problem := unknown_rules(alerts):
        findings.append(bad(f"{problem}: the service does not start", "correct the name"))
    if not public_url:
        findings.append(advice("alerts: messages have no links", "set server.public_url"))
    return findings


async def _outbox(context: DoctorContext) -> list[Finding]:
    labels = {
        channel.id: f"{channel.kind} {channel.label}" for channel in channels_of(context.settings.of(AlertSettings))
    }
    remedy = "send a test message from /admin/alerts, and read the log for `message_not_sent`"
    findings: list[Finding] = []
    for row in await context.db.site.read(RECEIVERS, channel=RULES.name):
        if label := labels.get(row.receiver):
            problems = OutboxProblems(row.unclear, row.waiting, row.refused)
            findings += outbox_findings("alerts", f"messages to {label}", "receiver", problems, remedy)
    return findings

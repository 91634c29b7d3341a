"""Notifications about the world: each Discord webhook, and messages that need an operator."""

from collections.abc import Sequence

from msgspec import Struct

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.outboxes import OutboxProblems, outbox_findings
from gateway.extras.notifications.discord import CHANNEL, DiscordWebhooks
from gateway.extras.notifications.settings import NotificationSettings
from gateway.extras.notifications.webhook_address import read_webhook
from gateway.features.messages.outbox import RECEIVERS
from gateway.texts import text


class TargetProblems(Struct, frozen=True):
    target: str
    is_gone: int
    message_unclear: int


PROBLEMS = query("notifications.problems", TargetProblems)


async def check(context: DoctorContext) -> list[Finding]:
    addresses = context.settings.of(NotificationSettings).discord_webhooks
    if not addresses:
        return [ok(text("doctor.notifications.off"))]
    findings = await webhook_findings("notifications", addresses)
    if not context.settings.server.public_url:
        no_links = text("doctor.outbox.no_links", topic="notifications")
        findings.append(advice(no_links, text("doctor.mail.no_url_do")))
    return findings + (await _outbox(context) if context.answers("site") else [])


async def webhook_findings(topic: str, addresses: Sequence[str]) -> list[Finding]:
    """Asks Discord for each webhook, without a message."""
    if not addresses:
        return []
    webhooks = DiscordWebhooks(addresses, "", "en")
    try:
        return [await _webhook(topic, webhooks, target) for target in webhooks.targets]
    finally:
        await webhooks.close()


async def _webhook(topic: str, webhooks: DiscordWebhooks, target: str) -> Finding:
    match (await webhooks.exists(target)).outcome:
        case "sent":
            return ok(text("doctor.notifications.known", topic=topic, webhook=target))
        case "gone":
            unknown = text("doctor.notifications.unknown", topic=topic, webhook=target)
            return bad(unknown, text("doctor.notifications.unknown_do"))
        case outcome:
            silent = text("doctor.notifications.silent", topic=topic, webhook=target, outcome=outcome)
            return advice(silent, text("doctor.notifications.silent_do"))


async def _outbox(context: DoctorContext) -> list[Finding]:
    site = context.db.site
    configured_targets = {
        read_webhook(address).id for address in context.settings.of(NotificationSettings).discord_webhooks
    }
    targets = {row.target: row for row in await site.read(PROBLEMS, channel=CHANNEL)}
    receivers = {row.receiver: row for row in await site.read(RECEIVERS, channel=CHANNEL)}
    new_webhook = text("doctor.notifications.new_do")
    findings: list[Finding] = []
    for target in configured_targets:
        if (row := targets.get(target)) and row.is_gone:
            findings.append(advice(text("doctor.notifications.gone", webhook=target), new_webhook))
        if row and row.message_unclear:
            findings.append(advice(text("doctor.notifications.no_board", webhook=target), new_webhook))
        if counts := receivers.get(target):
            problems = OutboxProblems(counts.unclear, counts.waiting, counts.refused)
            remedy = text("doctor.notifications.messages_do")
            findings += outbox_findings(problems, remedy, "doctor.notifications.messages", receiver=target)
    return findings

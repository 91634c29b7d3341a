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


class TargetProblems(Struct, frozen=True):
    target: str
    is_gone: int
    message_unclear: int


PROBLEMS = query("notifications.problems", TargetProblems)


async def check(context: DoctorContext) -> list[Finding]:
    addresses = context.settings.of(NotificationSettings).discord_webhooks
    if not addresses:
        return [ok("notifications: no Discord webhook is configured")]
    findings = await webhook_findings("notifications", addresses)
    if not context.settings.server.public_url:
        findings.append(advice("notifications: messages have no links", "set server.public_url"))
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
            return ok(f"{topic}: Discord knows webhook {target}")
        case "gone":
            return bad(f"{topic}: Discord knows no webhook {target}", "make a new one and set its address")
        case outcome:
            return advice(f"{topic}: Discord does not answer for webhook {target}: {outcome}", "try again later")


async def _outbox(context: DoctorContext) -> list[Finding]:
    site = context.db.site
    configured_targets = {
        read_webhook(address).id for address in context.settings.of(NotificationSettings).discord_webhooks
    }
    targets = {row.target: row for row in await site.read(PROBLEMS, channel=CHANNEL)}
    receivers = {row.receiver: row for row in await site.read(RECEIVERS, channel=CHANNEL)}
    new_webhook = "make a new webhook and set its address"
    findings: list[Finding] = []
    for target in configured_targets:
        topic = f"notifications: webhook {target}"
        if (row := targets.get(target)) and row.is_gone:
            findings.append(advice(f"{topic} gets nothing any more: Discord has answered that it is gone", new_webhook))
        if row and row.message_unclear:
            text = "has no live board, or one without edits: the outcome of its post is unknown"
            findings.append(advice(f"{topic} {text}", new_webhook))
        if counts := receivers.get(target):
            problems = OutboxProblems(counts.unclear, counts.waiting, counts.refused)
            remedy = "look at the channel, and read the log for `message_not_sent`"
            findings += outbox_findings("notifications", f"messages to {target}", "webhook", problems, remedy)
    return findings

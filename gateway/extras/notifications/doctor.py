"""Notifications about the world: each Discord webhook, and messages that need an operator."""

from collections.abc import Sequence

from msgspec import Struct

from gateway.config.discord import read_webhook
from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.extras.notifications.discord import DiscordWebhooks


class TargetProblems(Struct, frozen=True):
    channel: str
    target: str
    is_gone: int
    message_unclear: int
    unclear: int
    refused: int


PROBLEMS = query("notifications.problems", TargetProblems)


async def check(context: DoctorContext) -> list[Finding]:
    addresses = context.settings.notifications.discord_webhooks
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
    configured_targets = {read_webhook(address).id for address in context.settings.notifications.discord_webhooks}
    rows = [row for row in await context.db.site.read(PROBLEMS) if row.target in configured_targets]
    new_webhook = "make a new webhook and set its address"
    texts = {
        "gets nothing any more: Discord has answered that it is gone": ("is_gone", new_webhook),
        "has no live board, or one without edits: the outcome of its post is unknown": ("message_unclear", new_webhook),
        "may or may not have got {count:,} messages; they are not repeated": ("unclear", "look at the channel"),
        "refused {count:,} messages of the last week": ("refused", "read the log for `message_not_sent`"),
    }
    return [
        advice(f"notifications: webhook {row.target} {text.format(count=getattr(row, key))}", remedy)
        for row in rows
        for text, (key, remedy) in texts.items()
        if getattr(row, key)
    ]

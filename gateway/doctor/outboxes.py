"""Messages of a channel that need an operator."""

from typing import Final

from msgspec import Struct

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice


class OutboxProblems(Struct, frozen=True):
    unclear: int
    waiting: int
    refused: int


PROBLEMS: Final = query("messages.problems", OutboxProblems)


async def channel_findings(
    context: DoctorContext, channel: str, topic: str, messages: str, receiver: str, remedy: str
) -> list[Finding]:
    row = await context.db.site.one(PROBLEMS, channel=channel)
    return outbox_findings(topic, messages, receiver, row, remedy) if row else []


def outbox_findings(topic: str, messages: str, receiver: str, problems: OutboxProblems, remedy: str) -> list[Finding]:
    texts = {
        "may or may not have been sent, and are not repeated": problems.unclear,
        "waited for more than ten minutes": problems.waiting,
        f"were refused by the {receiver}": problems.refused,
    }
    return [advice(f"{topic}: {count:,} {messages} {text}", remedy) for text, count in texts.items() if count]

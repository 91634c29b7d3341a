"""Messages of an outbox that need an operator."""

from msgspec import Struct

from gateway.doctor.findings import Finding, advice


class OutboxProblems(Struct, frozen=True):
    unclear: int
    waiting: int
    refused: int


def outbox_findings(topic: str, messages: str, receiver: str, problems: OutboxProblems, remedy: str) -> list[Finding]:
    texts = {
        "may or may not have been sent, and are not repeated": problems.unclear,
        "wait for more than ten minutes": problems.waiting,
        f"were refused by the {receiver}": problems.refused,
    }
    return [advice(f"{topic}: {count:,} {messages} {text}", remedy) for text, count in texts.items() if count]

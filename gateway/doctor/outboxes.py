"""Messages of a channel that need an operator."""

from typing import Final

from msgspec import Struct

from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice
from gateway.texts import Text, text


class OutboxProblems(Struct, frozen=True):
    unclear: int
    waiting: int
    refused: int


PROBLEMS: Final = query("messages.problems", OutboxProblems)


async def channel_findings(context: DoctorContext, channel: str, code: str, remedy: Text) -> list[Finding]:
    row = await context.db.site.one(PROBLEMS, channel=channel)
    return outbox_findings(row, remedy, code) if row else []


def outbox_findings(problems: OutboxProblems, remedy: Text, code: str, **values: str) -> list[Finding]:
    """`code`: the text that counts messages as `total`; `values` are its other values."""
    counts = {"unclear": problems.unclear, "waiting": problems.waiting, "refused": problems.refused}
    return [
        advice(text(f"doctor.outbox.{problem}", messages=text(code, total=count, **values)), remedy)
        for problem, count in counts.items()
        if count
    ]

"""`gateway donations export --csv`: a line for each payment, with what the provider kept and paid out."""

import argparse
from collections.abc import AsyncGenerator, Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from gateway.config.currencies import minor_digits
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators.command_line import execute, point_in_time
from gateway.features.operators.csv_text import csv_lines, text_cell
from gateway.features.operators.report import Answer

_PAGE: Final = 1000


class ExportedPayment(Struct, frozen=True):
    """`gross` and `refunded` in minor units of `currency`, `fee` and `net` of `settlement_currency`; times in epoch
    seconds. Without a donation: the payment names none of this site. `id` orders the pages and is not exported."""

    id: int
    payment: str
    provider: str
    donation: str | None
    account: str | None
    status: str
    detail: str
    mismatch: str | None
    currency: str | None
    gross: int
    fee: int | None
    net: int | None
    settlement_currency: str | None
    refunded: int
    coins: int
    method: str | None
    payer: int | None
    started_at: int | None
    approved_at: int | None
    credited_at: int | None
    refunded_at: int | None
    released_at: int | None


EXPORTED_PAYMENTS = query("payments.exported_payments", ExportedPayment)
COLUMNS: Final = ExportedPayment.__struct_fields__[1:]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--csv", action="store_true", required=True, help="comma-separated values, times in UTC")
    for name, default, text in (("--since", 0, "from then on"), ("--until", 2**62, "before then")):
        parser.add_argument(
            name, type=point_in_time, default=default, metavar="TIME", help=f"approved {text}: a day, or ISO 8601"
        )


def run(args: argparse.Namespace) -> int:
    """Returns 0; 2 if the payments cannot be read."""

    async def answer(site: Database) -> Answer:
        texts = [format_header(), *[format_rows(page) async for page in read(site, args.since, args.until)]]
        return Answer("".join(texts).split("\n")[:-1])

    return execute(args, answer)


async def read(site: Database, since: int, until: int) -> AsyncGenerator[list[ExportedPayment]]:
    """Yields pages of the payments approved in this period, or seen first in it if they were never approved."""
    last_id = 0
    while rows := await site.read(EXPORTED_PAYMENTS, after=last_id, since=since, until=until, limit=_PAGE):
        yield rows
        last_id = rows[-1].id


def format_header() -> str:
    return csv_lines([COLUMNS])


def format_rows(payments: Iterable[ExportedPayment]) -> str:
    """Returns a line for each payment, with line ends."""
    return csv_lines(_cells(row) for row in payments)


def _cells(row: ExportedPayment) -> list[str]:
    gross_digits, fee_digits = minor_digits(row.currency), minor_digits(row.settlement_currency)
    digits: dict[str, int] = {"gross": gross_digits, "refunded": gross_digits, "fee": fee_digits, "net": fee_digits}
    return [_cell(name, value, digits.get(name)) for name, value in zip(COLUMNS, astuple(row)[1:], strict=True)]


def _cell(name: str, value: str | int | None, digits: int | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return text_cell(value)
    if name.endswith("_at"):
        return datetime.fromtimestamp(value, UTC).isoformat().replace("+00:00", "Z")
    return str(value) if digits is None else f"{Decimal(value).scaleb(-digits):f}"

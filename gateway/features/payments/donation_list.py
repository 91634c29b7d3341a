"""`gateway donations list`: donations with their payments, what happened to each, and the next command; `export`: see
`donation_export`."""

import argparse
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.config.currencies import decimal_text
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators.command_line import (
    add_output,
    execute,
    login,
    point_in_time,
    require_account,
)
from gateway.features.operators.report import Answer, moment, table, total_line
from gateway.features.payments import donation_export
from gateway.features.payments.explanation import Explanation, ListedDonation, ListedPayment, explain, explain_mismatch

STATUSES: Final = ("pending", "completed", "failed", "refunded")

DONATIONS = query("donations.list", ListedDonation)
PAYMENTS = query("donations.payments", ListedPayment)
UNMATCHED_PAYMENTS = query("donations.unmatched_payments", ListedPayment)


class DonationReport(Struct, frozen=True):
    """`donation` None: the payment is for no donation of this site. `command` is empty where nothing has to be done."""

    donation: ListedDonation | None
    payments: list[ListedPayment]
    explanation: str
    command: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", required=True, metavar="list|export")
    listing = words.add_parser("list", help="donations, newest first")
    listing.add_argument("--account", metavar="LOGIN", type=login, default="", help="only this account")
    listing.add_argument("--status", choices=(*STATUSES, "mismatched"), default="", help="only this status")
    listing.add_argument(
        "--since", type=point_in_time, default=0, metavar="TIME", help="a day, or ISO 8601 with a zone"
    )
    add_output(listing, 50)
    export = words.add_parser("export", help="payments with fees and payouts")
    donation_export.add_arguments(export)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 for an unknown account; 2 if the donations cannot be read."""
    if args.word == "export":
        return donation_export.run(args)

    async def answer(site: Database) -> Answer:
        if args.account:
            await require_account(site, args.account)
        reports = await read(site, args.account, args.status, args.since, args.count)
        if args.status == "mismatched" and not args.account:
            payments = await site.read(UNMATCHED_PAYMENTS, limit=args.count)
            reports += [_report(None, [payment], explain_mismatch(payment)) for payment in payments]
        return Answer(format_lines(reports), reports)

    return execute(args, answer)


async def read(site: Database, account: str, status: str, since: int, count: int) -> list[DonationReport]:
    """Returns the newest donations; an empty `account` or `status` means all."""
    statuses, is_mismatched = (status,) if status in STATUSES else STATUSES, int(status == "mismatched")
    rows = await site.read(
        DONATIONS, account=account, statuses=statuses, mismatched=is_mismatched, since=since, limit=count
    )
    payments = await site.read(PAYMENTS, ids=[row.id for row in rows]) if rows else []
    payments_of = {row.id: [payment for payment in payments if payment.donation_id == row.id] for row in rows}
    return [_report(row, payments_of[row.id], explain(row, payments_of[row.id])) for row in rows]


def _report(donation: ListedDonation | None, payments: list[ListedPayment], cause: Explanation) -> DonationReport:
    return DonationReport(donation, payments, explanation=cause.text, command=cause.command)


def format_lines(reports: Sequence[DonationReport]) -> list[str]:
    """Returns two lines for each: its figures, then what happened and the next command."""
    donations = [row.donation for row in reports if row.donation]
    lines = table(
        "time, donation, status, amount, coins, account, character, payments",
        [(*_figures(row), ", ".join(str(payment.ref) for payment in row.payments)) for row in reports],
        [f"{row.explanation}; next: {row.command}" if row.command else row.explanation for row in reports],
    )
    return [*lines, total_line(donations[0].total, len(donations))] if donations else lines


def _figures(report: DonationReport) -> tuple[object, ...]:
    row = report.donation
    if row is None:
        payment = report.payments[0]
        return "", "", payment.status, _money(payment.amount, payment.currency), payment.coins, "", ""
    time, amount = moment(row.created_at), _money(row.amount, row.currency)
    return time, row.id, row.status, amount, row.total_coins, row.account, row.character_name


def _money(amount: int, currency: str) -> str:
    return f"{decimal_text(amount, currency)} {currency}".rstrip()

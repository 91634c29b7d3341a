"""`gateway donations list`: donations with their payments, what happened to each, and the next command."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators.account_lookup import require_account
from gateway.features.operators.command_line import (
    Answer,
    add_count,
    escaped,
    execute,
    login,
    moment,
    point_in_time,
    shared_arguments,
)
from gateway.features.payments.explanation import ListedDonation, ListedPayment, explain, explain_mismatch
from gateway.features.payments.refund_requests import pesos

STATUSES: Final = ("pending", "completed", "failed", "refunded")

LISTED = query("donations.listed", ListedDonation)
PAYMENTS = query("donations.payments", ListedPayment)
UNMATCHED = query("donations.unmatched_payments", ListedPayment)


class DonationReport(Struct, frozen=True):
    """`command` is empty where nothing has to be done."""

    donation: ListedDonation
    payments: list[ListedPayment]
    explanation: str
    command: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", required=True, metavar="list")
    listed = words.add_parser("list", parents=[shared_arguments()], help="donations, newest first")
    listed.add_argument("--account", metavar="LOGIN", type=login, default="", help="only this account")
    listed.add_argument("--status", choices=(*STATUSES, "mismatched"), default="", help="only this status")
    listed.add_argument("--since", type=point_in_time, default=0, metavar="TIME", help="a day, or ISO 8601 with a zone")
    add_count(listed)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 for an unknown account; 2 if the donations cannot be read."""

    async def answer(site: Database) -> Answer:
        if args.account:
            await require_account(site, args.account)
        lines = [*format_lines(await read(site, args.account, args.status, args.since, args.count))]
        if args.status == "mismatched" and not args.account:
            for payment in await site.read(UNMATCHED, limit=args.count):
                lines += [f"{pesos(payment.amount)} pesos for no donation of this site", _advice(*_mismatch(payment))]
        return 0, lines or ["no donations"]

    return execute("donations", answer)


async def read(site: Database, account: str, status: str, since: int, count: int) -> list[DonationReport]:
    """Returns the newest donations; an empty `account` or `status` means all."""
    statuses, mismatched = (status,) if status in STATUSES else STATUSES, int(status == "mismatched")
    rows = await site.read(LISTED, account=account, statuses=statuses, mismatched=mismatched, since=since, limit=count)
    payments = await site.read(PAYMENTS, ids=[row.id for row in rows]) if rows else []
    own = {row.id: [payment for payment in payments if payment.donation_id == row.id] for row in rows}
    return [DonationReport(row, own[row.id], *explain(row, own[row.id])) for row in rows]


def format_lines(reports: Sequence[DonationReport]) -> Iterator[str]:
    """Yields two lines of text for each, without line ends."""
    for report in reports:
        donation, numbers = report.donation, ", ".join(str(payment.id) for payment in report.payments)
        amount = f"{pesos(donation.amount):>11} pesos  {donation.total_coins:>7,} coins"
        names = f"{escaped(donation.account)} for {escaped(donation.character_name)}"
        start = f"{moment(donation.created_at)}  {donation.id}  {donation.status:<9}"
        yield f"{start}  {amount}  {names}; payments: {numbers or 'none'}"
        yield _advice(report.explanation, report.command)
    if reports and reports[0].donation.total > len(reports):
        yield f"{reports[0].donation.total:,} in all, of which these are the last {len(reports):,}"


def _mismatch(payment: ListedPayment) -> tuple[str, str]:
    return explain_mismatch(payment, payment.mismatch or "reference")


def _advice(explanation: str, command: str) -> str:
    return f"    {escaped(explanation)}" + (f"; next: {command}" if command else "")

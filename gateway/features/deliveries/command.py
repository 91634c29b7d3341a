"""`gateway deliveries list` shows open and stuck deliveries; `confirm ID` and `release ID` resolve one.

Uses the login of the service, whose rights allow only changes that the ledger records.
"""

import argparse
import time
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.deliveries import resolve
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    add_output,
    execute,
    login,
    number_up_to,
    operation,
    require_account,
    shared_arguments,
    text_up_to,
)
from gateway.features.operators.report import Answer, escape, moment, table, total_line
from gateway.features.wallet.history import STUCK_SECONDS

OPEN: Final = ("stuck", "claimed", "pending")
STATUSES: Final = (*OPEN, "delivered", "cancelled")
BY_HAND: Final = "operator"
_RECEIPT_MAX = 128


class ListedDelivery(Struct, frozen=True):
    """`total` counts the rows before the limit."""

    id: int
    created_at: int
    account: str
    character_id: int
    character_name: str
    amount: int
    status: str
    claimed_at: int | None
    receipt: str | None
    total: int


DELIVERIES = query("deliveries.list", ListedDelivery)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parents = [shared_arguments()]
    words = parser.add_subparsers(dest="word", required=True, metavar="list|confirm|release")
    listing = words.add_parser("list", parents=parents, help="open deliveries, newest first")
    listing.add_argument("--status", choices=(*STATUSES, "all"), default="", help="only this status, or all")
    listing.add_argument("--account", metavar="LOGIN", type=login, default="", help="only this account")
    add_output(listing, 50)
    confirm_parser = words.add_parser("confirm", parents=parents, help="the character has the coins")
    confirm_parser.add_argument("id", type=number_up_to(), metavar="ID")
    confirm_parser.add_argument(
        "--receipt", type=text_up_to(_RECEIPT_MAX), default=BY_HAND, help=f"evidence ({BY_HAND})"
    )
    add_operation_arguments(confirm_parser)
    release_parser = words.add_parser(
        "release", parents=parents, help="the character does not have them: refund the coins to the wallet"
    )
    release_parser.add_argument("id", type=number_up_to(), metavar="ID")
    release_parser.add_argument("--force", action="store_true", help="even if it was claimed a moment ago")
    add_operation_arguments(release_parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1: refused, with the reason; 2: the deliveries cannot be read."""

    async def answer(site: Database) -> Answer:
        now = int(time.time())
        if args.word == "list":
            if args.account:
                await require_account(site, args.account)
            statuses = STATUSES if args.status == "all" else (args.status,) if args.status else OPEN
            rows = await read(site, statuses, args.account, args.count, now)
            return Answer(format_lines(rows, now), rows)
        if args.word == "confirm":
            resolution = await resolve.confirm(site, args.id, args.receipt, now)
        else:
            resolution = await resolve.release(site, args.id, now, force=args.force)
        if not resolution.is_done:
            raise CommandRefused(resolution.message)
        return Answer([escape(resolution.message)])

    change = None if args.word == "list" else operation(args, f"deliveries {args.word}")
    return execute(args, answer, change=change)


async def read(site: Database, statuses: Sequence[str], account: str, count: int, now: int) -> list[ListedDelivery]:
    """Returns the newest deliveries; an empty `account` means all."""
    return await site.read(
        DELIVERIES, account=account, statuses=statuses, stuck_before=now - STUCK_SECONDS, limit=count
    )


def format_lines(rows: Sequence[ListedDelivery], now: int) -> list[str]:
    cells = [
        (
            str(row.id),
            moment(row.created_at),
            row.status,
            row.amount,
            row.account,
            f"{row.character_name} ({row.character_id})",
            _details(row, now),
        )
        for row in rows
    ]
    lines = table("id, sent, status, amount, account, character, details", cells)
    if rows:
        lines.append(total_line(rows[0].total, len(rows)))
    if any(row.status == "stuck" for row in rows):
        lines.append("stuck: check in the game; `confirm ID` if the character has the coins, otherwise `release ID`")
    return lines


def _details(row: ListedDelivery, now: int) -> str:
    if row.status in {"claimed", "stuck"} and row.claimed_at is not None:
        return f"claimed {max(0, now - row.claimed_at):,} s ago"
    return f"receipt {row.receipt}" if row.receipt else ""

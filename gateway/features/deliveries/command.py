"""`gateway deliveries list` shows open and stuck deliveries, and what a stop of the game may have lost; `confirm ID`
and `release ID` resolve one.

Uses the login of the service, whose rights allow only changes that the ledger records.
"""

import argparse
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from gateway.config import settings as configuration
from gateway.database.database import Database, DatabaseError
from gateway.database.installation import OWNER_INDEX, RECORDED_VALUE
from gateway.database.queries import query
from gateway.features.deliveries import resolve
from gateway.features.deliveries.game_table.saves import first_stop
from gateway.features.inventory.handlers import MONEY
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    add_output,
    execute,
    login,
    number_up_to,
    operation,
    require_account,
    site_connection,
    text_up_to,
)
from gateway.features.operators.report import Answer, moment, table, total_line
from gateway.features.server_status.game_runs import GameRun, runs_since
from gateway.features.wallet.history import STUCK_SECONDS

OPEN: Final = ("unconfirmed", "stuck", "given", "claimed", "pending")
STATUSES: Final = (*OPEN, "delivered", "cancelled")
BY_HAND: Final = "operator"
_RECEIPT_MAX = 128
CONFIRMED_SECONDS: Final = 900
"""Longest time after which a game server saves by itself: what it confirmed before may be lost in a crash."""


class RecordedDelivery(Struct, frozen=True):
    """`total` counts the rows before the limit. Times in epoch seconds.

    The evidence of a delivery that the game has taken: `row_seen_at`: its row was still there; `gone_at`: it was
    missing; `saved_at`: a save was seen. `items_before`: count of the coin in the game's database then.
    """

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
    gone_at: int | None = None
    saved_at: int | None = None
    saved_by: str | None = None
    unconfirmed_at: int | None = None
    row_seen_at: int | None = None
    items_before: int | None = None


class ListedDelivery(RecordedDelivery, frozen=True):
    """The game stopped between `stopped_after` and `stopped_before`. `items_now`: null where it is not read."""

    stopped_after: int | None = None
    stopped_before: int | None = None
    items_now: int | None = None


DELIVERIES = query("deliveries.list", RecordedDelivery)
SINCE_CRASH = query("deliveries.since_crash", RecordedDelivery)
LAST_STOP = query("deliveries.last_stop", GameRun)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", required=True, metavar="list|confirm|release")
    listing = words.add_parser("list", help="open deliveries, newest first")
    listing.add_argument("--status", choices=(*STATUSES, "all"), default="", help="only this status, or all")
    listing.add_argument(
        "--since-crash",
        action="store_true",
        help="what the game's last stop may have lost, with the evidence for a decision",
    )
    listing.add_argument("--account", metavar="LOGIN", type=login, default="", help="only this account")
    add_output(listing, 50)
    confirm_parser = words.add_parser("confirm", help="the character has the coins")
    confirm_parser.add_argument("id", type=number_up_to(), metavar="ID")
    confirm_parser.add_argument(
        "--receipt", type=text_up_to(_RECEIPT_MAX), default=BY_HAND, help=f"evidence ({BY_HAND})"
    )
    add_operation_arguments(confirm_parser)
    release_parser = words.add_parser(
        "release", help="the character does not have them: refund the coins to the wallet"
    )
    release_parser.add_argument("id", type=number_up_to(), metavar="ID")
    release_parser.add_argument("--force", action="store_true", help="even if it was claimed a moment ago")
    add_operation_arguments(release_parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1: refused, with the reason; 2: the deliveries cannot be read."""

    async def answer(site: Database) -> Answer:
        now = int(time.time())
        if args.word == "list":
            if args.since_crash:
                return await _list_since_crash(site, args.count)
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
            hint = " --force skips that." if resolution.may_be_forced else ""
            raise CommandRefused(f"{resolution.message}{hint}")
        return Answer([str(resolution.message)])

    change = None if args.word == "list" else operation(args, f"deliveries {args.word}")
    return execute(args, answer, change=change)


async def _list_since_crash(site: Database, count: int) -> Answer:
    stop = await site.one(LAST_STOP)
    rows = await read_since_crash(site, stop, count)
    settings = configuration.from_environment()
    record = await site.one(RECORDED_VALUE, name=OWNER_INDEX)
    if rows and record and record.value == "yes":  # else the count would read the whole table
        with suppress(DatabaseError):
            async with site_connection(settings, role="game") as game:
                rows = await _with_counts(game, rows, settings.coins.item_id)
    return Answer(format_evidence(stop, rows), rows)


async def read_since_crash(site: Database, stop: GameRun | None, count: int) -> list[ListedDelivery]:
    """Returns what the game's last stop may have lost, the newest first."""
    stopped_before = stop.ended_at or 0 if stop else 0
    confirmed_from = stop.last_answer_at - CONFIRMED_SECONDS if stop else 1
    rows = await site.read(SINCE_CRASH, confirmed_from=confirmed_from, stopped_before=stopped_before, limit=count)
    return await with_stops(site, rows)


async def with_stops(site: Database, rows: Sequence[RecordedDelivery]) -> list[ListedDelivery]:
    """Adds the stop that each delivery may have been lost in, as the probe of the game saw it."""
    runs = await _runs_of(site, rows)
    return [_with_stop(row, runs) for row in rows]


async def _runs_of(site: Database, rows: Sequence[RecordedDelivery]) -> list[GameRun]:
    since = [row.row_seen_at for row in rows if row.row_seen_at is not None]
    return await runs_since(site, min(since)) if since else []


def _with_stop(row: RecordedDelivery, runs: Sequence[GameRun]) -> ListedDelivery:
    stop = first_stop(runs, row.row_seen_at) if row.row_seen_at is not None else None
    stopped_after, stopped_before = (stop.last_answer_at, stop.ended_at) if stop else (None, None)
    return ListedDelivery(**asdict(row), stopped_after=stopped_after, stopped_before=stopped_before)


async def _with_counts(game: Database, rows: Sequence[ListedDelivery], coin: int) -> list[ListedDelivery]:
    amounts = await game.read(MONEY, ids=sorted({row.character_id for row in rows}), coin=coin)
    counts = {amount.owner_id: int(amount.amount) for amount in amounts if amount.item_id == coin}
    return [replace(row, items_now=counts.get(row.character_id, 0)) for row in rows]


async def read(site: Database, statuses: Sequence[str], account: str, count: int, now: int) -> list[ListedDelivery]:
    """Returns the newest deliveries; an empty `account` means all."""
    rows = await site.read(
        DELIVERIES, account=account, statuses=statuses, stuck_before=now - STUCK_SECONDS, limit=count
    )
    unconfirmed = [row for row in rows if row.status == "unconfirmed"]
    runs = await _runs_of(site, unconfirmed)
    return [_with_stop(row, runs if row.status == "unconfirmed" else ()) for row in rows]


def format_evidence(stop: GameRun | None, rows: Sequence[ListedDelivery]) -> list[str]:
    """Returns the last stop, and what is known of each delivery that it may have taken with it."""
    if stop is None or stop.ended_at is None:
        return ["the probe has seen no stop of the game server"]
    lines = [f"the game server stopped between {moment(stop.last_answer_at)} and {moment(stop.ended_at)}"]
    cells = [
        (
            str(row.id),
            row.status,
            row.amount,
            row.account,
            f"{row.character_name} ({row.character_id})",
            moment(row.gone_at),
            moment(row.saved_at),
            f"{moment(row.stopped_after)} to {moment(row.stopped_before)}" if row.stopped_before else "",
            "" if row.items_before is None else f"{row.items_before:,}",
            "" if row.items_now is None else f"{row.items_now:,}",
        )
        for row in rows
    ]
    headings = "id, status, amount, account, character, taken, save seen, game stopped, items then, items now"
    lines += table(headings, cells)
    if rows:
        lines += [
            total_line(rows[0].total, len(rows)),
            "compare with the game's item log: `confirm ID` if the character has the coins, otherwise `release ID`;",
            "the counts prove nothing by themselves, since players trade. `delivered`: the game server confirmed it",
            "shortly before the stop; if its pack confirms before it saves, refund with `gateway ledger adjust`",
        ]
    return lines


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
    if any(row.status == "unconfirmed" for row in rows):
        lines.append(
            "unconfirmed: the game took it and may have stopped before it saved; `list --since-crash` shows the "
            "evidence, `confirm ID` or `release ID` decides"
        )
    if any(row.status == "stuck" for row in rows):
        lines.append("stuck: check in the game; `confirm ID` if the character has the coins, otherwise `release ID`")
    return lines


def _details(row: ListedDelivery, now: int) -> str:
    if row.status in {"claimed", "stuck"} and row.claimed_at is not None:
        return f"claimed {max(0, now - row.claimed_at):,} s ago"
    if row.status in {"given", "unconfirmed"}:
        return f"taken by the game {moment(row.gone_at)}"
    if row.status == "delivered" and row.saved_by == "time":
        return "saved by time"
    return f"receipt {row.receipt}" if row.receipt else ""

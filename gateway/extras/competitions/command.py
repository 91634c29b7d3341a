"""`gateway competition`: opens, lists and closes competitions, and pays their prizes."""

import argparse
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import date
from typing import Final

from gateway.config import settings as configuration
from gateway.config.settings import Settings
from gateway.config.site_days import EPOCH_DAY, date_of
from gateway.database.database import Database, Session
from gateway.database.installation import site_days
from gateway.extras.competitions import changes, payout, repository
from gateway.extras.competitions.changes import CompetitionClosed, CompetitionRefused
from gateway.extras.competitions.payout import Payout, PlaceOutcome, PrizeRules
from gateway.extras.competitions.repository import CompetitionRecord
from gateway.extras.competitions.rules import (
    COINS_MAX,
    ENTRANTS,
    LEVEL_MAX,
    PLACES_MAX,
    TITLE_MAX,
    Competition,
    state_of,
)
from gateway.extras.history.gains import METRICS
from gateway.features.accounts.repository import AccountRepository
from gateway.features.operators.command_line import (
    DRY_RUN,
    CommandRefused,
    DoneBefore,
    add_operation_arguments,
    add_output,
    change_transaction,
    execute,
    number_up_to,
    operation,
    site_connection,
    text_up_to,
)
from gateway.features.operators.controls_command import notice_texts
from gateway.features.operators.report import Answer, pairs, sections, table
from gateway.features.operators.site_controls import encode_texts
from gateway.game.classes import CLASSES
from gateway.texts import text

_OPTIONS: Final = {"titles": "--in: ", "first_day": "--first: ", "last_day": "--last: ", "max_level": "--max-level: "}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Competitions: who gains most of a metric in whole days of the site's time zone."
    words = parser.add_subparsers(dest="word", required=True, metavar="open | list | close | pay")
    open_parser = words.add_parser("open", help="announce a competition")
    open_parser.add_argument("title", type=text_up_to(TITLE_MAX), metavar="TITLE")
    open_parser.add_argument("--in", dest="titles", nargs=2, action="append", default=[], metavar=("LANGUAGE", "TITLE"))
    open_parser.add_argument("--metric", choices=METRICS, required=True)
    open_parser.add_argument("--entrants", choices=ENTRANTS, default="characters", help="what competes (characters)")
    open_parser.add_argument("--first", type=_day, required=True, metavar="DAY", help="first day, as 2026-11-28")
    open_parser.add_argument("--last", type=_day, required=True, metavar="DAY", help="last day, which counts in full")
    open_parser.add_argument("--prizes", type=_prizes, default=(), metavar="COINS", help="by place: 500,300,100 (none)")
    open_parser.add_argument("--min-level", type=number_up_to(LEVEL_MAX), default=1, help="at the beginning (1)")
    open_parser.add_argument("--max-level", type=number_up_to(LEVEL_MAX), default=LEVEL_MAX, help="the same (80)")
    open_parser.add_argument("--class", dest="classes", type=_class, action="append", default=[], metavar="NAME")
    add_output(words.add_parser("list", help="show all competitions"))
    close_parser = words.add_parser("close", help="end a competition without prizes")
    pay_parser = words.add_parser("pay", help="pay the prizes of a competition that is final")
    for parser_of_id in (close_parser, pay_parser):
        parser_of_id.add_argument("id", type=number_up_to(2**32 - 1), metavar="ID")
    for parser_of_id in (open_parser, close_parser, pay_parser):
        parser_of_id.add_argument("--dry-run", action="store_true", help="show before and after, and change nothing")
        add_operation_arguments(parser_of_id, reason=parser_of_id is close_parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the change is refused; 2 if a database cannot be read or written."""
    settings = configuration.from_environment()
    if args.word == "list":
        return execute(args, lambda site: _list(site, settings))
    works: dict[str, Callable[[Database, argparse.Namespace, Settings], Awaitable[Answer]]]
    works = {"open": _open, "close": _close, "pay": _pay}
    return execute(
        args, lambda site: works[args.word](site, args, settings), change=operation(args, f"competition {args.word}")
    )


async def _list(site: Database, settings: Settings) -> Answer:
    records = await repository.records(site)
    days, now = await site_days(site, settings.server.zone), time.time()
    rows = [
        (
            row.competition.id,
            row.competition.title,
            row.competition.metric,
            row.competition.entrants,
            date_of(row.competition.first_day),
            date_of(row.competition.last_day),
            state_of(row.competition, row.board, now, days),
            f"{sum(prize.outcome is not None for prize in row.prizes)}/{len(row.prizes)}",
        )
        for row in records
    ]
    return Answer(table("id, title, metric, entrants, first, last, state, settled", rows), records)


async def _open(site: Database, args: argparse.Namespace, settings: Settings) -> Answer:
    competition = Competition(
        id=0,
        title=args.title,
        metric=args.metric,
        first_day=args.first,
        last_day=args.last,
        min_level=args.min_level,
        max_level=args.max_level,
        classes=",".join(map(str, sorted(set(args.classes)))),
        closed_at=None,
        entrants=args.entrants,
        titles=encode_texts(notice_texts(args.titles)),
    )
    number, now = 0, int(time.time())
    async with _change(site, args) as session:
        number = await changes.open_competition(session, competition, args.prizes, now, settings.server.zone)
    lines = [] if args.dry_run else [f"competition {number} is open"]
    return Answer([*_before_and_after(None, changes.describe(competition, args.prizes)), *_end(args), *lines])


async def _close(site: Database, args: argparse.Namespace, settings: Settings) -> Answer:
    record = await _record(site, args.id)
    days = await site_days(site, settings.server.zone)
    old_state = state_of(record.competition, record.board, time.time(), days)
    async with _change(site, args) as session:
        await changes.close_competition(session, args.id, int(time.time()), settings.server.zone)
    return Answer([*_before_and_after({"state": old_state}, {"state": "closed"}), *_end(args)])


@asynccontextmanager
async def _change(site: Database, args: argparse.Namespace) -> AsyncGenerator[Session]:
    """A transaction, which a dry run rolls back. Raises CommandRefused or DoneBefore."""
    try:
        async with change_transaction(site, is_dry_run=args.dry_run) as session:
            yield session
    except CompetitionClosed as error:
        raise DoneBefore(str(error)) from None
    except CompetitionRefused as error:
        raise CommandRefused(f"{_OPTIONS.get(error.field, '')}{error}") from None


def _end(args: argparse.Namespace) -> list[str]:
    return [DRY_RUN] if args.dry_run else []


async def _pay(site: Database, args: argparse.Namespace, settings: Settings) -> Answer:
    record, now = await _record(site, args.id), int(time.time())
    try:
        changes.require_final(record, now, await site_days(site, settings.server.zone))
    except CompetitionRefused as error:
        raise CommandRefused(str(error)) from None
    rules = PrizeRules(settings.payments.new_account_days, settings.privacy.default_level)
    async with site_connection(settings, role="game") as game, site_connection(settings, role="auth") as auth:
        accounts = AccountRepository(auth, site, settings.database.family)
        settlements = await Payout(site, game, accounts, rules).settlements(record, now)
    if not args.dry_run:
        settlements = [row for row in settlements if await payout.settle(site, args.id, row, now)]
    return Answer([*_lines(settlements), *_end(args)], settlements)


def _lines(settlements: Sequence[PlaceOutcome]) -> list[str]:
    if not settlements:
        return [str(text("reasons.prizes_settled"))]
    rows = [(row.place, row.coins, row.account, row.name, payout.OUTCOMES[row.outcome]) for row in settlements]
    return table("place, coins, account, character, outcome", rows)


async def _record(site: Database, competition_id: int) -> CompetitionRecord:
    record = await repository.record_of(site, competition_id)
    if record is None:
        raise CommandRefused(str(text("reasons.competition_unknown")))
    return record


def _before_and_after(old_values: dict[str, object] | None, new_values: dict[str, object]) -> Iterator[str]:
    return sections({"before": pairs(old_values) if old_values else ["none"], "after": pairs(new_values)})


def _day(text: str) -> int:
    try:
        return date.fromisoformat(text).toordinal() - EPOCH_DAY
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a day such as 2026-11-28") from None


def _prizes(text: str) -> tuple[int, ...]:
    places = text.split(",")
    if len(places) > PLACES_MAX:
        raise argparse.ArgumentTypeError(f"expected at most {PLACES_MAX} prizes")
    return tuple(map(number_up_to(COINS_MAX), places))


def _class(text: str) -> int:
    for number, entry in CLASSES.items():
        if entry.name.lower() == text.lower():
            return number
    raise argparse.ArgumentTypeError(f"{text!r} is no class of Interlude")

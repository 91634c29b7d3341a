"""`gateway competition`: opens, lists and closes competitions, and pays their prizes."""

import argparse
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import Final

from msgspec.structs import asdict

from gateway.config import settings as configuration
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.accounts.repository import AccountRepository
from gateway.features.competitions import payout, repository
from gateway.features.competitions.payout import Payout, PlaceOutcome, PrizeRules
from gateway.features.competitions.repository import CompetitionRecord
from gateway.features.competitions.rules import PLACES_MAX, Competition, state_of
from gateway.features.history.gains import METRICS
from gateway.features.history.tracked import EPOCH_DAY, date_of, day_of
from gateway.features.operators import operator_log
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    add_output,
    execute,
    number_up_to,
    operation,
    shared_arguments,
    site_connection,
    text_up_to,
)
from gateway.features.operators.report import Answer, pairs, sections, table
from gateway.game.classes import CLASSES, class_name

_TITLE_MAX: Final = 80
_DAYS_MAX: Final = 92
_LEVEL_MAX: Final = 80
_COINS_MAX: Final = 1_000_000
_REASONS: Final = {
    "paid": "paid",
    "empty": "no prize: no character has this place",
    "gone": "no prize: the character has left its account",
    "staff": "no prize: staff",
    "banned": "no prize: the account is banned",
    "blocked": "no prize: the account is blocked or frozen on the site",
    "hidden": "no prize: the player is hidden",
    "young": "no prize: the account is new on the site",
}


class _RolledBack(Exception):  # noqa: N818 - ends the transaction of a dry run
    pass


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Competitions: who gains most of a metric in whole days of the site's time zone."
    words = parser.add_subparsers(dest="word", required=True, metavar="open | list | close | pay")
    shared = shared_arguments()
    opened = words.add_parser("open", parents=[shared], help="announce a competition")
    opened.add_argument("title", type=text_up_to(_TITLE_MAX), metavar="TITLE")
    opened.add_argument("--metric", choices=METRICS, required=True)
    opened.add_argument("--first", type=_day, required=True, metavar="DAY", help="first day, as 2026-11-28")
    opened.add_argument("--last", type=_day, required=True, metavar="DAY", help="last day, which counts in full")
    opened.add_argument("--prizes", type=_prizes, default=(), metavar="COINS", help="by place, as 500,300,100 (none)")
    opened.add_argument("--min-level", type=number_up_to(_LEVEL_MAX), default=1, help="at the beginning (1)")
    opened.add_argument("--max-level", type=number_up_to(_LEVEL_MAX), default=_LEVEL_MAX, help="the same (80)")
    opened.add_argument("--class", dest="classes", type=_class, action="append", default=[], metavar="NAME")
    add_output(words.add_parser("list", parents=[shared], help="show all competitions"))
    closed = words.add_parser("close", parents=[shared], help="end a competition without prizes")
    paid = words.add_parser("pay", parents=[shared], help="pay the prizes of a competition that is final")
    for changed in (closed, paid):
        changed.add_argument("id", type=number_up_to(2**32 - 1), metavar="ID")
    for changed in (opened, closed, paid):
        changed.add_argument("--dry-run", action="store_true", help="show before and after, and change nothing")
        add_operation_arguments(changed, reason=changed is closed)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if the change is refused; 2 if a database cannot be read or written."""
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
    zone, now = settings.roulette.zone, time.time()
    rows = [
        (
            row.competition.id,
            row.competition.title,
            row.competition.metric,
            date_of(row.competition.first_day),
            date_of(row.competition.last_day),
            state_of(row.competition, row.board, now, zone),
            f"{sum(prize.outcome is not None for prize in row.prizes)}/{len(row.prizes)}",
        )
        for row in records
    ]
    return Answer(table("id, title, metric, first, last, state, settled", rows), records)


async def _open(site: Database, args: argparse.Namespace, settings: Settings) -> Answer:
    now = int(time.time())
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
    )
    _check(competition, day_of(now, settings.roulette.zone))
    competition_id = 0
    try:
        async with site.transaction() as session:
            competition_id = await repository.open_competition(session, competition, args.prizes, now)
            after = asdict(competition) | {"prizes": list(args.prizes)}
            del after["id"], after["closed_at"]
            await operator_log.record(session, f"competition:{competition_id}", after=after)
            if args.dry_run:
                raise _RolledBack
    except _RolledBack:
        return _change(None, _shown(competition, args.prizes), dry_run=True)
    done = f"competition {competition_id} is open"
    return Answer([*_change(None, _shown(competition, args.prizes)).lines, done])


def _check(competition: Competition, today: int) -> None:
    if competition.first_day < today:
        raise CommandRefused(f"--first: {date_of(competition.first_day)} is over")
    if not 0 <= competition.last_day - competition.first_day < _DAYS_MAX:
        raise CommandRefused(f"--last: a competition has 1 to {_DAYS_MAX} days")
    if competition.min_level > competition.max_level:
        raise CommandRefused("--max-level is below --min-level")


async def _close(site: Database, args: argparse.Namespace, settings: Settings) -> Answer:
    record = await _record(site, args.id)
    before = state_of(record.competition, record.board, time.time(), settings.roulette.zone)
    try:
        async with site.transaction() as session:
            locked = await session.one(repository.LOCK, id=args.id)
            if locked is None or locked.closed_at is not None:
                raise CommandRefused(f"competition {args.id} is closed already")
            if any(prize.outcome is not None for prize in await session.read(repository.PRIZES) if _is_of(prize, args)):
                raise CommandRefused(f"competition {args.id} has prizes that are settled; nothing was changed")
            await session.write(repository.CLOSE, id=args.id, at=int(time.time()))
            await operator_log.record(
                session, f"competition:{args.id}", before={"state": before}, after={"state": "closed"}
            )
            if args.dry_run:
                raise _RolledBack
    except _RolledBack:
        pass
    return _change({"state": before}, {"state": "closed"}, dry_run=args.dry_run)


def _is_of(prize: repository.Prize, args: argparse.Namespace) -> bool:
    return prize.competition_id == args.id


async def _pay(site: Database, args: argparse.Namespace, settings: Settings) -> Answer:
    record, now = await _record(site, args.id), int(time.time())
    state = state_of(record.competition, record.board, now, settings.roulette.zone)
    if state != "final":
        raise CommandRefused(f"competition {args.id} is {state}: prizes are paid from 24 hours after its last day on")
    rules = PrizeRules(settings.payments.new_account_days, settings.privacy.default_level)
    async with site_connection(settings, role="game") as game, site_connection(settings, role="auth") as auth:
        accounts = AccountRepository(auth, site, settings.database.family)
        settlements = await Payout(site, game, accounts, rules).settlements(record, now)
    if not args.dry_run:
        settlements = [row for row in settlements if await payout.settle(site, args.id, row, now)]
    return Answer([*_lines(settlements), *(["dry run: nothing was changed"] if args.dry_run else [])], settlements)


def _lines(settlements: Sequence[PlaceOutcome]) -> list[str]:
    if not settlements:
        return ["all prizes are settled; nothing was changed"]
    rows = [(row.place, row.coins, row.account, row.name, _REASONS[row.outcome]) for row in settlements]
    return table("place, coins, account, character, outcome", rows)


async def _record(site: Database, competition_id: int) -> CompetitionRecord:
    record = next((row for row in await repository.records(site) if row.competition.id == competition_id), None)
    if record is None:
        raise CommandRefused(f"there is no competition {competition_id}")
    return record


def _shown(competition: Competition, prizes: Sequence[int]) -> dict[str, object]:
    return {
        "title": competition.title,
        "metric": competition.metric,
        "days": f"{date_of(competition.first_day)} to {date_of(competition.last_day)}",
        "levels": f"{competition.min_level} to {competition.max_level}",
        "classes": ", ".join(map(class_name, competition.class_ids)) or "all",
        "prizes": ", ".join(f"{coins:,}" for coins in prizes) or "none",
    }


def _change(before: dict[str, object] | None, after: dict[str, object], *, dry_run: bool = False) -> Answer:
    shown = {"before": pairs(before) if before else ["none"], "after": pairs(after)}
    return Answer([*sections(shown), *(["dry run: nothing was changed"] if dry_run else [])])


def _day(text: str) -> int:
    try:
        return date.fromisoformat(text).toordinal() - EPOCH_DAY
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a day such as 2026-11-28") from None


def _prizes(text: str) -> tuple[int, ...]:
    places = text.split(",")
    if len(places) > PLACES_MAX:
        raise argparse.ArgumentTypeError(f"expected at most {PLACES_MAX} prizes")
    return tuple(map(number_up_to(_COINS_MAX), places))


def _class(text: str) -> int:
    for number, one in CLASSES.items():
        if one.name.lower() == text.lower():
            return number
    raise argparse.ArgumentTypeError(f"{text!r} is no class of Interlude")

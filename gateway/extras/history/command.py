"""`gateway history`: shows the recorded days, and erases the history of a character."""

import argparse

from msgspec import Struct

from gateway.config import settings
from gateway.config.site_days import date_of, first_of_month
from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.extras.history import storage
from gateway.extras.history.settings import HistorySettings
from gateway.features.operators import operator_log
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    add_output,
    execute,
    number_up_to,
    operation,
)
from gateway.features.operators.report import Answer


class NamedHistory(Struct, frozen=True):
    character_id: int
    name: str
    first_day: int
    is_gone: int


class RowCounts(Struct, frozen=True):
    characters: int
    rows_of_days: int
    milestones: int


BY_NAME = query("history.by_name", NamedHistory)
COUNTS = query("history.counts", RowCounts)
ERASE = query("history.erase", None)
EXPIRE_GAINS = query("history.expire_gains", None)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    words = parser.add_subparsers(dest="word", required=True, metavar="status | erase")
    add_output(words.add_parser("status", help="show the recorded days and their rows"))
    erase_parser = words.add_parser("erase", help="delete all history of a character's id")
    erase_parser.add_argument("name", help="the character's name as recorded last")
    erase_parser.add_argument("--id", type=number_up_to(), help="its id, where several characters had the name")
    add_operation_arguments(erase_parser, reason=True)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if no character or several have the name; 2 if the site schema cannot be used."""
    if args.word == "status":
        return execute(args, _status)

    async def erase(site: Database) -> Answer:
        rows = await site.read(BY_NAME, name=args.name)
        ids = [row.character_id for row in rows if args.id in {None, row.character_id}]
        if not ids:
            raise CommandRefused(f"there is no history of {args.name!r}")
        if len(ids) > 1:
            raise CommandRefused(f"several characters had this name: give --id, one of {', '.join(map(str, ids))}")
        async with site.transaction() as session:
            await session.write(ERASE, character_id=ids[0])
            await session.write(EXPIRE_GAINS)
            await operator_log.record(session, f"character:{ids[0]}")
        return Answer([f"the history of {args.name} ({ids[0]}) is erased; while it is ranked, a new one begins"])

    return execute(args, erase, change=operation(args, "history erase"))


async def _status(site: Database) -> Answer:
    days, counts = await site.read(storage.DAYS), await site.one(COUNTS)
    assert counts
    current_settings = settings.from_environment()
    retention = current_settings.of(HistorySettings).days
    late = sum(row.is_late for row in days)
    lines = [
        f"characters {counts.characters:,}",
        f"rows of days {counts.rows_of_days:,}",
        f"milestones {counts.milestones:,}",
        f"recorded days {len(days):,}, {late:,} of them closed late",
    ]
    if days:
        calendar = await site_days(site, current_settings.server.zone)
        kept_from = first_of_month(calendar.day_of(days[-1].taken_at) - retention)
        lines += [
            f"first day {date_of(days[0].day)}, last day {date_of(days[-1].day)}",
            f"before {date_of(kept_from)} the last day of each month is kept (history.days = {retention})",
        ]
    return Answer(lines, [{"day": date_of(row.day), "late": bool(row.is_late)} for row in days])

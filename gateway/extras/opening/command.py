"""`gateway opening`: announces the day on which the game opens, changes it, takes it back, shows it."""

import argparse
import time
from typing import Final

from gateway.config import settings as configuration
from gateway.database.database import Database
from gateway.extras.opening.day import date_text
from gateway.extras.opening.repository import NewOpening, Opening, OpeningRefused, newest, phase_of, put, remove
from gateway.features.operators.command_line import (
    CommandRefused,
    DoneBefore,
    add_operation_arguments,
    add_output,
    execute,
    operation,
    point_in_time,
    text_up_to,
)
from gateway.features.operators.controls_command import notice_texts
from gateway.features.operators.operator_log import REASON_MAX
from gateway.features.operators.report import Answer, pairs
from gateway.texts import SOURCE, languages

_IN: Final = f"the message in another language: {', '.join(languages())}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "The opening day. Until the game answers after that time, the site shows a countdown in place of Home."
    )
    words = parser.add_subparsers(dest="word", required=True, metavar="show | set | cancel")
    add_output(words.add_parser("show", help="show the opening day"))
    set_parser = words.add_parser("set", help="announce a day, or change the announced one")
    set_parser.add_argument("opens_at", type=point_in_time, metavar="TIME", help="ISO 8601 with a zone")
    set_parser.add_argument("--registration", choices=("open", "shut"), default="open", help="before the game is open")
    set_parser.add_argument("--message", type=text_up_to(REASON_MAX), help="a line below the countdown")
    names = ("LANGUAGE", "TEXT")
    set_parser.add_argument("--in", dest="texts", action="append", nargs=2, default=[], metavar=names, help=_IN)
    cancel_parser = words.add_parser("cancel", help="take the announced day back: the site is as without one")
    for change_parser in (set_parser, cancel_parser):
        add_operation_arguments(change_parser, reason=True)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the change is refused; 2 if the site schema cannot be used."""
    if args.word == "show":
        return execute(args, _show)
    work = _set if args.word == "set" else _cancel
    return execute(args, lambda site: work(site, args), change=operation(args, f"opening {args.word}"))


async def _show(site: Database) -> Answer:
    opening = await newest(site)
    return Answer(_lines(opening) if opening else ["no opening day is announced"], opening)


async def _set(site: Database, args: argparse.Namespace) -> Answer:
    new = NewOpening(
        opens_at=args.opens_at,
        is_registration_open=args.registration == "open",
        message=args.message or "",
        translations=notice_texts(args.texts),
    )
    try:
        async with site.transaction() as session:
            is_changed = await put(session, new, int(time.time()))
    except OpeningRefused as error:
        raise CommandRefused(f"TIME: {error}") from None
    if not is_changed:
        raise DoneBefore("the opening day is announced so already")
    opening = await newest(site)
    assert opening
    return Answer(_lines(opening))


async def _cancel(site: Database, _args: argparse.Namespace) -> Answer:
    async with site.transaction() as session:
        if not await remove(session):
            raise DoneBefore("no opening day is announced")
    return Answer(["the opening day is taken back; the site is as without one within two seconds"])


def _lines(opening: Opening) -> list[str]:
    zone = configuration.from_environment().server.zone
    return pairs(
        {
            "opens": date_text(opening.opens_at, zone, SOURCE),
            "state": phase_of(opening, time.time()),
            "registration": "open" if opening.is_registration_open else "shut",
            "message": opening.message or "-",
            "open since": date_text(opening.opened_at, zone, SOURCE) if opening.opened_at else "-",
        }
    )

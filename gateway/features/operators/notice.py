"""`gateway notice TEXT`: shows a line of text on every page. `--clear` removes all notices.

Without arguments: lists the notices. The same text again changes its times.
"""

import argparse
import time

from gateway.database.database import Database
from gateway.features.operators import site_controls
from gateway.features.operators.command_line import (
    Answer,
    CommandRefused,
    add_operator_argument,
    escaped,
    execute,
    moment,
    point_in_time,
    text_up_to,
)
from gateway.features.operators.operator_log import REASON_MAX, Operation
from gateway.features.operators.site_controls import LISTED, Control, ListedControl


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("text", nargs="?", type=text_up_to(REASON_MAX), metavar="TEXT")
    parser.add_argument("--from", dest="start", type=point_in_time, metavar="TIME", help="ISO 8601 with a zone (now)")
    parser.add_argument("--until", type=point_in_time, metavar="TIME", help="the same (until it is cleared)")
    parser.add_argument("--clear", action="store_true", help="remove all notices")
    add_operator_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if the notice would be over already, 2 if the site schema cannot be written."""

    async def answer(site: Database) -> Answer:
        now = int(time.time())
        if args.text or args.clear:
            await _change(site, args, now)
        notices = await site.read(LISTED, kind="notice", now=now)
        return 0, [_line(notice) for notice in notices] or ["no notices"]

    return execute("notice", answer, read_only=not (args.text or args.clear))


async def _change(site: Database, args: argparse.Namespace, now: int) -> None:
    start = args.start or now
    if args.until and args.until <= max(start, now):
        raise CommandRefused("--until: the notice would be over already")
    async with site.transaction() as session:
        if args.clear:
            await site_controls.remove(session, "notice", None, Operation(args.by, "notice --clear", ""))
        if args.text:
            notice = Control("notice", args.text, start, args.until)
            await site_controls.put(session, notice, Operation(args.by, "notice", args.text))


def _line(notice: ListedControl) -> str:
    return f"{moment(notice.starts_at)} to {moment(notice.until):<20}  {escaped(notice.name)}"

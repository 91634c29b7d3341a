"""`gateway hide NAME`: hides a reported name or title of a character, or the crest of a clan, and shows it again."""

import argparse
import time

from gateway.database.database import Database
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    add_output,
    execute,
    operation,
    text_up_to,
    unchanged,
)
from gateway.features.operators.report import Answer, moment, table
from gateway.features.privacy import repository
from gateway.features.privacy.repository import HIDDEN_KINDS, HiddenText

_NAME_MAX = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Hides a reported name of a character, clan or alliance, the title of a character, or the crest of a clan, on "
        "the site; the game is not affected. A hidden name is shown as Hidden hero or Hidden clan. Without arguments: "
        "lists what is hidden."
    )
    parser.add_argument("name", nargs="?", type=text_up_to(_NAME_MAX), metavar="NAME", help="character, or clan")
    parser.add_argument("--what", choices=HIDDEN_KINDS, default="name", help="what of it to hide (name)")
    parser.add_argument("--lift", dest="remove", action="store_true", help="show it again")
    add_operation_arguments(parser)
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0: done, or done before; 1 if the change is refused; 2 if a database cannot be read or written."""

    async def answer(site: Database) -> Answer:
        is_done = not args.name or await (_show_again(site, args) if args.remove else _hide(site, args))
        texts = await repository.hidden_texts(site)
        rows = [(f"{text.kind} {text.name}", f"since {moment(text.at)}, by {text.operator}") for text in texts]
        state = f"the {args.what} {args.name!r} is {'not hidden' if args.remove else 'hidden already'}"
        return Answer([*([] if is_done else [unchanged(state)]), *table("hidden, state", rows)], texts)

    change = operation(args, "hide --lift" if args.remove else "hide")
    return execute(args, answer, change=change if args.name else None)


async def _hide(site: Database, args: argparse.Namespace) -> bool:
    if not args.reason:
        raise CommandRefused("--reason is missing")
    async with site.transaction() as session:
        text = HiddenText(args.what, name=args.name, operator=args.by, at=int(time.time()))
        return await repository.hide(session, text)


async def _show_again(site: Database, args: argparse.Namespace) -> bool:
    async with site.transaction() as session:
        return await repository.show_again(session, args.what, args.name) > 0

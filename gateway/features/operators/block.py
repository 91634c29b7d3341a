"""`gateway block LOGIN`: refuses an account's logins and sessions on the site, within five seconds; the game is not
affected. `--lift` ends the block. Without arguments: lists the blocks.
"""

import argparse
import time

from gateway.database.database import Database
from gateway.features.operators import site_controls
from gateway.features.operators.account_lookup import require_account
from gateway.features.operators.command_line import (
    Answer,
    CommandRefused,
    add_operation_arguments,
    escaped,
    execute,
    login,
    moment,
    operation,
    point_in_time,
)
from gateway.features.operators.site_controls import LISTED, Control, ListedControl


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("login", nargs="?", type=login, metavar="LOGIN")
    parser.add_argument("--until", type=point_in_time, metavar="TIME", help="ISO 8601 with a zone (until it is lifted)")
    parser.add_argument("--lift", action="store_true", help="end the block")
    add_operation_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 for an unknown account, or one without a block to lift; 2 if a database cannot be read."""

    async def answer(site: Database) -> Answer:
        now = int(time.time())
        if args.login:
            await (_lift(site, args) if args.lift else _block(site, args, now))
        blocks = await site.read(LISTED, kind="block", now=now)
        return 0, [_line(block) for block in blocks] or ["no blocks"]

    return execute("block", answer, read_only=not args.login)


async def _block(site: Database, args: argparse.Namespace, now: int) -> None:
    if not args.reason:
        raise CommandRefused("--reason is missing")
    if args.until and args.until <= now:
        raise CommandRefused("--until: the block would be over already")
    await require_account(site, args.login)
    async with site.transaction() as session:
        await site_controls.put(session, Control("block", args.login, now, args.until), operation(args, "block"))


async def _lift(site: Database, args: argparse.Namespace) -> None:
    async with site.transaction() as session:
        if not await site_controls.remove(session, "block", args.login, operation(args, "block --lift")):
            raise CommandRefused(f"{args.login!r} is not blocked")


def _line(block: ListedControl) -> str:
    who = f"since {moment(block.changed_at)} by {block.operator}: {block.reason}"
    return f"{escaped(block.name):<14}  until {moment(block.until):<20}  {escaped(who)}"

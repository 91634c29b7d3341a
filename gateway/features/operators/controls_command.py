"""`gateway switch`, `gateway notice` and `gateway block`: they take effect in every process within five seconds.

Without arguments, each lists what holds.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import Final

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
    text_up_to,
)
from gateway.features.operators.operator_log import REASON_MAX
from gateway.features.operators.site_controls import FEATURES, Control

_DESCRIPTIONS: Final = {
    "switch": "Opens or closes a feature. Payments, refunds and claims of deliveries that are under way go on.",
    "notice": "Shows a line of text on every page. The same text again changes its times.",
    "block": "Refuses an account's logins and sessions on the site; the game is not affected.",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kind = parser.prog.split()[-1]
    parser.description = f"{_DESCRIPTIONS[kind]} Without arguments: lists what holds."
    parser.set_defaults(state=None, start=None, until=None, remove=None)
    if kind == "switch":
        parser.add_argument("name", nargs="?", choices=FEATURES, metavar="FEATURE", help=", ".join(FEATURES))
        parser.add_argument("state", nargs="?", choices=("on", "off"))
    else:
        what = text_up_to(REASON_MAX) if kind == "notice" else login
        parser.add_argument("name", nargs="?", type=what, metavar="TEXT" if kind == "notice" else "LOGIN")
        parser.add_argument("--until", type=point_in_time, metavar="TIME", help="ISO 8601 with a zone (no end)")
    if kind == "notice":
        parser.add_argument("--from", dest="start", type=point_in_time, metavar="TIME", help="the same (now)")
        parser.add_argument("--clear", dest="remove", action="store_const", const="--clear", help="remove all notices")
    if kind == "block":
        parser.add_argument("--lift", dest="remove", action="store_const", const="--lift", help="end the block")
    add_operation_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if the change is refused; 2 if a database cannot be read or written."""
    remove = args.remove or (args.state == "on" and "on")
    is_change = bool(args.state) if args.command == "switch" else bool(args.name or args.remove == "--clear")

    async def answer(site: Database) -> Answer:
        if is_change:
            await (_remove(site, args) if remove else _put(site, args, int(time.time())))
        controls = [control for control in await site_controls.read(site) if control.kind == args.command]
        return 0, list(_switches(controls) if args.command == "switch" else map(_line, controls)) or ["none"]

    change = operation(args, " ".join(filter(None, (args.command, args.state or args.remove))))
    return execute(args.command, answer, change=change if is_change else None)


async def _put(site: Database, args: argparse.Namespace, now: int) -> None:
    start, reason = args.start or now, args.name if args.command == "notice" else args.reason
    if not reason:
        raise CommandRefused("--reason is missing")
    if args.until and args.until <= max(start, now):
        raise CommandRefused("--until: that would be over already")
    if args.command == "block":
        await require_account(site, args.name)
    control = Control(args.command, args.name, start, args.until, args.by, reason, now)
    async with site.transaction() as session:
        await site_controls.put(session, control)


async def _remove(site: Database, args: argparse.Namespace) -> None:
    async with site.transaction() as session:
        removed = await site_controls.remove(session, args.command, args.name)
        if args.command == "block" and not removed:
            raise CommandRefused(f"{args.name!r} is not blocked")


def _switches(off: Sequence[Control]) -> Iterator[str]:
    lines = {control.name: _line(control) for control in off}
    for feature in FEATURES:
        yield f"off  {lines[feature]}" if feature in lines else f"on   {feature}"


def _line(control: Control) -> str:
    times = f"since {moment(control.starts_at)}" + (f" until {moment(control.until)}" if control.until else "")
    return escaped(f"{control.name:<14}  {times}, by {control.operator}: {control.reason}")

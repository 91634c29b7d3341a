"""`gateway switch`, `gateway notice` and `gateway block`: they take effect in every process within five seconds.

Without arguments, each lists the present ones.
"""

import argparse
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec.structs import replace

from gateway.database.database import Database, Session
from gateway.features.operators import site_controls
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    add_output,
    execute,
    login,
    operation,
    point_in_time,
    require_account,
    text_up_to,
    unchanged,
)
from gateway.features.operators.operator_log import REASON_MAX
from gateway.features.operators.report import Answer, moment, table
from gateway.features.operators.site_controls import FEATURES, Control, NoticeTexts
from gateway.texts import languages

BlockNotice = Callable[[Session, str, bool], Awaitable[None]]
"""Called with the account, and whether it is blocked now."""
_DESCRIPTIONS: Final = {
    "switch": "Opens or closes a feature. Payments, refunds and claims of deliveries that are under way go on.",
    "notice": "Shows a line of text on every page. The same text with other times changes them.",
    "block": "Refuses an account's logins and sessions on the site; the game is not affected.",
}
_IN: Final = f"the text in another language: {', '.join(languages())}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kind = parser.prog.split()[-1]
    parser.description = f"{_DESCRIPTIONS[kind]} Without arguments: lists the present ones."
    parser.set_defaults(state=None, start=None, remove=None)
    if kind == "switch":
        parser.add_argument("name", nargs="?", choices=FEATURES, metavar="FEATURE", help=", ".join(FEATURES))
        parser.add_argument("state", nargs="?", choices=("on", "off"))
    else:
        name_type = text_up_to(REASON_MAX) if kind == "notice" else login
        parser.add_argument("name", nargs="?", type=name_type, metavar="TEXT" if kind == "notice" else "LOGIN")
    parser.add_argument("--until", type=point_in_time, metavar="TIME", help="ISO 8601 with a zone (no end)")
    if kind == "notice":
        parser.add_argument("--from", dest="start", type=point_in_time, metavar="TIME", help="the same (now)")
        names = ("LANGUAGE", "TEXT")
        parser.add_argument("--in", dest="texts", action="append", nargs=2, default=[], metavar=names, help=_IN)
        parser.add_argument("--clear", dest="remove", action="store_const", const="--clear", help="remove all notices")
    if kind == "block":
        parser.add_argument("--lift", dest="remove", action="store_const", const="--lift", help="end the block")
    add_operation_arguments(parser)
    add_output(parser)


def run(args: argparse.Namespace, notice: BlockNotice | None = None) -> int:
    """Returns 0: done, or done before; 1 if the change is refused; 2 if a database cannot be read or written.

    `notice`: called in the transaction of a block that changes something.
    """
    remove = args.remove or (args.state == "on" and "on")
    is_change = bool(args.state) if args.command == "switch" else bool(args.name or args.remove)

    async def answer(site: Database) -> Answer:
        is_done = not is_change or await (
            _remove(site, args, notice) if remove else _put(site, args, int(time.time()), notice)
        )
        answer = _answer(args.command, [row for row in await site_controls.read(site) if row.kind == args.command])
        return answer if is_done else replace(answer, lines=[unchanged(_state(args)), *answer.lines])

    change = operation(args, " ".join(filter(None, (args.command, args.state or args.remove))))
    return execute(args, answer, change=change if is_change else None)


async def _put(site: Database, args: argparse.Namespace, now: int, notice: BlockNotice | None) -> bool:
    """Returns False if it was done before."""
    start, reason = args.start or now, args.name if args.command == "notice" else args.reason
    if not reason:
        raise CommandRefused("--reason is missing")
    if args.until and args.until <= max(start, now):
        raise CommandRefused("--until: that would be over already")
    if args.command == "block":
        await require_account(site, args.name)
    texts = site_controls.encode_texts(notice_texts(args.texts)) if args.command == "notice" else None
    control = Control(
        args.command, args.name, start, args.until, operator=args.by, reason=reason, changed_at=now, texts=texts
    )
    async with site.transaction() as session:
        is_changed = await site_controls.put(session, control)
        if is_changed and notice:
            await notice(session, control.name, True)
    return is_changed


def notice_texts(pairs: Sequence[Sequence[str]]) -> NoticeTexts:
    """Raises CommandRefused."""
    one_line = text_up_to(REASON_MAX)
    for language, text in pairs:
        if language not in languages():
            raise CommandRefused(f"--in: {language!r} is not one of {', '.join(languages())}")
        try:
            one_line(text)
        except argparse.ArgumentTypeError as error:
            raise CommandRefused(f"--in: {error}") from None
    return dict(pairs)  # pyright: ignore[reportArgumentType, reportCallIssue, reportReturnType] - checked above


async def _remove(site: Database, args: argparse.Namespace, notice: BlockNotice | None) -> bool:
    """Returns False if it was done before."""
    if args.command == "block" and not args.name:
        raise CommandRefused("--lift: LOGIN is missing")
    async with site.transaction() as session:
        count = await site_controls.remove(session, args.command, args.name)
        if count and notice:
            await notice(session, args.name, False)
    if args.command == "block" and not count:
        await require_account(site, args.name)
    return count > 0


def _state(args: argparse.Namespace) -> str:
    """Says what a command without an effect found."""
    match args.command:
        case "switch":
            return f"{args.name} is {args.state} already"
        case "notice":
            return "there is no such notice" if args.remove else "the notice is the same already"
        case _:
            return f"{args.name!r} is not blocked" if args.remove else f"{args.name!r} is blocked so already"


def _answer(kind: str, controls: Sequence[Control]) -> Answer:
    """Lists the controls; of switches all features, with None for an open one."""
    if kind != "switch":
        title = "text" if kind == "notice" else "account"
        return Answer(table(f"{title}, state", [(row.name, format_state(row)) for row in controls]), controls)
    controls_by_name = {control.name: control for control in controls}
    states = {feature: controls_by_name.get(feature) for feature in FEATURES}
    rows = [(feature, f"off {format_state(row)}" if row else "on") for feature, row in states.items()]
    return Answer(table("feature, state", rows), states)


def format_state(control: Control) -> str:
    until = f" until {moment(control.until)}" if control.until else ""
    return f"since {moment(control.starts_at)}{until}, by {control.operator}: {control.reason}"

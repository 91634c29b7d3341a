"""`gateway switch FEATURE on|off`: opens or closes a feature in every process, within five seconds.

Without arguments: lists the switches. What is under way goes on: payments, refunds, claims of deliveries.
"""

import argparse
import time
from collections.abc import Iterator, Sequence

from gateway.database.database import Database
from gateway.features.operators import site_controls
from gateway.features.operators.command_line import (
    Answer,
    CommandRefused,
    add_operation_arguments,
    escaped,
    execute,
    moment,
    operation,
)
from gateway.features.operators.site_controls import FEATURES, LISTED, Control, ListedControl


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("feature", nargs="?", choices=FEATURES, metavar="FEATURE", help=", ".join(FEATURES))
    parser.add_argument("state", nargs="?", choices=("on", "off"))
    add_operation_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 without a reason, 2 if the site schema cannot be written."""

    async def answer(site: Database) -> Answer:
        now = int(time.time())
        if args.state:
            await _set(site, args, now)
        return 0, list(format_lines(await site.read(LISTED, kind="switch", now=now)))

    return execute("switch", answer, read_only=not args.state)


async def _set(site: Database, args: argparse.Namespace, now: int) -> None:
    change = operation(args, f"switch {args.state}")
    if args.state == "off" and not args.reason:
        raise CommandRefused("--reason is missing")
    async with site.transaction() as session:
        if args.state == "off":
            await site_controls.put(session, Control("switch", args.feature, now, None), change)
        else:
            await site_controls.remove(session, "switch", args.feature, change)


def format_lines(off: Sequence[ListedControl]) -> Iterator[str]:
    """Yields lines of text without line ends."""
    by_name = {control.name: control for control in off}
    for feature in FEATURES:
        control = by_name.get(feature)
        since = f"since {moment(control.changed_at)} by {control.operator}: {control.reason}" if control else ""
        yield f"{feature:<12}  {'off' if control else 'on':<3}  {escaped(since)}".rstrip()

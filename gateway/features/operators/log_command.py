"""`gateway log`: what operators changed, newest first. `--subject` selects one thing, for example `account:LOGIN`."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

from gateway.database.database import Database
from gateway.features.operators import operator_log
from gateway.features.operators.command_line import Answer, escaped, execute, moment, number_up_to
from gateway.features.operators.operator_log import LogEntry

_DEFAULT_COUNT: Final = 50
_MAX_COUNT: Final = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (__doc__ or "").strip()
    parser.add_argument("--subject", action="append", default=[], help="only this subject; several are possible")
    parser.add_argument("--count", type=number_up_to(_MAX_COUNT), default=_DEFAULT_COUNT, help=f"({_DEFAULT_COUNT})")


def run(args: argparse.Namespace) -> int:
    async def answer(site: Database) -> Answer:
        entries = await operator_log.entries(site, args.subject, args.count)
        return 0, list(format_lines(entries)) or ["no entries"]

    return execute("log", answer)


def format_lines(entries: Sequence[LogEntry]) -> Iterator[str]:
    """Yields lines of text without line ends."""
    for entry in entries:
        what = f"{entry.operator:<12}  {entry.command:<18}  {entry.subject:<22}  {entry.reason}"
        yield f"{moment(entry.at)}  {escaped(what)}".rstrip()

"""`gateway log`: what operators changed, newest first. `--subject` selects one thing, for example `account:LOGIN`."""

import argparse
from collections.abc import Sequence

from gateway.database.database import Database
from gateway.features.operators import operator_log
from gateway.features.operators.command_line import Answer, add_count, escaped, execute, moment
from gateway.features.operators.operator_log import LogEntry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    parser.add_argument("--subject", action="append", default=[], help="only this subject; several are possible")
    add_count(parser)


def run(args: argparse.Namespace) -> int:
    async def answer(site: Database) -> Answer:
        return 0, format_lines(await operator_log.entries(site, args.subject, args.count)) or ["no entries"]

    return execute("log", answer)


def format_lines(entries: Sequence[LogEntry]) -> list[str]:
    return [
        f"{moment(row.at)}  {escaped(f'{row.operator:<12}  {row.command:<18}  {row.subject:<22}  {row.reason}')}"
        for row in entries
    ]

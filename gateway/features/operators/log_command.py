"""`gateway log`: changes of operators, newest first. `--subject` selects one thing, for example `account:LOGIN`."""

import argparse
from collections.abc import Sequence

from gateway.database.database import Database
from gateway.features.operators import operator_log
from gateway.features.operators.command_line import add_output, execute
from gateway.features.operators.operator_log import LogEntry
from gateway.features.operators.report import Answer, moment, table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    parser.add_argument("--subject", action="append", default=[], help="only this subject; several are possible")
    add_output(parser, 50)


def run(args: argparse.Namespace) -> int:
    async def answer(site: Database) -> Answer:
        entries = await operator_log.entries(site, args.subject, args.count)
        return Answer(format_lines(entries), entries)

    return execute(args, answer)


def format_lines(entries: Sequence[LogEntry]) -> list[str]:
    rows = [(moment(row.at), row.operator, row.command, row.subject, row.reason) for row in entries]
    return table("time, operator, command, subject, reason", rows)

"""`gateway restored`: after a backup was loaded, ends every session and asks which operators still are operators.

A backup brings back sessions that had ended, links that were used, and operators as they were then: disabled ones,
former passwords and recovery codes. Operators that are not kept are disabled. Run it before the service starts.
"""

import argparse
import time
from collections.abc import Sequence

from gateway.config import settings
from gateway.database.database import Database
from gateway.database.installation import has_tables
from gateway.database.queries import query
from gateway.database.sealing import DataKeys
from gateway.features.operators import operator_log, operator_review, operators
from gateway.features.operators.command_line import CommandRefused, add_operation_arguments, execute, operation
from gateway.features.operators.operator_review import ReviewedOperator
from gateway.features.operators.report import Answer

END_PLAYERS = query("sessions.end_every", None)
END_OPERATORS = query("operators.end_all_sessions", None)
REMOVE_LINKS = query("mail_links.remove_all", None)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    parser.add_argument("--keep", metavar="NAME", nargs="*", help="keep these operators, without a question")
    add_operation_arguments(parser, reason=True)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if nothing says which operators are kept, with the sessions ended; 2 without the site schema."""

    async def answer(site: Database) -> Answer:
        keys = DataKeys(settings.from_environment().security.data_keys)
        return Answer([await end_sessions(site), *await keep_operators(site, keys, args.keep)])

    return execute(args, answer, change=operation(args, "restored"))


async def end_sessions(site: Database) -> str:
    """Ends every session and removes the links of mails. Returns the line of the report."""
    counts = [
        await site.prune(END_PLAYERS, now=int(time.time())),
        await site.prune(END_OPERATORS) if await has_tables(site, "administration") else 0,
        await site.prune(REMOVE_LINKS),
    ]
    async with site.transaction() as session:
        await operator_log.record(session, "sessions", after={"ended": sum(counts)})
    return f"ended: {counts[0]:,} sessions of players, {counts[1]:,} of operators, {counts[2]:,} links of mails"


async def keep_operators(site: Database, keys: DataKeys, names: Sequence[str] | None) -> list[str]:
    """Asks about each operator, or keeps those in `names`, and disables the others. Returns their lines.

    Raises CommandRefused without names and without a terminal.
    """
    reviews = await operator_review.review(site, keys)
    await _keep(site, keys, reviews, _kept_names(reviews, names))
    return operator_review.lines(await operator_review.review(site, keys))


def _kept_names(reviews: Sequence[ReviewedOperator], names: Sequence[str] | None) -> set[str]:
    """Raises CommandRefused without a terminal to ask in, and for a name that is no operator's."""
    enabled_operators = [review.operator for review in reviews if not review.operator.disabled_at]
    if names is not None:
        if unknown_names := set(names) - {row.name for row in enabled_operators}:
            raise CommandRefused(f"the sessions have ended; there is no enabled operator {min(unknown_names)!r}")
        return set(names)
    if enabled_operators and not operator_review.can_ask():
        raise CommandRefused("the sessions have ended; --keep NAME ... says which operators stay, --keep alone none")
    return {row.name for row in enabled_operators if operator_review.confirm(f"Keep {row.name} ({row.role})?")}


async def _keep(site: Database, keys: DataKeys, reviews: Sequence[ReviewedOperator], kept_names: set[str]) -> None:
    """Signs the operators that are kept, and disables the others."""
    unsigned_names = {review.operator.name for review in operator_review.unsigned(reviews)}
    await operator_review.sign(site, keys, sorted(kept_names & unsigned_names))
    for review in reviews:
        if review.operator.name in kept_names or review.operator.disabled_at:
            continue
        async with site.transaction() as session:
            if row := await session.one(operators.OPERATOR, name=review.operator.name):
                await operators.set_disabled(session, keys, row, disabled=True)

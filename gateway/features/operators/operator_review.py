"""Operators with the states of their signatures, for an administrator who signs them, or keeps them after a restore."""

import sys
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.installation import has_tables
from gateway.database.sealing import DataKeys
from gateway.features.operators import operator_log, operator_signatures, operators
from gateway.features.operators.operator_signatures import SignatureState
from gateway.features.operators.operators import ListedOperator
from gateway.features.operators.report import moment, table

TITLES: Final = "name, role, state, factors, since, signature"


class ReviewedOperator(Struct, frozen=True):
    """`wrong_signatures`: rows that nobody who has the data keys has written."""

    operator: ListedOperator
    signature: SignatureState
    wrong_signatures: int

    @property
    def is_doubtful(self) -> bool:
        return self.signature != "signed" or self.wrong_signatures > 0


async def review(site: Database, keys: DataKeys) -> list[ReviewedOperator]:
    """Returns the operators by name; none where the administration has no tables."""
    if not await has_tables(site, "administration"):
        return []
    reviews: list[ReviewedOperator] = []
    for row in await operators.all_operators(site):
        signatures = await operator_signatures.read(site, keys, row.name)
        reviews.append(ReviewedOperator(row, signatures.state, signatures.wrong_count))
    return reviews


def unsigned(reviews: Iterable[ReviewedOperator]) -> list[ReviewedOperator]:
    return [review for review in reviews if review.signature != "signed"]


def lines(reviews: Iterable[ReviewedOperator]) -> list[str]:
    return table(TITLES, [_line(review) for review in reviews])


def _line(review: ReviewedOperator) -> tuple[str, str, str, int, str, str]:
    row = review.operator
    state = f"disabled {moment(row.disabled_at)}" if row.disabled_at else "enabled"
    return row.name, row.role, state, row.factors, moment(row.created_at), review.signature


async def sign(site: Database, keys: DataKeys, names: Sequence[str]) -> None:
    """Signs what the tables hold, and logs it. Raises KeyLost without a data key."""
    for name in names:
        async with site.transaction() as session:
            await operator_signatures.sign(session, keys, name)
            await operator_log.record(session, operators.subject(name), after={"signature": "made"})


def can_ask() -> bool:
    """Returns True if somebody sits at a terminal."""
    return sys.stdin.isatty()


def confirm(question: str) -> bool:
    """Returns True for a yes that was typed in a terminal."""
    if not can_ask():
        return False
    sys.stdout.write(f"{question} [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}

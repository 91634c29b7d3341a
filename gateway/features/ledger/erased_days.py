"""Closed days in which an erasure has replaced the login of an account, with the proof of the erasure.

The anchors of these days stay as they were written. The row of the erasure in the operators' log, which is anchored as
well, has a hash over the new facts of these days.
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.ledger.check import Violation

SUBJECT: Final = "erased account"
"""Subject of erasures in the operators' log. Their rows name the alias of the account, never its login."""
_PAGE: Final = 1000


class ErasedDay(Struct, frozen=True):
    id: int
    day: int
    account: str
    facts: str


class ErasureLogRow(Struct, frozen=True):
    id: int
    new_values: str


class ErasureValues(Struct, frozen=True):
    """A part of the log's values. `closed_days`: the hash; None: no closed day was changed."""

    account: str
    closed_days: str | None = None


class ErasedDays(Struct, frozen=True):
    """`facts`: the newest ones of each day. `violations`: erasures with records that do not fit their log row."""

    facts: dict[int, str]
    violations: list[Violation]
    last_id: int


ROWS = query("anchors.erased_days", ErasedDay)
ADD = query("anchors.add_erased_day", None)
ERASURES = query("anchors.erasures", ErasureLogRow)


async def add(session: Session, account: str, days: Mapping[int, str]) -> str | None:
    """Returns the hash of the rows that it adds; None without any."""
    for day, facts in days.items():
        await session.write(ADD, day=day, account=account, facts=facts)
    return _hash(days) if days else None


async def read(site: Database | Session) -> ErasedDays:
    facts = dict[int, str]()
    by_account = defaultdict[str, dict[int, str]](dict)
    last_id = 0
    while rows := await site.read(ROWS, after=last_id, limit=_PAGE):
        for row in rows:
            facts[row.day] = by_account[row.account][row.day] = row.facts
        last_id = rows[-1].id
    log_hashes = await _log_hashes(site)
    hashes = {account: _hash(days) for account, days in by_account.items()}
    accounts = sorted(account for account in {*hashes, *log_hashes} if hashes.get(account) != log_hashes.get(account))
    return ErasedDays(facts, [Violation(f"days of {account}", 1, 0) for account in accounts], last_id)


async def _log_hashes(site: Database | Session) -> dict[str, str]:
    """Returns the hashes in the operators' log by account."""
    hashes, last_id = dict[str, str](), 0
    while rows := await site.read(ERASURES, after=last_id, limit=_PAGE):
        for row in rows:
            values = _values(row.new_values)
            if values and values.closed_days:
                hashes[values.account] = values.closed_days
        last_id = rows[-1].id
    return hashes


def _values(text: str) -> ErasureValues | None:
    try:
        return msgspec.json.decode(text, type=ErasureValues)
    except msgspec.MsgspecError:  # written by hand
        return None


def _hash(days: Mapping[int, str]) -> str:
    return hashlib.sha256("".join(f"{day}\n{facts}\n" for day, facts in sorted(days.items())).encode()).hexdigest()

"""Anchors: a hash chain over the rows of closed days, which finds changed, added and deleted rows.

The rules of the ledger find contradictions. A row that was deleted or added together with all its related rows is no
contradiction, but the rows no longer fit the anchor of their day. Anchors are stored in the site schema, logged, and
appended to a file that can be copied elsewhere: with access to the schema, its anchors can be written anew, but not
those in the file. The erasure of an account replaces a name in closed days: `erased_days` has their new facts.
"""

import asyncio
import hashlib
import os
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import structlog
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.features.ledger import erased_days
from gateway.features.ledger.check import Rule, Violation
from gateway.features.ledger.erased_days import ErasedDays

SETTLE_SECONDS: Final = 1800
"""Time after midnight (UTC) until a day is closed: transactions of its last second have ended then."""
_PAGE: Final = 1000
_LINE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9a-f]{64}")

log = structlog.stdlib.get_logger("gateway.ledger")


class AnchoredRow(Struct, frozen=True):
    """`at`: epoch seconds; `text`: the columns that never change."""

    id: int | str
    at: int
    amount: int
    text: str


class Anchor(Struct, frozen=True):
    """`day`: days since 1970; `facts`: a line for each table: name, rows, last id, sum of the amounts, hash."""

    day: int
    facts: str
    hash: str

    def __str__(self) -> str:
        return f"{_date(self.day)} {self.hash}"


TABLES: Final = {
    name: query(f"anchors.{name}", AnchoredRow)
    for name in (
        "ledger_transfers",
        "donations",
        "payments",
        "deliveries",
        "delivered",
        "roulette_seeds",
        "roulette_spins",
        "operator_log",
    )
}
ADD = query("anchors.add", None)
LOCK = query("anchors.lock", None)
NEWEST = query("anchors.newest", Anchor)
ANCHORS_AFTER = query("anchors.anchors_after", Anchor)


class ClosedDayBroken(Exception):  # noqa: N818 - names the finding
    """The rows of a closed day are not those of its anchor. The message is the day."""


class _Tally:
    def __init__(self) -> None:
        self.rows = 0
        self.last = ""
        self.total = 0
        self.hash = hashlib.sha256()

    def add(self, row: AnchoredRow) -> None:
        self.rows += 1
        self.last = str(row.id)
        self.total += row.amount
        self.hash.update(f"{row.text}\n".encode())

    def __str__(self) -> str:
        return f"{self.rows} {self.last} {self.total} {self.hash.hexdigest()}"


async def write(site: Database, now: float) -> list[Anchor]:
    """Adds the anchors of all days that have closed since the newest one. The first anchor covers all earlier days."""
    anchors = await site.transact(lambda session: _write(session, now))
    for anchor in anchors:
        log.info("ledger_anchor", day=_date(anchor.day), hash=anchor.hash)
    return anchors


async def _write(session: Session, now: float) -> list[Anchor]:
    await lock(session)
    newest = await session.one(NEWEST)
    last = int(now - SETTLE_SECONDS) // DAY - 1
    first = newest.day + 1 if newest else last
    if first > last:
        return []
    facts = await _facts(session, first, first * DAY if newest else 0, last)
    previous_hash, anchors = newest.hash if newest else "", list[Anchor]()
    for day in range(first, last + 1):
        anchors.append(Anchor(day, facts[day], _chain_hash(previous_hash, day, facts[day])))
        previous_hash = anchors[-1].hash
    for anchor in anchors:
        await session.write(ADD, day=anchor.day, facts=anchor.facts, hash=anchor.hash, created_at=int(now))
    return anchors


async def lock(session: Session) -> None:
    """Waits for other transactions that write anchors or change rows of closed days, and excludes them."""
    await session.write(LOCK)


async def append(site: Database, file: str) -> None:
    """Appends to the file the anchors that it lacks, durably. Raises OSError."""
    lines = await asyncio.to_thread(_read_lines, file)
    newest = max((_day(line) for line in lines), default=-1)
    new_anchors = [anchor for anchor in await _all(site) if anchor.day > newest]
    if new_anchors:
        await asyncio.to_thread(_append_lines, file, [f"{anchor}\n" for anchor in new_anchors])


def rule(file: str) -> Rule:
    """`file`: the path of the anchors outside of the database; empty: none."""

    async def violations(site: Database | Session, limit: int) -> list[Violation]:
        """Reads all rows of closed days, once more if an account was erased meanwhile."""
        anchors, erasures = await _all(site), await erased_days.read(site)
        found_violations = await _compare(site, anchors, erasures)
        if (await erased_days.read(site)).last_id != erasures.last_id:
            return await violations(site, limit)
        found_violations += erasures.violations
        lines = await unknown_lines(site, file)
        found_violations += [Violation(f"{line[:10]}, anchor in the file", 1, 0) for line in lines]
        return found_violations[:limit]

    return Rule(name="anchors", text="the rows of each closed day are those of its anchor", violations=violations)


async def unknown_lines(site: Database | Session, file: str) -> list[str]:
    """Returns the anchors of the file that the schema has not. `file`: empty without one. Raises OSError."""
    if not file:
        return []
    anchors = {str(anchor) for anchor in await _all(site)}
    return [line for line in await asyncio.to_thread(_read_lines, file) if line not in anchors]


async def closed_days(session: Session) -> dict[int, str]:
    """Returns the facts of the rows of all closed days as they are now."""
    anchors = await _all(session)
    return await _facts(session, anchors[0].day, 0, anchors[-1].day) if anchors else {}


async def record_erasure(session: Session, previous_facts: dict[int, str], account: str) -> str | None:
    """Records the days that an erasure has changed. `account`: the new name.

    `previous_facts`: those of `closed_days` before the erasure. Returns the hash of the records, for the operators'
    log; None if no closed day was changed. Raises ClosedDayBroken for a changed day with rows that did not fit its
    anchor before. The caller holds `lock`.
    """
    current_facts, expected = await closed_days(session), {anchor.day: anchor.facts for anchor in await _all(session)}
    expected |= (await erased_days.read(session)).facts
    changed_days = [day for day, facts in sorted(current_facts.items()) if facts != previous_facts[day]]
    if broken_day := next((day for day in changed_days if previous_facts[day] != expected[day]), None):
        raise ClosedDayBroken(_date(broken_day))
    return await erased_days.add(session, account, {day: current_facts[day] for day in changed_days})


async def _compare(site: Database | Session, anchors: Sequence[Anchor], erasures: ErasedDays) -> list[Violation]:
    """Compares closed days with their anchors. A violation has the numbers of rows, or 1 and 0 if these are equal."""
    current_facts = await _facts(site, anchors[0].day, 0, anchors[-1].day) if anchors else {}
    violations, previous_hash = list[Violation](), ""
    for anchor in anchors:
        expected = _by_table(erasures.facts.get(anchor.day, anchor.facts))
        current = _by_table(current_facts[anchor.day])
        for table in sorted(table for table in TABLES if expected.get(table) != current.get(table)):
            counts = [int(tables.get(table, "0").split()[0]) for tables in (expected, current)]
            expected_count, count = (1, 0) if counts[0] == counts[1] else counts
            violations.append(Violation(f"{_date(anchor.day)}, {table}", expected_count, count))
        if _chain_hash(previous_hash, anchor.day, anchor.facts) != anchor.hash:
            violations.append(Violation(f"{_date(anchor.day)}, hash of the anchor", 1, 0))
        previous_hash = anchor.hash
    return violations


async def _facts(site: Database | Session, first: int, since: int, last: int) -> dict[int, str]:
    """Returns the facts of the days; rows between `since` (epoch seconds) and the first day count into that one."""
    days = {day: defaultdict[str, _Tally](_Tally) for day in range(first, last + 1)}
    for table, statement in TABLES.items():
        last_id: int | str = "" if table == "donations" else 0
        while rows := await site.read(statement, after=last_id, since=since, until=(last + 1) * DAY, limit=_PAGE):
            for row in rows:
                days[max(first, row.at // DAY)][table].add(row)
            last_id = rows[-1].id
    return {day: "\n".join(f"{table} {tally}" for table, tally in tables.items()) for day, tables in days.items()}


async def _all(site: Database | Session) -> list[Anchor]:
    anchors = list[Anchor]()
    while rows := await site.read(ANCHORS_AFTER, day=anchors[-1].day if anchors else -1, limit=_PAGE):
        anchors += rows
    return anchors


def _by_table(facts: str) -> dict[str, str]:
    return {table: tally for table, _, tally in (line.partition(" ") for line in facts.splitlines())}


def _chain_hash(previous_hash: str, day: int, facts: str) -> str:
    return hashlib.sha256(f"{previous_hash}\n{_date(day)}\n{facts}".encode()).hexdigest()


def _date(day: int) -> str:
    return datetime.fromtimestamp(day * DAY, UTC).date().isoformat()


def _day(line: str) -> int:
    return int(datetime.fromisoformat(f"{line[:10]}T00:00:00+00:00").timestamp()) // DAY


def _read_lines(file: str) -> list[str]:
    """Returns the anchors; skips a line that a crash has cut."""
    with suppress(FileNotFoundError):
        return [line for line in Path(file).read_text("ascii", "replace").splitlines() if _LINE.fullmatch(line)]
    return []


def _append_lines(file: str, lines: Iterable[str]) -> None:
    with open(file, "a+b", opener=partial(os.open, mode=0o600)) as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - 1))
        if stream.read() not in {b"", b"\n"}:
            log.warning("anchor_file_repaired", file=file)
            stream.write(b"\n")
        stream.write("".join(lines).encode())
        stream.flush()
        os.fsync(stream.fileno())


async def anchor(site: Database, file: str) -> int:
    """Writes the missing anchors of the schema and of the file; returns the number of new anchors."""
    new_anchors = await write(site, time.time())
    if file:
        await append(site, file)
    return len(new_anchors)

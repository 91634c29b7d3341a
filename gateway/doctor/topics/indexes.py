"""Indexes that would help, with what each would bring: measured here, on a short range and by key.

What a scan costs is told from one range of rows that are read and compared as a scan does it, times the rows there
are; the scan itself is never run.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

import msgspec

from gateway import package_data
from gateway.database.database import Database, DatabaseUnavailable, Session
from gateway.database.queries import Query, query, split
from gateway.doctor import base_tables
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.sampling import RANGE_ROWS, Walk
from gateway.features.inventory.handlers import OWNER_INDEX

TOPIC: Final = "indexes"
_STATEMENT: Final = re.compile(r"CREATE INDEX \w+ ON (?P<table>\w+) \((?P<column>\w+)\)")
FEW: Final = 1000
"""Rows of a table that a server may scan rather than use its index."""
PROBE_MS: Final = 250
"""Longest time of one statement here."""
_OF_A_SCAN: Final = frozenset({"handler_read_rnd_next", "handler_read_first"})
_AGAIN: Final = "run `gateway install --apply`, which looks anew, and start the service again"


class Found(msgspec.Struct, frozen=True):
    found: int


class Id(msgspec.Struct, frozen=True):
    id: int


class Reads(msgspec.Struct, frozen=True):
    name: str
    value: str


COUNTERS = query("doctor.counters", Reads)


class Candidate(msgspec.Struct, frozen=True):
    """An index of `sql/indexes.sql`, what the gateway does without it, and how that is measured."""

    table: str
    leads_to: str
    without: str
    bearable: float
    """Seconds of a scan that nobody notices."""
    scan: Query[Found]
    keyed: Query[Found]
    one: Query[Id]


CANDIDATES: Final = (
    Candidate(
        "characters",
        "the characters of an account",
        "who logs in within a minute of his first character makes the gateway read all of `characters`, once",
        0.1,
        query("doctor.scan_characters", Found),
        query("doctor.keyed_characters", Found),
        query("doctor.one_character", Id),
    ),
    Candidate(
        "items",
        "the items of a character",
        "all of `items` is read for those who look at theirs, twice a minute at most, and they wait half a minute",
        0.0,
        query("doctor.scan_items", Found),
        query("doctor.keyed_items", Found),
        query("doctor.one_item", Id),
    ),
)


class Measure(msgspec.Struct, frozen=True):
    """Seconds; `rows` of the range that was read, `keyed` rows found by key, `total` rows of the table: at least so
    many where it is not `exact`.
    """

    rows: int
    total: int
    exact: bool
    range_seconds: float
    keyed: int
    keyed_seconds: float

    @property
    def scan_seconds(self) -> float:
        return self.range_seconds / self.rows * self.total


async def look(patient: Patient) -> list[Finding]:
    if not patient.answers("game"):
        return []
    findings: list[Finding] = []
    for candidate in CANDIDATES:
        if candidate.table not in patient.report.broken:
            findings += await _candidate(patient, candidate)
    return findings


async def _candidate(patient: Patient, candidate: Candidate) -> list[Finding]:
    items = candidate.table == "items"
    walk: Walk[Any] = await (patient.large.items() if items else patient.large.characters())
    if not walk.rows:
        return [ok(TOPIC, f"{candidate.table}: empty, so there is nothing to measure")]
    recorded = await patient.recorded(OWNER_INDEX) if items else ""
    if items and recorded not in {"yes", "no"} and patient.answers("site"):
        return [advice(TOPIC, "install did not look yet whether `items` has an index on its owner", _AGAIN)]
    known = await _known(patient, candidate.table)
    async with _briefly(patient) as session:
        indexed = known[1] if known else await _found_by_key(session, candidate, walk)
        if not known and walk.whole and len(walk.rows) <= FEW:
            indexed = indexed or recorded == "yes"  # so short a table is scanned whatever indexes it has
        measure = await _measured(session, candidate, walk, known[0] if known else 0)
    return [judged(candidate, measure, indexed=indexed, recorded=recorded)]


async def _known(patient: Patient, table: str) -> tuple[int, bool] | None:
    """Rows of the table and whether it has the index, as the server tells an administrator."""
    column = _STATEMENT.match(statement_for(table))
    if patient.admin is None or column is None:
        return None
    found = await base_tables.of(patient.admin, patient.db.game.dsn.schema)
    listed = found.named(table)
    return (listed.total, found.has_index(listed, column["column"])) if listed else None


def judged(candidate: Candidate, measure: Measure, *, indexed: bool, recorded: str) -> Finding:
    """`recorded`: what install noted of the index on the items' owner, by which the service goes."""
    cost = told(measure)
    if indexed and recorded == "no":
        return advice(TOPIC, f"{candidate.table}: there is an index now that leads to {candidate.leads_to}", _AGAIN)
    if indexed:
        return ok(TOPIC, f"{candidate.table}: an index leads to {candidate.leads_to}. {cost}")
    statement = statement_for(candidate.table)
    add = f"at a quiet hour, in the game's schema: {statement}; then `gateway install --apply` and a restart"
    if recorded == "yes":
        gone = f"{candidate.table}: the index that led to {candidate.leads_to} is gone, and every look reads them all"
        return bad(TOPIC, f"{gone}. {cost}", add)
    told_so = f"{candidate.table}: no index leads to {candidate.leads_to}: {candidate.without}. {cost}"
    if measure.scan_seconds < candidate.bearable and measure.exact:
        return ok(TOPIC, f"{told_so}. For so few it needs none")
    return advice(TOPIC, told_so, add)


def told(measure: Measure) -> str:
    """Both ways in figures: what a scan costs here, and what the index."""
    rows = f"{measure.total:,}" if measure.exact else f"more than {measure.total:,}"
    return (
        f"Measured: a scan reads {rows} rows in {_ms(measure.scan_seconds)}{'' if measure.exact else ' or more'} (told "
        f"from {measure.rows:,} of them), by key it is {measure.keyed:,} rows in {_ms(measure.keyed_seconds)}"
    )


def _ms(seconds: float) -> str:
    return f"{seconds:,.1f} s" if seconds >= 1 else f"{seconds * 1000:,.1f} ms"


def statement_for(table: str) -> str:
    """The statement of `sql/indexes.sql` for that table, without its semicolon."""
    return next(line for line in _statements() if (found := _STATEMENT.match(line)) and found["table"] == table)


def _statements() -> list[str]:
    return split((package_data.sql() / "indexes.sql").read_text(encoding="utf-8"))


async def _found_by_key(session: Session, candidate: Candidate, walk: Walk[Any]) -> bool:
    """Whether the first row of an owner who has few is found without a step of a scan.

    For one who has many a server may scan although there is an index: it would soon come across a row of his.
    """
    counts = Counter(row.owner for row in walk.rows)
    before = await _scanned(session)
    try:
        await session.one(candidate.one, owner=min(counts, key=counts.__getitem__))
    except DatabaseUnavailable:
        return False  # by key it does not take so long
    return await _scanned(session) == before


def _briefly(patient: Patient) -> AbstractAsyncContextManager[Session]:
    """A session whose statements the server ends early."""
    game = patient.db.game
    return Database("game", game.dsn, msgspec.structs.replace(game.limits, statement_ms=PROBE_MS)).session()


async def _scanned(session: Session) -> int:
    """Steps of scans that this session has made so far."""
    return sum(int(row.value) for row in await session.read(COUNTERS) if row.name.lower() in _OF_A_SCAN)


async def _measured(session: Session, candidate: Candidate, walk: Walk[Any], total: int) -> Measure:
    """`total`: rows of the table, 0 where nobody can tell. One range is read as a scan reads it, and the rows of its
    first owner by key; each the better of two tries.
    """
    part = walk.rows[:RANGE_ROWS]
    owner = part[0].owner
    ids = [row.id for row in part if row.owner == owner][:100]
    scan = {"after": part[0].id - 1, "until": part[-1].id, "owner": owner}
    return Measure(
        rows=len(part),
        total=len(walk.rows) if walk.whole else max(total, len(walk.rows)),
        exact=walk.whole or total > 0,
        range_seconds=min([await _timed(session, candidate.scan, **scan) for _ in range(2)]),
        keyed=len(ids),
        keyed_seconds=min([await _timed(session, candidate.keyed, ids=ids) for _ in range(2)]),
    )


async def _timed(session: Session, asked: Query[Found], **args: Any) -> float:
    began = time.monotonic()
    await session.one(asked, **args)
    return time.monotonic() - began

"""Indexes that would help, and the measured cost of working without them.

One range of rows is read and compared as a scan does it; its time, times the rows of the table, is the cost of a scan.
The scan itself is never run.
"""

import time
from collections import Counter
from typing import Final

import msgspec

from gateway import package_data
from gateway.database.database import Database, DatabaseUnavailable, Session
from gateway.database.installation import OWNER_INDEX
from gateway.database.queries import Query, query, split
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.sampling import RANGE_ROWS, RowId, Sample
from gateway.texts import Text, text

_FEW_ROWS: Final = 1000
"""A server may scan a table as short as this although it has an index."""
_STATEMENT_MS: Final = 250
_SCAN_COUNTERS: Final = frozenset({"handler_read_rnd_next", "handler_read_first"})
_RECORD: Final = text("doctor.indexes.record")


class RowCount(msgspec.Struct, frozen=True):
    matching: int


class Counters(msgspec.Struct, frozen=True):
    name: str
    value: str


COUNTERS = query("doctor.counters", Counters)


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """An index of `sql/indexes.sql`. `without`: what the gateway does if it is missing."""

    table: str
    column: str
    rows: Text
    without: Text
    acceptable_seconds: float
    """A scan that takes no longer needs no index."""
    scan: Query[RowCount]
    first: Query[RowId]


CHARACTERS: Final = Candidate(
    table="characters",
    column="account_name",
    rows=text("doctor.indexes.characters_of"),
    without=text("doctor.indexes.without_characters"),
    acceptable_seconds=0.1,
    scan=query("doctor.scan_characters", RowCount),
    first=query("doctor.one_character", RowId),
)
ITEMS: Final = Candidate(
    table="items",
    column="owner_id",
    rows=text("doctor.indexes.items_of"),
    without=text("doctor.indexes.without_items"),
    acceptable_seconds=0.0,
    scan=query("doctor.scan_items", RowCount),
    first=query("doctor.one_item", RowId),
)


class ScanCost(msgspec.Struct, frozen=True):
    """`seconds`: for all `rows` of the table, from `measured_rows` of them. `exact`: the table has no more rows."""

    seconds: float
    rows: int
    measured_rows: int
    exact: bool

    @property
    def text(self) -> Text:
        in_ms = text("doctor.indexes.milliseconds", time=self.seconds * 1000)
        duration = text("doctor.indexes.seconds", time=self.seconds) if self.seconds >= 1 else in_ms
        code = "doctor.indexes.cost" if self.exact else "doctor.indexes.cost_more"
        return text(code, rows=self.rows, duration=duration, measured=self.measured_rows)


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("game"):
        return []
    candidates = [candidate for candidate in (CHARACTERS, ITEMS) if candidate.table not in context.report.broken_views]
    return [await _check(context, candidate) for candidate in candidates]


async def _check(context: DoctorContext, candidate: Candidate) -> Finding:
    sample: Sample = await (context.samples.items() if candidate is ITEMS else context.samples.characters())
    if not sample.rows:
        return ok(text("doctor.indexes.empty", table=candidate.table))
    recorded_index = await context.installation_value(OWNER_INDEX) if candidate is ITEMS else ""
    if candidate is ITEMS and recorded_index not in {"yes", "no"} and context.answers("site"):
        return advice(text("doctor.indexes.unrecorded"), _RECORD)
    table = context.tables.tables["game"].get(candidate.table)
    limits = msgspec.structs.replace(context.db.game.limits, statement_timeout_ms=_STATEMENT_MS)
    async with Database("game", context.db.game.dsn, limits).session() as session:
        if table and table.engine:
            has_index = candidate.column in table.indexed_columns
        else:
            is_short = sample.complete and len(sample.rows) <= _FEW_ROWS
            has_index = await _finds_by_key(session, candidate, sample) or (is_short and recorded_index == "yes")
        cost = await _measure(session, candidate, sample, table.rows if table else 0)
    return evaluate(candidate, cost, has_index=has_index, recorded_index=recorded_index)


async def _finds_by_key(session: Session, candidate: Candidate, sample: Sample) -> bool:
    """Returns whether the server finds the first row of an owner without a step of a scan.

    The owner has few rows: for one with many a server may scan in spite of an index.
    """
    counts = Counter(row.owner for row in sample.rows)
    previous_steps = await _scan_steps(session)
    try:
        await session.one(candidate.first, owner=min(counts, key=counts.__getitem__))
    except DatabaseUnavailable:
        return False  # by key it does not take that long
    return await _scan_steps(session) == previous_steps


async def _scan_steps(session: Session) -> int:
    return sum(int(row.value) for row in await session.read(COUNTERS) if row.name.lower() in _SCAN_COUNTERS)


async def _measure(session: Session, candidate: Candidate, sample: Sample, table_rows: int) -> ScanCost:
    """`table_rows`: 0 if unknown. The range is read twice, and the faster time counts."""
    range_rows = sample.rows[:RANGE_ROWS]
    seconds: list[float] = []
    for _ in range(2):
        started_at = time.monotonic()
        await session.one(
            candidate.scan, after=range_rows[0].id - 1, until=range_rows[-1].id, owner=range_rows[0].owner
        )
        seconds.append(time.monotonic() - started_at)
    rows = len(sample.rows) if sample.complete else max(table_rows, len(sample.rows))
    return ScanCost(
        min(seconds) / len(range_rows) * rows,
        rows=rows,
        measured_rows=len(range_rows),
        exact=sample.complete or table_rows > 0,
    )


def evaluate(candidate: Candidate, cost: ScanCost, *, has_index: bool, recorded_index: str) -> Finding:
    """`recorded_index`: install's record of the index on the owner of items; the service relies on it."""
    table, rows = candidate.table, candidate.rows
    if has_index and recorded_index == "no":
        return advice(text("doctor.indexes.unused", table=table, rows=rows), _RECORD)
    if has_index:
        return ok(text("doctor.indexes.present", table=table, rows=rows, cost=cost.text))
    remedy = text("doctor.indexes.create", statement=create_index(table))
    if recorded_index == "yes":
        return bad(text("doctor.indexes.gone", table=table, rows=rows, cost=cost.text), remedy)
    values = {"table": table, "rows": rows, "without": candidate.without, "cost": cost.text}
    if cost.seconds < candidate.acceptable_seconds and cost.exact:
        return ok(text("doctor.indexes.needless", **values))
    return advice(text("doctor.indexes.absent", **values), remedy)


def create_index(table: str) -> str:
    """Returns the statement of `sql/indexes.sql` for that table, without its semicolon."""
    statements = split((package_data.sql() / "indexes.sql").read_text(encoding="utf-8"))
    return next(statement for statement in statements if f" ON {table} (" in statement)

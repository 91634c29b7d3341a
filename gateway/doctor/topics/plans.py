"""How the database goes about each statement of the service's: a scan of a large table, or a view that is not merged.

A reader may not EXPLAIN through the views, so an administrator does. Nothing is run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from gateway.database import queries
from gateway.database.database import Connection, DatabaseError, connect
from gateway.database.queries import Block, query
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.game import view_contract

TOPIC: Final = "plans"
LARGE: Final = 1000
"""Rows from which on a scan counts."""
# Nouns whose statements the service does not send on behalf of a visitor.
_APART: Final = frozenset({"doctor", "door", "handover_tables", "install", "items", "privileges"})
_VIEWS: Final = re.compile(rf"\b(?:FROM|JOIN|INTO|UPDATE)\s+({'|'.join(view_contract.CONTRACT)})\b", re.IGNORECASE)
# No such column or table in this schema; a view that is broken, which is told elsewhere.
_NOT_HERE: Final = frozenset({1054, 1146, 1356})
# Query → why it may read the whole of a large table.
KNOWN_SCANS: Final = {
    "stats.accounts": "counts the accounts, once in a while for everybody",
    "characters.of_account": "one at a time, for an account that the snapshot does not know",
    "inventory.of_owners": "one in half a minute for everybody, where no index leads to an owner",
}
# Asked only where an index leads to an owner.
BY_OWNER: Final = frozenset({"inventory.of_owner", "inventory.money"})
_MERGE: Final = "write the view as ALGORITHM = MERGE, without DISTINCT, GROUP BY, UNION, LIMIT or a subquery"

Step = Mapping[str, Any]
EXPLAIN = query("doctor.explain", None)


def asked() -> list[Block]:
    """Every statement of the service's that reads or writes a view of the game."""
    return [
        block
        for name, block in queries.files().items()
        if name.split(".")[0] not in _APART and _VIEWS.search(block.sql)
    ]


async def look(patient: Patient) -> list[Finding]:
    if patient.admin is None:
        patient.left_out.append("the plans of the service's statements (EXPLAIN)")
        return []
    if not patient.answers("game"):
        return []
    middle = await _middle(patient)
    wrong: list[Finding] = []
    plans: dict[str, list[Step]] = {}
    for dsn in patient.admin_dsns:
        connection = await connect(dsn, "admin")
        try:
            for block in asked():
                if block.name not in plans and (plan := await _explained(connection, block, middle)):
                    plans[block.name] = plan
        finally:
            connection.close()
    indexed = await patient.recorded("items_owner_index") == "yes"
    for name, plan in plans.items():
        wrong += judged(name, queries.files()[name].sql, plan, by_owner=indexed)
    return wrong or [ok(TOPIC, f"{len(plans)} statements explained: none scans a large table but where it is known to")]


def judged(name: str, sql: str, plan: Sequence[Step], *, by_owner: bool) -> list[Finding]:
    """What is wrong with the plan of one statement."""
    if name in BY_OWNER and not by_owner:
        return []
    # Servers tell the rows either where the heap is made or where it is read.
    heaps = [step for step in plan if str(step["table"]).startswith("<derived") or step["select_type"] == "DERIVED"]
    if (heap := max((_rows(step) for step in heaps), default=0)) > LARGE:
        told = f"{name}: a view is not merged, so {heap:,} rows are put together for each question"
        return [bad(TOPIC, told, _MERGE)]
    scanned = [step for step in plan if step["type"] in {"ALL", "index"} and _rows(step) > LARGE]
    if not scanned or name in KNOWN_SCANS or _stops_early(sql, plan):
        return []
    names = ", ".join(sorted({f"{step['table']} ({_rows(step):,} rows)" for step in scanned}))
    told = f"{name}: reads the whole of {names} each time"
    return [advice(TOPIC, told, "let the view pass its key through bare, and let that column have an index")]


def _rows(step: Step) -> int:
    return int(step["rows"] or 0)


def _stops_early(sql: str, plan: Sequence[Step]) -> bool:
    """A walk along a key that a LIMIT ends is a range, not a scan."""
    walked = all(step["type"] != "ALL" and "filesort" not in (step["Extra"] or "") for step in plan)
    return walked and re.search(r"\bLIMIT\b", sql) is not None


async def _middle(patient: Patient) -> int:
    if "characters" in patient.report.broken:
        return 1
    rows = (await patient.large.characters()).rows
    return rows[len(rows) // 2].id if rows else 1


async def _explained(connection: Connection, block: Block, middle: int) -> list[Step]:
    """The plan; empty for a statement about what is not in this schema."""
    try:
        result = await connection.execute(f"{EXPLAIN.sql} {block.sql}", sample(block, middle))
    except DatabaseError as error:
        if error.code in _NOT_HERE:
            return []
        raise
    return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


def sample(block: Block, middle: int) -> dict[str, object]:
    """Arguments as the service gives them; `middle`: the id of a character amid the others."""

    def value(name: str) -> object:
        if re.search(rf"\bIN\s+%\({name}\)s", block.sql, re.IGNORECASE):
            return ("nobody", "noone") if name in {"logins", "accounts", "names"} else (middle, middle + 1)
        if name in {"login", "account", "name", "email", "password", "old"}:
            return "nobody"
        if name == "day":
            return date(2025, 1, 1)
        return 50 if name in {"count", "limit"} else middle if name in {"after", "id", "character_id"} else 1

    return {name: value(name) for name in block.args}

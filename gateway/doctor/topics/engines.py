"""Which engine keeps the game's tables, and what it means for who reads them: measured on one range of the snapshot."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Final

from gateway.doctor import base_tables
from gateway.doctor.base_tables import Table
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, ok
from gateway.features.rankings.game_reader import BEFORE_ALL, CHARACTERS

TOPIC: Final = "engines"
_NAMED: Final = 6
_SLOW: Final = (
    "nothing has to be done. If the game's writes are slow, lower rankings.range_rows; or stop the game, make a "
    "backup, ask who made the pack, and turn the large tables into InnoDB (ALTER TABLE … ENGINE = InnoDB)"
)


async def look(patient: Patient) -> list[Finding]:
    if not patient.answers("game"):
        return []
    held, rows = await _range(patient)
    if patient.admin is None:
        patient.left_out.append("engines of the game's tables")
        told = f"one range of the snapshot ({rows:,} characters) took {held * 1000:,.1f} ms"
        return [ok(TOPIC, told)] if rows else []
    found = dict((await base_tables.of(patient.admin, patient.db.game.dsn.schema)).tables)
    if patient.login_admin:
        found |= (await base_tables.of(patient.login_admin, patient.db.auth.dsn.schema)).tables
    return judged(found.values(), held, rows) if found else []


async def _range(patient: Patient) -> tuple[float, int]:
    """Seconds and rows of what the service reads each minute: one range by primary key."""
    if "characters" in patient.report.broken:
        return 0.0, 0
    count = patient.settings.rankings.range_rows
    began = time.monotonic()
    rows = await patient.db.game.read(CHARACTERS, after=BEFORE_ALL, count=min(count, patient.db.game.limits.rows))
    return time.monotonic() - began, len(rows)


def judged(tables: Collection[Table], held: float, rows: int) -> list[Finding]:
    """`held`: seconds that one range of the snapshot of `rows` characters took."""
    waiting = sorted((table for table in tables if table.waits), key=lambda table: -table.total)
    measured = f"one range of the snapshot ({rows:,} characters) took {held * 1000:,.1f} ms"
    if not waiting:
        return [
            ok(
                TOPIC,
                f"all {len(tables)} tables that the views read are InnoDB: a read keeps nobody waiting; {measured}",
            )
        ]
    engines = ", ".join(sorted({table.engine for table in waiting}))
    names = ", ".join(f"{table.name} ({table.total:,} rows)" for table in waiting[:_NAMED])
    more = f" and {len(waiting) - _NAMED} more" if len(waiting) > _NAMED else ""
    told = (
        f"{len(waiting)} of {len(tables)} tables that the views read are {engines}: {names}{more}. A read locks such a "
        f"table, and the game's writes wait until it ends. So the gateway reads ranges by key; {measured}"
    )
    return [advice(TOPIC, told, _SLOW)]

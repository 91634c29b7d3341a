"""Tables of an engine whose readers make the game's writes wait, and the time that one read of the snapshot takes."""

import time
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.world_snapshot.game_reader import BEFORE_ALL, CHARACTERS

_MAX_NAMES: Final = 6
_REMEDY: Final = (
    "nothing, unless the game's writes are slow: then stop the game, make a backup and turn the "
    "large tables into InnoDB (ALTER TABLE … ENGINE = InnoDB)"
)


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("game") or "characters" in context.report.broken_views:
        return []
    game = context.db.game
    started_at = time.monotonic()
    rows = await game.read(
        CHARACTERS, after=BEFORE_ALL, count=min(context.settings.rankings.snapshot_batch_rows, game.limits.rows)
    )
    text = f"one read of the snapshot ({len(rows):,} characters) took {(time.monotonic() - started_at) * 1000:,.1f} ms"
    tables = [table for table in context.tables.read_by(context.tables.views) if table.engine]
    if not tables:
        return [ok(text)]
    locking_tables = sorted((table for table in tables if table.locks_writers), key=lambda table: -table.rows)
    if not locking_tables:
        return [ok(f"all {len(tables)} tables that the views read are InnoDB: reads lock nothing; {text}")]
    names = ", ".join(f"{table.name} ({table.engine}, {table.rows:,} rows)" for table in locking_tables[:_MAX_NAMES])
    more = f" and {len(locking_tables) - _MAX_NAMES} more" if len(locking_tables) > _MAX_NAMES else ""
    locks = f"reads of {names}{more} lock the table, and the game's writes wait until they end"
    return [advice(f"{locks}. The gateway reads short ranges by key: {text}", _REMEDY)]

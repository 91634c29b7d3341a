"""Tables of an engine whose readers make the game's writes wait, and the time that one read of the snapshot takes."""

import time
from typing import Final

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.texts import text
from gateway.world_snapshot.game_reader import BEFORE_ALL, CHARACTERS

_MAX_NAMES: Final = 6


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("game") or "characters" in context.report.broken_views:
        return []
    game = context.db.game
    started_at = time.monotonic()
    rows = await game.read(
        CHARACTERS, after=BEFORE_ALL, count=min(context.settings.rankings.snapshot_batch_rows, game.limits.rows)
    )
    ms = (time.monotonic() - started_at) * 1000
    read = text("doctor.engines.read", characters=len(rows), ms=ms)
    tables = [table for table in context.tables.read_by(context.tables.views) if table.engine]
    if not tables:
        return [ok(read)]
    locking_tables = sorted((table for table in tables if table.locks_writers), key=lambda table: -table.rows)
    if not locking_tables:
        return [ok(text("doctor.engines.innodb", tables=len(tables), read=read))]
    names = ", ".join(f"{table.name} ({table.engine}, {table.rows:,} rows)" for table in locking_tables[:_MAX_NAMES])
    more = len(locking_tables) - _MAX_NAMES
    locking = text("doctor.engines.locking", names=names, read=read)
    locking_more = text("doctor.engines.locking_more", names=names, more=more, read=read)
    return [advice(locking_more if more > 0 else locking, text("doctor.engines.locking_do"))]

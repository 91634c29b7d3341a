"""The recorder is killed in the middle of its writes: no day is missing, none is counted twice."""

import asyncio
import random
import signal
import sys
from contextlib import suppress
from datetime import UTC

import pytest

from fixtures import site_schema
from fixtures.processes import end_with_parent
from gateway.extras.history import storage
from gateway.extras.history.repository import character_points
from gateway.tests.extras.support.history_crash import HEROES, HOURS, kills, moment
from gateway.tests.support.crash_tests import SCALE, SEED
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.history_data import FIRST_DAY

pytestmark = pytest.mark.faults

MAX_WRITES = 40
"""Those of some days; a kill after each of them is as likely."""
NEVER = 0
KILLS = max(6, 2 * SCALE)
CHECKED_HEROES = range(0, HEROES, 97)
ROWS = ask("SELECT COUNT(*) FROM character_days")


async def play(dsn: str, step: int, attempt: int, writes: int, steps: int = 10**6) -> int:
    """Plays from a step on until the process has killed itself after `writes` writes, or has done `steps` steps.
    Returns the next step."""
    process = await asyncio.create_subprocess_exec(
        *(
            sys.executable,
            "-m",
            "gateway.tests.extras.support.history_crash",
            dsn,
            str(step),
            str(attempt),
            str(writes),
        ),
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=end_with_parent(signal.SIGKILL),
    )
    assert process.stdout
    last = step + steps
    while step < last and (line := await process.stdout.readline()):
        step = _next_step(line, step)
    with suppress(ProcessLookupError):
        process.kill()
    for line in (await process.stdout.read()).splitlines(keepends=True):
        step = _next_step(line, step)
    await process.wait()
    return step


def _next_step(line: bytes, step: int) -> int:
    """Returns the step after the one that a line names; other lines are of the log."""
    return int(line.split()[1]) + 1 if line.startswith(b"step ") and line.endswith(b"\n") else step


@pytest.mark.timeout(600)
async def test_killed_recorder_misses_no_day_and_doubles_none(mariadb: Server) -> None:
    chance, step, attempt = random.Random(SEED), 0, 0
    dsn = await site_schema.create(mariadb)
    for _ in range(KILLS):
        next_step = await play(dsn, step, attempt, chance.randint(1, MAX_WRITES))
        step, attempt = next_step, attempt + 1 if next_step == step else 1
    steps = 2 * len(HOURS) - step % len(HOURS)
    step, first_step = await play(dsn, step, attempt, NEVER, steps), step
    assert step >= first_step + steps
    days = range((step - 1) // len(HOURS))
    async with site_schema.connect(dsn) as site:
        closed = {row.day: row for row in await site.read(storage.DAYS) if row.is_complete}
        assert list(closed) == [FIRST_DAY + day for day in days]
        assert {row.is_late for row in closed.values()} == {0}
        for number in CHECKED_HEROES:
            points = await character_points(site, 1 + number, UTC, moment(step - 1, 0))
            recorded_kills = {point.day - FIRST_DAY: point.pvp_kills for point in points[1:] if point.day in closed}
            changed_days = [day for day in days if kills(day, number) != kills(day - 1, number)]
            expected = {day: kills(day, number) for day in changed_days}
            assert recorded_kills == expected, f"PvP kills of character {number} by day"
        rows = await site.one(ROWS)
        assert rows
        assert rows.value == sum(
            kills(day, number) != kills(day - 1, number) for day in days for number in range(HEROES)
        )

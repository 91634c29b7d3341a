"""Plays days of a world to a recorder in a process of its own, which is killed; prints each recorded step."""

import asyncio
import os
import signal
import sys
from datetime import UTC
from typing import Any

from fixtures import site_schema
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database
from gateway.extras.history.recorder import HistoryRecorder
from gateway.tests.support.history_data import DAY, FIRST_DAY, Hero, snapshot_of

HEROES = 1200
"""More than two batches."""
HOURS = (0, 12, 18)
"""Moments of the snapshots of a day; values change at noon alone, so a repeated close has the same values."""


def kills(day: int, hero: int) -> int:
    """At the close of the day. A third of the heroes fights every day."""
    return sum(1 + past % 5 for past in range(day + 1) if (hero + past) % 3 == 0)


def heroes(step: int) -> list[Hero]:
    day, part = divmod(step, len(HOURS))
    return [Hero(1 + number, pvp=kills(day if part else day - 1, number)) for number in range(HEROES)]


def moment(step: int, attempt: int) -> float:
    """A killed snapshot is followed by a later one."""
    day, part = divmod(step, len(HOURS))
    return (FIRST_DAY + day) * DAY + HOURS[part] * 3600 + 30 + attempt


class KilledDatabase(Database):
    """Ends its process like `kill -9`, as soon as a number of writes has been done."""

    writes_left = 0

    async def write(self, *arguments: Any, **values: Any) -> int:
        result = await super().write(*arguments, **values)
        self.writes_left -= 1
        if not self.writes_left:
            os.kill(os.getpid(), signal.SIGKILL)
        return result


async def _play(dsn: str, step: int, attempt: int, writes: int) -> None:
    site = KilledDatabase("site", parse_dsn(dsn), site_schema.LIMITS)
    site.writes_left = writes
    recorder = HistoryRecorder(site, UTC, rows_per_second=1_000_000)
    key = await recorder.account_key()
    while True:
        await recorder.record(snapshot_of(key, moment(step, attempt), heroes(step)))
        print("step", step, flush=True)
        step, attempt = step + 1, 0


if __name__ == "__main__":
    asyncio.run(_play(sys.argv[1], *map(int, sys.argv[2:])))

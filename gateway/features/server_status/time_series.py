"""Samples in the site schema, which no game records: players online by the minute, characters by the day.

All writes are idempotent.
"""

from collections.abc import AsyncIterator, Collection
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Protocol

import msgspec
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query

DAY_SECONDS = 24 * 3600
STEP_SECONDS = 600
CHARACTER_RETENTION = timedelta(days=400)
BATCH_ROWS = 500
"""Rows that one statement reads, writes or deletes at most."""


class HistoryPoint(Struct, frozen=True):
    """Maximum of online players in the ten minutes from `at`; the maximum, so that the chart shows the peak.

    `day_before`: the same 24 hours earlier; null without samples.
    """

    at: datetime
    online_players: int
    day_before: int | None


class HistoryRow(Struct, frozen=True):
    bucket_start: int
    online_players: int


class LoginRow(Struct, frozen=True):
    login: str


class CharacterSample(Struct, frozen=True):
    character_id: int
    account_name: str
    level: int
    exp: int
    pvp_kills: int
    pk_kills: int


HISTORY = query("time_series.history", HistoryRow)
ACCOUNTS = query("time_series.accounts", LoginRow)
CHARACTERS = query("time_series.characters", CharacterSample)
ADD_CHARACTERS = query("time_series.add_characters", None)
PRUNE_CHARACTERS = query("time_series.prune_characters", None)


async def history(site: Database, now: float) -> list[HistoryPoint]:
    """Returns the last 24 hours, one point per ten minutes with samples, oldest first."""
    first = int(now) - DAY_SECONDS
    first += STEP_SECONDS - first % STEP_SECONDS
    rows = await site.read(HISTORY, since=first - DAY_SECONDS, step=STEP_SECONDS)
    players = {row.bucket_start: row.online_players for row in rows}
    return [
        HistoryPoint(datetime.fromtimestamp(start, UTC), count, players.get(start - DAY_SECONDS))
        for start, count in players.items()
        if start >= first
    ]


class CharacterIds(Protocol):
    """Maps an account to the ids of its characters; the ids may include characters of other accounts."""

    def get(self, account: str, default: Collection[int], /) -> Collection[int]: ...


async def add_characters(
    game: Database, site: Database, ids_of: CharacterIds, day: datetime, newcomers_since: int = 0
) -> int:
    """Samples the current characters of all accounts that have logged in here, under `day` (UTC). Returns the count.

    `newcomers_since` (epoch seconds) restricts it to accounts with their first login at that time or later. Characters
    are read by key, in batches.
    """
    count = 0
    async for logins in _accounts(site, newcomers_since):
        ids = iter(sorted({character for login in logins for character in ids_of.get(login, ())}))
        while batch := list(islice(ids, BATCH_ROWS)):
            rows = [
                msgspec.structs.replace(row, account_name=row.account_name.lower())
                for row in await game.read(CHARACTERS, ids=batch)
                if row.account_name.lower() in logins
            ]
            await site.write(ADD_CHARACTERS, day=day.date(), characters=msgspec.json.encode(rows).decode())
            count += len(rows)
    return count


async def _accounts(site: Database, since: int) -> AsyncIterator[set[str]]:
    last = ""
    while rows := await site.read(ACCOUNTS, since=since, after=last, count=BATCH_ROWS):
        yield {row.login for row in rows}
        last = rows[-1].login


async def prune(site: Database, now: datetime) -> int:
    """Deletes samples of characters past their retention in batches. Returns the number of deleted rows."""
    total = 0
    while deleted := await site.write(PRUNE_CHARACTERS, before=(now - CHARACTER_RETENTION).date(), count=BATCH_ROWS):
        total += deleted
    return total

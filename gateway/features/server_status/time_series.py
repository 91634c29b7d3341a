"""What the gateway remembers itself, since no game does: players online by the minute, characters by the day.

Every write here may be repeated without harm.
"""

from collections.abc import AsyncIterator, Collection
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Protocol

import msgspec
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.server_status.status import PEAK, Peak

HISTORY_SECONDS = 24 * 3600
STEP_SECONDS = 600
KEEP_STATUS = timedelta(days=90)
KEEP_CHARACTERS = timedelta(days=400)
RANGE = 500
"""Rows that one statement reads, writes or deletes."""


class HistoryPoint(Struct, frozen=True):
    """The most players seen in the ten minutes that begin at `at`; the most, so that the chart reaches its own peak."""

    at: datetime
    online_players: int


class Slot(Struct, frozen=True):
    slot: int
    online_players: int


class Account(Struct, frozen=True):
    login: str


class Character(Struct, frozen=True):
    character_id: int
    account_name: str
    level: int
    exp: int
    pvp_kills: int
    pk_kills: int


ADD_STATUS = query("samples.add_status", None)
HISTORY = query("samples.history", Slot)
PRUNE_STATUS = query("samples.prune_status", None)
ACCOUNTS = query("samples.accounts", Account)
CHARACTERS = query("samples.characters", Character)
ADD_CHARACTERS = query("samples.add_characters", None)
PRUNE_CHARACTERS = query("samples.prune_characters", None)


async def peak(site: Database) -> Peak | None:
    """The highest count of players ever sampled, and when; None before the first sample."""
    return await site.one(PEAK)


async def history(site: Database, now: float) -> list[HistoryPoint]:
    """The last 24 hours, one point per ten minutes that have samples, oldest first."""
    first = int(now) - HISTORY_SECONDS
    found = await site.read(HISTORY, since=first - first % STEP_SECONDS + STEP_SECONDS, step=STEP_SECONDS)
    return [HistoryPoint(datetime.fromtimestamp(each.slot, UTC), each.online_players) for each in found]


async def add_status(site: Database, at: int, online: bool, online_players: int) -> None:
    """Keeps the first sample that is given for a moment (epoch seconds)."""
    await site.write(ADD_STATUS, at=at, online=int(online), online_players=online_players)


class CharacterIds(Protocol):
    """Account's name to the ids of its characters, and perhaps of somebody else's."""

    def get(self, account: str, default: Collection[int], /) -> Collection[int]: ...


async def add_characters(
    game: Database, site: Database, ids_of: CharacterIds, day: datetime, newcomers_since: int = 0
) -> int:
    """Samples the characters of everybody who has logged in here, as they are now, under the day (UTC). Says how many.

    Only of those whose first login was at `newcomers_since` (epoch seconds) or later, where it is given. They are read
    by key, in ranges.
    """
    count = 0
    async for logins in _accounts(site, newcomers_since):
        ids = iter(sorted({character for login in logins for character in ids_of.get(login, ())}))
        while part := list(islice(ids, RANGE)):
            rows = [
                msgspec.structs.replace(row, account_name=row.account_name.lower())
                for row in await game.read(CHARACTERS, ids=part)
                if row.account_name.lower() in logins
            ]
            await site.write(ADD_CHARACTERS, day=day.date(), characters=msgspec.json.encode(rows).decode())
            count += len(rows)
    return count


async def _accounts(site: Database, since: int) -> AsyncIterator[set[str]]:
    last = ""
    while rows := await site.read(ACCOUNTS, since=since, after=last, count=RANGE):
        yield {row.login for row in rows}
        last = rows[-1].login


async def prune(site: Database, now: datetime) -> int:
    """Deletes what is too old, a range at a time; the highest count ever seen stays. Says how many rows went."""
    top = await peak(site)
    status = {"before": int((now - KEEP_STATUS).timestamp()), "peak_at": top.at if top else 0}
    gone = 0
    while deleted := await site.write(PRUNE_STATUS, **status, count=RANGE):
        gone += deleted
    while deleted := await site.write(PRUNE_CHARACTERS, before=(now - KEEP_CHARACTERS).date(), count=RANGE):
        gone += deleted
    return gone

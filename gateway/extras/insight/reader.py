"""Reads the data behind the insight page from the site schema, at most every ten minutes. Only the names of a page come
from the game's database.

The minutes of play are read once for each closed day of the history, in ranges of the primary key.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from typing import Final

import numpy as np
from msgspec import Struct

from gateway.config.site_days import date_of, day_of, start_of
from gateway.database.database import Database
from gateway.database.installation import site_days
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.extras.economy.repository import Owner, owners_of
from gateway.extras.history import storage
from gateway.extras.insight.activity import READ_DAYS, AccountActivity, ActivityCollector, Band, PlayedRow
from gateway.extras.insight.cohorts import NewAccount, RegisteredRow, SaleRow, Sales, first_week, new_accounts
from gateway.extras.population.repository import AVERAGES, AverageCount
from gateway.world_snapshot.account_index import AccountHash

FRESH_SECONDS: Final = 600
PUNCH_DAYS: Final = 28
_STEP_SECONDS: Final = 900
"""Time zones differ from UTC by quarters of an hour."""
_ROWS: Final = 1000

PunchCard = list[list[float | None]]
"""Weekday from Monday → hour → average count of players; None: nothing was counted."""


class InsightData(Struct, frozen=True, kw_only=True):
    """`until`: the last closed day of the history; 0: none yet. `first_week`: the first Monday that is shown."""

    read_at: float
    until: int
    first_week: int
    accounts: Sequence[NewAccount]
    sales: Sales
    activity: AccountActivity
    punch_card: PunchCard


class AbsentAccount(Struct, frozen=True, kw_only=True):
    """An account that was active and is not. `account`: null if the game does not have its main character any more.

    `index`: on the last day. `last_bought`: null without a purchase, and without the permission to read money.
    """

    account: str | None
    character_name: str | None
    level: int | None
    index: float
    last_day: date
    days_absent: int
    last_bought: datetime | None


class BandAccount(Struct, frozen=True, kw_only=True):
    """`account`, `character_name`, `level`: of the main character; null if the game does not have it any more.

    `index`, `week_before`: now, and a week before. `last_day`: on which the account played.
    """

    account: str | None
    character_name: str | None
    level: int | None
    index: float
    week_before: float
    last_day: date | None


class _Day(Struct, frozen=True):
    day: int


class _Purchase(Struct, frozen=True):
    account: str
    at: int


LAST_DAY = query("admin_insight.last_day", _Day)
PLAY_TIMES = query("admin_insight.played_minutes", PlayedRow)
REGISTRATIONS = query("admin_insight.registrations", RegisteredRow)
SALES = query("admin_insight.sales", SaleRow)
LAST_PURCHASES = query("admin_insight.last_purchases", _Purchase)


class InsightReader:
    def __init__(self, site: Database, game: Database, zone: tzinfo, weekly_minutes: int) -> None:
        """`weekly_minutes`: T of the activity index."""
        self._site = site
        self._game = game
        self._zone = zone
        self.weekly_minutes = weekly_minutes
        self._data: InsightData | None = None
        self._reading: asyncio.Task[InsightData] | None = None

    async def data(self) -> InsightData:
        """Returns the last reading, or a new one if that is too old. Raises DatabaseUnavailable.

        Requests share one reading. It goes on when a proxy ends a request, and the next request gets it.
        """
        if self._data and time.time() - self._data.read_at <= FRESH_SECONDS:
            return self._data
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._refresh())
        return await asyncio.shield(self._reading)

    async def _refresh(self) -> InsightData:
        self._data = await self._read()
        return self._data

    async def absent(self, days: int, count: int, *, with_money: bool) -> tuple[int, list[AbsentAccount]]:
        """Returns the number of regular accounts that have been absent for so many days, and the most active of them.

        Raises DatabaseUnavailable.
        """
        data = await self.data()
        activity = data.activity
        places = activity.absent(data.until, days)
        page_places = places[:count].tolist()
        owners = await self._owners([int(activity.character[place]) for place in page_places])
        logins = [owner.account.lower() for owner in owners.values()] if with_money else []
        purchase_times = await self._purchases(logins)
        return places.size, [_absent_account(data, place, owners, purchase_times) for place in page_places]

    async def in_band(self, band: Band, count: int) -> tuple[int, list[BandAccount]]:
        """Returns the number of accounts of a band, and the most active of them. Raises DatabaseUnavailable."""
        data = await self.data()
        places = data.activity.in_band(band)
        page_places = places[:count].tolist()
        owners = await self._owners([int(data.activity.character[place]) for place in page_places])
        return places.size, [_band_account(data, place, owners) for place in page_places]

    async def _owners(self, ids: list[int]) -> dict[int, Owner]:
        """Returns the characters by id, read by the primary key."""
        owners: dict[int, Owner] = {}
        for first in range(0, len(ids), _ROWS):
            characters, _ = await owners_of(self._game, ids[first : first + _ROWS])
            owners |= {row.character_id: row for row in characters}
        return owners

    async def _purchases(self, logins: list[str]) -> dict[str, int]:
        purchase_times: dict[str, int] = {}
        for first in range(0, len(logins), _ROWS):
            rows = await self._site.read(LAST_PURCHASES, accounts=logins[first : first + _ROWS])
            purchase_times |= {row.account: row.at for row in rows}
        return purchase_times

    async def _read(self) -> InsightData:
        now = time.time()
        last = await self._site.one(LAST_DAY)
        days = await site_days(self._site, self._zone)
        until, first = last.day if last else 0, first_week(days.day_of(now))
        since = int(days.start_of(first))
        activity = await self._activity(until)
        registrations = await self._registrations(since)
        account_hash = AccountHash(await storage.account_key(self._site))

        def accounts_of() -> list[NewAccount]:
            last_days = activity.last_days_of(account_hash([row.login for row in registrations]))
            return new_accounts(registrations, last_days.tolist(), days)

        accounts = await asyncio.to_thread(accounts_of)
        return InsightData(
            read_at=now,
            until=until,
            first_week=first,
            accounts=accounts,
            sales=await self._sales(since),
            activity=activity,
            punch_card=await self._punch_card(now),
        )

    async def _activity(self, until: int) -> AccountActivity:
        if self._data and self._data.until == until:
            return self._data.activity
        collector, last_id = ActivityCollector(), 0
        while rows := await self._site.read(PLAY_TIMES, after=last_id, since=until - READ_DAYS, count=_ROWS):
            last_id = rows[-1].character_id
            await asyncio.to_thread(collector.add, rows)
        return await asyncio.to_thread(collector.result, until, self.weekly_minutes)

    async def _registrations(self, since: int) -> list[RegisteredRow]:
        registrations: list[RegisteredRow] = []
        while rows := await self._site.read(REGISTRATIONS, after=_last(registrations), since=since, count=_ROWS):
            registrations += rows
        return registrations

    async def _sales(self, since: int) -> Sales:
        sales, last_id = defaultdict[str, list[SaleRow]](list), 0
        while rows := await self._site.read(SALES, after=last_id, since=since, count=_ROWS):
            last_id = rows[-1].id
            for row in rows:
                sales[row.account].append(row)
        return sales

    async def _punch_card(self, now: float) -> PunchCard:
        today = day_of(now, self._zone)
        since = int(start_of(today - PUNCH_DAYS, self._zone))
        return punch_card(await self._site.read(AVERAGES, since=since, step=_STEP_SECONDS), self._zone)


def punch_card(counts: Sequence[AverageCount], zone: tzinfo) -> PunchCard:
    sums, minutes = np.zeros((7, 24)), np.zeros((7, 24))
    for count in counts:
        at = datetime.fromtimestamp(count.bucket_start, zone)
        sums[at.weekday(), at.hour] += count.players
        minutes[at.weekday(), at.hour] += count.minutes
    return [
        [float(total / duration) if duration else None for total, duration in zip(*hours, strict=True)]
        for hours in zip(sums, minutes, strict=True)
    ]


def _last(rows: Sequence[RegisteredRow]) -> str:
    return rows[-1].login if rows else ""


def _band_account(data: InsightData, place: int, owners: dict[int, Owner]) -> BandAccount:
    activity = data.activity
    owner, last_day = owners.get(int(activity.character[place])), int(activity.last_day[place])
    return BandAccount(
        account=owner.account.lower() if owner else None,
        character_name=owner.name if owner else None,
        level=owner.level if owner else None,
        index=round(float(activity.index[place]), 2),
        week_before=round(float(activity.index_before[place]), 2),
        last_day=date_of(last_day) if last_day else None,
    )


def _absent_account(
    data: InsightData, place: int, owners: dict[int, Owner], purchase_times: dict[str, int]
) -> AbsentAccount:
    activity = data.activity
    owner, last_day = owners.get(int(activity.character[place])), int(activity.last_day[place])
    at = purchase_times.get(owner.account.lower()) if owner else None
    return AbsentAccount(
        account=owner.account.lower() if owner else None,
        character_name=owner.name if owner else None,
        level=owner.level if owner else None,
        index=round(float(activity.index_at_last[place]), 2),
        last_day=date_of(last_day),
        days_absent=data.until - last_day,
        last_bought=to_datetime(at),
    )

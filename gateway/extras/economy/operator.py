"""GET /api/admin/economy: the last nightly count, Adena over 60 nights, largest stacks, and alarms."""

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Annotated, Final, Literal

from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from gateway.administration.changes import Change, ChangeForm, ChangeResult
from gateway.administration.needs import Need, OpenAlarm
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.config.settings import Settings
from gateway.config.site_days import date_of, start_of
from gateway.database.database import Database, Databases, DatabaseUnavailable
from gateway.database.times import to_datetime
from gateway.extras.economy.alarms import BASELINE_DAYS, AlarmKind, baseline_of, usual_range
from gateway.extras.economy.counts import BAND_ENDS, EconomyCounts, amount_of
from gateway.extras.economy.repository import (
    ACKNOWLEDGE,
    LOCK_ALARM,
    CountedDay,
    DayAmount,
    StoredAlarm,
    StoredItem,
    owners_of,
)
from gateway.extras.economy.settings import EconomySettings
from gateway.features.items.catalogue import Catalogue, item_name
from gateway.features.operators import operator_log
from gateway.game.items import ADENA, Grade
from gateway.http.errors import NotFound
from gateway.registration.extra import Parts

_NIGHTS: Final = 60
_STACKS: Final = 20
_ALARMS: Final = 200
_OPEN_ALARMS: Final = 50
_ROWS: Final = 100
_ACKNOWLEDGED_DAYS: Final = 14

ItemSort = Literal["amount", "growth", "largest", "enchant"]
ItemFilter = Annotated[str, QueryParameter(max_length=60)]
SortBy = Annotated[ItemSort, QueryParameter()]


class EconomyItem(Struct, frozen=True):
    id: int
    name: str
    grade: Grade


class EconomyOwner(Struct, frozen=True):
    """A character, or a clan, which has no account. `name`: null for an owner that the game does not have any more."""

    id: int
    name: str | None
    account: str | None
    level: int | None


class ItemCount(Struct, frozen=True, kw_only=True):
    """The last count. `database_share`: the part of its duration in which the game's database worked. `gini`: of the
    Adena of all holders, from 0 (all have the same) to 1; null in a count without Adena."""

    day: date
    counted_at: datetime
    objects: int
    duration_seconds: float
    database_share: float
    longest_range_ms: float
    gini: float | None


class EconomyAlarm(Struct, frozen=True, kw_only=True):
    """`limit`: the bound that `value` passes. Open while `acknowledged_at` is null. `owner`: null for all of an item.

    `other_owner`: the holder of an identical stack.
    """

    id: int
    kind: AlarmKind
    item: EconomyItem
    owner: EconomyOwner | None
    other_owner: EconomyOwner | None
    value: int
    limit: int
    first_day: date
    last_day: date
    acknowledged_at: datetime | None
    acknowledged_by: str | None
    reason: str | None


class SupplyNight(Struct, frozen=True):
    """`low` and `high`: bounds of the usual amount by the 28 nights before; null after fewer than 14."""

    day: date
    amount: int
    low: int | None
    high: int | None


class AdenaBand(Struct, frozen=True, kw_only=True):
    """`from_level` 0: clans and unranked characters. `month_before`: the amount of 28 nights before."""

    from_level: int
    to_level: int | None
    holders: int
    amount: int
    month_before: int | None
    largest: int
    owner: EconomyOwner | None


class LargestStack(Struct, frozen=True):
    item: EconomyItem
    owner: EconomyOwner
    amount: int


class EconomyReport(Struct, frozen=True, kw_only=True):
    """`enabled` and `hour`: settings of the count. `stacks`: the largest of each item."""

    enabled: bool
    hour: int
    count: ItemCount | None
    alarms: list[EconomyAlarm]
    adena: list[SupplyNight]
    bands: list[AdenaBand]
    stacks: list[LargestStack]


class CountedItem(Struct, frozen=True, kw_only=True):
    """`night_before`, `month_before`: amounts of earlier counts; null without one. `owner`: of the largest stack."""

    item: EconomyItem
    amount: int
    night_before: int | None
    month_before: int | None
    holders: int
    largest: int
    owner: EconomyOwner | None
    highest_enchant: int


class CountedItems(Struct, frozen=True):
    """`total`: items that match; `data` has the first of them."""

    total: int
    data: list[CountedItem]


class EconomyReader:
    def __init__(self, counts: EconomyCounts, game: Database, catalogue: Catalogue, settings: Settings) -> None:
        self._zone = settings.server.zone
        self._counts = counts
        self._store = counts.store
        self._game = game
        self._catalogue, self._settings = catalogue, settings.of(EconomySettings)

    async def needs(self, _now: int) -> list[Need]:
        """Open alarms."""
        return [self._need(alarm) for alarm in await self._store.open_alarms(_OPEN_ALARMS)]

    def _need(self, alarm: StoredAlarm) -> Need:
        item = item_name(self._catalogue, alarm.item_id)
        since = int(start_of(alarm.first_day, self._zone))
        facts = OpenAlarm(alarm.kind, item, value=alarm.value, limit=alarm.limit_value)
        return Need(kind="economy_alarm", subject=f"alarm:{alarm.id}", since=since, alarm=facts)

    async def report(self) -> EconomyReport:
        """Raises DatabaseUnavailable if the site schema cannot be read."""
        last = await self._store.last_day()
        day = last.day if last else 0
        alarms, amounts, bands, items = await asyncio.gather(
            self._store.alarms(max(0, day - _ACKNOWLEDGED_DAYS), _ALARMS),
            self._store.amounts_of(ADENA, max(0, day - _NIGHTS - BASELINE_DAYS)),
            self._counts.bands(day),
            self._counts.items(day),
        )
        largest = sorted(items.values(), key=lambda row: -row.largest)[:_STACKS]
        rows, month_amounts = bands
        owners = await self._owners(
            {owner for alarm in alarms for owner in (alarm.owner_id, alarm.other_owner_id)}
            | {row.largest_owner for row in largest}
            | {row.largest_owner for row in rows}
        )
        return EconomyReport(
            enabled=self._settings.enabled,
            hour=self._settings.hour,
            count=_count(last) if last else None,
            alarms=[self._alarm(alarm, owners) for alarm in alarms],
            adena=_nights(amounts, day),
            bands=[
                AdenaBand(
                    from_level=row.band,
                    to_level=BAND_ENDS.get(row.band),
                    holders=row.holders,
                    amount=row.amount,
                    month_before=month_amounts.get(row.band),
                    largest=row.largest,
                    owner=owners.get(row.largest_owner),
                )
                for row in rows
            ],
            stacks=[
                LargestStack(self._item(row.item_id), owners[row.largest_owner], row.largest)
                for row in largest
                if row.largest_owner in owners
            ],
        )

    async def items(self, text: str, sort: ItemSort) -> CountedItems:
        last = await self._store.last_day()
        day = last.day if last else 0
        counts = self._counts
        days = day, await counts.day_before(day), await counts.day_before(day, BASELINE_DAYS)
        rows, night, month = await asyncio.gather(*map(counts.items, days))
        text = text.strip().casefold()
        matching = [
            row for row in rows.values() if text in (str(row.item_id), "") or text in self._name(row.item_id).casefold()
        ]
        keys: dict[ItemSort, Callable[[StoredItem], float]] = {
            "amount": lambda row: row.amount,
            "growth": lambda row: _growth(row.amount, amount_of(month, row.item_id)),
            "largest": lambda row: row.largest,
            "enchant": lambda row: row.highest_enchant,
        }
        matching.sort(key=lambda row: (-keys[sort](row), row.item_id))
        owners = await self._owners({row.largest_owner for row in matching[:_ROWS]})
        data = [
            CountedItem(
                item=self._item(row.item_id),
                amount=row.amount,
                night_before=amount_of(night, row.item_id) if night else None,
                month_before=amount_of(month, row.item_id) if month else None,
                holders=row.holders,
                largest=row.largest,
                owner=owners.get(row.largest_owner),
                highest_enchant=row.highest_enchant,
            )
            for row in matching[:_ROWS]
        ]
        return CountedItems(len(matching), data)

    async def acknowledge(self, site: Database, id: int, operator: str, reason: str) -> None:
        """Raises NotFound for an alarm that does not wait for an operator."""
        async with site.transaction() as session:
            alarm = await session.one(LOCK_ALARM, id=id)
            if alarm is None or alarm.acknowledged_at is not None:
                raise NotFound
            await session.write(
                ACKNOWLEDGE, id=id, at=int(time.time()), operator=operator, reason=reason, value=alarm.value
            )
            name = f"{self._name(alarm.item_id)}, {alarm.kind}"
            old_values = {"alarm": name, "value": alarm.value, "state": "open"}
            await operator_log.record(
                session, f"alarm:{id}", before=old_values, after={**old_values, "state": "acknowledged"}
            )

    async def _owners(self, ids: Collection[int]) -> dict[int, EconomyOwner]:
        """Returns owners by id; without names while the game's database is down."""
        names: dict[int, EconomyOwner] = {id: EconomyOwner(id, name=None, account=None, level=None) for id in ids if id}
        with suppress(DatabaseUnavailable):
            characters, clans = await owners_of(self._game, list(names))
            names |= {row.clan_id: EconomyOwner(row.clan_id, name=row.name, account=None, level=None) for row in clans}
            names |= {
                row.character_id: EconomyOwner(row.character_id, name=row.name, account=row.account, level=row.level)
                for row in characters
            }
        return names

    def _alarm(self, alarm: StoredAlarm, owners: Mapping[int, EconomyOwner]) -> EconomyAlarm:
        at = alarm.acknowledged_at
        return EconomyAlarm(
            id=alarm.id,
            kind=alarm.kind,
            item=self._item(alarm.item_id),
            owner=owners.get(alarm.owner_id),
            other_owner=owners.get(alarm.other_owner_id),
            value=alarm.value,
            limit=alarm.limit_value,
            first_day=date_of(alarm.first_day),
            last_day=date_of(alarm.last_day),
            acknowledged_at=to_datetime(at),
            acknowledged_by=alarm.acknowledged_by if at is not None else None,
            reason=alarm.reason if at is not None else None,
        )

    def _item(self, item_id: int) -> EconomyItem:
        item = self._catalogue.get(item_id)
        return EconomyItem(item_id, self._name(item_id), item.grade)

    def _name(self, item_id: int) -> str:
        return item_name(self._catalogue, item_id)


def _growth(amount: int, previous_amount: int) -> float:
    return abs(amount - previous_amount) / max(1, previous_amount)


def _count(day: CountedDay) -> ItemCount:
    return ItemCount(
        day=date_of(day.day),
        counted_at=to_datetime(day.counted_at),
        objects=day.objects,
        duration_seconds=day.duration_ms / 1000,
        database_share=day.database_ms / max(1, day.duration_ms),
        longest_range_ms=day.longest_us / 1000,
        gini=day.gini,
    )


def _nights(amounts: Sequence[DayAmount], day: int) -> list[SupplyNight]:
    """Returns the last nights, each with its usual range."""
    nights: list[SupplyNight] = []
    for row in amounts:
        if row.day > day - _NIGHTS:
            baseline_amounts = [
                earlier_row.amount for earlier_row in amounts if row.day - BASELINE_DAYS <= earlier_row.day < row.day
            ]
            low, high = usual_range(len(baseline_amounts), baseline_of(baseline_amounts)) or (None, None)
            nights.append(SupplyNight(date_of(row.day), row.amount, low=low, high=high))
    return nights


def pages(parts: Parts) -> OperatorPages:
    counts, game = parts.get(EconomyCounts), parts.get(Databases).game
    reader = EconomyReader(counts, game, parts.get(Catalogue), parts.get(Settings))

    @get("/api/admin/economy", permission="economy.read")
    async def get_economy(operator: Operator) -> EconomyReport:
        """The last count of the game's items, Adena over 60 nights, and alarms."""
        return await reader.report()

    @get("/api/admin/economy/items", permission="economy.read")
    async def list_counted_items(operator: Operator, text: ItemFilter = "", sort: SortBy = "amount") -> CountedItems:
        """Items of the last count by name or id, with the amounts of the night and of 28 nights before."""
        return await reader.items(text, sort)

    @post("/api/admin/economy/alarms/{alarm_id:int}/acknowledgement", NotFound, permission="economy.acknowledge")
    async def acknowledge_alarm(
        change: Change, alarm_id: Annotated[int, PathParameter(ge=1)], data: JSONBody[ChangeForm]
    ) -> ChangeResult:
        """Acknowledge an alarm: it opens again after a night without it, or when its value has doubled."""

        async def work(joined_site: Database) -> None:
            await reader.acknowledge(joined_site, alarm_id, change.operator.name, data.reason.strip())

        return await change.apply(data, f"alarm:{alarm_id}", work)

    return OperatorPages(routes=[get_economy, list_counted_items, acknowledge_alarm], needs=[reader.needs])

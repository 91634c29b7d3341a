"""The counts in the site schema: parts of the running one, one row per day and item, and alarms."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gateway.database.batches import write_rows
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.extras.economy.alarms import Alarm, AlarmKind, Band, Baseline
from gateway.extras.economy.totals import MAX_ITEM_IDS, ItemRow, Totals
from gateway.registration.feature import SignalCount


class CountCost(Struct, frozen=True):
    """`database_ms`: time of all statements; `longest_us`: of the longest one."""

    duration_ms: int
    database_ms: int
    longest_us: int


class PartRow(Struct, frozen=True):
    part: int
    last_id: int
    duration_ms: int
    database_ms: int
    longest_us: int
    body: bytes


class CountedDay(Struct, frozen=True):
    """`counted_at`: epoch seconds. `objects`: rows of the game's items. `gini`: of the Adena of all holders.

    `top_share`: the part of it that the richest `top_percent` percent have.
    """

    day: int
    counted_at: int
    duration_ms: int
    database_ms: int
    longest_us: int
    objects: int
    gini: float | None = None
    top_percent: int | None = None
    top_share: float | None = None


class StoredItem(Struct, frozen=True):
    item_id: int
    amount: int
    holders: int
    largest: int
    largest_owner: int
    highest_enchant: int


class StoredAlarm(Struct, frozen=True):
    """Open while `acknowledged_at` is null. `owner_id` 0: about all of the item. `other_owner_id`: 0 for none."""

    id: int
    kind: AlarmKind
    item_id: int
    owner_id: int
    other_owner_id: int
    value: int
    limit_value: int
    first_day: int
    last_day: int
    acknowledged_at: int | None
    acknowledged_by: str | None
    reason: str | None


class DayAmount(Struct, frozen=True):
    day: int
    amount: int


class Owner(Struct, frozen=True):
    """A character. `account`: its login."""

    character_id: int
    name: str
    account: str
    level: int


class OwnerClan(Struct, frozen=True):
    clan_id: int
    name: str


class _Day(Struct, frozen=True):
    day: int


class _Nights(Struct, frozen=True):
    nights: int
    latest: int


MAX_DAY: Final = 2**31 - 1
ITEMS: Final = query("economy.items", ItemRow)
OWNERS: Final = query("economy.owners", Owner)
OWNER_CLANS: Final = query("economy.owner_clans", OwnerClan)
LAST_DAY: Final = query("economy.last_day", CountedDay)
IS_COUNTED: Final = query("economy.is_counted", _Day)
NIGHTS: Final = query("economy.nights", _Nights)
PARTS: Final = query("economy.parts", PartRow)
ADD_PART: Final = query("economy.add_part", None)
DELETE_PARTS: Final = query("economy.delete_parts", None)
DELETE_OLD_PARTS: Final = query("economy.delete_old_parts", None)
ADD_DAY: Final = query("economy.add_day", None)
ADD_ITEMS: Final = query("economy.add_items", None)
ADD_BANDS: Final = query("economy.add_bands", None)
ADD_ALARMS: Final = query("economy.add_alarms", None)
BASELINES: Final = query("economy.baselines", Baseline)
ITEMS_OF: Final = query("economy.items_of", StoredItem)
AMOUNTS_OF: Final = query("economy.amounts_of", DayAmount)
BANDS_OF: Final = query("economy.bands_of", Band)
ALARMS: Final = query("economy.alarms", StoredAlarm)
OPEN_ALARMS: Final = query("economy.open_alarms", StoredAlarm)
OPEN_ALARM_COUNT: Final = query("economy.count_open_alarms", SignalCount)
LOCK_ALARM: Final = query("economy.lock_alarm", StoredAlarm)
ACKNOWLEDGE: Final = query("economy.acknowledge", None)
PRUNE: Final = tuple(query(f"economy.prune_{table}", None) for table in ("items", "bands", "days", "alarms"))


class EconomyStore:
    """Reads and writes counts; the rows of all items need a connection with a higher row limit."""

    def __init__(self, site: Database) -> None:
        self.site = site
        self._wide = site.with_limits(replace(site.limits, rows=MAX_ITEM_IDS, connections=1))

    async def close(self) -> None:
        await self._wide.close()

    async def is_counted(self, day: int) -> bool:
        return bool(await self.site.read(IS_COUNTED, day=day))

    async def last_day(self, until: int = MAX_DAY) -> CountedDay | None:
        """Returns the last counted day, `until` included."""
        return await self.site.one(LAST_DAY, until=until)

    async def nights(self, first: int, last: int) -> tuple[int, int]:
        """Returns the number of counted days of the period and the latest one, 0 without any."""
        row = await self.site.one(NIGHTS, first=first, last=last)
        return (row.nights, row.latest) if row else (0, 0)

    async def parts(self, day: int) -> list[PartRow]:
        """Returns the parts of an unfinished count, and deletes those of other days."""
        await self.site.write(DELETE_OLD_PARTS, day=day)
        return await self.site.read(PARTS, day=day)

    async def add_part(self, day: int, part: PartRow) -> None:
        args = msgspec.structs.asdict(part) | {"body": b64encode(part.body).decode()}
        await self.site.write(ADD_PART, day=day, **args)

    async def baselines(self, first: int, last: int) -> list[Baseline]:
        return await self._wide.read(BASELINES, first=first, last=last)

    async def items_of(self, day: int) -> list[StoredItem]:
        return await self._wide.read(ITEMS_OF, day=day)

    async def amounts_of(self, item_id: int, first: int) -> list[DayAmount]:
        """Returns the amounts of the counted days from `first` on, ascending."""
        return await self._wide.read(AMOUNTS_OF, item_id=item_id, first=first)

    async def bands_of(self, day: int) -> list[Band]:
        return await self.site.read(BANDS_OF, day=day)

    async def alarms(self, since: int, count: int) -> list[StoredAlarm]:
        """Returns open alarms, and acknowledged alarms with a last day from `since` on."""
        return await self.site.read(ALARMS, since=since, limit=count)

    async def finish(
        self, day: CountedDay, totals: Totals, bands: Sequence[Band], alarms: Iterable[Alarm], previous_day: int
    ) -> None:
        """Writes a count in one transaction. Raises DuplicateKey for a day that is counted already.

        `previous_day`: the last counted day before it.
        """
        items = [
            (*row, holders)
            for row, holders in zip(totals.items.tolist(), totals.holders_by_item().tolist(), strict=True)
        ]

        async def work(session: Session) -> None:
            await session.write(ADD_DAY, **msgspec.structs.asdict(day))
            await write_rows(session, ADD_ITEMS, items, day=day.day)
            await write_rows(session, ADD_BANDS, [msgspec.structs.astuple(band) for band in bands], day=day.day)
            rows = [msgspec.structs.astuple(alarm) for alarm in alarms]
            await write_rows(session, ADD_ALARMS, rows, day=day.day, previous=previous_day)
            await session.write(DELETE_PARTS)

        await self.site.transact(work)

    async def open_alarms(self, count: int) -> list[StoredAlarm]:
        return await self.site.read(OPEN_ALARMS, limit=count)


async def prune(site: Database, first_day: int) -> int:
    """Deletes counts and acknowledged alarms of older days. Returns the number of rows."""
    return sum([await site.prune(statement, before=first_day) for statement in PRUNE])


async def owners_of(game: Database, ids: Sequence[int]) -> tuple[list[Owner], list[OwnerClan]]:
    """Returns the characters and the clans with these ids. Raises DatabaseUnavailable."""
    if not ids:
        return [], []
    return await game.read(OWNERS, ids=ids), await game.read(OWNER_CLANS, ids=ids)

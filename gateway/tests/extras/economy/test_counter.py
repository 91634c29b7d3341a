"""The nightly count against the worlds of all families: totals, parts, alarms and the length of its ranges."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from datetime import UTC
from typing import Any

import msgspec
import pytest

from fixtures import site_schema
from fixtures.installed import World
from gateway.database.database import Database, Databases
from gateway.extras.economy import counter as counter_module
from gateway.extras.economy.alarms import MIN_NIGHTS, AlarmKind
from gateway.extras.economy.counter import MAX_RANGE, MIN_RANGE, PAUSES, ItemCounter, next_range
from gateway.extras.economy.repository import ACKNOWLEDGE, ITEMS, EconomyStore, StoredAlarm, prune
from gateway.extras.economy.settings import EconomySettings
from gateway.features.items.catalogue import Catalogue
from gateway.game.families import FAMILIES
from gateway.game.items import ADENA
from gateway.tests.conftest import WorldFactory
from gateway.tests.support.account_app import game
from gateway.tests.support.databases import Server, admin
from gateway.tests.support.history_data import DAY, Hero, snapshot_of
from gateway.world_snapshot.snapshot import Snapshot

pytestmark = pytest.mark.database

FIRST_DAY = 20_000
SETTINGS = EconomySettings(wealth_limit=1_000_000_000_000)
PLAIN = """
SELECT CAST(COALESCE(item_id, 0) AS SIGNED), CAST(SUM(amount) AS SIGNED), COUNT(DISTINCT owner_id),
    CAST(MAX(amount) AS SIGNED), CAST(MAX(enchant) AS SIGNED)
FROM items GROUP BY 1 ORDER BY 1
"""


class StoppedError(Exception):
    """Ends a count as the end of its process does."""


class Nights:
    """Counts of one world. `pauses`: those of the last count, in seconds."""

    def __init__(self, site: Database, databases: Databases) -> None:
        self.site, self.databases, self.store = site, databases, EconomyStore(site)
        self.pauses: list[float] = []

    async def count(
        self,
        day: int = 0,
        *,
        settings: EconomySettings = SETTINGS,
        heroes: Iterable[Hero] = (Hero(1),),
        stop_after: int | None = None,
        hour: int = 5,
    ) -> bool:
        self.pauses = []
        snapshot: Snapshot = snapshot_of(b"k", 1.0, heroes)

        async def pause(seconds: float) -> None:
            self.pauses.append(seconds)
            if len(self.pauses) == stop_after:
                raise StoppedError

        parts = (self.store, self.databases.game, UTC, settings, Catalogue({}), lambda: snapshot)
        counter = ItemCounter(*parts, pause=pause)
        try:
            return await counter.work((FIRST_DAY + day) * DAY + hour * 3600)
        finally:
            await counter.close()

    async def alarms(self) -> dict[tuple[AlarmKind, int], StoredAlarm]:
        return {(alarm.kind, alarm.item_id): alarm for alarm in await self.store.alarms(0, 100)}


@pytest.fixture
async def site(mariadb: Server) -> AsyncGenerator[Database]:
    async with site_schema.connect(await site_schema.create(mariadb)) as database:
        yield database


async def nights_of(world: World, site: Database) -> AsyncGenerator[Nights]:
    databases = Databases.open(world.settings)
    nights = Nights(site, databases)
    try:
        yield nights
    finally:
        await nights.store.close()
        await databases.close()


@pytest.fixture
async def nights(world: WorldFactory, site: Database) -> AsyncGenerator[Nights]:
    async for nights in nights_of(world("mobius"), site):
        yield nights


def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, rows in {"MIN_RANGE": 200, "MAX_RANGE": 200, "PART_ROWS": 400}.items():
        monkeypatch.setattr(counter_module, name, rows)


@pytest.mark.parametrize("family", FAMILIES)
async def test_count_stores_the_totals_of_the_whole_table(
    mariadb: Server, world: WorldFactory, site: Database, family: str
) -> None:
    game_world = world(family)
    async with admin(mariadb, game_world.schemas.views) as root:
        plain = [tuple(row) for row in (await root.execute(PLAIN)).rows]
        objects = (await root.execute("SELECT COUNT(*) FROM items")).rows[0][0]
    async for nights in nights_of(game_world, site):
        assert await nights.count()
        items = await nights.store.items_of(FIRST_DAY)
        columns = [(row.item_id, row.amount, row.holders, row.largest, row.highest_enchant) for row in items]
        assert columns == plain, f"{family}: item, amount, holders, largest, highest enchant"
        bands = await nights.store.bands_of(FIRST_DAY)
        assert sum(band.amount for band in bands) == next(row[1] for row in plain if row[0] == ADENA)
        day = await nights.store.last_day()
        assert day
        assert day.objects == objects, f"{family}: rows of items"
        assert sum(nights.pauses) == pytest.approx(PAUSES * day.database_ms / 1000, rel=0.05, abs=0.1), "seconds"


async def test_count_runs_once_a_day(nights: Nights) -> None:
    assert [await nights.count(0), await nights.count(0), await nights.count(1)] == [True, False, True]


async def test_day_begins_at_the_hour_of_the_count(nights: Nights) -> None:
    assert await nights.count(1, hour=3)
    assert (day := await nights.store.last_day())
    assert day.day == FIRST_DAY, "03:00 belongs to the night before"


async def test_another_process_continues_after_the_last_part(nights: Nights, monkeypatch: pytest.MonkeyPatch) -> None:
    short_parts(monkeypatch)
    await nights.count(0)
    ranges, expected = len(nights.pauses), await nights.store.items_of(FIRST_DAY)
    with pytest.raises(StoppedError):
        await nights.count(1, stop_after=ranges - 1)
    parts = await nights.store.parts(FIRST_DAY + 1)
    assert parts
    assert await nights.count(1)
    assert len(nights.pauses) < ranges
    assert await nights.store.items_of(FIRST_DAY + 1) == expected
    day = await nights.store.last_day()
    assert day
    assert day.database_ms >= sum(part.database_ms for part in parts)
    assert await nights.store.parts(FIRST_DAY + 1) == []


async def test_parts_of_another_day_are_dropped(nights: Nights, monkeypatch: pytest.MonkeyPatch) -> None:
    short_parts(monkeypatch)
    with pytest.raises(StoppedError):
        await nights.count(0, stop_after=6)
    assert await nights.store.parts(FIRST_DAY)
    assert await nights.count(1)
    assert await nights.store.parts(FIRST_DAY) == []


async def test_wealth_alarm_waits_for_an_operator_and_opens_again(nights: Nights, world: WorldFactory) -> None:
    row = await game(
        world("mobius"), "SELECT owner_id, SUM(count) FROM items WHERE item_id = 57 GROUP BY 1 ORDER BY 2 DESC LIMIT 1"
    )
    owner, amount = int(row[0][0]), int(row[0][1])
    strict = msgspec.structs.replace(SETTINGS, wealth_limit=amount - 1)
    poor, grown = Hero(owner, level=39), Hero(owner, level=40)

    async def see(day: int, hero: Hero) -> StoredAlarm:
        await nights.count(day, settings=strict, heroes=[hero])
        return (await nights.alarms())["wealth", ADENA]

    alarm = await see(0, poor)
    assert (alarm.value, alarm.limit_value, alarm.owner_id) == (amount, amount - 1, owner)
    acknowledgement = {"id": alarm.id, "at": 1, "operator": "ines", "reason": "a mule", "value": alarm.value}
    await nights.site.write(ACKNOWLEDGE, **acknowledgement)
    assert (await see(1, poor)).acknowledged_at == 1, "the same again"
    await nights.site.write(ACKNOWLEDGE, **{**acknowledgement, "value": alarm.value // 2})
    assert (await see(2, poor)).acknowledged_at is None, "the value has doubled"
    await nights.site.write(ACKNOWLEDGE, **acknowledgement)
    assert (await see(3, grown)).last_day == FIRST_DAY + 2
    new_alarm = await see(4, poor)
    assert (new_alarm.acknowledged_at, new_alarm.first_day) == (None, FIRST_DAY + 4), "it was gone for a night"


async def test_duplicated_adena_and_a_negative_stack_raise_alarms(nights: Nights, world: WorldFactory) -> None:
    table = "INSERT INTO items (owner_id, object_id, item_id, count, enchant_level, loc, loc_data) VALUES"
    for day in range(MIN_NIGHTS):
        await nights.count(day)
        assert await nights.alarms() == {}
    try:
        await game(
            world("mobius"),
            f"{table} (7, 2000000001, 57, 2000000000, 0, 'INVENTORY', 0)",
            f"{table} (8, 2000000002, 1, -5, 0, 'INVENTORY', 0)",
        )
        await nights.count(MIN_NIGHTS)
    finally:
        await game(world("mobius"), "DELETE FROM items WHERE object_id > 2000000000")
    alarms = await nights.alarms()
    assert alarms.keys() == {("supply", ADENA), ("supply", 1), ("stack", 1)}
    stack = alarms["stack", 1]
    assert (stack.owner_id, stack.value, stack.limit_value) == (8, -5, 0)
    await nights.count(MIN_NIGHTS + 1)
    assert {alarm.last_day for alarm in (await nights.alarms()).values()} == {FIRST_DAY + MIN_NIGHTS}


async def test_two_owners_of_the_same_large_stack_raise_an_alarm(nights: Nights, world: WorldFactory) -> None:
    copies = ((8, 2_000_000_001, 1_987_654_321), (9, 2_000_000_002, 1_987_654_321))
    rows = ", ".join(f"({owner}, {object_id}, 57, {amount}, 0, 'WAREHOUSE', 0)" for owner, object_id, amount in copies)
    await nights.count(0)
    assert await nights.alarms() == {}
    try:
        await game(
            world("mobius"),
            f"INSERT INTO items (owner_id, object_id, item_id, count, enchant_level, loc, loc_data) VALUES {rows}",
        )
        await nights.count(1)
        alarm = (await nights.alarms())["copy", ADENA]
        assert (alarm.owner_id, alarm.other_owner_id, alarm.value) == (8, 9, 1_987_654_321)
        await nights.site.write(
            ACKNOWLEDGE, id=alarm.id, at=1, operator="ines", reason="a trade by halves", value=alarm.value
        )
        await nights.count(2)
        assert (await nights.alarms())["copy", ADENA].acknowledged_at == 1, "the same pair"
        await game(world("mobius"), "UPDATE items SET owner_id = 10 WHERE object_id = 2000000002")
        await nights.count(3)
        assert (await nights.alarms())["copy", ADENA].acknowledged_at is None, "another owner"
    finally:
        await game(world("mobius"), "DELETE FROM items WHERE object_id > 2000000000")


async def test_prune_deletes_old_counts_and_leaves_open_alarms(nights: Nights) -> None:
    for day in (0, 40, 100):
        await nights.count(day)
    assert await prune(nights.site, FIRST_DAY + 40) > 0
    assert await nights.store.nights(0, 65_535) == (2, FIRST_DAY + 100)
    assert await nights.store.items_of(FIRST_DAY) == []
    assert await nights.store.bands_of(FIRST_DAY) == []
    assert await prune(nights.site, FIRST_DAY + 40) == 0


def test_range_fits_the_slowest_recent_row() -> None:
    assert next_range(400, 0.00001) == 100, "at once, before a range takes too long"
    assert next_range(400, 0.000001) == 450
    assert next_range(MIN_RANGE, 9.0) == MIN_RANGE
    assert next_range(MAX_RANGE, 0.0) == MAX_RANGE


async def test_server_measures_the_ranges_itself(nights: Nights, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow service neither shortens the ranges nor lengthens the pauses."""
    read, pauses = Database.read, [2.0, 2.0]

    async def slow(self: Database, query: Any, **args: Any) -> list[Any]:
        rows = await read(self, query, **args)
        await asyncio.sleep(pauses.pop() if query is ITEMS and pauses else 0)
        return rows

    monkeypatch.setattr(Database, "read", slow)
    await nights.count()
    day = await nights.store.last_day()
    assert day
    assert pauses == []
    assert 0 < day.longest_us < 2_000_000
    assert day.database_ms < 4000

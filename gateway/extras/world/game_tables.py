"""Reads the game's small tables through the views: bounded rows, one short statement after the other."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from heapq import nlargest
from typing import Any, Final, TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from gateway.concurrency.durations import DAY, MINUTE
from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.database.queries import Query, query
from gateway.extras.world import reading as rows
from gateway.extras.world.crests import png_of
from gateway.extras.world.facts import boss_of
from gateway.extras.world.reading import WorldReading, points_key
from gateway.extras.world.settings import Delays
from gateway.extras.world.state import WorldState

SMALL: Final = 1000
"""Rows of one small table; the packs have fewer than 300 bosses and 50 halls."""
RANGE: Final = 500
"""Rows of one range of clans or raid points: a writer of a MyISAM table waits for a whole statement."""
MAX_RANGES: Final = 400
SLOW_SECONDS: Final = 15 * MINUTE
FIGHT_DAYS: Final = 31

log = structlog.stdlib.get_logger("gateway.world")

RowT = TypeVar("RowT", bound=Struct)
ValueT = TypeVar("ValueT")

BOSSES = query("world.bosses", rows.BossRow)
SMALL_TABLES: Final[dict[str, Query[Any]]] = {
    "bosses": BOSSES,
    "castles": query("world.castles", rows.CastleRow),
    "registrations": query("world.registrations", rows.SiegeRegistration),
    "halls": query("world.halls", rows.HallRow),
    "hall_sieges": query("world.hall_sieges", rows.HallRow),
    "hall_registrations": query("world.hall_registrations", rows.HallRegistration),
    "auctions": query("world.auctions", rows.HallAuction),
    "bids": query("world.bids", rows.HallBids),
    "wars": query("world.wars", rows.ClanWarRow),
    "heroes": query("world.heroes", rows.HeroRow),
    "cursed_weapons": query("world.cursed_weapons", rows.CursedWeapon),
}
"""By field of WorldReading, in the order of reading.

Bosses come first and raid points last: the game writes the points before the row of the boss.
"""
CLANS = query("world.clans", rows.WorldClan)
CRESTS = query("world.crests", rows.CrestRow)
DIARY = query("world.diary", rows.DiaryRow)
NOBLES = query("world.nobles", rows.NobleRow)
LAST_MONTH = query("world.last_month", rows.NobleRow)
OLYMPIAD_PERIOD = query("world.olympiad_period", rows.OlympiadPeriod)
FIGHTS = query("world.fights", rows.FightRow)
SIGNS = query("world.signs", rows.SignsRow)
RAID_POINTS = query("world.raid_points", rows.RaidPoints)

SLOW_FIELDS: Final = ("nobles", "last_month", "diary", "fights", "crests")
"""Fields of WorldReading that are read every quarter of an hour: they change seldom, and nobles are many."""


async def read(
    game: Database, state: WorldState | None, now: int, delays: Mapping[int, Delays] | None = None
) -> WorldReading:
    """Reads each table alone: one that is missing, changed, broken or forbidden keeps the rows of the reading before.

    `delays`: by boss, those that the operator has set. Raises DatabaseError if the server does not answer.
    """
    tables = _Tables(game, state.reading if state else None)
    small: dict[str, Any] = {field: await tables.small(field, statement) for field, statement in SMALL_TABLES.items()}
    small["bosses"] = with_delays(small["bosses"], delays or {})
    reading = WorldReading(
        taken_at=now,
        **small,
        clans=await tables.get("clans", lambda: read_clans(game)),
        olympiad=await tables.get("olympiad", lambda: game.one(OLYMPIAD_PERIOD)),
        signs=await tables.get("signs", lambda: game.one(SIGNS)),
        failed=tables.failed,
    )
    reading = await _with_slow_tables(game, reading, tables)
    if state is None or state.wants_points(reading):
        points_at = state.points.read_at if state and state.points else 0
        reading = replace(reading, points=await tables.get("points", lambda: _points(game), points_at))
    tables.log_repaired()
    return reading


async def read_clans(game: Database) -> list[rows.WorldClan]:
    return await _by_key(game, CLANS, lambda clan: clan.clan_id)


def with_delays(bosses: Iterable[rows.BossRow], delays: Mapping[int, Delays]) -> list[rows.BossRow]:
    """Returns the rows with the delays that the operator has set in place of their own."""
    settings = ((row, delays.get(boss_of(row.boss_id))) for row in bosses)
    return [replace(row, min_delay=delay[0], max_delay=delay[1]) if delay else row for row, delay in settings]


async def unreadable_tables(game: Database) -> dict[str, DatabaseError]:
    """Reads one row of each table. Returns field → error, for those that cannot be read while the server answers."""
    ranges: dict[str, Query[Any]] = {
        **{"clans": CLANS, "crests": CRESTS, "points": RAID_POINTS},
        **{"nobles": NOBLES, "last_month": LAST_MONTH},
    }
    reads: dict[str, Callable[[], Awaitable[object]]] = {
        **{field: partial(game.read, statement, limit=1) for field, statement in SMALL_TABLES.items()},
        **{field: partial(game.read, statement, after=0, limit=1) for field, statement in ranges.items()},
        "olympiad": partial(game.one, OLYMPIAD_PERIOD),
        "signs": partial(game.one, SIGNS),
        "diary": partial(game.read, DIARY, characters=[0], limit=1),
        "fights": partial(game.read, FIGHTS, characters=[0], since=0, limit=1),
    }
    errors: dict[str, DatabaseError] = {}
    for field, read_rows in reads.items():
        try:
            await read_rows()
        except DatabaseError as error:
            if not error.is_of_statement:
                raise
            errors[field] = error
    return errors


class _Tables:
    """Reads tables for one reading. `failed`: as in WorldReading."""

    def __init__(self, game: Database, previous: WorldReading | None) -> None:
        self._game = game
        self.previous = previous
        self.failed: dict[str, int] = {}

    async def small(self, field: str, statement: Query[Any]) -> list[Any]:
        return await self.get(field, lambda: _rows(self._game, statement))

    async def get(self, field: str, read: Callable[[], Awaitable[ValueT]], previous_at: int | None = None) -> ValueT:
        """Returns the value of the reading before, of `previous_at`, if this table alone cannot be read."""
        try:
            return await read()
        except DatabaseError as error:
            if not error.is_of_statement:
                raise
            previous = self.previous or WorldReading(taken_at=0)
            if field not in previous.failed:
                log.warning("world_table_unreadable", table=field, reason=str(error))
            at = previous.taken_at if previous_at is None else previous_at
            self.failed[field] = previous.failed.get(field, at)
            return getattr(previous, field)

    def log_repaired(self) -> None:
        for field in sorted((self.previous.failed.keys() if self.previous else set[str]()) - self.failed.keys()):
            log.info("world_table_readable", table=field)


def _is_new_olympiad(previous: WorldReading, reading: WorldReading) -> bool:
    """Returns True when a month has ended or heroes were chosen: points and diaries belong to others now."""
    return (previous.olympiad, previous.heroes) != (reading.olympiad, reading.heroes)


async def _with_slow_tables(game: Database, reading: WorldReading, tables: _Tables) -> WorldReading:
    """Points of the Olympiad, and the rows of single characters, by the index on them."""
    previous = tables.previous
    if previous and reading.taken_at - previous.slow_at < SLOW_SECONDS and not _is_new_olympiad(previous, reading):
        tables.failed.update({field: at for field, at in previous.failed.items() if field in SLOW_FIELDS})
        return replace(reading, slow_at=previous.slow_at, **{field: getattr(previous, field) for field in SLOW_FIELDS})
    at = previous.slow_at if previous else 0
    nobles = await tables.get("nobles", lambda: _by_key(game, NOBLES, lambda noble: noble.character_id), at)
    heroes = [hero.character_id for hero in reading.heroes]
    fighters = [noble.character_id for noble in nobles if noble.fights]
    since = reading.taken_at - FIGHT_DAYS * DAY

    async def read_diary() -> list[rows.DiaryRow]:
        return await game.read(DIARY, characters=heroes, limit=SMALL) if heroes else []

    async def read_fights() -> list[rows.FightRow]:
        return await game.read(FIGHTS, characters=fighters, since=since, limit=5 * SMALL) if fighters else []

    return replace(
        reading,
        nobles=nobles,
        last_month=await tables.get("last_month", lambda: _last_month(game), at),
        diary=await tables.get("diary", read_diary, at),
        fights=await tables.get("fights", read_fights, at),
        crests=await tables.get("crests", lambda: _crests(game), at),
        slow_at=reading.taken_at,
    )


async def _rows(game: Database, statement: Query[RowT]) -> list[RowT]:
    return await game.read(statement, limit=SMALL)


async def _last_month(game: Database) -> list[rows.NobleRow]:
    nobles = await _by_key(game, LAST_MONTH, lambda noble: noble.character_id)
    return nlargest(SMALL, nobles, key=lambda noble: noble.points)


async def _by_key(game: Database, statement: Query[RowT], key: Callable[[RowT], int]) -> list[RowT]:
    """Reads a whole table in ranges of a unique key."""
    all_rows, last_id = list[RowT](), 0
    for _ in range(MAX_RANGES):
        part = await game.read(statement, after=last_id, limit=RANGE)
        all_rows += part
        if len(part) < RANGE:
            break
        last_id = key(part[-1])
    return all_rows


async def _crests(game: Database) -> dict[int, bytes]:
    crests = await _by_key(game, CRESTS, lambda crest: crest.clan_id)

    def convert() -> dict[int, bytes]:
        pictures = {row.clan_id: png_of(bytes.fromhex(row.picture)) for row in crests}
        return {clan_id: png for clan_id, png in pictures.items() if png}

    return await asyncio.to_thread(convert)


async def _points(game: Database) -> dict[int, int]:
    """The last character of a full range is read again, with the next one."""
    points, last_id = dict[int, int](), 0
    for _ in range(MAX_RANGES):
        part = await game.read(RAID_POINTS, after=last_id, limit=RANGE)
        points.update((points_key(row.character_id, row.boss_id), row.points) for row in part)
        if len(part) < RANGE or part[-1].character_id == last_id:
            break
        last_id = part[-1].character_id
    return points

"""Reads the game's small tables through the views: bounded rows, one short statement after the other."""

import asyncio
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.features.world import reading as rows
from gateway.features.world.crests import png_of
from gateway.features.world.reading import WorldReading, points_key
from gateway.features.world.state import WorldState

SMALL: Final = 1000
"""Rows of one small table; the packs have fewer than 300 bosses and 50 halls."""
RANGE: Final = 500
"""Rows of one range of clans or raid points: a writer of a MyISAM table waits for a whole statement."""
MAX_RANGES: Final = 400
SLOW_SECONDS: Final = 300
FIGHT_DAYS: Final = 31

RowT = TypeVar("RowT", bound=Struct)
ClanRowT = TypeVar("ClanRowT", rows.WorldClan, rows.CrestRow)

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


async def read(game: Database, state: WorldState | None, now: int) -> WorldReading:
    """Raises DatabaseError."""
    tables: dict[str, Any] = {field: await _rows(game, statement) for field, statement in SMALL_TABLES.items()}
    reading = WorldReading(
        taken_at=now,
        **tables,
        clans=await _by_clan(game, CLANS),
        olympiad=await game.one(OLYMPIAD_PERIOD),
        signs=await game.one(SIGNS),
    )
    reading = await _with_slow_tables(game, reading, state.reading if state else None)
    if state is None or state.wants_points(reading):
        reading = replace(reading, points=await _points(game))
    return reading


async def _with_slow_tables(game: Database, reading: WorldReading, previous: WorldReading | None) -> WorldReading:
    """Points of the Olympiad, and the rows of single characters, by the index on them."""
    if previous and reading.taken_at - previous.slow_at < SLOW_SECONDS:
        return replace(
            reading,
            nobles=previous.nobles,
            last_month=previous.last_month,
            diary=previous.diary,
            fights=previous.fights,
            crests=previous.crests,
            slow_at=previous.slow_at,
        )
    nobles = await _rows(game, NOBLES)
    heroes = [hero.character_id for hero in reading.heroes]
    fighters = [noble.character_id for noble in nobles if noble.fights]
    since = reading.taken_at - FIGHT_DAYS * 86_400
    return replace(
        reading,
        nobles=nobles,
        last_month=await _rows(game, LAST_MONTH),
        diary=await game.read(DIARY, characters=heroes, limit=SMALL) if heroes else [],
        fights=await game.read(FIGHTS, characters=fighters, since=since, limit=5 * SMALL) if fighters else [],
        crests=await _crests(game),
        slow_at=reading.taken_at,
    )


async def _rows(game: Database, statement: Query[RowT]) -> list[RowT]:
    return await game.read(statement, limit=SMALL)


async def _by_clan(game: Database, statement: Query[ClanRowT]) -> list[ClanRowT]:
    clans, last_id = list[ClanRowT](), 0
    for _ in range(MAX_RANGES):
        part = await game.read(statement, after=last_id, limit=RANGE)
        clans += part
        if len(part) < RANGE:
            break
        last_id = part[-1].clan_id
    return clans


async def _crests(game: Database) -> dict[int, bytes]:
    crests = await _by_clan(game, CRESTS)

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

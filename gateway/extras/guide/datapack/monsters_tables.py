"""Monsters, spawns and armor sets of the packs that keep them in tables of the game database: `npc`, `droplist`,
`minions`, `spawnlist`, `armorsets`. Bosses have tables of their own also where a pack has its other spawns in files.

Rows of the custom tables replace the pack's monster, and add to its drops and spawns, as the game servers load them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeVar

from msgspec import Struct

from gateway.config.dsn import Dsn
from gateway.database.database import Session, connect
from gateway.database.queries import Query, query
from gateway.extras.guide.datapack.armor_sets import ArmorSet, worn
from gateway.extras.guide.datapack.drops import DropGroup, PackDrop, category_group
from gateway.extras.guide.datapack.monsters import Monster, Spawn
from gateway.features.items.catalogue import MAX_NAME_LENGTH
from gateway.install.items_parse import ImportFailedError, clean_text
from gateway.install.servers import COLUMNS

_RANGE: Final = 2000
"""Monster ids of one statement. The spawns of aCis have no index: each statement reads them all."""
_LAST_ID: Final = 200_000
_MAX_ROWS: Final = 100_000
_MILLIONTHS: Final = 10_000


class MonsterRow(Struct, frozen=True):
    id: int
    name: str | None
    type: str | None
    level: int
    hp: int
    exp: int
    sp: int
    aggro: int


class DropRow(Struct, frozen=True):
    monster_id: int
    item_id: int
    lowest: int
    highest: int
    category: int
    chance: int


class MinionRow(Struct, frozen=True):
    boss_id: int
    minion_id: int
    count: int


class SetRow(Struct, frozen=True):
    """Ids of items and skills; 0: none."""

    chest: int
    legs: int
    head: int
    gloves: int
    feet: int
    skill: int
    shield: int
    shield_skill: int
    enchant_skill: int


class Tables(Struct, frozen=True, kw_only=True):
    """What was read: lists are empty where it was not asked for."""

    monsters: list[Monster]
    spawns: list[Spawn]
    sets: list[ArmorSet]


RowT = TypeVar("RowT", bound=Struct)
MONSTERS: Final[Mapping[str, Query[MonsterRow]]] = {
    "npc": query("guide.monsters", MonsterRow),
    "custom_npc": query("guide.custom_monsters", MonsterRow),
}
DROPS: Final[Mapping[str, Query[DropRow]]] = {
    "droplist": query("guide.drops", DropRow),
    "custom_droplist": query("guide.custom_drops", DropRow),
}
MINIONS: Final[Mapping[str, Query[MinionRow]]] = {"minions": query("guide.minions", MinionRow)}
SPAWNS: Final[Mapping[str, Query[Spawn]]] = {
    "spawnlist": query("guide.spawns", Spawn),
    "custom_spawnlist": query("guide.custom_spawns", Spawn),
}
UNCOUNTED_SPAWNS: Final[Mapping[str, Query[Spawn]]] = {"spawnlist": query("guide.uncounted_spawns", Spawn)}
"""Of aCis, which has one row for each monster."""
BOSS_SPAWNS: Final[Mapping[str, Query[Spawn]]] = {
    "raidboss_spawnlist": query("guide.raid_bosses", Spawn),
    "grandboss_data": query("guide.grand_bosses", Spawn),
}
SETS: Final[Mapping[str, Query[SetRow]]] = {
    "armorsets": query("guide.sets", SetRow),
    "custom_armorsets": query("guide.custom_sets", SetRow),
}


async def read(admin: Dsn, *, with_monsters: bool, with_spawns: bool, with_custom_spawns: bool) -> Tables:
    """Returns what is hunted with the sets, the spawns, and always the places of bosses, of the schema that the DSN
    names.

    Raises ImportFailedError or DatabaseError.
    """
    if not admin.schema:
        raise ImportFailedError("the administrator's DSN names no schema: mysql://root@host/game_schema")
    connection = await connect(admin)
    try:
        session = Session("admin", connection, max_rows=_MAX_ROWS, on_query=None)
        columns = {
            (row.table.lower(), row.column.lower()) for row in await session.read(COLUMNS, schemas=[admin.schema])
        }
        tables = {table for table, _ in columns} - (set() if with_custom_spawns else {"custom_spawnlist"})
        required = {*(("npc", "droplist") if with_monsters else ()), *(("spawnlist",) if with_spawns else ())}
        if missing := required - tables:
            names = ", ".join(sorted(missing))
            raise ImportFailedError(f"{admin.schema} has no table {names}; import from the schema of the game server")
        is_counted = ("spawnlist", "count") in columns
        spawns = await _rows(session, SPAWNS if is_counted else UNCOUNTED_SPAWNS, tables) if with_spawns else []
        spawns += await _rows(session, BOSS_SPAWNS, tables)
        return Tables(
            monsters=await _monsters(session, tables) if with_monsters else [],
            spawns=spawns,
            sets=[_set(row) for row in await _rows(session, SETS, tables)] if with_monsters else [],
        )
    finally:
        connection.close()


async def _monsters(session: Session, tables: set[str]) -> list[Monster]:
    rows = {row.id: row for row in await _rows(session, MONSTERS, tables)}
    groups = dict(groups_of(await _rows(session, DROPS, tables)))
    minions = defaultdict[int, list[tuple[int, int]]](list)
    for row in await _rows(session, MINIONS, tables):
        minions[row.boss_id].append((row.minion_id, row.count))
    monsters = (_monster(row, groups.get(row.id, ()), tuple(minions[row.id])) for row in rows.values())
    return [monster for monster in monsters if monster.is_hunted]


def _set(row: SetRow) -> ArmorSet:
    return ArmorSet(
        parts=worn(row.chest, row.legs, row.head, row.gloves, row.feet),
        skills=worn(row.skill),
        shield=row.shield,
        shield_skill=row.shield_skill,
        enchant_skill=row.enchant_skill,
    )


async def _rows(session: Session, queries: Mapping[str, Query[RowT]], tables: set[str]) -> list[RowT]:
    return [
        row
        for table, statement in queries.items()
        if table in tables
        for first in range(0, _LAST_ID, _RANGE)
        for row in await session.read(statement, first=first, last=first + _RANGE)
    ]


def groups_of(rows: Sequence[DropRow]) -> Iterator[tuple[int, tuple[DropGroup, ...]]]:
    """Yields each monster's groups: one for each category, in the order of the numbers."""
    by_monster = sorted(rows, key=lambda row: (row.monster_id, row.category))
    for monster_id, drops in groupby(by_monster, key=lambda row: row.monster_id):
        categories = groupby(drops, key=lambda row: row.category)
        yield monster_id, tuple(_group(category, list(members)) for category, members in categories)


def _group(category: int, rows: Sequence[DropRow]) -> DropGroup:
    drops = tuple(
        PackDrop(item_id=row.item_id, lowest=row.lowest, highest=row.highest, chance=row.chance / _MILLIONTHS)
        for row in rows
    )
    return category_group(category, drops)


def _monster(row: MonsterRow, groups: tuple[DropGroup, ...], minions: tuple[tuple[int, int], ...]) -> Monster:
    return Monster(
        id=row.id,
        name=clean_text(row.name or "", MAX_NAME_LENGTH) or f"NPC #{row.id}",
        type=row.type or "",
        level=row.level,
        hp=row.hp,
        exp=row.exp,
        sp=row.sp,
        is_aggressive=row.aggro > 0,
        groups=groups,
        minions=minions,
    )

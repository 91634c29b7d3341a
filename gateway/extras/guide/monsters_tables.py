"""Monsters and spawns of the packs that keep them in tables of the game database: `npc`, `droplist`, `spawnlist`.

Rows of the custom tables replace the pack's monster, and add to its drops and spawns, as the game servers load them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeVar

from msgspec import Struct

from gateway.config.dsn import Dsn
from gateway.database.database import Session, connect
from gateway.database.queries import Query, query
from gateway.extras.guide.drops import Drop, DropGroup
from gateway.extras.guide.monsters import Monster, Spawn
from gateway.features.items.catalogue import MAX_NAME_LENGTH
from gateway.install.items_parse import ImportFailedError, clean_text
from gateway.install.servers import COLUMNS

_RANGE: Final = 250
"""Monster ids of one statement."""
_LAST_ID: Final = 200_000
_MAX_ROWS: Final = 100_000
_MILLIONTHS: Final = 10_000
_SPOIL_CATEGORY: Final = -1


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


class SpawnRow(Struct, frozen=True):
    monster_id: int
    x: int
    y: int
    z: int
    count: int


RowT = TypeVar("RowT", bound=Struct)
MONSTERS: Final[Mapping[str, Query[MonsterRow]]] = {
    "npc": query("guide.monsters", MonsterRow),
    "custom_npc": query("guide.custom_monsters", MonsterRow),
}
DROPS: Final[Mapping[str, Query[DropRow]]] = {
    "droplist": query("guide.drops", DropRow),
    "custom_droplist": query("guide.custom_drops", DropRow),
}
SPAWNS: Final[Mapping[str, Query[SpawnRow]]] = {
    "spawnlist": query("guide.spawns", SpawnRow),
    "custom_spawnlist": query("guide.custom_spawns", SpawnRow),
}


async def read(admin: Dsn, *, with_monsters: bool = True) -> tuple[list[Monster], list[Spawn]]:
    """Returns what is hunted, and all spawns, of the schema that the DSN names. `with_monsters`: False for the packs
    that have only their spawns in tables.

    Raises ImportFailedError or DatabaseError.
    """
    if not admin.schema:
        raise ImportFailedError("the administrator's DSN names no schema: mysql://root@host/game_schema")
    connection = await connect(admin)
    try:
        session = Session("admin", connection, max_rows=_MAX_ROWS, on_query=None)
        tables = {column.table.lower() for column in await session.read(COLUMNS, schemas=[admin.schema])}
        required = {"npc", "droplist", "spawnlist"} if with_monsters else {"spawnlist"}
        if missing := required - tables:
            names = ", ".join(sorted(missing))
            raise ImportFailedError(f"{admin.schema} has no table {names}; import from the schema of the game server")
        rows = await _rows(session, MONSTERS, tables) if with_monsters else []
        drops = await _rows(session, DROPS, tables) if with_monsters else []
        spawns = await _rows(session, SPAWNS, tables)
    finally:
        connection.close()
    groups = dict(groups_of(drops))
    monsters = [_monster(row, groups.get(row.id, ())) for row in {row.id: row for row in rows}.values()]
    return (
        [monster for monster in monsters if monster.is_hunted],
        [Spawn(row.monster_id, row.x, row.y, row.z, row.count) for row in spawns],
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
    drops = tuple(Drop(row.item_id, row.lowest, row.highest, row.chance / _MILLIONTHS) for row in rows)
    return DropGroup(kind="spoil" if category == _SPOIL_CATEGORY else "drop", drops=drops)


def _monster(row: MonsterRow, groups: tuple[DropGroup, ...]) -> Monster:
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
    )

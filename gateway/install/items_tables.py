"""Items of the tables that L2jFrozen and its kin keep in the game's schema, read with an administrator's login."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from gateway.config.dsn import Dsn
from gateway.database.database import Session, connect
from gateway.database.queries import Query, query
from gateway.features.items.catalogue import MOST_ITEMS
from gateway.game.items import Kind
from gateway.install.items_parse import ImportFailedError, Raw
from gateway.install.servers import COLUMNS


class Row(Struct):
    """A row of any of the tables; most columns may be NULL there."""

    item_id: int
    name: str | None
    subtype: str | None
    crystal: str | None
    bodypart: str | None
    consume_type: str | None


WEAPONS = query("items.weapons", Row)
ARMORS = query("items.armors", Row)
ETCITEMS = query("items.etcitems", Row)
CUSTOM_WEAPONS = query("items.custom_weapons", Row)
CUSTOM_ARMORS = query("items.custom_armors", Row)
CUSTOM_ETCITEMS = query("items.custom_etcitems", Row)

# The pack's own first, since custom items replace them.
_TABLES: Final[tuple[tuple[str, Kind, Query[Row]], ...]] = (
    ("weapon", "weapon", WEAPONS),
    ("armor", "armor", ARMORS),
    ("etcitem", "etcitem", ETCITEMS),
    ("custom_weapon", "weapon", CUSTOM_WEAPONS),
    ("custom_armor", "armor", CUSTOM_ARMORS),
    ("custom_etcitem", "etcitem", CUSTOM_ETCITEMS),
)
_REQUIRED: Final = frozenset({"weapon", "armor", "etcitem"})


async def items(admin: Dsn) -> list[Raw]:
    """Every item of the tables in the schema that the DSN names. Raises ImportFailedError or DatabaseError."""
    if not admin.schema:
        raise ImportFailedError("the administrator's DSN names no schema: mysql://root@host/game_schema")
    connection = await connect(admin)
    try:
        session = Session("admin", connection, rows=MOST_ITEMS, on_query=None)
        there = {column.table.lower() for column in await session.read(COLUMNS, schemas=[admin.schema])}
        if missing := _REQUIRED - there:
            names = ", ".join(sorted(missing))
            raise ImportFailedError(f"{admin.schema} has no table {names}: this pack keeps its items in XML files")
        return [_raw(kind, row) for table, kind, rows in _TABLES if table in there for row in await session.read(rows)]
    finally:
        connection.close()


def _raw(kind: Kind, row: Row) -> Raw:
    return Raw(
        id=row.item_id,
        name=row.name or "",
        kind=kind,
        subtype=row.subtype or "",
        crystal=row.crystal or "",
        bodypart=row.bodypart or "",
        stackable=(row.consume_type or "").lower() in {"stackable", "asset"},
    )

"""The game's own tables behind the views, as an administrator sees them."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from gateway.database.database import Session
from gateway.database.queries import query

_FROM: Final = re.compile(r"\b(?:from|join)\s+\(*`((?:[^`]|``)+)`\.`((?:[^`]|``)+)`", re.IGNORECASE)


class Definition(msgspec.Struct, frozen=True):
    view: str
    definition: str


class Table(msgspec.Struct, frozen=True):
    """`total`: its rows, which InnoDB guesses and MyISAM knows."""

    schema: str
    name: str
    engine: str
    total: int

    @property
    def waits(self) -> bool:
        """Whether a read keeps writers waiting: no engine but InnoDB keeps old versions of a row."""
        return self.engine.lower() not in {"innodb", "rocksdb"}


class Leading(msgspec.Struct, frozen=True):
    schema: str
    name: str
    column: str


DEFINITIONS = query("doctor.definitions", Definition)
TABLES = query("doctor.tables", Table)
LEADING = query("doctor.leading", Leading)


class Sources(msgspec.Struct, frozen=True):
    """Tables by (schema, name), all in lower case, and which of their columns an index begins with."""

    tables: dict[tuple[str, str], Table]
    indexed: frozenset[tuple[str, str, str]]

    def named(self, name: str) -> Table | None:
        return next((table for (_, known), table in self.tables.items() if known == name), None)

    def has_index(self, table: Table, column: str) -> bool:
        return (table.schema.lower(), table.name.lower(), column.lower()) in self.indexed


async def of(admin: Session, views_schema: str) -> Sources:
    """What the views of that schema read. Raises DatabaseError."""
    read = {pair for row in await admin.read(DEFINITIONS, schema=views_schema) for pair in tables_in(row.definition)}
    if not read:
        return Sources({}, frozenset())
    schemas = sorted({schema for schema, _ in read})  # the server may tell capitals apart
    wanted = {(schema.lower(), table.lower()) for schema, table in read}
    tables = {(row.schema.lower(), row.name.lower()): row for row in await admin.read(TABLES, schemas=schemas)}
    leading = await admin.read(LEADING, schemas=schemas)
    return Sources(
        {key: table for key, table in tables.items() if key in wanted},
        frozenset((row.schema.lower(), row.name.lower(), row.column.lower()) for row in leading),
    )


def tables_in(definition: str) -> set[tuple[str, str]]:
    """(schema, table) of what a view reads, as it is spelled; empty for one that the server does not show."""
    return set(_FROM.findall(definition or ""))

"""The game's own tables as an administrator's login sees them, and the views of a file fitted to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec

from gateway.database.database import DatabaseError, Session
from gateway.database.queries import Query, query
from gateway.game.families import Columns
from gateway.game.view_contract import ACCOUNT_VIEWS, CONTRACT
from gateway.install.names import InstallError, quote_name
from gateway.install.ownership import COLUMNS
from gateway.install.view_files import View, fitted

Side = Literal["game", "login"]
_MAIN_VIEW: Final[Mapping[Side, str]] = {"game": "characters", "login": "accounts"}
_SCHEMA: Final = re.compile(r"\bfrom\s+\(*`([^`]+)`\.`", re.IGNORECASE)
_NO_COLUMN: Final = 1054
_UNKNOWN_COLUMN: Final = re.compile(r"'([^']+)' in '")


def side_of(view: str) -> Side:
    return "login" if view in ACCOUNT_VIEWS else "game"


class ViewDefinition(msgspec.Struct, frozen=True):
    definition: str | None


class GameTable(msgspec.Struct, frozen=True):
    """`rows`: exact for MyISAM, an estimate for InnoDB."""

    name: str
    engine: str
    rows: int

    @property
    def locks_writers(self) -> bool:
        """True unless the engine keeps old versions of a row for readers."""
        return self.engine.lower() not in {"innodb", "rocksdb"}


class IndexedColumn(msgspec.Struct, frozen=True):
    table: str
    column: str


class QueryPlan(msgspec.Struct, frozen=True):
    json: str


DEFINITION = query("doctor.view_definition", ViewDefinition)
TABLES = query("doctor.tables", GameTable)
INDEXED = query("doctor.indexed_columns", IndexedColumn)
EXPLAIN = query("doctor.explain", QueryPlan)
EXPLAIN_VIEW = query("doctor.explain_view", QueryPlan)


class SchemaTables(msgspec.Struct, frozen=True):
    """One schema of the game; names of tables and columns are in lower case. `indexed`: first columns of indexes."""

    schema: str
    tables: dict[str, GameTable]
    columns: dict[str, set[str]]
    indexed: frozenset[tuple[str, str]]


class GameTables(msgspec.Struct, frozen=True):
    """A side without an administrator's login is missing from `sides`."""

    sides: dict[Side, SchemaTables]
    accounts_apart: bool

    def columns(self) -> dict[str, Columns]:
        return {side: tables.columns for side, tables in self.sides.items()}

    def fit_views(self, path: Path) -> tuple[list[View], list[str]]:
        """Fits the views of a file as install does. Returns those that fit, and why others do not."""
        empty: Columns = {}
        columns = {"game": empty, "login": empty, **self.columns()}
        views: list[View] = []
        errors: list[str] = []
        for name in CONTRACT:
            if side_of(name) in self.sides:
                try:
                    views += fitted(path, columns, apart=self.accounts_apart, names=(name,)).values()
                except InstallError as error:
                    errors.append(str(error))
        return views, list(dict.fromkeys(errors))

    def read_by(self, views: Iterable[View]) -> list[GameTable]:
        """Returns the tables that these views read, each once."""
        names = {(side, name.lower()) for view in views for side, name in view.tables}
        return [
            table
            for side, tables in self.sides.items()
            for name, table in tables.tables.items()
            if (side, name) in names
        ]

    async def missing_columns(self, admin: Session, view: View) -> list[str]:
        """Returns `table.column` of each column that the view needs and the tables lack.

        The server names them one at a time: each is replaced by NULL until the statement has a plan.
        """
        statement = view.body
        for side, tables in self.sides.items():
            statement = statement.replace(f"{{{side}}}", quote_name(tables.schema))
        missing: list[str] = []
        while True:
            try:
                await admin.one(Query("doctor.explain", f"{EXPLAIN.sql} {statement.replace('%', '%%')}", (), QueryPlan))
                return missing
            except DatabaseError as error:
                name = _UNKNOWN_COLUMN.search(str(error))
                if error.code != _NO_COLUMN or name is None or name[1] in missing:
                    raise
            missing.append(name[1])
            statement = re.sub(rf"\b{re.escape(name[1])}\b", "NULL", statement)


async def load_tables(admin: Session, views_schema: str, side: Side) -> SchemaTables | None:
    """Returns the tables of the schema that the views read; None if the login may not see the views' definitions."""
    row = await admin.one(DEFINITION, schema=views_schema, view=_MAIN_VIEW[side])
    match = _SCHEMA.search(row.definition or "") if row else None
    if match is None:
        return None
    schema = match[1]
    columns: dict[str, set[str]] = {}
    for column in await admin.read(COLUMNS, schemas=[schema]):
        columns.setdefault(column.table.lower(), set()).add(column.column.lower())
    return SchemaTables(
        schema,
        {table.name.lower(): table for table in await admin.read(TABLES, schema=schema)},
        columns,
        frozenset((row.table.lower(), row.column.lower()) for row in await admin.read(INDEXED, schema=schema)),
    )


async def is_materialized(admin: Session, views_schema: str, view: str) -> bool:
    """Returns whether the server builds the whole view for each query instead of merging it. Raises DatabaseError."""
    sql = f"{EXPLAIN_VIEW.sql} {quote_name(views_schema)}.{quote_name(view)}"
    plan = await admin.one(Query("doctor.explain_view", sql, (), QueryPlan))
    return plan is not None and "materialize" in plan.json.lower()

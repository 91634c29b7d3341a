"""The game's own tables as an administrator's login sees them, and the views of a file fitted to them."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from gateway.database.database import Session
from gateway.database.queries import Query, query
from gateway.game.families import Columns
from gateway.game.view_contract import CONTRACT
from gateway.install.fit import QueryPlan
from gateway.install.identity import source_of
from gateway.install.names import InstallError, quote_name
from gateway.install.servers import COLUMNS
from gateway.install.view_files import SchemaTables, Side, View, fit_views


class TableRow(msgspec.Struct, frozen=True):
    name: str
    engine: str
    rows: int


class IndexedColumn(msgspec.Struct, frozen=True):
    """The first column of an index."""

    table: str
    column: str
    index: str


TABLES = query("doctor.tables", TableRow)
INDEXED = query("doctor.indexed_columns", IndexedColumn)
EXPLAIN_VIEW = query("doctor.explain_view", QueryPlan)


class GameTable(msgspec.Struct, kw_only=True):
    """`rows`: exact for MyISAM, an estimate for InnoDB. `indexed_columns`: first columns of indexes. `indexes`: names.

    All in lower case. A view in place of a table has no engine, no rows and no indexes.
    """

    name: str
    engine: str
    rows: int
    columns: set[str]
    indexed_columns: set[str]
    indexes: set[str]

    @property
    def locks_writers(self) -> bool:
        """True unless the engine keeps old versions of a row for readers."""
        return self.engine.lower() not in {"innodb", "rocksdb"}


class GameTables:
    """Tables by side and lower-case name. A side without an administrator's login has no schema and no tables."""

    def __init__(self) -> None:
        self.schemas: dict[Side, str] = {}
        self.tables: dict[Side, dict[str, GameTable]] = {"game": {}, "login": {}}
        self.views: list[View] = []
        self.view_errors: list[str] = []
        """Why the other views of the file do not fit."""

    async def load(self, side: Side, admin: Session, views_schema: str) -> None:
        """Reads the schema that the views name. Does nothing if the login may not see their definitions."""
        schema = await source_of(admin, side, views_schema)
        if not schema:
            return
        self.schemas[side] = schema
        tables = self.tables[side]
        for table in await admin.read(TABLES, schema=schema):
            tables[table.name.lower()] = GameTable(
                name=table.name,
                engine=table.engine,
                rows=table.rows,
                columns=set(),
                indexed_columns=set(),
                indexes=set(),
            )
        for column in await admin.read(COLUMNS, schemas=[schema]):
            if table := tables.get(column.table.lower()):
                table.columns.add(column.column.lower())
        for indexed_column in await admin.read(INDEXED, schema=schema):
            table = tables[indexed_column.table.lower()]
            table.indexed_columns.add(indexed_column.column.lower())
            table.indexes.add(indexed_column.index.lower())

    def columns(self, side: Side) -> Columns:
        return {name: table.columns for name, table in self.tables[side].items()}

    def fit_views(self, path: Path, *, is_separate: bool) -> None:
        """Fits the views of a file as install does. `is_separate`: the accounts are on a server of their own."""
        schemas = {
            side: SchemaTables(
                self.columns(side),
                {key: table.name for key, table in tables.items()},
                {key: table.indexes for key, table in tables.items()},
            )
            for side, tables in self.tables.items()
        }
        for name in CONTRACT:
            if side_of(name) in self.schemas:
                try:
                    views = fit_views(path, schemas, is_separate=is_separate, names=(name,))
                except InstallError as error:
                    self.view_errors.append(str(error))
                else:
                    self.views += views.values()

    def read_by(self, views: Iterable[View]) -> list[GameTable]:
        """Returns the tables that these views read, each once."""
        names = {(side, name.lower()) for view in views for side, name in view.tables}
        return [
            table for side, tables in self.tables.items() for name, table in tables.items() if (side, name) in names
        ]


def side_of(view: str) -> Side:
    return "login" if CONTRACT[view].reader == "auth" else "game"


async def is_materialized(admin: Session, views_schema: str, view: str) -> bool:
    """Returns whether the server builds the whole view for each query instead of merging it. Raises DatabaseError."""
    sql = f"{EXPLAIN_VIEW.sql} {quote_name(views_schema)}.{quote_name(view)}"
    plan = await admin.one(Query(name=EXPLAIN_VIEW.name, sql=sql, args=(), row=QueryPlan))
    return plan is not None and "materialize" in plan.json.lower()

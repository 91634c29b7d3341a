"""Comparison of the game's tables with the columns of the views: before anything is created, and by the doctor."""

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Final

import msgspec

from gateway.database.database import Connection, DatabaseError, Session
from gateway.database.queries import Query, query
from gateway.game.view_contract import CONTRACT, EMAIL
from gateway.install.names import quote_name
from gateway.install.script import part
from gateway.install.view_files import Side, View
from gateway.texts import Text, text

_NO_COLUMN: Final = 1054
_LIKENESS: Final = 0.75
"""Names that are less alike are of different columns."""
_UNKNOWN_COLUMN: Final = re.compile(r"'([^']+)' in '")


class QueryPlan(msgspec.Struct, frozen=True):
    json: str


EXPLAIN = query("doctor.explain", QueryPlan)


def select_of(view: View, schemas: Mapping[Side, str]) -> str:
    """The view's SELECT over these schemas (side → name)."""
    statement = view.body
    for side, schema in schemas.items():
        statement = statement.replace(f"{{{side}}}", quote_name(schema))
    return statement


async def missing_columns(admin: Session, view: View, schemas: Mapping[Side, str]) -> list[str]:
    """Returns `table.column` of each column that the view needs and the tables lack. Raises DatabaseError.

    The server names them one at a time: each is replaced by NULL until the statement has a plan.
    """
    statement = select_of(view, schemas).replace("%", "%%")
    missing: list[str] = []
    while True:
        try:
            await admin.one(Query(name=EXPLAIN.name, sql=f"{EXPLAIN.sql} {statement}", args=(), row=QueryPlan))
            return missing
        except DatabaseError as error:
            name = _UNKNOWN_COLUMN.search(str(error))
            if error.code != _NO_COLUMN or name is None or name[1] in missing:
                raise
        missing.append(name[1])
        statement = re.sub(rf"\b{re.escape(name[1])}\b", "NULL", statement)


def missing_column_text(column: str, view: View, columns: Collection[str]) -> Text:
    """Suggests a column with a similar name, of those of the view's tables, that the view does not read."""
    used_columns = set(re.findall(r"\.`?(\w+)", view.body.lower()))
    unused_columns = sorted({*columns} - used_columns)
    similar_names = get_close_matches(column.rpartition(".")[2].lower(), unused_columns, n=1, cutoff=_LIKENESS)
    if similar_names:
        return text("doctor.schema.renamed_column", column=column, view=view.name, name=similar_names[0])
    return text("doctor.schema.missing_column", column=column, view=view.name)


async def absent_columns(admin: Connection, view: View, schemas: Mapping[Side, str], *, email: bool) -> list[str]:
    """Returns the columns of the contract that the view does not give. Raises DatabaseError."""
    (statement,) = part("columns", {"select": select_of(view, schemas)})
    result = await admin.execute(statement)
    columns = {column.lower() for column in result.columns}
    return [column for column in CONTRACT[view.name].columns if column not in columns and (email or column != EMAIL)]

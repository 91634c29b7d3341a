"""The families' delivery tables, detected by their columns: how to add a row and how to find existing ones."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.features.deliveries.game_table.rows import (
    INT_MAX,
    DeliveryRow,
    ExistingRow,
    items_text,
    message,
    plain_label,
)
from gateway.game.families import Family
from gateway.texts import Refusal, text

SMALLINT_MAX: Final = 65535


class GameTableError(Refusal):
    """The table cannot be used; the message has the reason and what to do."""


class TableColumn(Struct, frozen=True):
    """`needed`: an INSERT must give a value; `counts`: AUTO_INCREMENT."""

    name: str
    needed: int
    counts: int


class ServerUptime(Struct, frozen=True):
    name: str
    seconds: str


class TableKind(Struct, frozen=True, kw_only=True):
    """`marks_delivered`: the game marks delivered rows instead of deleting them. `deletes_by_content`: it deletes a row
    by its content, so equal rows vanish together. `item_max`: highest item id that the column holds."""

    table: str
    columns: frozenset[str]
    probe: Query[None]
    add: Query[None]
    existing: Query[ExistingRow]
    marks_delivered: bool = False
    deletes_by_content: bool = False
    item_max: int = INT_MAX


COLUMNS = query("game_tables.columns", TableColumn)
UPTIME = query("game_tables.uptime", ServerUptime)
_DELAYED_COLUMNS: Final = frozenset({"owner_id", "item_id", "count", "payment_status"})


def _kind(name: str, table: str, columns: frozenset[str], **more: Any) -> TableKind:
    probe, add = (query(f"game_tables.{name}_{part}", None) for part in ("probe", "add"))
    return TableKind(
        table=table,
        columns=columns,
        probe=probe,
        add=add,
        existing=query(f"game_tables.{name}_existing", ExistingRow),
        **more,
    )


MAIL_TABLE: Final = _kind("mail", "custom_mail", frozenset({"date", "receiver", "subject", "message", "items"}))
MARKED_TABLE: Final = _kind(
    "marked", "items_delayed", _DELAYED_COLUMNS | {"description"}, marks_delivered=True, item_max=SMALLINT_MAX
)
UNNUMBERED_TABLE: Final = _kind(
    "marked", "items_delayed", _DELAYED_COLUMNS | {"description"}, deletes_by_content=True, item_max=SMALLINT_MAX
)
NUMBERED_TABLE: Final = _kind(
    "numbered", "items_delayed", _DELAYED_COLUMNS | {"payment_id"}, marks_delivered=True, item_max=SMALLINT_MAX
)
DONATE_TABLE: Final = _kind("donate", "items_donate", frozenset({"id", "owner_id", "item_id", "count"}))


def detect_kind(table: str, table_columns: Sequence[TableColumn]) -> TableKind:
    """Returns the kind of table with these columns. Raises GameTableError."""
    if not table_columns:
        raise GameTableError(text("doctor.deliveries.no_table", table=table))
    columns = {column.name: column for column in table_columns}
    kind = {"custom_mail": MAIL_TABLE, "items_donate": DONATE_TABLE}.get(table) or _delayed_kind(columns)
    if missing := kind.columns - columns.keys():
        raise GameTableError(text("doctor.deliveries.no_column", table=table, columns=", ".join(sorted(missing))))
    if unknown := sorted(column.name for column in table_columns if column.needed and column.name not in kind.columns):
        raise GameTableError(text("doctor.deliveries.needed_column", table=table, columns=", ".join(unknown)))
    return kind


def _delayed_kind(columns: dict[str, TableColumn]) -> TableKind:
    if "payment_id" not in columns:
        return UNNUMBERED_TABLE
    return MARKED_TABLE if "description" in columns and columns["payment_id"].counts else NUMBERED_TABLE


def table_of(family: Family) -> str:
    """Raises GameTableError."""
    if family.handover_table is None:
        raise GameTableError(text("doctor.deliveries.no_family_table", family=family.title))
    return family.handover_table


async def find_table(game: Database, table: str) -> TableKind:
    """Raises GameTableError for a missing or unsupported table."""
    return detect_kind(table, await game.read(COLUMNS, table=table))


async def uptime(game: Database) -> float:
    """Returns the seconds since the start of the game's database server."""
    row = await game.one(UPTIME)
    return float(row.seconds) if row else 0.0


async def add_row(game: Database, kind: TableKind, row: DeliveryRow, *, sender: str, coins: str) -> None:
    """Inserts one row, without a retry: a statement with an unknown outcome may have been executed."""
    args = {
        "second": row.second,
        "receiver": row.receiver,
        "subject": plain_label(sender, "Website"),
        "message": message(row, coins),
        "items": items_text(row),
        "item_id": row.item_id,
        "amount": row.amount,
        "text": row.text,
        "number": row.number,
    }
    await game.write(kind.add, **{name: args[name] for name in kind.add.args})


async def existing_rows(game: Database, kind: TableKind, rows: Sequence[DeliveryRow]) -> list[ExistingRow]:
    """Returns the rows of the table that belong to these deliveries or could conflict with them."""
    if not rows:
        return []
    args = {
        "receivers": sorted({row.receiver for row in rows}),
        "texts": [row.text for row in rows],
        "numbers": [row.number for row in rows],
    }
    return await game.read(kind.existing, **{name: args[name] for name in kind.existing.args})

"""The families' hand-over tables, by the columns that are found: how a row is added, and which stand there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.features.deliveries.game_table.rows import MOST, Parcel, Standing, items_text, label, message

SMALLINT: Final = 65535


class HandoverError(Exception):
    """Nothing can be handed over; the message says what is wrong and what to do."""


class Column(Struct, frozen=True):
    name: str
    needed: int
    counts: int


class Uptime(Struct, frozen=True):
    name: str
    seconds: str


class Shape(Struct, frozen=True):
    """A kind of table. `keeps`: the game marks what it has handed out and deletes no row; `alike`: it deletes by what a
    row holds; `item_most`: the highest number of an item that the table has room for."""

    table: str
    columns: frozenset[str]
    probe: Query[None]
    add: Query[None]
    standing: Query[Standing]
    keeps: bool = False
    alike: bool = False
    item_most: int = MOST


COLUMNS = query("handover_tables.columns", Column)
UPTIME = query("handover_tables.uptime", Uptime)
_DELAYED: Final = frozenset({"owner_id", "item_id", "count", "payment_status"})


def _shape(kind: str, table: str, columns: frozenset[str], **more: Any) -> Shape:
    probe, add = (query(f"handover_tables.{kind}_{part}", None) for part in ("probe", "add"))
    return Shape(table, columns, probe, add, query(f"handover_tables.{kind}_standing", Standing), **more)


MAIL: Final = _shape("mail", "custom_mail", frozenset({"date", "receiver", "subject", "message", "items"}))
KEPT: Final = _shape("marked", "items_delayed", _DELAYED | {"description"}, keeps=True, item_most=SMALLINT)
UNCOUNTED: Final = _shape("marked", "items_delayed", _DELAYED | {"description"}, alike=True, item_most=SMALLINT)
NUMBERED: Final = _shape("numbered", "items_delayed", _DELAYED | {"payment_id"}, keeps=True, item_most=SMALLINT)
DONATE: Final = _shape("donate", "items_donate", frozenset({"id", "owner_id", "item_id", "count"}))


def recognise(table: str, found: Sequence[Column]) -> Shape:
    """The kind of table that has these columns. Raises HandoverError."""
    if not found:
        raise HandoverError(
            f"there is no table `{table}` that the user of game_table_delivery.dsn can see; if the game has it, "
            "run `gateway install --handover --apply`"
        )
    columns = {column.name: column for column in found}
    shape = {"custom_mail": MAIL, "items_donate": DONATE}.get(table) or _delayed(columns)
    if missing := shape.columns - columns.keys():
        raise HandoverError(f"`{table}` has no column {', '.join(sorted(missing))}")
    if open_ := sorted(column.name for column in found if column.needed and column.name not in shape.columns):
        raise HandoverError(f"`{table}` wants a value for {', '.join(open_)}, and we know none")
    return shape


def _delayed(columns: dict[str, Column]) -> Shape:
    if "payment_id" not in columns:
        return UNCOUNTED
    return KEPT if "description" in columns and columns["payment_id"].counts else NUMBERED


async def find(game: Database, table: str) -> Shape:
    """Raises HandoverError for a table that is missing or none of those we know."""
    return recognise(table, await game.read(COLUMNS, table=table))


async def uptime(game: Database) -> float:
    """Seconds since the game's database server began."""
    found = await game.one(UPTIME)
    return float(found.seconds) if found else 0.0


async def add(game: Database, shape: Shape, parcel: Parcel, *, sender: str, coins: str) -> None:
    """One row, written once: what breaks under way is not repeated, since it may have been done."""
    args = {
        "second": parcel.second,
        "receiver": parcel.receiver,
        "subject": label(sender, "Website"),
        "message": message(parcel, coins),
        "items": items_text(parcel),
        "item_id": parcel.item_id,
        "amount": parcel.amount,
        "text": parcel.text,
        "number": parcel.number,
    }
    await game.write(shape.add, **{name: args[name] for name in shape.add.args})


async def standing(game: Database, shape: Shape, parcels: Sequence[Parcel]) -> list[Standing]:
    """The rows that stand there for these, or in their way."""
    if not parcels:
        return []
    args = {
        "receivers": sorted({parcel.receiver for parcel in parcels}),
        "texts": [parcel.text for parcel in parcels],
        "numbers": [parcel.number for parcel in parcels],
    }
    return await game.read(shape.standing, **{name: args[name] for name in shape.standing.args})

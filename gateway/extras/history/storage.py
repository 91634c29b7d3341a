"""Writes tracked characters to the site schema in batches, and reads them back. All writes are idempotent."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from msgspec import Struct

from gateway.database.batches import ROWS_AT_ONCE
from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.extras.history import tracked as columns
from gateway.extras.history.tracked import Columns
from gateway.world_snapshot.serialization import Array

_READ_ROWS: Final = 1000
"""Rows of one read: decoding them blocks the event loop for some milliseconds."""


class StateRow(Struct, frozen=True):
    at: int
    body: str


class PublishedAt(Struct, frozen=True):
    at: int


class TrackedRow(Struct, frozen=True):
    character_id: int
    account: int
    name: str
    clan_id: int
    level: int
    class_id: int
    exp: int
    pvp_kills: int
    pk_kills: int
    playtime: int
    noble: int
    first_level: int
    first_class_id: int
    first_exp: int
    first_pvp_kills: int
    first_pk_kills: int
    first_playtime: int
    first_noble: int
    first_day: int
    changed_day: int
    is_gone: int


class ValuesRow(Struct, frozen=True):
    """Values of a character at the close of a day; `playtime` in minutes."""

    character_id: int
    first_day: int
    gone_day: int
    level: int
    class_id: int
    exp: int
    pvp_kills: int
    pk_kills: int
    playtime: int


class RecordedDay(Struct, frozen=True):
    day: int
    taken_at: int
    is_late: int
    is_complete: int


STATE = query("history.state", StateRow)
SCORES = query("history.scores", StateRow)
SET_STATE = query("history.set_state", None)
ADD_STATE = query("history.add_state", None)
TRACKED_ROWS = query("history.tracked_characters", TrackedRow)
BEGIN_HISTORIES = query("history.begin_histories", None)
SET_NOW = query("history.set_now", None)
SET_GONE = query("history.set_gone", None)
ADD_CHANGES = query("history.add_changes", None)
ADD_MILESTONES = query("history.add_milestones", None)
ADD_CLAN_DAYS = query("history.add_clan_days", None)
SET_CLAN_NAMES = query("history.set_clan_names", None)
PUBLISHED_AT = query("history.published_at", PublishedAt)
BEGIN_DAY = query("history.begin_day", None)
COPY_DAY = query("history.copy_day", None)
COMPLETE_DAY = query("history.complete_day", None)
DAYS = query("history.days", RecordedDay)
VALUES_AT = query("history.values_at", ValuesRow)
THIN = query("history.thin", None)


async def account_key(site: Database) -> bytes:
    """Returns the key of the hashes of logins, made at the first use of the site schema."""
    while (row := await site.one(STATE, name="account_key")) is None:
        await site.write(ADD_STATE, name="account_key", at=0, body=secrets.token_hex(16))
    return bytes.fromhex(row.body)


async def load_tracked(site: Database, name_hash: Callable[[Sequence[str]], Array]) -> Columns:
    stored_types = {name: dtype for name, dtype in columns.TYPES.items() if name not in {"name", "unsaved"}}
    parts: list[Columns] = [columns.empty()]
    last_id = 0
    while rows := await site.read(TRACKED_ROWS, after=last_id, count=_READ_ROWS):
        last_id = rows[-1].character_id
        part = to_columns(rows, stored_types)
        part["name"] = name_hash([row.name for row in rows])
        part["unsaved"] = np.zeros(len(rows), np.uint8)
        parts.append(part)
    return await asyncio.to_thread(concatenate, parts)


VALUE_TYPES: Final = {
    "character_id": np.uint32,
    "first_day": np.uint16,
    "gone_day": np.uint16,
    "level": np.uint8,
    "class_id": np.uint8,
    "exp": np.int64,
    "pvp_kills": np.uint32,
    "pk_kills": np.uint32,
    "playtime": np.uint32,
}


async def values_at(site: Database, day: int) -> Columns:
    """Returns the values of all characters at the close of a day, in the order of their ids."""
    return await read_columns(site, VALUES_AT, VALUE_TYPES, day)


async def read_columns(site: Database, statement: Query[Any], types: dict[str, Any], day: int) -> Columns:
    """Reads the rows of a day in ranges by id, which is the first of the columns."""
    parts = [{name: np.empty(0, dtype) for name, dtype in types.items()}]
    id_name, last_id = next(iter(types)), 0
    while rows := await site.read(statement, day=day, after=last_id, count=_READ_ROWS):
        last_id = getattr(rows[-1], id_name)
        parts.append(to_columns(rows, types))
    return await asyncio.to_thread(concatenate, parts)


def to_columns(rows: Sequence[Struct], types: dict[str, Any]) -> Columns:
    return {name: np.array([getattr(row, name) for row in rows], dtype) for name, dtype in types.items()}


def concatenate(parts: Sequence[Columns]) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


async def copy_day(site: Database, day: int, character_ids: Array) -> None:
    """Copies the values of a day from `character_now`, for the characters that changed on it (ascending)."""
    for first in range(0, character_ids.size, ROWS_AT_ONCE):
        part = character_ids[first : first + ROWS_AT_ONCE]
        await site.write(COPY_DAY, day=day, first_id=int(part[0]), last_id=int(part[-1]))
    await site.write(COMPLETE_DAY, day=day)

"""Units: some rows of the views whose values could be in a unit of the game's own."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from gateway.database.database import DatabaseError
from gateway.database.queries import Query, query
from gateway.doctor.context import Patient
from gateway.game import view_contract
from gateway.game.view_contract import Fault

ROWS: Final = 300

_Any = int | float | str | None


class Activity(msgspec.Struct, frozen=True):
    last_active: _Any
    created_at: _Any


class Person(msgspec.Struct, frozen=True):
    race: _Any
    sex: _Any
    online: _Any
    last_access: _Any
    created_at: _Any
    deletion_at: _Any


class Worn(msgspec.Struct, frozen=True):
    slot: _Any


class Castle(msgspec.Struct, frozen=True):
    siege_at: _Any


class Siege(msgspec.Struct, frozen=True):
    side: _Any


class Boss(msgspec.Struct, frozen=True):
    respawn_at: _Any


SAMPLES: Final[dict[str, Query[Any]]] = {
    "account_activity": query("doctor.sample_account_activity", Activity),
    "characters": query("doctor.sample_characters", Person),
    "items": query("doctor.sample_items", Worn),
    "castles": query("doctor.sample_castles", Castle),
    "sieges": query("doctor.sample_sieges", Siege),
    "bosses": query("doctor.sample_bosses", Boss),
}


async def faults(patient: Patient, views: set[str]) -> list[Fault]:
    """What some rows of these views hold and must not. Raises DatabaseUnavailable."""
    found: list[Fault] = []
    for view, sample in SAMPLES.items():
        if view in views:
            found += await _of(patient, view, sample)
    return found


async def _of(patient: Patient, view: str, sample: Query[Any]) -> list[Fault]:
    door = patient.db.auth if view in view_contract.ACCOUNT_VIEWS else patient.db.game
    try:
        rows = await door.read(sample, count=ROWS)
    except DatabaseError as error:
        return [Fault(view, "", f"cannot be read: {error}")]
    columns = [field.name for field in msgspec.structs.fields(sample.row)] if sample.row else []
    return view_contract.invalid_values(
        (view, column, value)
        for row in rows
        for column, value in zip(columns, msgspec.structs.astuple(row), strict=True)
    )

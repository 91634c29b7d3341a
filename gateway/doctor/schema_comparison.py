"""The game's own tables beside what the file of views reads of them, column by column.

Pure: what stands in the file and what an administrator sees of the tables, as findings of the topic `schema`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

import msgspec

from gateway import package_data
from gateway.doctor import view_columns as readings
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.view_columns import Absent, Read, Reading, Side
from gateway.game.families import FAMILIES, Family
from gateway.game.view_contract import ACCOUNT_VIEWS, held_by, null_columns
from gateway.install.view_files import Tables

TOPIC: Final = "schema"
_NEAREST: Final = 3
_OWN: Final = "write views of your own without it ([game] views), then run `gateway install --apply`"
_AS_IT_WAS: Final = "make it what it was, or convert it in views of your own ([game] views)"
_KEY: Final = "make it NOT NULL, as the packs have it: rows are found by it, and one without is found by nobody"
_WORDS: Final = {"number": "a number", "text": "text", "moment": "a date"}


class Column(msgspec.Struct, frozen=True):
    """Of a table of the game's. `nullable`: 1 where it may be NULL."""

    schema: str
    table: str
    name: str
    type: str
    nullable: int


Held = Mapping[Side, Mapping[str, Mapping[str, Column]]]
"""Side → table → column, the names in lower case; a side that nobody could look at is not there."""
Views = Mapping[str, Sequence[str]]


class Fit(msgspec.Struct, frozen=True):
    """How many of the columns that a family's file reads are there. `whole`: all that it cannot do without."""

    have: int
    wanted: int
    whole: bool


Fits = dict[str, Fit]
"""Family → how it fits."""


class Table(msgspec.Struct, frozen=True):
    """What is read of a table that is there. `unread`: how many columns it has beyond."""

    name: str
    read: int
    well: int
    unread: int
    faults: list[Finding]
    optional: list[str]


def held(columns: Iterable[Column]) -> dict[str, dict[str, Column]]:
    tables: dict[str, dict[str, Column]] = {}
    for column in columns:
        tables.setdefault(column.table.lower(), {})[column.name.lower()] = column
    return tables


def compared(name: str, views: Views, there: Held, *, apart: bool) -> list[Finding]:
    """`name`: of the family, or of the operator's own file. One line where all is well, and a line for each thing that
    is not, below its table. `apart`: the accounts are on another server.
    """
    read = _read(views, there, apart=apart)
    tables = [_table(list(each), there) for each in _by_table(read).values()]
    needed = _needed(read.absent).items()
    faults = [bad(TOPIC, f"{table} is missing, and {_break(views)}", _OWN) for (_, table), views in needed]
    for table in tables:
        if table.faults:
            faults += [ok(TOPIC, f"{table.name}: found, {_counts([table])}"), *table.faults]
    return [_summary(name, tables, read), *faults]


def through_views(name: str, views: Views, types: Mapping[str, Mapping[str, str]]) -> Finding:
    """What the views alone tell of it, by their columns (view → column → type): optional ones that are always NULL."""
    never = set(null_columns(types))
    known = {view: bodies for view, bodies in views.items() if view in types}
    read = readings.of(known, dict.fromkeys(known, readings.tables_of(known)))
    missing = [each for each in read.readings if each.optional and each.dash and _where(each) in never]
    told = ", ".join(dict.fromkeys(_name(each) for each in missing))
    return ok(
        TOPIC, f"{name}, as the views show it: {f'optional and missing: {told}' if told else 'nothing is missing'}"
    )


def others(there: Held, *, apart: bool) -> Fits:
    """Every family that the tables have what every pack of it has, the nearest first."""
    found: Fits = {}
    for family in FAMILIES.values():
        if _has(family, there):
            read = _read(file_of(family), there, apart=apart)
            found[family.key] = _fit(read, there)
    return dict(sorted(found.items(), key=lambda each: (not each[1].whole, each[1].wanted - each[1].have)))


def _fit(read: Read, there: Held) -> Fit:
    have = {each.place for each in read.readings if not each.absent and _column(there, each.place)}
    needed = {each.place for each in read.readings if not each.optional}
    return Fit(len(have), len({each.place for each in read.readings}), needed <= have and not _needed(read.absent))


def told_of(fits: Fits) -> str:
    """`acis 77 of 79, rusacis 70 of 74`."""
    return ", ".join(f"{key} {each.have} of {each.wanted}" for key, each in list(fits.items())[:_NEAREST])


def file_of(family: Family) -> dict[str, list[str]]:
    return readings.statements(package_data.sql() / "views" / f"{family.key}.sql")


def _has(family: Family, there: Held) -> bool:
    names = {
        f"{table}.{column}" for tables in there.values() for table, columns in tables.items() for column in columns
    }
    return names.issuperset(family.needs)


def _read(views: Views, there: Held, *, apart: bool) -> Read:
    """What the views of the sides that were looked at read; no view sees the tables of another server."""
    names = {side: {table: set(columns) for table, columns in tables.items()} for side, tables in there.items()}
    tables: dict[str, Tables] = {}
    for view in views:
        side: Side = "login" if view in ACCOUNT_VIEWS else "game"
        if side in names:
            mine = {side: names[side]} if apart else names
            tables[view] = {"game": mine.get("game", {}), "login": mine.get("login", {})}
    return readings.of({view: views[view] for view in tables}, tables)


def _column(there: Held, place: readings.Place) -> Column | None:
    side, table, column = place
    return there.get(side, {}).get(table, {}).get(column)


def _by_table(read: Read) -> dict[tuple[Side, str], list[Reading]]:
    tables: dict[tuple[Side, str], list[Reading]] = {}
    for reading in read.readings:
        side, table, _ = reading.place
        if not reading.absent:
            tables.setdefault((side, table), []).append(reading)
    return tables


def _table(read: Sequence[Reading], there: Held) -> Table:
    side, name, _ = read[0].place
    columns = there[side][name]
    places: dict[str, list[Reading]] = {}
    for reading in read:
        places.setdefault(reading.column.lower(), []).append(reading)
    unread = [column.name for key, column in columns.items() if key not in places]
    faults: list[Finding] = []
    optional: list[str] = []
    well = 0
    for key, each in places.items():
        column = columns.get(key)
        found = _missing(each, unread) if column is None else _faults(each, column)
        faults += found
        optional += [_without(each)] if column is None and not found else []
        well += column is not None and not found
    return Table(read[0].table, len(places), well, len(unread), faults, optional)


def _missing(read: Sequence[Reading], unread: Sequence[str]) -> list[Finding]:
    """A column that no view can do without; nothing where it is one that a pack may lack."""
    views = list(dict.fromkeys(each.view for each in read if not each.optional))
    if not views:
        return []
    near = {name.lower(): name for name in unread}
    like = get_close_matches(read[0].column.lower(), near, n=1)
    maybe = f"; is it `{near[like[0]]}` now?" if like else ""
    return [bad(TOPIC, f"{_name(read[0])} is missing, and {_break(views)}{maybe}", _OWN)]


def _faults(read: Sequence[Reading], column: Column) -> list[Finding]:
    """The worst of what is wrong with a column that is there."""
    found = held_by(column.type)
    told: list[Finding] = []
    for each in read:
        if each.kind is None or each.kind == found or (each.kind == "text" and found == "moment" and not each.passed):
            continue
        text = f"{_name(each)} is {column.type}, and {_where(each)} reads it as {_WORDS[each.kind]}"
        # A text of digits is converted for each row; everything else comes out as another value, or none.
        kind = advice if (each.kind, found, each.passed) == ("number", "text", False) else bad
        told.append(kind(TOPIC, text, _AS_IT_WAS))
    if not told and column.nullable:
        keys = [each for each in read if each.key]
        told += [advice(TOPIC, f"{_name(each)} may be NULL, and is the key of {each.view}", _KEY) for each in keys]
    return sorted(told, key=lambda finding: finding.well)[:1]


def _needed(absent: Iterable[Absent]) -> dict[tuple[Side, str], list[str]]:
    """Tables without which some views cannot be made → these."""
    tables: dict[tuple[Side, str], list[str]] = {}
    for each in absent:
        if each.needed:
            tables.setdefault((each.side, each.table), []).append(each.view)
    return tables


def _summary(name: str, tables: Sequence[Table], read: Read) -> Finding:
    needed = _needed(read.absent)
    missing = [each for table in tables for each in table.optional] + _optional_tables(read, needed)
    whole = _of(len(tables), len(tables) + len(needed), "tables")
    told = f"{name}: {whole}, {_counts(tables)}"
    return ok(TOPIC, f"{told}; optional and missing: {', '.join(missing)}" if missing else told)


def _counts(tables: Sequence[Table]) -> str:
    wanted = sum(table.read - len(table.optional) for table in tables)
    unread = sum(table.unread for table in tables)
    return f"{_of(sum(table.well for table in tables), wanted, 'columns')} as expected, {unread} more unread"


def _of(well: int, wanted: int, what: str) -> str:
    return f"{well} of {wanted} {what}" if well < wanted else f"{wanted} {what}"


def _optional_tables(read: Read, needed: Collection[tuple[Side, str]]) -> list[str]:
    """Optional tables that are missing, each with what is told without it."""
    tables: dict[tuple[Side, str], list[str]] = {}
    for each in read.absent:
        place = (each.side, each.table)
        if place not in needed:
            readings = [one for one in read.readings if (one.view, one.side, one.table) == (each.view, *place)]
            tables.setdefault(place, []).extend(_told(readings) if readings else [each.view])
    return [f"{table} ({', '.join(told)})" for (_, table), told in tables.items()]


def _without(read: Sequence[Reading]) -> str:
    """An optional column, and what is told without it, where that is called otherwise."""
    told = _told(read)
    return _name(read[0]) if told == [_name(read[0])] else f"{_name(read[0])} ({', '.join(told)})"


def _told(read: Sequence[Reading]) -> list[str]:
    named = [each for each in read if each.shown] or read
    return list(dict.fromkeys(_where(each) for each in named))


def _where(reading: Reading) -> str:
    return f"{reading.view}.{reading.shown}" if reading.shown else reading.view


def _name(reading: Reading) -> str:
    return f"{reading.table}.{reading.column}"


def _break(views: Sequence[str]) -> str:
    if len(views) == 1:
        return f"the view {views[0]} breaks"
    return f"the views {', '.join(views[:-1])} and {views[-1]} break"

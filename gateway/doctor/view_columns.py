"""What a file of views reads of the game's tables: each column, as what kind of value, and what the site shows of it.

The form of such a file is `gateway.install_views`'. A kind is told from what stands beside the column in the statement,
and is left open where nothing there tells it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from gateway.database.queries import split
from gateway.game.view_contract import CONTRACT, Held
from gateway.install.view_files import Tables, read

Side = Literal["game", "login"]

_HEAD: Final = re.compile(r"\bVIEW\s+\{views\}\.(?P<view>\w+)\s+AS\s+(?P<body>SELECT\b.*)", re.DOTALL)
_TABLE: Final = re.compile(
    r"\{(?P<side>game|login)(?P<optional>\??)\}\.(?P<table>\w+)(?:\s+[Aa][Ss]\s+(?P<alias>\w+))?"
)
_COLUMN: Final = re.compile(r"(?P<brace>\{?)\b(?P<alias>\w+)\.`?(?P<column>\w+)`?(?:\?\})?")
_TEXT: Final = re.compile(r"'[^']*'")
_NAME: Final = re.compile(r"\bAS\s+(?P<name>\w+)\s*$", re.IGNORECASE)
_PLAIN: Final = re.compile(r"\b(?:COALESCE|NULLIF)\b|[\s(),]|(?<![\w.])-?\d+\b", re.IGNORECASE)
"""What leaves the kind of a column's value as it is."""
_MOMENT_BEFORE: Final = re.compile(r"\bUNIX_TIMESTAMP\s*\(\s*$", re.IGNORECASE)
_OPEN_BEFORE: Final = re.compile(r"\bCAST\s*\(\s*$", re.IGNORECASE)
_NUMBER_BEFORE: Final = re.compile(r"(?:\bFLOOR\s*\(|[*+/&]|\bDIV)\s*$", re.IGNORECASE)
_CASE_BEFORE: Final = re.compile(r"\bCASE\s*$", re.IGNORECASE)
_WHEN_TEXT: Final = re.compile(r"\s*WHEN\s*'", re.IGNORECASE)
_RESULT_BEFORE: Final = re.compile(r"\b(?:THEN|ELSE)\s*$", re.IGNORECASE)
_RESULT_AFTER: Final = re.compile(r"\s*(?:WHEN|ELSE|END)\b", re.IGNORECASE)
_TEXT_AFTER: Final = re.compile(r"\s*(?:(?:=|<>|!=)\s*|(?:NOT\s+)?(?:IN\s*\(\s*|LIKE\s+))'", re.IGNORECASE)
_NUMBER_AFTER: Final = re.compile(
    r"\s*(?:,\s*-?\d+\s*\)|[*+/&-]|DIV\b|(?:NOT\s+)?BETWEEN\b|(?:NOT\s+)?IN\s*\(\s*-?\d"
    r"|[<>=!]+\s*(?:-?\d|UNIX_TIMESTAMP\b))",
    re.IGNORECASE,
)
_EQUAL: Final = re.compile(r"(?P<one>\w+\.`?\w+`?)\s*=\s*(?P<other>\w+\.`?\w+`?)")
_UNION: Final = re.compile(r"\bUNION(?:\s+ALL)?\b", re.IGNORECASE)
_FROM: Final = re.compile(r"\bFROM\b", re.IGNORECASE)

Place = tuple[Side, str, str]
"""Side, table and column, in lower case."""


class Reading(msgspec.Struct, frozen=True):
    """One column in one place of a view. `shown`: the view's own column that it stands in; empty in a condition.

    `passed`: its value is the view's as it is, so that the view's column is of its kind. `key`: rows are found by it,
    and it has to have a value. `dash`: without it, `shown` is NULL, and may be. `absent`: so is its table.
    """

    view: str
    side: Side
    table: str
    column: str
    optional: bool
    shown: str = ""
    kind: Held | None = None
    passed: bool = False
    key: bool = False
    dash: bool = False
    absent: bool = False

    @property
    def place(self) -> Place:
        return (self.side, self.table.lower(), self.column.lower())


class Absent(msgspec.Struct, frozen=True):
    """A table that a view could read and that is not there. `needed`: without it the view cannot be made."""

    view: str
    side: Side
    table: str
    needed: bool


class Read(msgspec.Struct, frozen=True):
    readings: list[Reading]
    absent: list[Absent]


def statements(path: Path) -> dict[str, list[str]]:
    """View → what may be made of it, the better first. Raises InstallError for a file that cannot be read."""
    found: dict[str, list[str]] = {}
    for statement in split(read(path)):
        if (head := _HEAD.search(statement)) and head["view"] in CONTRACT:
            found.setdefault(head["view"], []).append(_TEXT.sub("''", head["body"]))
    return found


def of(views: Mapping[str, Sequence[str]], tables: Mapping[str, Tables]) -> Read:
    """What these views read, each fitted to the tables that its server has. `tables`: view → those."""
    readings: list[Reading] = []
    absent: list[Absent] = []
    for view, alternatives in views.items():
        lacking = [_lacking(view, body, tables[view], optional=False) for body in alternatives]
        body = next((body for body, missing in zip(alternatives, lacking, strict=True) if not missing), None)
        if body is None:
            absent += min(reversed(lacking), key=len)
        else:
            absent += [msgspec.structs.replace(each, needed=False) for each in lacking[0]]
            absent += _lacking(view, body, tables[view], optional=True)
            readings += _linked(_readings(view, body, tables[view]), body)
    return Read(readings, absent)


def tables_of(views: Mapping[str, Sequence[str]]) -> Tables:
    """Every table that these views name, as if all were there."""
    named = [table for bodies in views.values() for body in bodies for table in _TABLE.finditer(body)]
    return {
        side: {each["table"].lower(): set() for each in named if each["side"] == side} for side in ("game", "login")
    }


def _lacking(view: str, body: str, tables: Tables, *, optional: bool) -> list[Absent]:
    named = (table for table in _TABLE.finditer(body) if bool(table["optional"]) == optional)
    found: dict[tuple[Side, str], None] = {(_side(table), table["table"]): None for table in named}
    return [Absent(view, side, table, not optional) for side, table in found if table.lower() not in tables[side]]


def _side(table: re.Match[str]) -> Side:
    return "login" if table["side"] == "login" else "game"


def _sources(body: str) -> dict[str, tuple[Side, str]]:
    """What a table is called in the statement, in lower case → side and table."""
    found = _TABLE.finditer(body)
    return {(table["alias"] or table["table"]).lower(): (_side(table), table["table"]) for table in found}


def _readings(view: str, body: str, tables: Tables) -> list[Reading]:
    sources = _sources(body)
    absent = {(each.side, each.table) for each in _lacking(view, body, tables, optional=True)}
    lines = (line for line in body.splitlines() if absent.isdisjoint(_sources(line).values()))
    found: list[Reading] = []
    names: list[str] = []
    for part in _UNION.split("\n".join(lines)):
        what, rest = _cut(part)
        names = names or [_name(item) for item in what]
        for item, name in zip(what, names, strict=False):
            found += _of_item(view, name, item, sources)
        found += [_reading(view, rest, column, sources) for column in _columns(rest, sources)]
    return [msgspec.structs.replace(each, absent=True) if (each.side, each.table) in absent else each for each in found]


def _cut(select: str) -> tuple[list[str], str]:
    """The items between SELECT and FROM, and what follows."""
    items: list[str] = []
    depth = start = 0
    text = select.strip().removeprefix("SELECT")
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth and letter == ",":
            items.append(text[start:at])
            start = at + 1
        if not depth and _FROM.match(text, at) and not text[at - 1].isalnum():
            return [*items, text[start:at]], text[at:]
    return [*items, text[start:]], ""


def _name(item: str) -> str:
    """Of the view's column that the item is."""
    named = _NAME.search(item)
    return named["name"] if named else item.strip().rpartition(".")[2]


def _columns(text: str, sources: Mapping[str, object]) -> list[re.Match[str]]:
    return [found for found in _COLUMN.finditer(text) if found["alias"].lower() in sources]


def _of_item(view: str, name: str, item: str, sources: Mapping[str, tuple[Side, str]]) -> list[Reading]:
    value = _NAME.sub("", item).strip()
    wanted = CONTRACT[view].columns.get(name)
    plain = not _PLAIN.sub("", _COLUMN.sub("", value))
    found: list[Reading] = []
    for column in _columns(value, sources):
        reading = _reading(view, value, column, sources)
        if wanted and (plain or _is_result(value, column)):
            reading = msgspec.structs.replace(reading, kind=wanted.type.kind, passed=True)
        nullable = bool(wanted and wanted.nullable)
        found.append(
            msgspec.structs.replace(
                reading,
                shown=name,
                key=value == column[0] and bool(wanted and wanted.key),
                dash=nullable and " IS " not in value,
            )
        )
    return found


def _reading(view: str, text: str, column: re.Match[str], sources: Mapping[str, tuple[Side, str]]) -> Reading:
    side, table = sources[column["alias"].lower()]
    return Reading(view, side, table, column["column"], bool(column["brace"]), kind=_kind(text, column))


def _is_result(text: str, column: re.Match[str]) -> bool:
    """Whether it is what a CASE gives, as it is."""
    return bool(_RESULT_BEFORE.search(text, 0, column.start()) and _RESULT_AFTER.match(text, column.end()))


def _kind(text: str, column: re.Match[str]) -> Held | None:
    """What the words beside a column take it for."""
    before, after = text[: column.start()], text[column.end() :]
    if _OPEN_BEFORE.search(before):
        return None
    if _MOMENT_BEFORE.search(before):
        return "moment"
    if _CASE_BEFORE.search(before):
        return "text" if _WHEN_TEXT.match(after) else "number"
    if _TEXT_AFTER.match(after):
        return "text"
    return "number" if _NUMBER_BEFORE.search(before) or _NUMBER_AFTER.match(after) else None


def _linked(readings: list[Reading], body: str) -> list[Reading]:
    """Columns that are compared with one another are of one kind, where one of them tells it."""
    sources = _sources(body)
    kinds = {reading.place: reading.kind for reading in readings if reading.kind}
    for pair in _EQUAL.finditer(body):
        one, other = (_place(pair[each], sources) for each in ("one", "other"))
        if one and other and (kind := kinds.get(one) or kinds.get(other)):
            kinds |= {one: kinds.get(one, kind), other: kinds.get(other, kind)}
    return [
        reading if reading.kind else msgspec.structs.replace(reading, kind=kinds.get(reading.place))
        for reading in readings
    ]


def _place(text: str, sources: Mapping[str, tuple[Side, str]]) -> Place | None:
    alias, _, column = text.replace("`", "").lower().partition(".")
    source = sources.get(alias)
    return (source[0], source[1].lower(), column) if source else None

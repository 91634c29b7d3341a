"""Reads a views file, `sql/views/<family>.sql` or an operator's own, and fits it to the tables of a server.

`{game}.characters` and `{login}.accounts` are tables of the game. Tables and columns that a pack may lack are
optional:

- `{table.column?}`: the column, or NULL where the table or the column is missing;
- `{table.column|other}`: the first of these columns that the table has, for a column that the view needs;
- a LINE that names `{game?}.table` or `{login?}.table` is left out as a whole where that table is missing;
- a view may be given several times: the first one whose tables all exist is created;
- `FORCE INDEX FOR ORDER BY (name)` after a table is left out where that table has no index of this name;
- an optional view of the contract without a statement that fits is empty;
- `{boss_id(table.column)}` is the boss of a name in `spawn_data`, and `{boss_names}` the list of these names.

Any other statement is refused, because install runs the file with an administrator's rights.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

from gateway.config import text_files
from gateway.config.text_files import NotTextError
from gateway.database.queries import query, split
from gateway.game.families import Columns
from gateway.game.view_contract import ACCOUNT_VIEWS, CONTRACT, GAME_VIEWS, WRITTEN_VIEWS
from gateway.install.names import InstallError
from gateway.install.spawn_names import boss_id_expression, boss_name_list

VIEWS = (*ACCOUNT_VIEWS, *GAME_VIEWS)
EMPTY = query("install.empty_view", None)
_HEAD = re.compile(
    r"CREATE\s+OR\s+REPLACE\s+ALGORITHM\s*=\s*(?:MERGE|UNDEFINED)\s+DEFINER\s*=\s*\{owner\}\s+SQL\s+SECURITY\s+DEFINER"
    r"\s+VIEW\s+\{views\}\.(?P<view>\w+)\s+AS\s+(?P<body>SELECT\b.*?)(?P<check>\s+WITH\s+CASCADED\s+CHECK\s+OPTION)?",
    re.DOTALL,
)
_TABLE = re.compile(r"\{(?P<schema>game|login)(?P<optional>\??)\}\.(?P<table>\w+)(?:\s+[Aa][Ss]\s+(?P<alias>\w+))?")
_HINT = re.compile(r"(?P<source>" + _TABLE.pattern + r")\s+FORCE\s+INDEX(?:\s+FOR\s+ORDER\s+BY)?\s*\((?P<index>\w+)\)")
_COLUMN = re.compile(r"\{(?P<table>\w+)\.(?P<column>\w+)\?\}")
_CHOICE = re.compile(r"\{(?P<table>\w+)\.(?P<columns>\w+(?:\|\w+)+)\}")
_BOSS_ID = re.compile(r"\{boss_id\((\w+\.\w+)\)\}")
_SOURCE = re.compile(r"\b(?:FROM|JOIN)\s+(?P<table>[^\s{(][^\s,)]*)", re.IGNORECASE)
_TEXT = re.compile(r"'[^']*'")
_BASE_COLUMN = re.compile(r"\w+\.(\w+)(?:\s+AS\s+(\w+))?", re.IGNORECASE)
# Syntax that the server may parse differently from this module, and that no view needs.
_FORBIDDEN_MARKS = ("\\", '"', "/*", ";", "--", "#")

Side = Literal["game", "login"]


class SchemaTables(msgspec.Struct, frozen=True):
    """Tables of one schema: their columns, and their names as the server has them. Names of columns and of indexes, and
    keys, are in lower case. `indexes`: None if they are not known, and every hint of the file stays."""

    columns: Columns
    names: Mapping[str, str] = MappingProxyType({})
    indexes: Columns | None = None


Tables = Mapping[str, SchemaTables]
"""By schema: "game" or "login"."""


def columns_of(tables: Tables, schema: str, table: str) -> Collection[str]:
    """Returns the columns of a table; none if it is missing."""
    return tables[schema].columns.get(table.lower(), ())


class View(msgspec.Struct, frozen=True, kw_only=True):
    """One view fitted to a server; `{game}`, `{login}`, `{views}` and `{owner}` are still to be filled in."""

    name: str
    statement: str
    tables: frozenset[tuple[str, str]]
    """(schema, table) of each table that it reads."""
    absent: tuple[str, ...] = ()
    """Optional tables, and columns as `table.column`, that this server lacks."""
    is_empty: bool = False
    """True for an optional view without rows, since no statement fits."""

    @property
    def body(self) -> str:
        """The SELECT."""
        head = _HEAD.fullmatch(self.statement)
        return head["body"] if head else ""

    @property
    def is_merged(self) -> bool:
        """False for a view that the file declares as one that the server materializes."""
        return "ALGORITHM = UNDEFINED" not in self.statement

    @property
    def base_columns(self) -> dict[str, str]:
        """Column → that of the base table; of a view that selects plain columns of one table."""
        return {alias or name: name for name, alias in _BASE_COLUMN.findall(self.body.partition("FROM")[0])}


def fit_views(
    path: Path,
    tables: Tables,
    *,
    is_separate: bool = False,
    names: Collection[str] = VIEWS,
) -> dict[str, View]:
    """Returns the views with these names. `is_separate`: the accounts are on a server of their own.

    In that case no view reads from both servers. Raises InstallError for an invalid file, and for a missing table that
    one of the views needs.
    """
    alternatives = _parse_statements(path, read(path))
    if missing_views := [name for name in VIEWS if name not in alternatives and not CONTRACT[name].optional]:
        raise InstallError(f"{path}: it lacks the view{'s'[: len(missing_views) > 1]} {', '.join(missing_views)}")
    no_tables = SchemaTables({})
    login = {**tables, "game": no_tables} if is_separate else tables
    game = {**tables, "login": no_tables} if is_separate else tables
    views: dict[str, View] = {}
    for name in (name for name in VIEWS if name in names):
        view = _first_fitting(path, name, alternatives.get(name, []), login if name in ACCOUNT_VIEWS else game)
        views[name] = _with_server_names(view, tables)
    return views


def read(path: Path) -> str:
    """The text of the file. Raises InstallError."""
    try:
        return text_files.read(path)
    except OSError as error:
        raise InstallError(f"{path}: {error.strerror}; a file of views is expected there") from None
    except NotTextError as error:
        raise InstallError(f"{path}: {error}") from None


def _parse_statements(path: Path, text: str) -> dict[str, list[str]]:
    """Returns the statements of each view, in their order. Raises InstallError for any other statement."""
    views: dict[str, list[str]] = {}
    for statement in split(_with_boss_names(text)):
        head = _HEAD.fullmatch(statement)
        begin = " ".join(statement.split())[:60]
        if head is None:
            raise InstallError(
                f"{path}: `{begin}` is not of the form CREATE OR REPLACE ALGORITHM = MERGE DEFINER = {{owner}} "
                "SQL SECURITY DEFINER VIEW {views}.name AS SELECT …, and nothing else is run"
            )
        if head["view"] not in VIEWS:
            raise InstallError(f"{path}: {head['view']!r} is no view of the gateway; there are {', '.join(VIEWS)}")
        if head["view"] in WRITTEN_VIEWS and not head["check"]:
            raise InstallError(f"{path}: view {head['view']}: it has to end with WITH CASCADED CHECK OPTION")
        _check_body(f"{path}: view {head['view']}", head["body"])
        views.setdefault(head["view"], []).append(statement)
    return views


def _with_boss_names(text: str) -> str:
    expanded_text = _BOSS_ID.sub(lambda match: boss_id_expression(match[1]), text)
    return expanded_text.replace("{boss_names}", boss_name_list())


def _check_body(place: str, body: str) -> None:
    if forbidden_marks := [mark for mark in _FORBIDDEN_MARKS if mark in body]:
        raise InstallError(f"{place}: {forbidden_marks[0]} cannot stand in a view here")
    words = _TEXT.sub("''", body)
    if source := _SOURCE.search(words):
        raise InstallError(f"{place}: {source['table']!r} after FROM or JOIN; write {{game}}.table or {{login}}.table")
    remaining_text = _CHOICE.sub("", _COLUMN.sub("", _TABLE.sub("", words)))
    if "{" in remaining_text or "}" in remaining_text:
        raise InstallError(
            f"{place}: braces stand in {{game}}.table, {{login}}.table, {{table.column?}} and {{table.a|b}} alone"
        )


def _first_fitting(path: Path, name: str, statements: Sequence[str], tables: Tables) -> View:
    missing_tables: list[str] = []
    skipped_tables: list[str] = []
    first_sources: set[tuple[str, str]] = set()
    for statement in statements:
        fitted_statement = _without_absent(statement, tables)
        sources = {(match["schema"], match["table"]) for match in _TABLE.finditer(fitted_statement)}
        absent_tables = sorted(source for source in sources if not columns_of(tables, *source))
        if not absent_tables:
            select = _with_columns(f"{path}: view {name}", statement, fitted_statement, tables)
            # A statement that reads other tables than the first one stands for it, and lacks nothing.
            skipped_tables = [] if sources - first_sources else skipped_tables
            absent_objects = (*skipped_tables, *_absent_objects(statement, fitted_statement, tables))
            return View(name=name, statement=select, tables=frozenset(sources), absent=absent_objects)
        first_sources = first_sources or sources
        skipped_tables = skipped_tables or [table for _, table in absent_tables]
        missing_tables = missing_tables or [f"`{table}` in the {schema} schema" for schema, table in absent_tables]
    if CONTRACT[name].optional:
        return _empty_view(name, skipped_tables)
    raise InstallError(f"{path}: the view {name} reads {' and '.join(missing_tables)}, which is not there")


def _empty_view(name: str, absent: Sequence[str]) -> View:
    """An optional view without rows, over a table that every pack has."""
    source = ("login", "accounts") if name in ACCOUNT_VIEWS else ("game", "characters")
    columns = (
        f"{0 if spec.type.kind == 'number' else repr('')} AS {column}"
        for column, spec in CONTRACT[name].columns.items()
    )
    statement = EMPTY.sql.format(
        owner="{owner}", views="{views}", view=name, columns=", ".join(columns), table="{{{}}}.{}".format(*source)
    )
    return View(name=name, statement=statement, tables=frozenset({source}), absent=tuple(absent), is_empty=True)


def missing_table_notes(views: Iterable[View]) -> list[str]:
    """Returns a line for each view that is empty or has fewer rows or values, since tables are missing."""
    notes: list[str] = []
    for view in views:
        tables = ", ".join(f"`{name}`" for name in view.absent if "." not in name)
        if tables:
            effect = "is empty" if view.is_empty else "lacks rows or values"
            notes.append(f"the view {view.name} {effect}: the game's schema has no {tables}")
    return notes


def _with_server_names(view: View, tables: Tables) -> View:
    """The view with each table named as on the server; the name in the file becomes its alias."""

    def name_on_server(schema: str, table: str) -> str:
        return tables[schema].names.get(table.lower(), table)

    def spell(match: re.Match[str]) -> str:
        server_name = name_on_server(match["schema"], match["table"])
        alias = match["alias"] or match["table"]
        return match[0] if server_name == match["table"] else f"{{{match['schema']}}}.{server_name} AS {alias}"

    sources = frozenset((schema, name_on_server(schema, table)) for schema, table in view.tables)
    return msgspec.structs.replace(view, statement=_TABLE.sub(spell, view.statement), tables=sources)


def _without_absent(statement: str, tables: Tables) -> str:
    """The statement without the lines of optional tables that are missing, and without hints of missing indexes."""

    def exists(line: str) -> bool:
        optional = (match for match in _TABLE.finditer(line) if match["optional"])
        return all(columns_of(tables, match["schema"], match["table"]) for match in optional)

    present = "\n".join(line for line in statement.splitlines() if exists(line))
    present = _HINT.sub(lambda match: _existing_hint(match, tables), present)
    return present.replace("{game?}", "{game}").replace("{login?}", "{login}")


def _existing_hint(match: re.Match[str], tables: Tables) -> str:
    """The source with its hint, or without it if the table lacks the index."""
    indexes = tables[match["schema"]].indexes
    exists = indexes is None or match["index"].lower() in indexes.get(match["table"].lower(), ())
    return match[0] if exists else match["source"]


def _absent_objects(statement: str, fitted_statement: str, tables: Tables) -> list[str]:
    """Optional tables and columns of the statement that are missing."""
    optional = [table for table in _TABLE.finditer(statement) if table["optional"]]
    absent_objects = [table["table"] for table in optional if not columns_of(tables, table["schema"], table["table"])]
    present = {_alias(table): table for table in _TABLE.finditer(fitted_statement)}
    for column in _COLUMN.finditer(statement):
        table = present.get(column["table"].lower())
        if table and column["column"].lower() not in columns_of(tables, table["schema"], table["table"]):
            absent_objects.append(f"{table['table']}.{column['column']}")
    return list(dict.fromkeys(absent_objects))


def _with_columns(place: str, statement: str, fitted_statement: str, tables: Tables) -> str:
    """Puts each optional column in its place, or NULL, and the first column of each choice that the table has.

    A table is called by its alias where it has one. A choice without a column that exists becomes its first one, which
    is then reported as missing.
    """
    aliases = {_alias(match) for match in _TABLE.finditer(statement)}
    columns_by_alias = {
        _alias(match): columns_of(tables, match["schema"], match["table"])
        for match in _TABLE.finditer(fitted_statement)
    }

    def present(match: re.Match[str], columns: Sequence[str]) -> list[str]:
        table = match["table"].lower()
        if table not in aliases:
            raise InstallError(f"{place}: {match[0]} is of a table that the view does not read")
        return [column for column in columns if column.lower() in columns_by_alias.get(table, ())]

    def choose(match: re.Match[str]) -> str:
        return f"{match['table']}.{match['column']}" if present(match, [match["column"]]) else "NULL"

    def choose_first(match: re.Match[str]) -> str:
        columns = match["columns"].split("|")
        return f"{match['table']}.{[*present(match, columns), *columns][0]}"

    return _CHOICE.sub(choose_first, _COLUMN.sub(choose, fitted_statement))


def _alias(match: re.Match[str]) -> str:
    return (match["alias"] or match["table"]).lower()

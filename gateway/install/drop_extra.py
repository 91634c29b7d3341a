"""`gateway extras disable NAME --drop`: drops the tables of an extra, as a script to read or applied.

The settings come first: an extra that they have on is refused, so that no process uses the tables once each instance
was restarted. The record of the tables goes before the tables themselves: what still runs looks there. A run that was
killed is completed by the next one.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import msgspec

from gateway import package_data
from gateway.database.database import Connection, Session, connect
from gateway.database.queries import query
from gateway.database.user_rights import procedures_of, tables_of
from gateway.features.operators import operator_log
from gateway.features.operators.operator_log import Operation, running
from gateway.install.export_tables import export_tables
from gateway.install.grants import parse_grant, revoke_surplus
from gateway.install.identity import check_identity, find_installation, is_same_schema
from gateway.install.migrate import SchemaState, migration_lock, pending_steps, schema_state
from gateway.install.names import InstallError, Names, quote_name, quote_text
from gateway.install.options import InstallOptions
from gateway.install.prepare import PROCEDURES_OF
from gateway.install.script import (
    SITE_USERS,
    Section,
    part,
    procedures_checksum,
    site_rights,
)
from gateway.install.script_text import comment, format_sections
from gateway.install.servers import ADMIN, TABLES, Servers, check_ownership, has_user, open_servers, read_record

_HEAD: Final = """\
The statements of `gateway extras disable {name} --drop --apply` for the site schema `{site}`. Restart each instance \
without {name} first, and back up: gateway backup DIR. These \
rows are deleted for ever: {rows}.
"""
_BLOCK: Final = re.compile(r"^-- name: (\w+)\(\)\n-- (.+)$", re.MULTILINE)


class KeptRows(msgspec.Struct, frozen=True):
    count: int


class ForeignKey(msgspec.Struct, frozen=True):
    table: str
    parent: str


class Drop(msgspec.Struct, frozen=True, kw_only=True):
    """`rows`: table → number of its rows, in the order in which the tables can be dropped."""

    name: str
    names: Names
    rows: Mapping[str, int]
    sections: Sequence[Section]


FOREIGN_KEYS = query("install.foreign_keys", ForeignKey)
_REFUSALS: Final = {
    noun: {text: query(f"{noun}.{name}", KeptRows) for name, text in _BLOCK.findall(path.read_text(encoding="utf-8"))}
    for noun, folder in package_data.noun_tables().items()
    if (path := folder / "drop_refusals.sql").is_file()
}
"""Noun → reason → statement that counts the rows that forbid a drop."""


async def drop_extra(options: InstallOptions, name: str, change: Operation, export_folder: Path | None) -> str:
    """Returns the script, or the report of what was done. Raises InstallError or DatabaseError.

    `name`: of an extra that the settings have off. `change`: for the log of operators. `export_folder`: where the rows
    are written before they are deleted; None: the script is returned, and nothing changes.
    """
    async with AsyncExitStack() as stack:
        servers = await stack.enter_async_context(open_servers(options))
        names = await _installed_names(options, servers)
        connection = await connect(msgspec.structs.replace(options.site_admin, schema=names.site), ADMIN)
        stack.callback(connection.close)
        session = Session(ADMIN, connection, max_rows=100_000, on_query=None)
        if export_folder:
            await stack.enter_async_context(migration_lock(session, names.site))
        drop = await _plan(servers, connection, names, name)
        if not drop.sections:
            return f"{name} has no tables; nothing was changed\n"
        if not export_folder:
            return comment(_head(drop)) + format_sections(options.dsns, drop.sections)
        report = await _export(session, connection, drop, change, export_folder)
        await servers.run([*drop.sections])
    return "".join([*report, *(f"done        {section.title}\n" for section in drop.sections)])


async def _export(session: Session, connection: Connection, drop: Drop, change: Operation, folder: Path) -> list[str]:
    """Writes the rows into a file, and the drop into the log of operators. Returns the lines of the report."""
    tables = [table for table, count in drop.rows.items() if count]
    export = await export_tables(connection, drop.names.site, tables, folder=folder, name=drop.name) if tables else None
    values = {"export": export.file, "sha256": export.sha256} if export else None
    with running(change):
        await operator_log.record(session, f"extra:{drop.name}", before=drop.rows, after=values)
    return [f"exported    {export.file}, sha256 {export.sha256}\n"] if export else []


def _head(drop: Drop) -> str:
    rows = ", ".join(f"{count:,} of {table}" for table, count in drop.rows.items()) or "none"
    return _HEAD.format(name=drop.name, site=drop.names.site, rows=rows)


async def _installed_names(options: InstallOptions, servers: Servers) -> Names:
    installation = await find_installation(options, servers)
    if not installation.record:
        raise InstallError(f"there is no site schema `{installation.names.site}` that `gateway install` made")
    if options.game_schema or options.login_schema:
        check_identity(installation, has_own_site_server=options.has_own_site_server)
    await check_ownership(servers, installation.names, installation.record)
    return installation.names


async def _plan(servers: Servers, connection: Connection, names: Names, name: str) -> Drop:
    session = Session(ADMIN, connection, max_rows=100_000, on_query=None)
    state = await schema_state(session, names.site)
    if pending_steps(names.site, state):
        raise InstallError(f"`{names.site}` is of an earlier release; run `gateway upgrade` first")
    if name in state.versions:
        await _check_rows(session, name)
    tables = await _tables(session, names, name)
    sections = await _sections(servers, names, state, name, tables)
    return Drop(name=name, names=names, rows=await _count_rows(connection, names, tables), sections=sections)


async def _check_rows(session: Session, name: str) -> None:
    """Raises InstallError for rows that `drop_refusals.sql` counts."""
    reasons: list[str] = []
    for text, statement in _REFUSALS.get(name, {}).items():
        row = await session.one(statement)
        reasons += [f"{row.count:,} {text}"] if row and row.count else []
    if reasons:
        raise InstallError(f"{name} cannot be dropped, there are {'; '.join(reasons)}. Nothing was touched")


async def _tables(session: Session, names: Names, name: str) -> list[str]:
    """Returns those that are there, each after the tables that refer to it. Raises InstallError."""
    present = {row.table for row in await session.read(TABLES, schema=names.site)}
    children: dict[str, set[str]] = {table: set() for table in tables_of(name) if table in present}
    keys = await session.read(FOREIGN_KEYS, schema=names.site, tables=[*children]) if children else []
    if foreign := sorted({key.table for key in keys} - {*children}):
        raise InstallError(f"{name} cannot be dropped: foreign keys of {', '.join(foreign)} lead to its tables")
    for key in keys:
        children[key.parent] |= {key.table} - {key.parent}
    return [*TopologicalSorter(children).static_order()]


async def _count_rows(connection: Connection, names: Names, tables: Collection[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for table in tables:
        (statement,) = part("count_rows", {"site": quote_name(names.site), "table": table})
        counts[table] = int((await connection.execute(statement)).rows[0][0])
    return counts


async def _sections(
    servers: Servers, names: Names, state: SchemaState, name: str, tables: Sequence[str]
) -> list[Section]:
    """Returns none where nothing of the extra is there."""
    site = quote_name(names.site)
    sections: list[Section] = []
    if name in state.versions:
        forget = part("forget_tables", {"site": site, "name": quote_text(f"tables.{name}")})
        sections.append(Section("site", "The record of its tables", forget))
    if revocations := await _revocations(servers, names, name):
        sections.append(Section("site", "The rights on its tables", revocations))
    present = {row.name for row in await servers.session("site").read(PROCEDURES_OF, schema=names.site)}
    drops = [line for table in tables for line in part("drop_table", {"site": site, "table": table})]
    for procedure in sorted(present & {*procedures_of(name)}):
        drops += part("drop_procedure", {"site": site, "procedure": procedure})
    if drops:
        sections.append(Section("site", "Its tables, with their data, and its procedures", drops))
    other_nouns = sorted({*state.versions} - {name})
    return [*await _procedures(servers, names, name, other_nouns), *sections] if sections else []


async def _procedures(servers: Servers, names: Names, name: str, other_nouns: Collection[str]) -> list[Section]:
    record, checksum = await read_record(servers, names.site), procedures_checksum(names, other_nouns)
    if record.get("procedures") == checksum:
        return []
    values = {"site": quote_name(names.site), "name": quote_text("procedures"), "value": quote_text(checksum)}
    statements = [*site_rights(names, other_nouns), *part("record", values)]
    return [Section("site", f"The procedures without {name}, and the rights on them", statements)]


async def _revocations(servers: Servers, names: Names, name: str) -> list[str]:
    """A right on a table outlives the table."""
    objects = {*tables_of(name), *procedures_of(name)}
    statements: list[str] = []
    for role in SITE_USERS:
        if await has_user(servers, "site", names, role):
            lines = [
                line
                for line in await servers.show("grants", "site", names, role)
                if (grant := parse_grant(line)) and is_same_schema(grant.schema, names.site) and grant.object in objects
            ]
            statements += revoke_surplus(names.account(role), lines, [])
    return statements

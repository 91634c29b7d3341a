"""The site schema's migrations, the family, and the tables and columns that the views need."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from gateway.database.database import DatabaseError
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.game_tables import GameTables, side_of
from gateway.game.families import FAMILIES, UnknownFamily, named, recognise
from gateway.install import migrate
from gateway.install.names import InstallError
from gateway.install.view_files import View

_OWN_VIEWS: Final = "write a views file of your own ([game] views) that fits, then run `gateway install --apply`"


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    try:
        applied = await context.db.site.read(migrate.MIGRATIONS)
        family = await context.family_key()
    except DatabaseError as error:
        return [bad(f"site: {error}", "run `gateway install --apply`")]
    findings = [_check_migrations(applied), _check_family(family)]
    tables = await context.game_tables()
    if family not in FAMILIES or not tables.sides:
        return findings
    own = context.settings.game.views
    mismatch = _check_tables(family, tables, bool(own)) if len(tables.sides) > 1 else []
    if any(finding.level == "bad" for finding in mismatch):
        return [*findings, *mismatch]
    return [*findings, *mismatch, *await _check_views(context, tables, family, own or family)]


def _check_migrations(applied: list[migrate.Applied]) -> Finding:
    try:
        pending = migrate.pending(migrate.files(), applied)
    except InstallError as error:
        return bad(f"site: {error}", "run the version of the gateway that made the schema, or a newer one")
    if pending:
        names = ", ".join(f"{migration.number:03}_{migration.name}" for migration in pending)
        return bad(f"site: migrations are pending: {names}", "run `gateway migrate`")
    return ok(f"site: all {len(applied)} migrations have run")


def _check_family(key: str) -> Finding:
    try:
        family = named(key)
    except UnknownFamily as error:
        return bad(f"game: {error}", "run `gateway install --apply`, with --family if it asks for one")
    return ok(f"game: the views are those of {family.title} ({family.key})")


def _check_tables(family: str, tables: GameTables, own_file: bool) -> list[Finding]:
    """Returns nothing if the tables are those of the family. An operator with a views file of their own may differ."""
    columns = tables.columns()
    try:
        detected = recognise({**columns["game"], "accounts": columns["login"].get("accounts", set())})
    except UnknownFamily as error:
        remedy = f"nothing, if the topic `views` is ok: the views are made for {family}"
        return [advice(f"game: the tables match no known family exactly: {error}", remedy)]
    if detected.key == family:
        return []
    text = f"game: the tables look like {detected.title} ({detected.key}), and the views are made for {family}"
    remedy = f"run `gateway install --family {detected.key} --apply`, or with --family {family} to keep it"
    return [Finding("advice" if own_file else "bad", text, remedy)]


async def _check_views(context: DoctorContext, tables: GameTables, family: str, name: str) -> list[Finding]:
    """Fits the views of the file to the tables as install does, and lets the server name missing columns."""
    views, errors = tables.fit_views(context.views_file(family))
    findings = [bad(f"game: {error}", _OWN_VIEWS) for error in errors]
    for view in views:
        missing = await tables.missing_columns(context.admins[side_of(view.name)], view)
        findings += [_missing_column(column, view, tables) for column in missing]
    if not findings:
        count = len(tables.read_by(views))
        findings = [ok(f"{name}: {count} tables have every column that the views need")]
    if absent := [f"{absent} (view {view.name})" for view in views for absent in view.absent]:
        findings.append(ok(f"{name}: optional and missing: {', '.join(absent)}"))
    return findings


def _missing_column(column: str, view: View, tables: GameTables) -> Finding:
    """Suggests a column of the same tables that the view does not read and that has a similar name."""
    used = set(re.findall(r"\.`?(\w+)", view.body.lower()))
    names = {name for side, table in view.tables for name in tables.columns().get(side, {}).get(table.lower(), ())}
    similar = get_close_matches(column.rpartition(".")[2].lower(), names - used, n=1)
    renamed = f"; was it renamed to `{similar[0]}`?" if similar else ""
    return bad(f"game: {column} is missing, and the view {view.name} needs it{renamed}", _OWN_VIEWS)

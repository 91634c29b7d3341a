"""The site schema, and the family: has every migration run, and do the tables fit what the views read of them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

from gateway.database.database import DatabaseError, Session
from gateway.database.queries import query
from gateway.doctor import base_tables, schema_comparison, view_columns
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.topics.views import COLUMNS as VIEW_COLUMNS
from gateway.doctor.topics.views import ROLES, types
from gateway.doctor.view_columns import Side
from gateway.game import view_contract
from gateway.game.families import UnknownFamily, named, recognise
from gateway.install import migrate
from gateway.install.names import InstallError

TOPIC: Final = schema_comparison.TOPIC
COLUMNS: Final = query("doctor.table_columns", schema_comparison.Column)
_SCHEMA: Final = re.compile(r"\b(?:from|join)\s+\(*`([^`]+)`\.`", re.IGNORECASE)
_ACCOUNTS: Final = ("accounts", "account_activity")
_LEFT_OUT: Final[dict[Side, str]] = {
    "game": "whether the tables are still those of the family, column by column",
    "login": "the accounts' own tables, column by column (--login-admin-dsn)",
}


async def look(patient: Patient) -> list[Finding]:
    if not patient.answers("site"):
        return []
    try:
        applied = await patient.db.site.read(migrate.MIGRATIONS)
        family = patient.settings.database.family or await patient.recorded("family")
    except DatabaseError as error:
        return [bad(TOPIC, f"site: {error}", "run `gateway install --apply`")]
    return [_migrations(applied), _family(family), *await _fit(patient, family)]


def _migrations(applied: list[migrate.Applied]) -> Finding:
    try:
        todo = migrate.pending(migrate.files(), applied)
    except InstallError as error:
        return bad(TOPIC, f"site: {error}", "run the version of the gateway that made the schema, or a newer one")
    if todo:
        names = ", ".join(f"{migration.number:03}_{migration.name}" for migration in todo)
        return bad(TOPIC, f"site: migrations are left to run ({names})", "run `gateway migrate`")
    return ok(TOPIC, f"site: all {len(applied)} migrations have run")


def _family(key: str) -> Finding:
    try:
        family = named(key)
    except UnknownFamily as error:
        return bad(TOPIC, f"game: {error}", "run `gateway install --apply`, with --family if it asks for one")
    return ok(TOPIC, f"game: the tables are those of {family.title} ({family.key})")


async def _fit(patient: Patient, family: str) -> list[Finding]:
    """The tables beside what the views' file reads: as an administrator sees them now, else as the views show them."""
    try:
        name, views = _file(patient, family)
    except InstallError as error:
        return [bad(TOPIC, f"game: {error}", "name the file again ([game] views), then `gateway install --apply`")]
    except UnknownFamily:
        return []
    there = await _tables(patient)
    if not there:
        return await _through_views(patient, name, views)
    apart = patient.db.game.dsn.server != patient.db.auth.dsn.server
    found = schema_comparison.compared(name, views, there, apart=apart)
    if len(there) < len(_LEFT_OUT):
        return found
    fits = schema_comparison.others(there, apart=apart)
    seen = recognised(family, there, fits, own=bool(patient.settings.game.views))
    if family not in fits and any(not each.well for each in seen):
        return seen  # beside the file of a family that it is not, each column would say the same once more
    return [*seen, *found]


def _file(patient: Patient, family: str) -> tuple[str, schema_comparison.Views]:
    """What the views were made of, and how to call it. Raises InstallError for a file that cannot be read."""
    own = patient.settings.game.views
    if not own:
        return family, schema_comparison.file_of(named(family))
    folder = patient.config.parent if patient.config else Path()
    return own, view_columns.statements(folder / own)


async def _tables(patient: Patient) -> schema_comparison.Held:
    """What the two administrators' logins see; what one cannot is left out."""
    there: dict[Side, dict[str, dict[str, schema_comparison.Column]]] = {}
    sides: tuple[tuple[Side, Session | None, str], ...] = (
        ("game", patient.admin, patient.db.game.dsn.schema),
        ("login", patient.login_admin, patient.db.auth.dsn.schema),
    )
    for side, admin, views_schema in sides:
        schema = await _behind(admin, views_schema, side) if admin else ""
        if admin and schema and (columns := await admin.read(COLUMNS, schemas=[schema])):
            there[side] = schema_comparison.held(columns)
    if lacking := [told for side, told in _LEFT_OUT.items() if side not in there]:
        patient.left_out.append(lacking[0])
    return there


async def _behind(admin: Session, views_schema: str, side: Side) -> str:
    """The schema of the tables that the views of this side read, in its own spelling, which a server may insist on;
    empty where the login may not see it. `account_bans` may read of both sides, and is not asked.
    """
    asked = view_contract.GAME_VIEWS if side == "game" else _ACCOUNTS
    rows = await admin.read(base_tables.DEFINITIONS, schema=views_schema)
    found = [schema for row in rows if row.view in asked for schema in _SCHEMA.findall(row.definition or "")]
    return Counter(found).most_common(1)[0][0] if found else ""


async def _through_views(patient: Patient, name: str, views: schema_comparison.Views) -> list[Finding]:
    shown: dict[str, dict[str, str]] = {}
    for role, known in ROLES.items():
        if patient.answers(role):
            door = patient.db.game if role == "game" else patient.db.auth
            kept = types(await door.read(VIEW_COLUMNS))
            shown |= {view: columns for view, columns in kept.items() if view in known}
    return [schema_comparison.through_views(name, views, shown)] if shown else []


def recognised(
    family: str, there: schema_comparison.Held, fits: schema_comparison.Fits, *, own: bool = False
) -> list[Finding]:
    """Nothing where the tables are those of the family alone. `fits`: how many columns of each family are there; `own`:
    the views are of the operator's own file, and he knows what his tables are.
    """
    accounts = {"accounts": there["login"].get("accounts", {})}
    columns = {table: set(held) for table, held in {**there["game"], **accounts}.items()}
    by_column = f". Column by column: {schema_comparison.told_of(fits)}" if fits else ""
    try:
        found = recognise(columns)
    except UnknownFamily as error:
        told = f"game: the tables are not quite those of a family we know: {error}{by_column}"
        return [advice(TOPIC, told, f"nothing, as long as the views are well: they were made as those of {family}")]
    if found.key != family:
        told = f"game: the tables look like those of {found.title} ({found.key}), and the views are those of {family}"
        do = f"run `gateway install --family {found.key} --apply`, or name {family} to keep it"
        return [Finding(TOPIC, "advice" if own else "bad", f"{told}{by_column}", do)]
    also = [key for key, each in fits.items() if each.whole and key != family]
    return [ok(TOPIC, f"game: the tables would pass for {' and '.join(also)} too{by_column}")] if also else []

"""The site schema, and the family: has every migration run, and are the tables still those that install found."""

from __future__ import annotations

from typing import Final

from gateway import migrate
from gateway.db import DatabaseError
from gateway.doctor import sources
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.patient import Patient
from gateway.game.families import Columns, UnknownFamily, named, recognise
from gateway.install_names import InstallError
from gateway.install_owned import COLUMNS

TOPIC: Final = "schema"


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
    """Whether the tables, as an administrator sees them now, are those of the family that the views were made for."""
    if patient.admin is None:
        patient.left_out.append("whether the tables are still those of the family")
        return []
    read: set[str] = set()
    columns: dict[str, set[str]] = {}
    for admin, door in ((patient.admin, patient.db.game), (patient.login_admin, patient.db.auth)):
        if admin is None:
            continue
        read |= {schema for schema, _ in (await sources.of(admin, door.dsn.schema)).tables}
        for row in await admin.read(COLUMNS, schemas=sorted(read)) if read else []:
            columns.setdefault(row.table.lower(), set()).add(row.column.lower())
    return [fits(family, columns, own=bool(patient.settings.game.views))] if columns else []


def fits(family: str, columns: Columns, *, own: bool = False) -> Finding:
    """`own`: the views are of the operator's own file, and he knows what his tables are."""
    try:
        found = recognise(columns)
    except UnknownFamily as error:
        told = f"game: the tables are not quite those of a family we know: {error}"
        return advice(TOPIC, told, f"nothing, as long as the views are well: they were made as those of {family}")
    if found.key != family:
        told = f"game: the tables look like those of {found.title} ({found.key}), and the views are those of {family}"
        return Finding(
            TOPIC,
            "advice" if own else "bad",
            told,
            f"run `gateway install --family {found.key} --apply`, or name {family} to keep it",
        )
    return ok(TOPIC, f"game: every table and column that tells {found.key} from the others is there")

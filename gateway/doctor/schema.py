"""The site schema: has it every migration, and which family did install find."""

from __future__ import annotations

from typing import Final

from gateway import migrate
from gateway.db import DatabaseError
from gateway.doctor.findings import Finding, bad, ok
from gateway.doctor.patient import Patient
from gateway.game.families import UnknownFamily, named
from gateway.install_script import InstallError

TOPIC: Final = "schema"


async def look(patient: Patient) -> list[Finding]:
    if not patient.answers("site"):
        return []
    try:
        applied = await patient.db.site.read(migrate.MIGRATIONS)
        family = patient.settings.database.family or await patient.recorded("family")
    except DatabaseError as error:
        return [bad(TOPIC, f"site: {error}", "run `gateway install --apply`")]
    return [_migrations(applied), _family(family)]


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

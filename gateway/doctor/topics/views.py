"""The views: does each work, and give what the contract asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from gateway.database.queries import query
from gateway.doctor import value_checks
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.game import view_contract

TOPIC: Final = "views"
ROLES: Final = {"game": view_contract.GAME_VIEWS, "auth": view_contract.ACCOUNT_VIEWS}


class ViewColumn(msgspec.Struct, frozen=True):
    view: str
    column: str
    type: str
    collation: str


COLUMNS = query("doctor.view_columns", ViewColumn)


async def look(patient: Patient) -> list[Finding]:
    findings = [_broken(patient, view, reason) for view, reason in patient.report.broken.items()]
    family = await patient.family() if patient.answers("site") else None
    found: dict[str, dict[str, str]] = {}
    for role, views in ROLES.items():
        if patient.answers(role):
            door = patient.db.game if role == "game" else patient.db.auth
            kept = types(await door.read(COLUMNS))
            hidden = {*patient.report.broken, *_closed(patient)}
            found |= {view: kept.get(view, {}) for view in views if view not in hidden}
    email = family.has_email if family else False
    faults = [fault for view, columns in found.items() for fault in view_contract.faults(view, columns, email=email)]
    findings += [bad(TOPIC, f"views: {fault}", _REMEDY) for fault in faults]
    whole = found.keys() - {fault.view for fault in faults}
    findings += [advice(TOPIC, f"views: {fault}", _UNITS) for fault in await value_checks.faults(patient, whole)]
    if found and not findings:
        own = patient.settings.game.views
        whose = f" (your own, {own})" if own else ""
        findings.append(ok(TOPIC, f"views: {len(found)} views{whose} give every column that the gateway asks for"))
    if silent := view_contract.null_columns(found):
        findings.append(ok(TOPIC, f"views: not recorded by this pack, and shown as a dash: {', '.join(silent)}"))
    return findings


def _closed(patient: Patient) -> set[str]:
    """Views that a user may not read, which the rights tell already: it cannot see their columns either."""
    return {line.partition(": SELECT on ")[2] for line in patient.report.missing}


_REMEDY: Final = "run `gateway install --apply`: it makes the views anew; a file of your own has to give it first"
_UNITS: Final = (
    "look at that row in the game's table; if the game means it so, settle it in a file of views of your own "
    "([game] views): seconds since 1970, numbers as in sql/views"
)


def types(rows: Sequence[ViewColumn]) -> dict[str, dict[str, str]]:
    """View → column → type, in lower case."""
    found: dict[str, dict[str, str]] = {}
    for row in rows:
        found.setdefault(row.view.lower(), {})[row.column.lower()] = row.type.lower()
    return found


def _broken(patient: Patient, view: str, reason: str) -> Finding:
    door = patient.db.auth if view in view_contract.ACCOUNT_VIEWS else patient.db.game
    place = f"`{door.dsn.schema}`.`{view}`"
    return bad(
        TOPIC,
        f"views: {view} cannot be read, most likely since a patch changed its table: {reason}",
        f"run `gateway install --apply`, which makes it anew. Until then a dump of this schema stops at it: leave "
        f"the schema out of backups, or drop the view before (DROP VIEW {place};)",
    )

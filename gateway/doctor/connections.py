"""Does every database answer, and is it of a version that we know."""

from __future__ import annotations

import re
from typing import Final

from gateway import selftest
from gateway.doctor.findings import Finding, bad, ok
from gateway.doctor.patient import Patient

TOPIC: Final = "connections"
_CODE: Final = re.compile(r"\((\d{4}),")
_WHAT_TO_DO: Final = {
    "1044": "run `gateway install --apply`: the user has no right on that schema",
    "1045": "name and password are not those of the database; run `gateway install --apply` and use the file it writes",
    "1049": "there is no such schema; run `gateway install --apply`",
    "1040": "the server takes no more connections: raise its max_connections, or lower the pools under [database]",
    "1226": "the user has all its connections: lower the pools under [database], or the number of workers",
}


async def look(patient: Patient) -> list[Finding]:
    away = patient.report.away
    findings = [
        bad(TOPIC, f"{role}: the database is away: {reason}", _remedy(role, reason)) for role, reason in away.items()
    ]
    roles = [role for role in selftest.roles_of(patient.settings) if role not in away]
    return [*findings, *(ok(TOPIC, f"{role}: the database answers") for role in roles)]


def _remedy(role: str, reason: str) -> str:
    found = _CODE.search(reason)
    key = "handover.dsn" if role == selftest.HANDOVER else f"database.{role}_dsn"
    default = f"is the server running, can this machine reach it, and is {key} right?"
    return _WHAT_TO_DO.get(found[1], default) if found else default

"""Collations: comparisons of text that would fail, or that would find a name in one spelling alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gateway.database.database import DatabaseError
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.topics.views import COLUMNS
from gateway.features.accounts.repository import CREDENTIALS

TOPIC: Final = "collations"
# Which are compared with a name that a visitor typed.
NAMES: Final = ("accounts.login", "account_activity.login", "account_bans.login")
_MIX: Final = frozenset({1253, 1267, 1271})
_NOBODY: Final = "gateway-doctor"


async def look(patient: Patient) -> list[Finding]:
    if not patient.answers("auth"):
        return []
    rows = await patient.db.auth.read(COLUMNS)
    found = {f"{row.view}.{row.column}".lower(): row.collation.lower() for row in rows if row.collation}
    findings = judged(found)
    if patient.report.missing or patient.report.broken or patient.report.failing:
        return findings  # what cannot be read cannot be compared, and is told elsewhere
    try:
        await patient.db.auth.one(CREDENTIALS, login=_NOBODY)
    except DatabaseError as error:
        if error.code not in _MIX:
            raise
        do = "bring the columns that the view compares to one collation (CONVERT … USING utf8mb4 in the file of views)"
        findings.insert(0, bad(TOPIC, f"accounts: names cannot be compared: {error}", do))
    return findings


def judged(collations: Mapping[str, str]) -> list[Finding]:
    """`view.column` → its collation."""
    names = {name: collations[name] for name in NAMES if name in collations}
    exact = [f"{name} ({collation})" for name, collation in names.items() if collation.endswith(("_bin", "_cs"))]
    if exact:
        told = f"{', '.join(exact)} compares letter by letter: an account with capitals in it cannot log in here"
        return [advice(TOPIC, told, "does your login server write names in lower case only? Then it is well")]
    kinds = ", ".join(dict.fromkeys(names.values())) or "numbers"
    return [ok(TOPIC, f"names of accounts compare without regard to case ({kinds})")]

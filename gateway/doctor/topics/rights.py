"""What each of the users can do and cannot, tried."""

from __future__ import annotations

from typing import Final

from gateway.database import privileges
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, bad, ok

TOPIC: Final = "rights"
_AGAIN: Final = "run `gateway install --apply`: it gives the users the rights they need and no more"

_ON_REPLICA: Final = (
    "give database.replica_dsn the user of database.game_dsn, whose rights `gateway install --apply` makes on the "
    "primary; or a user with the rights that gateway/docs/scaling.md names"
)


async def look(patient: Patient) -> list[Finding]:
    report = patient.report
    findings = [bad(TOPIC, f"may, and must not: {line}", _again(line)) for line in report.allowed]
    findings += [bad(TOPIC, f"may not, and has to: {line}", _again(line)) for line in report.missing]
    findings += [bad(TOPIC, f"fails, and has to work: {line}", _again(line)) for line in report.failing]
    told = (*report.allowed, *report.missing, *report.failing)
    for role in privileges.roles_of(patient.settings):
        if patient.answers(role) and not any(line.startswith(f"{role}: ") for line in told):
            findings.append(ok(TOPIC, _well(role)))
    return findings


def _again(line: str) -> str:
    return _ON_REPLICA if line.startswith(f"{privileges.REPLICA}: ") else _AGAIN


def _well(role: str) -> str:
    may, must_not = len(privileges.MAY.get(role, ())), len(privileges.MUST_NOT[role])
    needed = f"{may} statements that it needs are allowed, " if may else ""
    return f"{role}: {may + must_not} statements tried: {needed}{must_not} that it must not are refused"

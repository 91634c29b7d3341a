"""Rights of each database user, tried with its own login."""

from gateway.database import privileges
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, bad, ok
from gateway.texts import text


async def check(context: DoctorContext) -> list[Finding]:
    report = context.report
    problems = {
        "excess": report.excess_rights,
        "missing": report.missing_rights,
        "unusable": report.unusable_rights,
    }
    findings: list[Finding] = []
    faulty: set[str] = set()
    for problem, lines in problems.items():
        for role, _, right in (line.partition(": ") for line in lines):
            faulty.add(role)
            remedy = text("doctor.rights.replica") if role == privileges.REPLICA else text("doctor.rights.install")
            findings.append(bad(text(f"doctor.rights.{problem}", role=role, right=right), remedy))
    findings += [ok(text("doctor.rights.retired", right=right)) for right in report.retired_rights]
    findings += [ok(text("doctor.rights.newer", right=right)) for right in report.newer_rights]
    for role in privileges.roles_of(context.settings):
        if context.answers(role) and role not in faulty:
            allowed, refused = len(privileges.REQUIRED.get(role, ())), len(privileges.FORBIDDEN[role])
            findings.append(ok(text("doctor.rights.correct", role=role, allowed=allowed, refused=refused)))
    return findings

"""Rights of each database user, tried with its own login."""

from typing import Final

from gateway.database import privileges
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, bad, ok

_INSTALL: Final = "run `gateway install --apply`: it gives each user the rights it needs and no more"
_REPLICA: Final = (
    "put the user of database.game_dsn into database.replica_dsn: `gateway install --apply` gives its rights on the "
    "primary; or a user with the rights in gateway/docs/operators/scaling.md"
)


async def check(context: DoctorContext) -> list[Finding]:
    report = context.report
    problems = {
        "excess right": report.excess_rights,
        "missing right": report.missing_rights,
        "fails": report.unusable_rights,
    }
    findings: list[Finding] = []
    for problem, lines in problems.items():
        for role, _, right in (line.partition(": ") for line in lines):
            remedy = _REPLICA if role == privileges.REPLICA else _INSTALL
            findings.append(bad(f"{role}: {problem}: {right}", remedy))
    findings += [
        ok(f"{right}: stays for the previous release; the next upgrade revokes it") for right in report.retired_rights
    ]
    findings += [
        ok(f"{right}: of a newer release, which has upgraded this installation") for right in report.newer_rights
    ]
    faulty = {finding.text.partition(": ")[0] for finding in findings if finding.level == "bad"}
    for role in privileges.roles_of(context.settings):
        if context.answers(role) and role not in faulty:
            may, must_not = len(privileges.REQUIRED.get(role, ())), len(privileges.FORBIDDEN[role])
            text = f"{role}: {may} needed statements are allowed, {must_not} forbidden ones are refused"
            findings.append(ok(text))
    return findings

"""Checks the installed views against the contract: columns, types, values, and the comparison of account names."""

from collections.abc import Mapping, Sequence, Set
from typing import Final

import msgspec

from gateway.database.database import Database, DatabaseError
from gateway.database.error_hints import DAMAGED_TABLE, is_damaged
from gateway.database.queries import query
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.game_tables import is_materialized, side_of
from gateway.features.accounts.repository import CREDENTIALS
from gateway.game import view_contract
from gateway.game.view_contract import ACCOUNT_VIEWS, CONTRACT
from gateway.texts import text
from gateway.world_snapshot import excluded_logins

_SAMPLED_ROWS: Final = 300
_LARGE: Final = 1000
"""Rows of the tables of a view that is built as a whole for each query."""
_MIXED_COLLATIONS: Final = frozenset({1253, 1267, 1271})
_UNUSED_LOGIN: Final = "gateway-doctor"
_INSTALL: Final = text("doctor.views.install")


class ViewColumn(msgspec.Struct, frozen=True):
    view: str
    column: str
    type: str
    collation: str


class ViewValue(msgspec.Struct, frozen=True):
    view: str
    column: str
    value: int | None


COLUMNS = query("doctor.view_columns", ViewColumn)
_SAMPLES: Final = {
    "game": query("doctor.game_values", ViewValue),
    "auth": query("doctor.auth_values", ViewValue),
}


async def check(context: DoctorContext) -> list[Finding]:
    findings = [_broken_view_finding(context, view, reason) for view, reason in context.report.broken_views.items()]
    columns = await _columns(context)
    types = {view: {row.column: row.type for row in rows} for view, rows in columns.items()}
    email = context.family is not None and context.family.has_email
    faults = [fault for view, rows in types.items() for fault in view_contract.faults(view, rows, email=email)]
    findings += [bad(text("doctor.views.fault", fault=fault.problem), _INSTALL) for fault in faults]
    faultless_views = types.keys() - {fault.view for fault in faults}
    findings += [*await _check_values(context, faultless_views), *await _check_merge(context, faultless_views)]
    if types and not findings:
        file = context.settings.game.views
        complete = text("doctor.views.complete", views=len(types))
        findings.append(ok(text("doctor.views.complete_file", views=len(types), file=file) if file else complete))
    if null_columns := view_contract.null_columns(types):
        findings.append(ok(text("doctor.views.unrecorded", columns=", ".join(null_columns))))
    return [*findings, *await _check_logins(context, columns), *await _check_bans(context)]


def _broken_view_finding(context: DoctorContext, view: str, reason: str) -> Finding:
    if is_damaged(reason):
        return bad(text("doctor.views.damaged", view=view, reason=reason), DAMAGED_TABLE)
    place = f"`{_database(context, view).dsn.schema}`.`{view}`"
    remedy = text("doctor.views.broken_do", install=_INSTALL, place=place)
    return bad(text("doctor.views.broken", view=view, reason=reason), remedy)


def _database(context: DoctorContext, view: str) -> Database:
    return context.db.auth if side_of(view) == "login" else context.db.game


async def _columns(context: DoctorContext) -> dict[str, list[ViewColumn]]:
    """Returns view → columns, for each view that works and that its user may read; names and types in lower case."""
    hidden_views = {
        line.partition(": SELECT on ")[2] for line in context.report.missing_rights
    } | context.report.broken_views.keys()
    columns: dict[str, list[ViewColumn]] = {}
    for role, database in context.databases():
        if role in _SAMPLES:
            rows = await database.read(COLUMNS)
            views = [view for view in CONTRACT if _database(context, view) is database and view not in hidden_views]
            columns |= {view: [row for row in rows if row.view == view] for view in views}
    return columns


async def _check_values(context: DoctorContext, views: Set[str]) -> list[Finding]:
    """Looks for values in a unit of the game's own, such as milliseconds, in the first rows of each view."""
    faults: list[view_contract.Fault] = []
    for role, database in context.databases():
        if role in _SAMPLES and views >= {view for view in CONTRACT if _database(context, view) is database}:
            rows = await database.read(_SAMPLES[role], count=_SAMPLED_ROWS)
            faults += view_contract.invalid_values((row.view, row.column, row.value) for row in rows)
    return [advice(text("doctor.views.fault", fault=fault.problem), text("doctor.views.values")) for fault in faults]


async def _check_merge(context: DoctorContext, views: Set[str]) -> list[Finding]:
    """Finds views over large tables that the server builds as a whole for each query; needs an administrator."""
    findings: list[Finding] = []
    for view in context.tables.views:
        rows = sum(table.rows for table in context.tables.read_by([view]))
        if view.name in views and rows > _LARGE and view.is_merged:
            schema = _database(context, view.name).dsn.schema
            if await is_materialized(context.admins[side_of(view.name)], schema, view.name):
                message = text("doctor.views.unmerged", view=view.name, rows=rows)
                findings.append(bad(message, text("doctor.views.merge")))
    return findings


async def _check_logins(context: DoctorContext, columns: Mapping[str, Sequence[ViewColumn]]) -> list[Finding]:
    """Checks that account names can be compared with a typed name, and without regard to case."""
    report = context.report
    names = {
        f"{view}.login": column.collation.lower()
        for view in ACCOUNT_VIEWS
        for column in columns.get(view, ())
        if column.column == "login" and column.collation
    }
    findings = [evaluate_collations(names)] if context.answers("auth") else []
    if findings and not (report.missing_rights or report.broken_views or report.unusable_rights):
        try:
            await context.db.auth.one(CREDENTIALS, login=_UNUSED_LOGIN)
        except DatabaseError as error:
            if error.code not in _MIXED_COLLATIONS:
                raise
            message = text("doctor.views.incomparable", error=str(error))
            findings.insert(0, bad(message, text("doctor.views.collate")))
    return findings


async def _check_bans(context: DoctorContext) -> list[Finding]:
    """Reads banned logins as the leader does for each snapshot."""
    report = context.report
    if not context.answers("auth") or report.missing_rights or report.broken_views:
        return []
    try:
        sets, _ = await excluded_logins.read(context.db.auth, context.settings.privacy)
    except DatabaseError as error:
        return [bad(text("doctor.views.bans_unreadable", error=str(error)), _INSTALL)]
    return [ok(text("doctor.views.bans", accounts=len(sets.banned)))]


def evaluate_collations(names: Mapping[str, str]) -> Finding:
    """`names`: `view.column` of account names → collation."""
    case_sensitive_names = [
        f"{name} ({collation})" for name, collation in names.items() if collation.endswith(("_bin", "_cs"))
    ]
    if case_sensitive_names:
        message = text("doctor.views.case_sensitive", names=", ".join(case_sensitive_names))
        return advice(message, text("doctor.views.case_sensitive_do"))
    return ok(text("doctor.views.case", collations=", ".join(dict.fromkeys(names.values()))))

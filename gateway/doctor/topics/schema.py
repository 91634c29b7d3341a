"""The site schema's migrations, the family, and the tables and columns that the views need."""

from gateway.database.database import DatabaseError
from gateway.database.installation import is_schema_newer, nouns_without_tables
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.game_tables import side_of
from gateway.game.families import FAMILIES, UnknownFamily, detect
from gateway.install import migrate
from gateway.install.fit import missing_column_text, missing_columns
from gateway.install.names import InstallError
from gateway.registration.extra import nouns_of
from gateway.texts import Text, text


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    try:
        applied_migrations = await context.db.site.read(migrate.MIGRATIONS)
    except DatabaseError as error:
        return [_site_error(error)]
    findings = [
        await _check_migrations(context, applied_migrations),
        *await _check_nouns(context),
        _check_family(context.family_key),
    ]
    if context.family is None or not context.tables.schemas:
        return findings
    mismatch = _check_tables(context) if len(context.tables.schemas) > 1 else []
    if any(finding.level == "bad" for finding in mismatch):
        return [*findings, *mismatch]
    return [*findings, *mismatch, *await _check_views(context)]


async def _check_migrations(context: DoctorContext, applied_migrations: list[migrate.AppliedMigration]) -> Finding:
    try:
        async with context.db.site.session() as session:
            if await is_schema_newer(session):
                return advice(text("doctor.schema.newer"), text("doctor.schema.newer_do"))
        pending_migrations = migrate.pending_migrations(migrate.migration_files(), applied_migrations)
    except InstallError as error:
        return bad(text("doctor.schema.site_error", error=str(error)), text("doctor.schema.migrations_do"))
    if pending_migrations:
        names = ", ".join(f"{migration.number:03}_{migration.name}" for migration in pending_migrations)
        return bad(text("doctor.schema.pending", names=names), text("doctor.schema.pending_do"))
    return ok(text("doctor.schema.migrated", total=len(applied_migrations)))


def _site_error(error: DatabaseError) -> Finding:
    return bad(text("doctor.schema.site_error", error=str(error)), text("doctor.schema.install"))


async def _check_nouns(context: DoctorContext) -> list[Finding]:
    try:
        async with context.db.site.session() as session:
            nouns = await nouns_without_tables(session, nouns_of(context.settings))
    except DatabaseError as error:
        return [_site_error(error)]
    message = text("doctor.schema.no_tables", nouns=", ".join(nouns))
    return [bad(message, text("doctor.schema.no_tables_do"))] if nouns else []


def _check_family(key: str) -> Finding:
    family = FAMILIES.get(key)
    if family is None:
        message = text("doctor.schema.no_family", family=repr(key), families=", ".join(FAMILIES))
        return bad(message, text("doctor.schema.no_family_do"))
    return ok(text("doctor.schema.family", title=family.title, family=key))


def _check_tables(context: DoctorContext) -> list[Finding]:
    """Returns nothing if the tables are those of the family. An operator with a views file of their own may differ."""
    family, tables = context.family_key, context.tables
    try:
        likely = detect({**tables.columns("game"), "accounts": tables.columns("login").get("accounts", set())})
    except UnknownFamily as error:
        message = text("doctor.schema.unlike", error=str(error))
        return [advice(message, text("doctor.schema.unlike_do", family=family))]
    if likely.key == family:
        return []
    message = text("doctor.schema.other_family", title=likely.title, likely=likely.key, family=family)
    remedy = text("doctor.schema.other_family_do", likely=likely.key, family=family)
    return [advice(message, remedy) if context.settings.game.views else bad(message, remedy)]


async def _check_views(context: DoctorContext) -> list[Finding]:
    """Reports the views of the file that do not fit the tables, and the columns that the server misses."""
    tables, name = context.tables, context.settings.game.views or context.family_key
    remedy = text("doctor.schema.own_views")
    errors: list[str | Text] = [*dict.fromkeys(tables.view_errors)]
    for view in tables.views:
        columns = {column for table in tables.read_by([view]) for column in table.columns}
        try:
            missing = await missing_columns(context.admins[side_of(view.name)], view, tables.schemas)
        except DatabaseError as error:
            if not error.is_of_statement:
                raise
            errors.append(text("doctor.schema.unfit_view", view=view.name, error=str(error)))
            continue
        errors += [missing_column_text(column, view, columns) for column in missing]
    findings = [bad(text("doctor.schema.view_error", error=error), remedy) for error in errors]
    if not findings:
        findings = [ok(text("doctor.schema.columns", name=name, tables=len(tables.read_by(tables.views))))]
    if absent := [f"{column} (view {view.name})" for view in tables.views for column in view.absent]:
        findings.append(ok(text("doctor.schema.optional", name=name, columns=", ".join(absent))))
    return findings

"""The site schema's migrations, the family, and the tables and columns that the views need."""

from typing import Final

from gateway.database.database import DatabaseError
from gateway.database.installation import is_schema_newer, nouns_without_tables
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.game_tables import side_of
from gateway.game.families import UnknownFamily, by_key, detect
from gateway.install import migrate
from gateway.install.fit import missing_column_text, missing_columns
from gateway.install.names import InstallError
from gateway.registration.extra import nouns_of

_OWN_VIEWS: Final = "write a views file of your own ([game] views) that fits, then run `gateway install --apply`"


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    try:
        applied_migrations = await context.db.site.read(migrate.MIGRATIONS)
    except DatabaseError as error:
        return [bad(f"site: {error}", "run `gateway install --apply`")]
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
                text = "site: a newer release has upgraded the schema"
                return advice(text, "`gateway downgrade --check` says what this release does not see")
        pending_migrations = migrate.pending_migrations(migrate.migration_files(), applied_migrations)
    except InstallError as error:
        return bad(f"site: {error}", "run the version of the gateway that made the schema, or a newer one")
    if pending_migrations:
        names = ", ".join(f"{migration.number:03}_{migration.name}" for migration in pending_migrations)
        return bad(f"site: migrations are pending: {names}", "run `gateway upgrade`")
    return ok(f"site: all {len(applied_migrations)} migrations have run")


async def _check_nouns(context: DoctorContext) -> list[Finding]:
    try:
        async with context.db.site.session() as session:
            nouns = await nouns_without_tables(session, nouns_of(context.settings))
    except DatabaseError as error:
        return [bad(f"site: {error}", "run `gateway install --apply`")]
    remedy = "run `gateway install`, read its script, and run it with --apply"
    return [bad(f"site: there are no tables of {', '.join(nouns)}", remedy)] if nouns else []


def _check_family(key: str) -> Finding:
    try:
        family = by_key(key)
    except UnknownFamily as error:
        return bad(f"game: {error}", "run `gateway install --apply`, with --family if it asks for one")
    return ok(f"game: the views are those of {family.title} ({family.key})")


def _check_tables(context: DoctorContext) -> list[Finding]:
    """Returns nothing if the tables are those of the family. An operator with a views file of their own may differ."""
    family, tables = context.family_key, context.tables
    try:
        likely = detect({**tables.columns("game"), "accounts": tables.columns("login").get("accounts", set())})
    except UnknownFamily as error:
        remedy = f"nothing, if the topic `views` is ok: the views are made for {family}"
        return [advice(f"game: the tables match no known family exactly: {error}", remedy)]
    if likely.key == family:
        return []
    text = f"game: the tables look like {likely.title} ({likely.key}), and the views are made for {family}"
    remedy = f"run `gateway install --family {likely.key} --apply`, or with --family {family} to keep it"
    return [advice(text, remedy) if context.settings.game.views else bad(text, remedy)]


async def _check_views(context: DoctorContext) -> list[Finding]:
    """Reports the views of the file that do not fit the tables, and the columns that the server misses."""
    tables, name = context.tables, context.settings.game.views or context.family_key
    findings = [bad(f"game: {error}", _OWN_VIEWS) for error in dict.fromkeys(tables.view_errors)]
    for view in tables.views:
        columns = {column for table in tables.read_by([view]) for column in table.columns}
        try:
            missing = await missing_columns(context.admins[side_of(view.name)], view, tables.schemas)
        except DatabaseError as error:
            if not error.is_of_statement:
                raise
            findings.append(bad(f"game: the view {view.name} does not fit the tables: {error}", _OWN_VIEWS))
            continue
        findings += [bad(f"game: {missing_column_text(column, view, columns)}", _OWN_VIEWS) for column in missing]
    if not findings:
        findings = [ok(f"{name}: {len(tables.read_by(tables.views))} tables have every column that the views need")]
    if absent := [f"{absent} (view {view.name})" for view in tables.views for absent in view.absent]:
        findings.append(ok(f"{name}: optional and missing: {', '.join(absent)}"))
    return findings

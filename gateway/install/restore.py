"""`gateway restore BACKUP`: puts a backup in place of the site schema, with every service of it stopped.

It checks the files, fills a second schema with them, checks that as well (rows, hashes, all rules of the ledger), ends
every session in it, and then changes places with the present tables in one statement. Those stay in a schema of their
own. Views, users, rights and procedures are made as by `gateway install --apply`. A run that was killed before the
change has changed nothing; one that was killed after it is completed by `gateway install --apply`, or by another run.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config import settings as configuration
from gateway.config.settings import Settings
from gateway.database.database import Connection, Database, DatabaseError, Limits, Session, connect
from gateway.database.queries import query
from gateway.database.sealing import DataKeys
from gateway.features.ledger import anchors, check
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.operators import backup_record, operator_log, restored_command
from gateway.features.operators.command_line import (
    CommandRefused,
    add_operation_arguments,
    operation,
    site_connection,
)
from gateway.features.operators.operator_log import running
from gateway.features.operators.report import escape
from gateway.features.roulette.verification import configured_rules
from gateway.install import backup_files, options
from gateway.install.backup import EXACT_VALUES, LEDGER, WAIT_AT_MOST
from gateway.install.backup_files import Manifest
from gateway.install.game_user import FORGET, RECORD
from gateway.install.identity import Installation, find_installation
from gateway.install.install import install_and_write
from gateway.install.migrate import LOCK_SECONDS, migrate, migration_lock
from gateway.install.names import InstallError, quote_name
from gateway.install.options import InstallOptions, options_of
from gateway.install.restore_checks import check_identity, check_release, check_stopped
from gateway.install.restore_content import ContentRestore
from gateway.install.script import part
from gateway.install.servers import (
    ADMIN,
    TABLES,
    Servers,
    check_ownership,
    check_requirements,
    check_rights,
    open_servers,
)
from gateway.install.table_rows import StoredColumn, digest_of, read_columns, write_lines

_STATEMENT_MS: Final = 600_000
_NAME_MAX: Final = 64


UNCHECKED_KEYS = query("backup.unchecked_keys", None)
FORGET_IDENTITY = query("backup.forget_identity", None)


class RestoreOptions(Struct, frozen=True, kw_only=True):
    """`folder`: of the backup. `replace`: the site schema whose newer rows of the ledger may go; `force`: a backup of
    another installation, or one that breaks rules of the ledger, is taken."""

    install: InstallOptions
    settings: Settings
    folder: Path
    replace: str = ""
    force: bool = False


class Restored(Struct, frozen=True):
    """`kept_schema`: the one of the former tables; empty if there were none."""

    kept_schema: str
    lines: Sequence[str]


async def restore(restore_options: RestoreOptions, manifest: Manifest) -> Restored:
    """Puts the rows in place of the tables. Raises InstallError or DatabaseError; the former tables stay then."""
    install_options = restore_options.install
    async with AsyncExitStack() as stack:
        servers = await stack.enter_async_context(open_servers(install_options))
        installation = await find_installation(install_options, servers)
        names = installation.names
        await check_requirements(servers, names)
        await check_ownership(servers, names, installation.record)
        await check_rights(servers, names)
        check_release(manifest)
        if not restore_options.force:
            check_identity(restore_options.settings, manifest, installation)
        await check_stopped(servers.session("site"), names.site)
        await stack.enter_async_context(migration_lock(servers.session("site"), names.site))
        run = RestoreRun(restore_options, manifest, servers, installation)
        await run.check_newer_rows()
        await run.check_stage()
        try:
            await run.fill()
            lines = await run.check()
            await check_stopped(servers.session("site"), names.site)
            kept_schema = await run.swap()
        finally:
            await run.drop_stage()
    return Restored(kept_schema, lines)


class RestoreRun:
    """One restore on an administrator's connections."""

    def __init__(
        self, restore_options: RestoreOptions, manifest: Manifest, servers: Servers, installation: Installation
    ) -> None:
        self._options = restore_options
        self._manifest = manifest
        self._servers = servers
        self._installation = installation
        self._site = installation.names.site
        self._stage = f"{self._site[: _NAME_MAX - 10]}_restoring"

    async def check_newer_rows(self) -> None:
        """Raises InstallError if the present tables have transfers of coins that the backup has not."""
        if not self._installation.record or self._options.replace == self._site:
            return
        connection = await self._connect(self._site)
        try:
            ledger = await _session(connection).one(LEDGER)
        finally:
            connection.close()
        is_same = self._installation.record.get("server") == self._manifest.installation
        backup = self._manifest.ledger
        newer_count = (ledger.transfers if ledger else 0) - (backup.transfers if is_same else 0)
        if newer_count > 0 or (is_same and ledger and ledger.last_transfer > backup.last_transfer):
            raise InstallError(
                f"the ledger of `{self._site}` has {max(newer_count, 1):,} transfers that the backup has not; nothing "
                f"was changed. Make a backup of it, then name it: --replace {self._site}"
            )

    async def fill(self) -> None:
        """Makes the tables of the backup in a second schema. Raises InstallError if their rows are not those of it."""
        await self.drop_stage()
        await self._run("schema", schema=quote_name(self._stage))
        connection = await self._connect(self._stage)
        try:
            for statement in (EXACT_VALUES, UNCHECKED_KEYS):
                await _session(connection).write(statement)
            for table in self._manifest.tables.values():
                await connection.execute(table.create)
            for name, table in self._manifest.tables.items():
                columns = [
                    StoredColumn(table=name, name=column, type=kind, key_position=0)
                    for column, kind in table.columns.items()
                ]
                rows = backup_files.read_table(self._options.folder, table)
                await write_lines(connection, self._stage, columns, rows)
            await self._compare(connection)
            session = _session(connection)
            await self._take_over_identity(session)
        finally:
            connection.close()

    async def _compare(self, connection: Connection) -> None:
        columns = await read_columns(_session(connection), self._stage)
        for name, table in self._manifest.tables.items():
            if await digest_of(connection, self._stage, columns[name]) != table.rows:
                raise InstallError(
                    f"{name}: the rows in `{self._stage}` are not those of the backup; nothing was changed"
                )

    async def _take_over_identity(self, session: Session) -> None:
        """Writes names of schemas and users, and the mark of the game's server, as they are in this place.

        Without its record, the procedures are made again: those of this place may be of another release.
        """
        await session.write(FORGET, name="procedures")
        present = self._installation.record or ({"server": self._installation.mark} if self._installation.mark else {})
        if not present:
            return
        identity = {
            name: value
            for name, value in present.items()
            if name in {"server", "config", "game_user"} or name.startswith(("schema.", "user."))
        }
        if self._installation.record:
            await session.write(FORGET_IDENTITY)
        for name, value in identity.items():
            await session.write(RECORD, name=name, value=value)

    async def check(self) -> list[str]:
        """Runs what an older release has not, ends the sessions, and checks the ledger. Returns lines of the report."""
        connection = await self._connect(self._stage)
        try:
            steps = await migrate(connection, self._stage)
            await backup_record.record(_session(connection), self._manifest.created_at)
        finally:
            connection.close()
        limits = Limits(
            statement_timeout_ms=_STATEMENT_MS, rows=100_000, lock_seconds=60, connections=1, connect_seconds=10
        )
        site = Database("site", msgspec.structs.replace(self._options.install.site_admin, schema=self._stage), limits)
        try:
            lines = [f"migrations  {', '.join(steps)}"] if steps else []
            problem = await _ledger_problem(site)
            if problem and not self._options.force:
                raise InstallError(
                    f"the ledger of the backup: {problem}; nothing was changed. --force takes it as it is"
                )
            lines.append(f"ledger      {problem or 'all rules hold'}")
            lines.append(f"sessions    {await restored_command.end_sessions(site)}")
            async with site.transaction() as session:
                await operator_log.record(session, "backup", after=_facts(self._manifest))
            if late_lines := await anchors.unknown_lines(site, self._options.settings.ledger.anchor_file):
                file = self._options.settings.ledger.anchor_file
                lines.append(f"anchors     move {file} away: it has {len(late_lines):,} days that the backup has not")
        finally:
            await site.close()
        return lines

    async def swap(self) -> str:
        """Moves the present tables into a new schema, and those of the backup into their place, in one statement."""
        stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S}"
        kept_schema = f"{self._site[: _NAME_MAX - 24]}_before_{stamp}"
        present_tables = await self._tables(self._site)
        await self._servers.session("site").write(WAIT_AT_MOST, seconds=LOCK_SECONDS)
        await self._run("schema", schema=quote_name(self._site))
        if present_tables:
            await self._run("schema", schema=quote_name(kept_schema))
        moves = [(self._site, kept_schema, table) for table in present_tables]
        moves += [(self._stage, self._site, table) for table in await self._tables(self._stage)]
        renames = ", ".join(
            f"{quote_name(source)}.{quote_name(table)} TO {quote_name(target)}.{quote_name(table)}"
            for source, target, table in moves
        )
        await self._run("swap_tables", renames=renames)
        return kept_schema if present_tables else ""

    async def check_stage(self) -> None:
        """Raises InstallError for a second schema that holds other tables than those of a killed run."""
        tables = await self._tables(self._stage)
        strange_tables = sorted({*tables} - {*self._manifest.tables})
        if strange_tables and "schema_migrations" not in tables:
            raise InstallError(
                f"there is a schema `{self._stage}` with {strange_tables[0]}, which no restore has made: rename it"
            )

    async def drop_stage(self) -> None:
        await self._run("drop_site", site=quote_name(self._stage))

    async def _tables(self, schema: str) -> list[str]:
        rows = await self._servers.session("site").read(TABLES, schema=schema)
        return [row.table for row in rows if row.kind == "BASE TABLE"]

    async def _connect(self, schema: str) -> Connection:
        return await connect(msgspec.structs.replace(self._options.install.site_admin, schema=schema), ADMIN)

    async def _run(self, part_name: str, **values: str) -> None:
        for statement in part(part_name, values):
            await self._servers.site.execute(statement)


async def _ledger_problem(site: Database) -> str:
    """Returns what is wrong with the ledger; empty if all rules hold."""
    try:
        broken_rules = await check.broken_rules(site, (*configured_rules(), *PROVENANCE_RULES, anchors.rule("")))
    except DatabaseError as error:
        if not error.is_of_statement:
            raise
        return f"a rule cannot be checked ({error.query}: {escape(str(error))})"
    return f"rules are broken ({'; '.join(rule.rule for rule in broken_rules)})" if broken_rules else ""


def _session(connection: Connection) -> Session:
    return Session(ADMIN, connection, max_rows=100_000, on_query=None)


def _facts(manifest: Manifest) -> Mapping[str, object]:
    return {"created_at": manifest.created_at, "rows": manifest.rows, "release": manifest.release}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    option = parser.add_argument
    option("backup", type=Path, metavar="BACKUP", help="the folder of a backup, or a tar archive of it")
    options.add_arguments(parser)
    option("--replace", default="", metavar="SITE_SCHEMA", help="also if its ledger has rows that the backup has not")
    option(
        "--force",
        action="store_true",
        help="also a backup of another site, without its keys, or of a broken ledger",
    )
    option("--keep", metavar="NAME", nargs="*", help="keep these operators, without a question; as `gateway restored`")
    add_operation_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if it is refused, with everything as it was; 2 for wrong options or a database that fails."""
    return options.run_command("restore", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    install_options = options_of(args, moved=args.force)
    if not (install_options.config and install_options.config.is_file()):
        raise InstallError(
            f"there is no file {install_options.config}: copy {backup_files.CONFIGURATION} of the backup there, and "
            "put its secrets into it with `gateway keys import FILE`; --config names another file"
        )
    settings = configuration.load(install_options.config, os.environ)
    with backup_files.open_backup(args.backup.absolute()) as folder, running(operation(args, "restore")):
        manifest = backup_files.read_manifest(folder)
        backup_files.check_files(folder, manifest)
        restore_options = RestoreOptions(
            install=install_options, settings=settings, folder=folder, replace=args.replace, force=args.force
        )
        return _restore(restore_options, manifest, args.keep)


def _restore(restore_options: RestoreOptions, manifest: Manifest, operator_names: Sequence[str] | None) -> int:
    content = ContentRestore(restore_options.settings.content.folder, restore_options.folder, manifest)
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S}"
    try:
        content.unpack()
        restored = asyncio.run(restore(restore_options, manifest))
        lines = [f"restored    {manifest.rows:,} rows of {len(manifest.tables)} tables, as of {_time(manifest)}"]
        lines += restored.lines
        lines += [f"former      in the schema {restored.kept_schema}"] if restored.kept_schema else []
        sys.stdout.writelines(f"{line}\n" for line in lines)
        sys.stdout.flush()
        asyncio.run(install_and_write(restore_options.install))
        lines = [content.replace(stamp)]
    except OSError as error:
        raise InstallError(f"the rows are restored, the content is not: {error}") from error
    finally:
        content.remove()
    settings = configuration.load(restore_options.install.config, os.environ)
    lines += asyncio.run(_review_operators(settings, operator_names))
    sys.stdout.writelines(f"{line}\n" for line in [*lines, *_next_steps(settings, manifest)])
    return 0


async def _review_operators(settings: Settings, names: Sequence[str] | None) -> list[str]:
    async with site_connection(settings, read_only=False) as site:
        try:
            lines = await restored_command.keep_operators(site, DataKeys(settings.security.data_keys), names)
        except CommandRefused as error:
            text = str(error).removeprefix("the sessions have ended; ")
            return [f"operators   not reviewed ({text}): run `gateway restored --reason restore` before the service"]
    return [f"operators   {line}" for line in lines]


def _next_steps(settings: Settings, manifest: Manifest) -> list[str]:
    day = datetime.fromtimestamp(manifest.created_at - DAY, UTC).date()
    steps = ["gateway roulette rotate --all --reason restore: seeds revealed since the backup are known"]
    if settings.takes_donations:
        steps.append(f"gateway reconcile --since {day}: payments since the backup, once the service runs")
    steps += ["gateway deliveries list: compare with the game what was delivered since", "gateway doctor"]
    return [f"{'next' if number == 0 else '':<12}{step}" for number, step in enumerate(steps)]


def _time(manifest: Manifest) -> str:
    return datetime.fromtimestamp(manifest.created_at, UTC).isoformat()

"""`gateway backup DIR`: writes the site schema, the content folder and the configuration, and reads all of it back.

It runs beside the service with the service's own login, reads one consistent state without locking a row, and touches
nothing of the game. A backup that is not complete is removed, with the reason and exit code 1; earlier ones stay.
Secrets of the configuration are not in it: `gateway keys export` writes those.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import time
import tomllib
from collections.abc import Collection, Mapping, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from gateway import package_data
from gateway.config import settings as configuration
from gateway.config.dsn import Dsn
from gateway.config.retired_keys import RENAMED
from gateway.config.settings import KEYS, Settings
from gateway.database.database import Connection, Session, connect, dsn_of
from gateway.database.queries import query
from gateway.database.user_rights import PROBE_COLUMNS, absent_objects
from gateway.features.ledger.anchors import NEWEST
from gateway.features.operators import backup_record
from gateway.features.operators.command_line import number_up_to
from gateway.features.operators.keys_rotation import sealed_tables
from gateway.install import backup_files, options
from gateway.install.backup_files import BackedUpTable, LedgerPosition, Manifest, TableWriter
from gateway.install.keys_file import is_secret
from gateway.install.migrate import (
    LOCK_SECONDS,
    RECORD_TABLE,
    RECORDS,
    SchemaState,
    migration_files,
    migration_lock,
    nouns_with_tables,
    schema_state,
)
from gateway.install.names import InstallError, quote_name
from gateway.install.options import admin_login
from gateway.install.script import part
from gateway.install.table_rows import StoredColumn, read_columns, read_lines

_TABLE_CHANGE: Final = re.compile(r"(CREATE|DROP) TABLE IF (?:NOT )?EXISTS (\w+)")


class ServerVersionText(Struct, frozen=True):
    value: str


class TransferCount(Struct, frozen=True):
    transfers: int
    last_transfer: int


REPEATABLE_READ = query("backup.repeatable_read", None)
EXACT_VALUES = query("backup.exact_values", None)
WAIT_AT_MOST = query("backup.wait_at_most", None)
SNAPSHOT = query("backup.snapshot", None)
VERSION = query("backup.version", ServerVersionText)
LEDGER = query("backup.ledger", TransferCount)


async def make_backup(settings: Settings, config: Path | None, dsn: Dsn, folder: Path, *, keep: int) -> list[str]:
    """Returns the lines of the report. `dsn`: of the site schema, with a login that may read all of it.

    `keep`: the number of backups that stay; 0: all. Raises InstallError for a backup that could not be made, or
    DatabaseError.
    """
    connection = await connect(dsn, "site")
    try:
        session = Session("site", connection, max_rows=100_000, on_query=None)
        async with migration_lock(session, dsn.schema):
            return await BackupRun(settings, config, dsn, connection, session).run(folder, keep)
    finally:
        connection.close()


class BackupRun:
    """One backup. `dsn`: of the site schema."""

    def __init__(
        self, settings: Settings, config: Path | None, dsn: Dsn, connection: Connection, session: Session
    ) -> None:
        self._settings = settings
        self._config = config
        self._dsn = dsn
        self._connection = connection
        self._session = session

    async def run(self, folder: Path, keep: int) -> list[str]:
        await self._session.write(WAIT_AT_MOST, seconds=LOCK_SECONDS)
        for statement in (REPEATABLE_READ, EXACT_VALUES, SNAPSHOT):
            await self._session.write(statement)
        created_at = datetime.now(UTC)
        state = await schema_state(self._session, self._dsn.schema)
        columns = await read_columns(self._session, self._dsn.schema)
        _check_tables(state, columns, self._dsn)
        records = {row.name: row.value for row in await self._session.read(RECORDS)}
        mark = records.get("server", "")
        name = f"{self._dsn.schema}-{created_at:%Y%m%dT%H%M%S%f}"
        with backup_files.new_backup(folder, name, mark) as path:
            tables = await self._write_tables(columns, path)
            manifest = await self._manifest(state, records, tables, int(created_at.timestamp()))
            await self._connection.commit()
            manifest = self._write_files(manifest, path)
        await backup_record.record(self._session, manifest.created_at)
        removed_names = backup_files.prune(folder, mark, keep)
        return _report(folder / name, manifest, removed_names)

    async def _write_tables(
        self, columns: Mapping[str, Sequence[StoredColumn]], path: Path
    ) -> dict[str, BackedUpTable]:
        return {
            name: await _write_table(self._connection, self._dsn.schema, table_columns, path)
            for name, table_columns in columns.items()
        }

    async def _manifest(
        self, state: SchemaState, records: Mapping[str, str], tables: Mapping[str, BackedUpTable], created_at: int
    ) -> Manifest:
        ledger, anchor = await self._session.one(LEDGER), await self._session.one(NEWEST)
        server = await self._session.one(VERSION)
        assert ledger
        assert server
        sealed = await sealed_tables(self._session)
        key_names = {use.name for table in sealed for use in await self._session.read(table.keys)}
        return Manifest(
            release=package_data.release(),
            installation=records.get("server", ""),
            site_schema=self._dsn.schema,
            game_schema=records.get("schema.game", ""),
            server=server.value,
            created_at=created_at,
            verified_at=0,
            migration=state.applied[-1].number,
            ledger=LedgerPosition(ledger.transfers, ledger.last_transfer, str(anchor or "")),
            tables=tables,
            files={},
            content_files=None,
            missing_settings=(),
            data_keys=sorted(key_names - {""}),
        )

    def _write_files(self, manifest: Manifest, path: Path) -> Manifest:
        """Writes the content, the configuration and, after all files were read back, the manifest."""
        content_files = None
        if content_folder := self._settings.content.folder:
            content_files = backup_files.write_content(Path(content_folder), path / backup_files.CONTENT)
        text, secret_settings = configuration_without_secrets(self._settings, self._config)
        backup_files.write_file(path / backup_files.CONFIGURATION, text.encode())
        manifest = msgspec.structs.replace(
            manifest,
            files={file.name: backup_files.file_hash(file) for file in sorted(path.iterdir())},
            content_files=content_files,
            missing_settings=secret_settings,
            verified_at=int(time.time()),
        )
        backup_files.check_files(path, manifest)
        backup_files.write_manifest(path, manifest)
        backup_files.flush_folder(path)
        return manifest


def _check_tables(state: SchemaState, tables: Collection[str], dsn: Dsn) -> None:
    """Raises InstallError for a schema without an installation, and for tables that the login may not read."""
    if not state.applied:
        raise InstallError(
            f"there is no site schema `{dsn.schema}` that `gateway install` made, or {dsn.user} may not read it: "
            "no backup was made"
        )
    if missing_tables := sorted(expected_tables(state) - {*tables}):
        raise InstallError(
            f"{dsn.user} may not read {', '.join(missing_tables[:5])}{' …' * (len(missing_tables) > 5)} of "
            f"`{dsn.schema}`, or the tables are not there: no backup was made. `gateway install --apply` grants the "
            "service's login its rights again; --admin-dsn takes an administrator's login instead"
        )


def expected_tables(state: SchemaState) -> set[str]:
    """Returns the tables of this release that the migrations which have run have made."""
    nouns = nouns_with_tables(state, [])
    files = migration_files()[: len(state.applied)]
    for noun in nouns:
        if folder := package_data.noun_tables().get(noun):
            files += migration_files(folder / "schema")[: state.versions.get(noun, 0)]
    tables = {RECORD_TABLE}
    for file in files:
        for change, table in _TABLE_CHANGE.findall("\n".join(file.statements)):
            (tables.add if change == "CREATE" else tables.discard)(table)
    return tables & {*PROBE_COLUMNS["site"]} - absent_objects(nouns)


async def _write_table(
    connection: Connection, schema: str, columns: Sequence[StoredColumn], path: Path
) -> BackedUpTable:
    """Raises InstallError if the file has another number of rows than the server counts."""
    name = columns[0].table
    values = {"site": quote_name(schema), "table": quote_name(name)}
    (show_table,), (count_rows,) = part("show_table", values), part("count_rows", values)
    create_statement = str((await connection.execute(show_table)).rows[0][1])
    writer = TableWriter(path / f"{name}.jsonl.gz")
    try:
        async with aclosing(read_lines(connection, schema, columns)) as parts:
            async for lines in parts:
                writer.add(lines)
        digest = writer.close()
    finally:
        writer.abandon()
    count = int((await connection.execute(count_rows)).rows[0][0])
    if count != digest.rows:
        raise InstallError(f"{name}: {digest.rows:,} rows were written, and the server counts {count:,}")
    return BackedUpTable(
        rows=digest,
        file=f"{name}.jsonl.gz",
        columns={column.name: column.type for column in columns},
        create=create_statement,
    )


def configuration_without_secrets(settings: Settings, config: Path | None) -> tuple[str, list[str]]:
    """Returns a configuration file, and the settings that it leaves out: secrets, and addresses with a password.

    Comments are left out: they may hold former passwords. Values of the environment are written like those of the file.
    """
    file_values = _file_values(config)
    lines: list[str] = []
    secret_settings: list[str] = []
    section = ""
    for key in KEYS.values():
        value = file_values.get(key.path)
        if key.variable in os.environ or f"{key.variable}_FILE" in os.environ:
            value = key.value(settings)
        if value is None:
            continue
        if value and is_secret(key.path, value):
            secret_settings.append(key.path)
            continue
        if key.section != section:
            section = key.section
            lines += ["", f"[{section}]"]
        lines.append(f"{key.name} = {json.dumps(value, ensure_ascii=False)}")
    note = ["# Made by `gateway backup`. Not in it: " + (", ".join(secret_settings) or "nothing")]
    return "\n".join([*note, *lines, ""]), secret_settings


def _file_values(config: Path | None) -> dict[str, Any]:
    tables = tomllib.loads(config.read_text(encoding="utf-8")) if config else {}
    values = {f"{section}.{name}": value for section, table in tables.items() for name, value in table.items()}
    return {RENAMED.get(name, name): value for name, value in values.items()}


def _report(path: Path, manifest: Manifest, removed_names: Sequence[str]) -> list[str]:
    content = "the sample content" if manifest.content_files is None else f"{manifest.content_files:,} files"
    lines = [
        f"backup      {path}",
        f"rows        {manifest.rows:,} of {len(manifest.tables)} tables, read back and counted",
        f"content     {content}",
    ]
    if manifest.missing_settings:
        lines.append(f"not in it   {', '.join(manifest.missing_settings)}: `gateway keys export FILE` writes them")
    return lines + [f"removed     {name}" for name in removed_names]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = __doc__
    option = parser.add_argument
    option("folder", type=Path, metavar="DIR", help="the folder of the backups; each becomes a folder in it")
    option("--keep", type=number_up_to(), default=0, metavar="N", help="remove all but the newest N of this site")
    option(
        "--admin-dsn",
        default="",
        help="an administrator's login on the server of the site schema, where the service's may not read all of it",
    )


def run(args: argparse.Namespace) -> int:
    """Returns 0; 1 if there is no backup; 2 for wrong settings or a database that cannot be read."""
    return options.run_command("backup", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    settings, config = configuration.from_environment(), configuration.config_path(os.environ)
    dsn = dsn_of(settings, "site")
    if args.admin_dsn:
        dsn = msgspec.structs.replace(admin_login(args.admin_dsn), schema=dsn.schema)
    lines = asyncio.run(make_backup(settings, config, dsn, args.folder.absolute(), keep=args.keep))
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0

"""`gateway migrate`: brings the site schema up to date, forward only.

`sql/schema/NNN_name.sql` run in order, once each; what ran is recorded with its checksum, so a file changed afterwards
is noticed. Two runs at once are safe: the second waits for the first and finds nothing left to do. No change of a table
can be rolled back, so every statement of a file may be run again: a run that was killed in the middle of one is taken
up by the next, which begins that file anew.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import re
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from gateway import package_data
from gateway.config.dsn import Dsn, DsnError, parse_dsn
from gateway.database.database import Connection, DatabaseError, Session, connect
from gateway.database.error_hints import advised
from gateway.database.queries import query, split
from gateway.install.game_user import RECORDED, settle_game_user
from gateway.install.names import InstallError, Names
from gateway.install.plan import site_rights

ADMIN_DSN = "GATEWAY_ADMIN_DSN"
LOCK_SECONDS = 60
_FILE = re.compile(r"(\d{3})_([a-z0-9_]+)\.sql")


class Held(msgspec.Struct):
    held: int


class Applied(msgspec.Struct):
    number: int
    name: str
    checksum: str


class Migration(msgspec.Struct, frozen=True):
    """One file of `sql/schema`."""

    number: int
    name: str
    checksum: str
    statements: tuple[str, ...]


LOCK = query("install.lock", Held)
UNLOCK = query("install.unlock", Held)
CREATE_MIGRATIONS = query("install.create_migrations", None)
MIGRATIONS = query("install.migrations", Applied)
ADD_MIGRATION = query("install.add_migration", None)


def files(folder: Path | None = None) -> list[Migration]:
    """The migrations in their order. Raises InstallError for a name or a number that does not fit."""
    found: list[Migration] = []
    for path in sorted((folder or package_data.sql() / "schema").glob("*.sql")):
        match = _FILE.fullmatch(path.name)
        if match is None or int(match[1]) != len(found) + 1:
            raise InstallError(f"{path.name}: expected {len(found) + 1:03}_<name>.sql")
        text = path.read_text(encoding="utf-8")
        checksum = hashlib.sha256(text.encode()).hexdigest()
        found.append(Migration(len(found) + 1, match[2], checksum, tuple(split(text))))
    return found


def pending(wanted: list[Migration], applied: list[Applied]) -> list[Migration]:
    """What is left to run. Raises InstallError where the schema's past is not that of these files."""
    for past, migration in zip(applied, wanted, strict=False):
        if (past.number, past.checksum) != (migration.number, migration.checksum):
            raise InstallError(
                f"migration {past.number:03}_{past.name} was changed after it ran; put it back and write a new one"
            )
    if len(applied) > len(wanted):
        raise InstallError(f"the site schema is newer than this gateway: it knows migration {applied[-1].number:03}")
    return wanted[len(applied) :]


async def migrate(connection: Connection, site_schema: str, folder: Path | None = None) -> list[str]:
    """Runs what is left, over a connection whose schema is the site's; returns the names of what ran."""
    session = Session("admin", connection, rows=100_000, on_query=None)
    async with _alone(session, f"{site_schema[:48]}.migrate"):
        await session.write(CREATE_MIGRATIONS)
        todo = pending(files(folder), await session.read(MIGRATIONS))
        for migration in todo:
            for statement in migration.statements:
                await connection.execute(statement)
            await session.write(
                ADD_MIGRATION,
                number=migration.number,
                name=migration.name,
                checksum=migration.checksum,
                applied_at=int(time.time()),
            )
    return [f"{migration.number:03}_{migration.name}" for migration in todo]


@asynccontextmanager
async def _alone(session: Session, name: str) -> AsyncGenerator[None]:
    lock = await session.one(LOCK, name=name, seconds=LOCK_SECONDS)
    if lock is None or not lock.held:
        raise InstallError(f"another migration has been running for {LOCK_SECONDS} seconds")
    try:
        yield
    finally:
        with suppress(DatabaseError):  # a connection that broke has lost the lock with it
            await session.one(UNLOCK, name=name)


def add_parser_defaults(parser: argparse.ArgumentParser) -> None:
    """The options that install and migrate share."""
    parser.add_argument(
        "--admin-dsn",
        default=os.environ.get(ADMIN_DSN, ""),
        help=f"an administrator's login, mysql://root@host/game_schema (or {ADMIN_DSN}); never stored",
    )
    parser.add_argument("--site-schema", default="gateway_site", help="our own schema (gateway_site)")
    parser.add_argument("--user-prefix", default="", help="how the names of users begin (gateway)")
    parser.add_argument("--user-host", default="", help="where users log in from (localhost over a socket, else %%)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_parser_defaults(parser)


def admin_login(text: str, option: str = "--admin-dsn") -> Dsn:
    """The administrator's DSN, as the option gives it. Raises InstallError."""
    if not text:
        raise InstallError(f"an administrator's login is needed: --admin-dsn, or {ADMIN_DSN} in the environment")
    try:
        return parse_dsn(text)
    except DsnError as error:
        raise InstallError(f"{option}: {error}") from None


def default_host(dsn: Dsn) -> str:
    return "localhost" if dsn.unix_socket else "%"


def run(args: argparse.Namespace) -> int:
    """0: up to date; 1: it failed, and standard error says why."""
    try:
        ran = asyncio.run(_run(args))
    except (InstallError, DatabaseError) as error:
        sys.stderr.write(f"gateway migrate: {advised(error)}\n")
        return 1
    sys.stdout.write("".join(f"ran {name}\n" for name in ran) or "nothing to do\n")
    return 0


async def _run(args: argparse.Namespace) -> list[str]:
    admin = admin_login(args.admin_dsn)
    connection = await connect(msgspec.structs.replace(admin, schema=args.site_schema))
    try:
        ran = await migrate(connection, args.site_schema)
        if ran:
            names = await _names(connection, args, admin)
            for statement in site_rights(names):
                await connection.execute(statement)
            await settle_game_user(connection, names, None)
    finally:
        connection.close()
    return ran


async def _names(connection: Connection, args: argparse.Namespace, admin: Dsn) -> Names:
    """As install recorded them, but for what is named here."""
    recorded = await Session("admin", connection, rows=10, on_query=None).one(RECORDED, name="user.site")
    user, _, host = recorded.value.rpartition("@") if recorded else ("", "", "")
    prefix = args.user_prefix or user.removesuffix("_site") or args.site_schema.removesuffix("_site")
    return Names(
        game="-",
        login="-",
        views="--",
        site=args.site_schema,
        user_prefix=prefix,
        site_host=args.user_host or host or default_host(admin),
    )

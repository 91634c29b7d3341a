"""`gateway install`: creates the schemas, views and users, as a script to read or applied at once.

It may be run again at any time, after an update of the gateway or of the game's tables: views are replaced and rights
are set anew; the passwords and the secret of the tokens stay as the configuration file has them, so that a running
service keeps working and all players stay logged in (`--rotate` makes new ones). While rights are set anew, for some
milliseconds, a request may be answered with 503.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from gateway.config.dsn import Dsn, format_dsn, with_login
from gateway.config.settings import CONFIG, SettingsError, load
from gateway.database.database import DatabaseError, Session, connect
from gateway.database.error_hints import with_hint
from gateway.database.installation import RECORDED
from gateway.database.queries import query
from gateway.game.families import Columns, UnknownFamily, by_key, detect
from gateway.install.config_file import InstalledConfig, check_writable, read_config, token_secrets, write_config
from gateway.install.game_user import check_game_user, set_game_user
from gateway.install.migrate import AppliedMigration, files, migrate, migration_sections, pending
from gateway.install.names import ROLES, InstallError, quote_name
from gateway.install.options import InstallOptions, add_server_arguments, add_shared_arguments, install_options
from gateway.install.script import (
    InstallPlan,
    Section,
    game_rights,
    install_script,
    part,
    sections,
    site_sections,
)
from gateway.install.servers import COLUMNS, Servers, check_ownership, open_servers, recorded


class SchemaName(msgspec.Struct):
    schema: str


class IndexCount(msgspec.Struct):
    indexes: int


OWNER_INDEXES = query("install.owner_indexes", IndexCount)
SCHEMAS_WITH = query("install.schemas_with", SchemaName)


def apply(admin_dsn: str, **options: object) -> InstalledConfig:
    """Installs and returns the DSNs with their passwords; takes the options of `install_options`.

    Works inside a running event loop too. Raises InstallError, UnknownFamily or DatabaseError.
    """
    checked = install_options(admin_dsn, **options)  # pyright: ignore[reportArgumentType]
    with ThreadPoolExecutor(1) as worker:
        return worker.submit(lambda: asyncio.run(install(checked))).result()


async def install(options: InstallOptions) -> InstalledConfig:
    """Runs the whole script and the migrations, and records the family in the site schema."""
    async with open_servers(options) as servers:
        plan = await _plan(options, servers)
        passwords = _passwords(options)
        await servers.run(sections(plan, passwords))
        await _install_site(plan, servers)
    return _config(plan, passwords)


async def script(options: InstallOptions) -> str:
    """The script as text for a person to read and run; it contains no password."""
    async with open_servers(options) as servers:
        plan = await _plan(options, servers)
        applied = await _applied(servers, options.names.site)
    passwords = {role: f"<password of {plan.names.user(role)}>" for role in ROLES}
    passwords["owner"] = _new_password()  # of a locked user: it is kept nowhere
    parts = [
        *sections(plan, passwords),
        *migration_sections(plan.names.site, pending(files(), applied)),
        *site_sections(plan),
    ]
    if options.game_user:
        rights = game_rights(plan.names.site, options.game_user.account)
        parts.append(Section("site", "The game server's own user calls the procedures of deliveries", rights))
    return install_script(plan, parts)


async def recorded_family(session: Session) -> str | None:
    """The family that install detected, from a session of the site schema."""
    row = await session.one(RECORDED, name="family")
    return row.value if row else None


async def _plan(options: InstallOptions, servers: Servers) -> InstallPlan:
    names = options.names
    if options.game_user:
        await check_game_user(servers.session("site"), options.game_user, names)
    game_columns = await _columns(servers.session("game"), names.game)
    login_columns = await _columns(servers.session("login"), names.login)
    if not game_columns or not login_columns:
        empty = names.login if game_columns else names.game
        raise InstallError(f"there is no schema `{empty}` with tables on that server")
    if "accounts" not in login_columns and "characters" in game_columns:
        raise InstallError(await _no_accounts(servers.session("login"), names.login))
    await check_ownership(servers, names, await recorded(servers, names))
    tables = {**game_columns, **{table: login_columns[table] for table in ("accounts",) if table in login_columns}}
    return InstallPlan(
        options=options,
        family=by_key(options.family) if options.family else detect(tables),
        game_columns=game_columns,
        login_columns=login_columns,
        items_owner_index=await _has_owner_index(servers.session("game"), names.game),
    )


async def _columns(session: Session, schema: str) -> Columns:
    tables: dict[str, set[str]] = {}
    for row in await session.read(COLUMNS, schemas=[schema]):
        tables.setdefault(row.table.lower(), set()).add(row.column.lower())
    return tables


async def _no_accounts(session: Session, schema: str) -> str:
    others = [row.schema for row in await session.read(SCHEMAS_WITH, name="accounts")]
    hint = f" (this server has such a table in {', '.join(others[:5])})" if others else ""
    return (
        f"there is no table `accounts` in the schema `{schema}`. Is it the game's? If the login server has a schema of "
        f"its own, name it with --login-schema{hint}"
    )


def _passwords(options: InstallOptions) -> dict[str, str]:
    previous = options.previous.passwords() if options.previous and not options.rotate else {}
    return {role: previous.get(options.names.user(role)) or _new_password() for role in ROLES}


def _new_password() -> str:
    # The ending satisfies any rule about kinds of characters that a server may have.
    return f"{secrets.token_urlsafe(24).replace('_', 'x')}-aA1"


async def _has_owner_index(session: Session, schema: str) -> bool:
    """Returns True if an index finds the items of one owner; without one the service scans items in batches."""
    row = await session.one(OWNER_INDEXES, schema=schema)
    return bool(row and row.indexes)


async def _applied(servers: Servers, schema: str) -> list[AppliedMigration]:
    """The migrations that have run; none if there is no site schema yet."""
    tables = await _columns(servers.session("site"), schema)
    if "schema_migrations" not in tables:
        return []
    (statement,) = part("migrations", {"site": quote_name(schema)})
    return [AppliedMigration(*row) for row in (await servers.site.execute(statement)).rows]


async def _install_site(plan: InstallPlan, servers: Servers) -> None:
    options, names = plan.options, plan.names
    connection = await connect(msgspec.structs.replace(options.site_admin, schema=names.site))
    try:
        await migrate(connection, names.site)
        await servers.run(site_sections(plan))
        await set_game_user(connection, names, options.game_user, remove=options.no_game_user)
    finally:
        connection.close()


def _config(plan: InstallPlan, passwords: dict[str, str]) -> InstalledConfig:
    options, names = plan.options, plan.names

    def dsn(server: Dsn, role: str, schema: str) -> str:
        return format_dsn(with_login(server, names.user(role), passwords[role], schema))

    secret, previous = token_secrets(options.previous, rotate=options.rotate_secret)
    return InstalledConfig(
        family=plan.family.key,
        game_dsn=dsn(options.admin, "read", names.views),
        auth_dsn=dsn(options.login_admin, "auth", names.views),
        site_dsn=dsn(options.site_admin, "site", names.site),
        handover_dsn=dsn(options.admin, "handover", names.game) if options.handover else "",
        token_secret=secret,
        token_secret_previous=previous,
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_shared_arguments(parser)
    add_server_arguments(parser)
    option = parser.add_argument
    option("--game-schema", default="", help="the game's schema (the one of --admin-dsn)")
    option("--login-schema", default="", help="the schema of `accounts` (the game's schema)")
    option("--views-schema", default="gateway_views", help="the schema for the views (gateway_views)")
    option("--family", default="", help="the family of the tables, if it cannot be detected")
    option(
        "--handover",
        action=argparse.BooleanOptionalAction,
        help="create (or drop) a user that delivers coins through the family's own table; default: no change",
    )
    option(
        "--game-user",
        metavar="NAME@HOST",
        help="let the game server's own, existing user call the procedures of deliveries; '' revokes that",
    )
    option("--apply", action="store_true", help="run the script instead of printing it, and write the configuration")
    option("--rotate", action="store_true", help="replace existing passwords and the secret by new ones")
    option("--rotate-secret", action="store_true", help="make a new secret; tokens of the old one stay valid")
    option("--write-config", default="", help="the configuration file to write (that of --config, else gateway.toml)")


def run(args: argparse.Namespace) -> int:
    """Returns 0, or 1 after an error, which standard error names. Never prints a password."""
    try:
        return _run(args)
    except (InstallError, UnknownFamily, SettingsError, DatabaseError) as error:
        sys.stderr.write(f"gateway install: {with_hint(error)}\n")
        return 1


def _run(args: argparse.Namespace) -> int:
    path = Path(args.write_config or getattr(args, "config", None) or os.environ.get(CONFIG) or "gateway.toml")
    options = _options(args, path)
    if not args.apply:
        sys.stdout.write(asyncio.run(script(options)))
        return 0
    check_writable(path)
    config = asyncio.run(install(options))
    write_config(path, config)
    sys.stdout.write(f"family      {config.family}\nviews       {options.names.views}\n")
    sys.stdout.write(f"site        {options.names.site}\npasswords   in {path}, readable by its owner only\n")
    if config.handover_dsn:
        sys.stdout.write("handover    its user is there; [game_table_delivery] enabled = true switches it on\n")
    return 0


def _options(args: argparse.Namespace, path: Path) -> InstallOptions:
    views = load(path if path.is_file() else None, os.environ).game.views
    return install_options(
        args.admin_dsn,
        game_schema=args.game_schema,
        login_schema=args.login_schema or None,
        views_schema=args.views_schema,
        site_schema=args.site_schema,
        login_admin_dsn=args.login_admin_dsn or None,
        site_admin_dsn=args.site_admin_dsn or None,
        family=args.family,
        user_prefix=args.user_prefix or None,
        user_host=args.user_host or None,
        handover=args.handover,
        game_user=args.game_user,
        previous=read_config(path),
        rotate=args.rotate,
        rotate_secret=args.rotate_secret,
        views=path.parent / views if views else None,
    )

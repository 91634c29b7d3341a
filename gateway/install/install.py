"""`gateway install`: the schemas, views and users, as a script to read or applied at once.

It may be run again at any time, after an update of the gateway or of the game's tables: views are replaced, rights are
set anew, and the passwords and the secret of the tokens stay as the configuration file has them, so that a running
service keeps working and nobody is logged out (`--rotate` makes new ones). While rights are set anew, for some
milliseconds, an answer may be 503.
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
from gateway.database.error_hints import advised
from gateway.database.queries import query
from gateway.game.families import Columns, UnknownFamily, named, recognise
from gateway.install.config_file import InstalledConfig, check_writable, read_config, token_secrets, write_config
from gateway.install.connections import Servers, open_servers
from gateway.install.game_user import RECORDED, check_game_user, settle_game_user
from gateway.install.migrate import Applied, add_parser_defaults, files, migrate, pending
from gateway.install.names import ROLES, InstallError, quote_name
from gateway.install.options import Request, request
from gateway.install.ownership import COLUMNS, check, records
from gateway.install.plan import Plan, part, sections, site_sections
from gateway.install.script_text import text

LOGIN_ADMIN_DSN = "GATEWAY_ADMIN_LOGIN_DSN"
SITE_ADMIN_DSN = "GATEWAY_ADMIN_SITE_DSN"


class Held(msgspec.Struct):
    held: str


class Indexes(msgspec.Struct):
    indexes: int


OWNER_INDEXES = query("install.owner_indexes", Indexes)
SCHEMAS_WITH = query("install.schemas_with", Held)


def apply(admin_dsn: str, **options: object) -> InstalledConfig:
    """Installs and returns the DSNs with their passwords; takes the options of `request`.

    Works inside a running loop too. Raises InstallError, UnknownFamily or DatabaseError.
    """
    wanted = request(admin_dsn, **options)  # pyright: ignore[reportArgumentType]
    with ThreadPoolExecutor(1) as worker:
        return worker.submit(lambda: asyncio.run(install(wanted))).result()


async def install(wanted: Request) -> InstalledConfig:
    """Runs the whole script and the migrations, and records the family in the site schema."""
    async with open_servers(wanted.admin, wanted.login_admin, wanted.site_admin) as servers:
        plan = await _plan(wanted, servers)
        passwords = _passwords(wanted)
        await servers.run(sections(plan, passwords))
        await _site(wanted, plan, servers)
    return _config(wanted, plan, passwords)


async def script(wanted: Request) -> str:
    """The script as text for a person to read and run; it names no password."""
    async with open_servers(wanted.admin, wanted.login_admin, wanted.site_admin) as servers:
        plan = await _plan(wanted, servers)
        applied = await _applied(servers, wanted.names.site)
    return text(wanted, plan, pending(files(), applied))


async def recorded_family(session: Session) -> str | None:
    """The family that install found, from a session of the site schema."""
    found = await session.one(RECORDED, name="family")
    return found.value if found else None


async def _plan(wanted: Request, servers: Servers) -> Plan:
    names = wanted.names
    if wanted.game_user:
        await check_game_user(servers.site, wanted.game_user, names)
    game_columns = await _columns(servers.session("game"), names.game)
    login_columns = await _columns(servers.session("login"), names.login)
    if not game_columns or not login_columns:
        empty = names.login if game_columns else names.game
        raise InstallError(f"there is no schema `{empty}` with tables on that server")
    if "accounts" not in login_columns and "characters" in game_columns:
        raise InstallError(await _no_accounts(servers.session("login"), names.login))
    await check(servers, names, await records(servers, names))
    both = {**game_columns, **{table: login_columns[table] for table in ("accounts",) if table in login_columns}}
    return Plan(
        family=named(wanted.family) if wanted.family else recognise(both),
        names=names,
        game_columns=game_columns,
        login_columns=login_columns,
        handover=wanted.handover,
        no_handover=wanted.no_handover,
        apart=wanted.apart,
        site_apart=wanted.site_apart,
        items_owner_index=await _owner_index(servers.session("game"), names.game),
        views=wanted.views,
    )


async def _columns(session: Session, schema: str) -> Columns:
    tables: dict[str, set[str]] = {}
    for row in await session.read(COLUMNS, schemas=[schema]):
        tables.setdefault(row.table.lower(), set()).add(row.column.lower())
    return tables


async def _no_accounts(session: Session, schema: str) -> str:
    others = [row.held for row in await session.read(SCHEMAS_WITH, name="accounts")]
    known = f" (this server has such a table in {', '.join(others[:5])})" if others else ""
    return (
        f"there is no table `accounts` in the schema `{schema}`. Is it the game's? If the login server has a schema of "
        f"its own, name it with --login-schema{known}"
    )


def _passwords(wanted: Request) -> dict[str, str]:
    known = wanted.known.passwords() if wanted.known and not wanted.rotate else {}
    # The ending satisfies any rule about kinds of characters that a server may have.
    return {
        role: known.get(wanted.names.user(role)) or f"{secrets.token_urlsafe(24).replace('_', 'x')}-aA1"
        for role in ROLES
    }


async def _owner_index(session: Session, schema: str) -> bool:
    """Whether the items of one owner can be found without reading all: the service asks in another way where not."""
    found = await session.one(OWNER_INDEXES, schema=schema)
    return bool(found and found.indexes)


async def _applied(servers: Servers, schema: str) -> list[Applied]:
    """The migrations that have run; none where the schema is not there yet."""
    tables = await _columns(servers.session("site"), schema)
    if "schema_migrations" not in tables:
        return []
    (statement,) = part("migrations", {"site": quote_name(schema)})
    return [Applied(*row) for row in (await servers.site.execute(statement)).rows]


async def _site(wanted: Request, plan: Plan, servers: Servers) -> None:
    connection = await connect(msgspec.structs.replace(wanted.site_admin, schema=plan.names.site))
    try:
        await migrate(connection, plan.names.site)
        await servers.run(site_sections(plan))
        await settle_game_user(connection, plan.names, wanted.game_user, remove=wanted.no_game_user)
    finally:
        connection.close()


def _config(wanted: Request, plan: Plan, passwords: dict[str, str]) -> InstalledConfig:
    names = plan.names

    def dsn(server: Dsn, role: str, schema: str) -> str:
        return format_dsn(with_login(server, names.user(role), passwords[role], schema))

    secret, previous = token_secrets(wanted.known, rotate=wanted.rotate_secret)
    return InstalledConfig(
        family=plan.family.key,
        game_dsn=dsn(wanted.admin, "read", names.views),
        auth_dsn=dsn(wanted.login_admin, "auth", names.views),
        site_dsn=dsn(wanted.site_admin, "site", names.site),
        handover_dsn=dsn(wanted.admin, "handover", names.game) if plan.handover else "",
        token_secret=secret,
        token_secret_previous=previous,
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_parser_defaults(parser)
    option = parser.add_argument
    option("--game-schema", default="", help="the game's schema (the one of --admin-dsn)")
    option("--login-schema", default="", help="where `accounts` lies (the game's schema)")
    option(
        "--login-admin-dsn",
        default=os.environ.get(LOGIN_ADMIN_DSN, ""),
        help=f"an administrator's login where the accounts have a server of their own (or {LOGIN_ADMIN_DSN})",
    )
    option(
        "--site-admin-dsn",
        default=os.environ.get(SITE_ADMIN_DSN, ""),
        help=f"the same for our own schema, where it is to be on a server of its own (or {SITE_ADMIN_DSN})",
    )
    option("--views-schema", default="gateway_views", help="where the views are made (gateway_views)")
    option("--family", default="", help="the family of the tables, where it cannot be recognised")
    option(
        "--handover",
        action=argparse.BooleanOptionalAction,
        help="a user who hands coins over through the family's own table; none of the two words: as it was before",
    )
    option(
        "--game-user",
        metavar="NAME@HOST",
        help="let the game server's own user, which exists, call the procedures of deliveries; '' takes that away",
    )
    option("--apply", action="store_true", help="run the script instead of printing it, and write the configuration")
    option("--rotate", action="store_true", help="make new passwords and a new secret although there are some")
    option("--rotate-secret", action="store_true", help="make a new secret for tokens; those of the old one stay good")
    option("--write-config", default="", help="the configuration file to write (that of --config, else gateway.toml)")


def run(args: argparse.Namespace) -> int:
    """0: done; 1: it failed, and standard error says why. No password is ever printed."""
    try:
        return _run(args)
    except (InstallError, UnknownFamily, SettingsError, DatabaseError) as error:
        sys.stderr.write(f"gateway install: {advised(error)}\n")
        return 1


def _run(args: argparse.Namespace) -> int:
    path = Path(args.write_config or getattr(args, "config", None) or os.environ.get(CONFIG) or "gateway.toml")
    wanted = _wanted(args, path)
    if not args.apply:
        sys.stdout.write(asyncio.run(script(wanted)))
        return 0
    check_writable(path)
    config = asyncio.run(install(wanted))
    write_config(path, config)
    sys.stdout.write(f"family      {config.family}\nviews       {wanted.names.views}\n")
    sys.stdout.write(f"site        {wanted.names.site}\npasswords   in {path}, for its owner only\n")
    if config.handover_dsn:
        sys.stdout.write("handover    its user is there; [game_table_delivery] enabled = true switches it on\n")
    return 0


def _wanted(args: argparse.Namespace, path: Path) -> Request:
    known = read_config(path)
    views = load(path if path.is_file() else None, os.environ).game.views
    return request(
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
        known=known,
        rotate=args.rotate,
        rotate_secret=args.rotate_secret,
        views=path.parent / views if views else None,
    )

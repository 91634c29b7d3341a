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

from gateway.db import Connection, DatabaseError, Session, connect
from gateway.dsn import Dsn, format_dsn, with_login
from gateway.game.families import Columns, UnknownFamily, named, recognise
from gateway.install_config import InstalledConfig, read_config, token_secrets, write_config
from gateway.install_game_user import RECORD, RECORDED, check_game_user, settle_game_user
from gateway.install_names import InstallError
from gateway.install_request import Request, request
from gateway.install_script import Plan, game_rights, game_script, login_script, printed, site_rights
from gateway.migrate import add_parser_defaults, migrate
from gateway.queries import query
from gateway.settings import CONFIG

LOGIN_ADMIN_DSN = "GATEWAY_ADMIN_LOGIN_DSN"
ROLES: tuple[str, ...] = ("owner", "read", "auth", "site", "handover")
_HIDDEN = "<a password of its own>"


class Column(msgspec.Struct):
    schema: str
    table: str
    column: str


class Indexes(msgspec.Struct):
    indexes: int


COLUMNS = query("install.columns", Column)
OWNER_INDEXES = query("install.owner_indexes", Indexes)


def apply(admin_dsn: str, **options: object) -> InstalledConfig:
    """Installs and returns the DSNs with their passwords; takes the options of `request`.

    Works inside a running loop too. Raises InstallError, UnknownFamily or DatabaseError.
    """
    wanted = request(admin_dsn, **options)  # pyright: ignore[reportArgumentType]
    with ThreadPoolExecutor(1) as worker:
        return worker.submit(lambda: asyncio.run(install(wanted))).result()


async def install(wanted: Request) -> InstalledConfig:
    """Runs the whole script and the migrations, and records the family in the site schema."""
    game = await connect(msgspec.structs.replace(wanted.admin, schema=""))
    login = await connect(msgspec.structs.replace(wanted.login_admin, schema="")) if wanted.apart else game
    try:
        plan = await _plan(wanted, game, login)
        passwords = _passwords(wanted)
        for statement in game_script(plan, passwords):
            await game.execute(statement)
        for statement in login_script(plan, passwords):
            await login.execute(statement)
        await _site(wanted, plan, await _owner_index(game, wanted.names.game))
    finally:
        game.close()
        login.close()
    return _config(wanted, plan, passwords)


async def script(wanted: Request) -> str:
    """The script as text for a person to read and run; it names no password."""
    game = await connect(msgspec.structs.replace(wanted.admin, schema=""))
    login = await connect(msgspec.structs.replace(wanted.login_admin, schema="")) if wanted.apart else game
    try:
        plan = await _plan(wanted, game, login)
    finally:
        game.close()
        login.close()
    hidden = dict.fromkeys(ROLES, _HIDDEN)
    parts = [
        (f"On the game's server; family: {plan.family.key}", game_script(plan, hidden)),
        (f"Where the accounts are ({wanted.login_admin.place})", login_script(plan, hidden)),
        ("After `gateway migrate`", [*site_rights(plan.names), *_rights_of_game(wanted)]),
    ]
    return "\n".join(f"-- {title}\n\n" + "".join(printed(line) for line in lines) for title, lines in parts)


def _rights_of_game(wanted: Request) -> list[str]:
    return game_rights(wanted.names, wanted.game_user.account) if wanted.game_user else []


async def recorded_family(session: Session) -> str | None:
    """The family that install found, from a session of the site schema."""
    found = await session.one(RECORDED, name="family")
    return found.value if found else None


async def _plan(wanted: Request, game: Connection, login: Connection) -> Plan:
    names = wanted.names
    if wanted.game_user:
        await check_game_user(game, wanted.game_user, names)
    game_columns = await _columns(game, names.game)
    login_columns = await _columns(login, names.login)
    if not game_columns or not login_columns:
        empty = names.login if game_columns else names.game
        raise InstallError(f"there is no schema `{empty}` with tables on that server")
    both = {**game_columns, **({"accounts": login_columns["accounts"]} if "accounts" in login_columns else {})}
    family = named(wanted.family) if wanted.family else recognise(both)
    return Plan(
        family=family,
        names=names,
        game_columns=game_columns,
        login_columns=login_columns,
        handover=wanted.handover,
        no_handover=wanted.no_handover,
        apart=wanted.apart,
    )


async def _columns(connection: Connection, schema: str) -> Columns:
    rows = await Session("admin", connection, rows=100_000, on_query=None).read(COLUMNS, schemas=[schema])
    tables: dict[str, set[str]] = {}
    for row in rows:
        tables.setdefault(row.table.lower(), set()).add(row.column.lower())
    return tables


def _passwords(wanted: Request) -> dict[str, str]:
    known = wanted.known.passwords() if wanted.known and not wanted.rotate else {}
    # The ending satisfies any rule about kinds of characters that a server may have.
    return {
        role: known.get(wanted.names.user(role)) or f"{secrets.token_urlsafe(24).replace('_', 'x')}-aA1"
        for role in ROLES
    }


async def _owner_index(game: Connection, schema: str) -> str:
    """Whether the items of one owner can be found without reading all: the service asks in another way where not."""
    session = Session("admin", game, rows=10, on_query=None)
    found = await session.one(OWNER_INDEXES, schema=schema)
    return "yes" if found and found.indexes else "no"


async def _site(wanted: Request, plan: Plan, owner_index: str) -> None:
    connection = await connect(msgspec.structs.replace(wanted.admin, schema=plan.names.site))
    try:
        await migrate(connection, plan.names.site)
        for statement in site_rights(plan.names):
            await connection.execute(statement)
        await settle_game_user(connection, plan.names, wanted.game_user, remove=wanted.no_game_user)
        session = Session("admin", connection, rows=100, on_query=None)
        await session.write(RECORD, name="family", value=plan.family.key)
        await session.write(RECORD, name="items_owner_index", value=owner_index)
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
        site_dsn=dsn(wanted.admin, "site", names.site),
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
    except (InstallError, UnknownFamily, DatabaseError, OSError) as error:
        sys.stderr.write(f"gateway install: {error}\n")
        return 1


def _run(args: argparse.Namespace) -> int:
    path = Path(args.write_config or getattr(args, "config", None) or os.environ.get(CONFIG) or "gateway.toml")
    wanted = request(
        args.admin_dsn,
        game_schema=args.game_schema,
        login_schema=args.login_schema or None,
        views_schema=args.views_schema,
        site_schema=args.site_schema,
        login_admin_dsn=args.login_admin_dsn or None,
        family=args.family,
        user_prefix=args.user_prefix or None,
        user_host=args.user_host or None,
        handover=args.handover,
        game_user=args.game_user,
        known=read_config(path),
        rotate=args.rotate,
        rotate_secret=args.rotate_secret,
    )
    if not args.apply:
        sys.stdout.write(asyncio.run(script(wanted)))
        return 0
    config = asyncio.run(install(wanted))
    write_config(path, config)
    sys.stdout.write(f"family      {config.family}\nviews       {wanted.names.views}\n")
    sys.stdout.write(f"site        {wanted.names.site}\npasswords   in {path}, for its owner only\n")
    if config.handover_dsn:
        sys.stdout.write("handover    its user is there; [handover] enabled = true switches it on\n")
    return 0

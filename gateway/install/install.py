"""`gateway install`: creates the schemas, views and users, as a script to read or applied at once.

It may be run again at any time, after an update of the gateway or of the game's tables: views are replaced and rights
are completed; the passwords and the secret of the tokens stay as the configuration file has them, so that a running
service keeps working and all players stay logged in (`--rotate` makes new ones). Rights are granted first
and surplus ones revoked last, so that a run that fails on the way takes nothing from a running service.
"""

import argparse
import asyncio
import secrets
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from gateway import package_data
from gateway.config.dsn import Dsn, format_dsn, parse_dsn, with_login
from gateway.config.site_days import decode
from gateway.database.database import DatabaseError, Session, connect
from gateway.database.error_hints import DAMAGED_TABLE
from gateway.database.errors import CRASHED_TABLE
from gateway.database.installation import TIME_ZONE
from gateway.database.queries import query
from gateway.database.user_rights import PROCEDURES, absent_objects
from gateway.game.families import by_key, detect
from gateway.game.view_contract import ACCOUNT_VIEWS
from gateway.install import options
from gateway.install.account_rules import account_rules
from gateway.install.config_file import (
    InstalledConfig,
    check_writable,
    first_data_keys,
    name_content_folder,
    token_secrets,
    update_file,
    write_config,
)
from gateway.install.fit import absent_columns, missing_column_text, missing_columns
from gateway.install.game_user import RECORD, check_game_user, set_game_user
from gateway.install.grants import revoke_surplus
from gateway.install.identity import UNKNOWN, Installation, check_identity, find_installation
from gateway.install.migrate import (
    RECORD_TABLE,
    SchemaState,
    SchemaStep,
    migrate,
    nouns_with_tables,
    pending_steps,
    schema_state,
    step_sections,
)
from gateway.install.names import ROLES, InstallError, Names, OptionError
from gateway.install.options import InstallOptions, install_options, options_of
from gateway.install.script import (
    SHARED_ADDRESS_QUESTION,
    InstallPlan,
    Section,
    Server,
    game_rights,
    install_script,
    procedures_checksum,
    release_section,
    retired_grants,
    sections_after_tables,
    sections_before_tables,
)
from gateway.install.servers import (
    COLUMNS,
    INDEXES,
    Servers,
    check_ownership,
    check_requirements,
    check_rights,
    has_user,
    open_servers,
)
from gateway.install.view_files import SchemaTables, Side, Tables, View, columns_of, fit_views, missing_table_notes

_NEXT_STEP: Final = (
    "1 of 2: restart every instance, one after the other; they accept the next secret. Then run this command again"
)
_LAST_STEP: Final = (
    "2 of 2: restart every instance, one after the other; they sign with the new secret. Players stay logged in"
)


class SchemaName(msgspec.Struct):
    schema: str


class IndexCount(msgspec.Struct):
    indexes: int


class Procedure(msgspec.Struct):
    name: str
    definer: str


OWNER_INDEXES = query("install.owner_indexes", IndexCount)
SCHEMAS_WITH_ACCOUNTS = query("install.schemas_with_accounts", SchemaName)
PROCEDURES_OF = query("install.procedures", Procedure)


class Preparation(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a run does, known and checked before its first statement."""

    installation: Installation
    plan: InstallPlan
    passwords: Mapping[str, str]
    first_sections: list[Section]
    """Those that come before the tables of the site schema."""
    steps: list[SchemaStep]
    """Of the tables of the site schema."""
    revocations: list[Section]


def apply(admin_dsn: str, **options: Any) -> InstalledConfig:
    """Installs and returns the DSNs with their passwords; takes the options of `install_options`.

    Works inside a running event loop too. Raises InstallError, UnknownFamily or DatabaseError.
    """
    parsed_options = install_options(admin_dsn, **options)
    with ThreadPoolExecutor(1) as worker:
        return worker.submit(lambda: asyncio.run(install(parsed_options))).result()


async def install(options: InstallOptions) -> InstalledConfig:
    """Runs the whole script and the migrations, and records the installation in the site schema."""
    run = await _install(options)
    return _config(run.plan, run.passwords)


async def _install(options: InstallOptions) -> Preparation:
    async with open_servers(options) as servers:
        run = await prepare(options, servers)
        await servers.run(run.first_sections)
        await _install_site(run.plan, servers)
        await servers.run(run.revocations)
    return run


async def install_and_write(options: InstallOptions) -> tuple[InstalledConfig, InstallPlan]:
    """Installs, and writes the configuration file; ends before its first statement if it cannot write it.

    Returns the configuration, and what was found.
    """
    assert options.config
    check_writable(options.config)
    is_new = not options.config.exists()
    run = await _install(options)
    config = _config(run.plan, run.passwords)
    write_config(options.config, config)
    if is_new:
        name_content_folder(options.config)
        if not run.installation.exists:
            update_file(options.config, {"extras": {"enabled": options.first_extras}})
    return config, run.plan


async def script(options: InstallOptions) -> str:
    """The script as text for a person to read and run; it contains no password."""
    async with open_servers(options) as servers:
        run = await prepare(options, servers, by_hand=True)
    plan, names = run.plan, run.plan.names
    parts = [*run.first_sections, *step_sections(names.site, run.steps), *sections_after_tables(plan)]
    if options.game_user:
        rights = game_rights(names.site, options.game_user.account)
        parts.append(Section("site", "The game server's own user calls the procedures of deliveries", rights))
    config = msgspec.structs.replace(
        _config(plan, run.passwords),
        token_secret="<48 random characters or more: openssl rand -base64 48>",  # noqa: S106 - a placeholder
        token_secret_previous="",
        token_secret_next="",
        data_keys=("k1:<openssl rand -base64 32>",),
    )
    return install_script(plan, [*parts, *run.revocations], config, run.passwords.values())


async def prepare(options: InstallOptions, servers: Servers, *, by_hand: bool = False) -> Preparation:
    """Makes every check, and changes nothing. Raises InstallError, UnknownFamily or DatabaseError.

    `by_hand`: with placeholders for the passwords.
    """
    installation = await find_installation(options, servers)
    await check_requirements(servers, installation.names)
    state = await _schema_state(options, servers, installation.names.site)
    plan = await _plan(options, servers, installation, state)
    names = plan.names
    passwords = {role: f"<password of {names.user(role)}>" for role in ROLES}
    passwords["owner"] = _new_password()  # of a locked user: it is kept nowhere
    if not by_hand:
        passwords |= await _passwords(plan, servers, installation)
    first_sections = sections_before_tables(plan, passwords)
    # A script for several servers goes to each of them once.
    if installation.record and not (by_hand and options.has_own_site_server):
        first_sections.insert(0, release_section(names))
    return Preparation(
        installation=installation,
        plan=plan,
        passwords=passwords,
        first_sections=first_sections,
        steps=pending_steps(names.site, state, plan.nouns),
        revocations=await _surplus(names, servers, [*first_sections, *sections_after_tables(plan)]),
    )


async def _plan(
    options: InstallOptions, servers: Servers, installation: Installation, state: SchemaState
) -> InstallPlan:
    names = installation.names
    if names.game == UNKNOWN:
        raise OptionError("the game's schema is not known: name it with --game-schema or in the administrator's DSN")
    if not options.moved:
        check_identity(installation, has_own_site_server=options.has_own_site_server)
    if options.game_user:
        await check_game_user(servers.session("site"), options.game_user, names)
    game = await _tables(servers.session("game"), names.game)
    login = await _tables(servers.session("login"), names.login)
    await _check_tables(servers, names, game, login)
    await check_ownership(servers, names, installation.record)
    await check_rights(servers, names)
    accounts = {"accounts": login.columns["accounts"]} if "accounts" in login.columns else {}
    family = by_key(options.family) if options.family else detect({**game.columns, **accounts})
    tables = {"game": game, "login": login}
    nouns = nouns_with_tables(state, options.nouns)
    views = fit_views(
        options.views or package_data.sql() / "views" / f"{family.key}.sql",
        tables,
        is_separate=options.has_own_login_server,
    )
    await _check_fit(servers, names, views, tables, email=family.has_email)
    recorded_days = installation.record.get(TIME_ZONE)
    return InstallPlan(
        options=options,
        names=names,
        family=family,
        game_tables=game,
        login_tables=login,
        views=views,
        account_rules=await account_rules(options, servers, names, family, views),
        mark=installation.record.get("server") or installation.mark or secrets.token_hex(16),
        items_owner_index=await _has_owner_index(servers.session("game"), names.game),
        nouns=nouns,
        is_reinstallation=installation.exists,
        days=decode(recorded_days) if recorded_days else None,
        now=int(time.time()),
        procedures_exist=await _has_procedures(servers, names, nouns, installation.record),
    )


async def _surplus(names: Names, servers: Servers, parts: Sequence[Section]) -> list[Section]:
    """Revokes, after everything else, what the users have beyond the rights in these sections and the retired ones."""
    revocations: list[Section] = []
    for server, roles in servers.roles.items():
        statements = [line for role in roles for line in await _surplus_of(names, role, servers, server, parts)]
        if statements:
            revocations.append(Section(server, "Rights that the users have and do not need", statements))
    return revocations


async def _surplus_of(names: Names, role: str, servers: Servers, server: Server, parts: Sequence[Section]) -> list[str]:
    account, connection = names.account(role), servers.connection(server)
    statements = (line for part in parts if servers.connection(part.server) is connection for line in part.statements)
    grant_statements = [line for line in statements if line.endswith(f" TO {account}")]
    if not grant_statements or not await has_user(servers, server, names, role):
        return []
    lines = await servers.show("grants", server, names, role)
    return revoke_surplus(account, lines, [*grant_statements, *retired_grants(names, role)])


async def _tables(session: Session, schema: str) -> SchemaTables:
    columns: dict[str, set[str]] = {}
    table_names: dict[str, str] = {}
    for row in await session.read(COLUMNS, schemas=[schema]):
        columns.setdefault(row.table.lower(), set()).add(row.column.lower())
        if table_names.get(row.table.lower()) != row.table.lower():
            table_names[row.table.lower()] = row.table
    indexes: dict[str, set[str]] = {}
    for row in await session.read(INDEXES, schemas=[schema]):
        indexes.setdefault(row.table.lower(), set()).add(row.index.lower())
    return SchemaTables(columns, table_names, indexes)


async def _check_tables(servers: Servers, names: Names, game: SchemaTables, login: SchemaTables) -> None:
    if not game.columns or not login.columns:
        empty_schema = names.login if game.columns else names.game
        raise InstallError(f"there is no schema `{empty_schema}` with tables on that server")
    if "accounts" in login.columns or "characters" not in game.columns:
        return
    schemas = [row.schema for row in await servers.session("login").read(SCHEMAS_WITH_ACCOUNTS)]
    hint = f" (this server has such a table in {', '.join(schemas[:5])})" if schemas else ""
    raise InstallError(
        f"there is no table `accounts` in the schema `{names.login}`. Is it the game's? If the login server has a "
        f"schema of its own, name it with --login-schema{hint}"
    )


async def _check_fit(servers: Servers, names: Names, views: Mapping[str, View], tables: Tables, *, email: bool) -> None:
    """Raises InstallError, which lists what the views need and do not find."""
    schemas: dict[Side, str] = {"game": names.game, "login": names.login}
    problems: list[str] = []
    remedy = "Write a views file of your own that fits ([game] views; see install.md)"
    for view in views.values():
        server: Side = "login" if view.name in ACCOUNT_VIEWS else "game"
        try:
            columns = await missing_columns(servers.session(server), view, schemas)
            present = {name for side, table in view.tables for name in columns_of(tables, side, table)}
            problems += [missing_column_text(column, view, present) for column in columns]
            if not columns:
                absent = await absent_columns(servers.connection(server), view, schemas, email=email)
                problems += [f"the view {view.name} gives no column {column}" for column in absent]
        except DatabaseError as error:
            problems.append(f"the view {view.name} cannot be created: {error}")
            remedy = DAMAGED_TABLE if error.code in CRASHED_TABLE else remedy
    if problems:
        lines = "".join(f"\n  - {problem}" for problem in problems)
        raise InstallError(f"the views do not fit the game's tables; nothing was touched:{lines}\nWhat to do: {remedy}")


async def _passwords(plan: InstallPlan, servers: Servers, installation: Installation) -> dict[str, str]:
    """The passwords of the configuration file, and new ones for new users.

    Raises InstallError for a user that exists and whose password is in another file, unless --rotate is given.
    """
    options, names = plan.options, plan.names
    previous = options.previous.passwords() if options.previous and not options.rotate else {}
    roles = [role for role in ROLES if role != "owner" and (role != "handover" or options.makes_handover)]
    missing_users = [
        names.user(role)
        for server, server_roles in servers.roles.items()
        for role in server_roles
        if role in roles and names.user(role) not in previous and await has_user(servers, server, names, role)
    ]
    if missing_users and not options.rotate:
        raise InstallError(
            f"the users {', '.join(missing_users)} exist, and {options.config or 'the configuration'} does not have "
            "their passwords; nothing was touched. Name the file that has them: "
            f"--config {installation.record.get('config', 'FILE')}. Or make new passwords with --rotate: running "
            "processes then need the new file and a restart"
        )
    return {role: previous.get(names.user(role)) or _new_password() for role in roles}


def _new_password() -> str:
    # The ending satisfies any rule about kinds of characters that a server may have.
    return f"{secrets.token_urlsafe(24).replace('_', 'x')}-aA1"


async def _has_owner_index(session: Session, schema: str) -> bool:
    """Returns True if an index finds the items of one owner; without one the service scans items in batches."""
    row = await session.one(OWNER_INDEXES, schema=schema)
    return bool(row and row.indexes)


async def _has_procedures(servers: Servers, names: Names, nouns: Collection[str], record: Mapping[str, str]) -> bool:
    owner = f"{names.user('owner')}@{names.host('owner')}"
    rows = await servers.session("site").read(PROCEDURES_OF, schema=names.site)
    ours = {row.name for row in rows if row.definer == owner}
    expected = {*PROCEDURES} - absent_objects(nouns)
    return ours >= expected and record.get("procedures") == procedures_checksum(names, nouns)


async def _schema_state(options: InstallOptions, servers: Servers, site: str) -> SchemaState:
    columns = (await _tables(servers.session("site"), site)).columns
    if not columns.get(RECORD_TABLE, set()) >= {"number", "checksum"}:  # not ours, or new: `check_ownership` says which
        return SchemaState()
    connection = await connect(msgspec.structs.replace(options.site_admin, schema=site))
    try:
        return await schema_state(Session("admin", connection, max_rows=100_000, on_query=None), site)
    finally:
        connection.close()


async def _install_site(plan: InstallPlan, servers: Servers) -> None:
    options, names = plan.options, plan.names
    connection = await connect(msgspec.structs.replace(options.site_admin, schema=names.site))
    try:
        await migrate(connection, names.site, nouns=plan.nouns)
        await servers.run(sections_after_tables(plan))
        await set_game_user(connection, names, options.game_user, remove=options.no_game_user)
        if options.config:
            session = Session("admin", connection, max_rows=10, on_query=None)
            await session.write(RECORD, name="config", value=str(options.config.resolve()))
    finally:
        connection.close()


def _config(plan: InstallPlan, passwords: Mapping[str, str]) -> InstalledConfig:
    options, names = plan.options, plan.names

    def dsn(server: Dsn, role: str, schema: str) -> str:
        return format_dsn(with_login(server, names.user(role), passwords[role], schema))

    secrets = token_secrets(options.previous, rotate=options.rotate_secret, at_once=options.rotate)
    return InstalledConfig(
        family=plan.family.key,
        game_dsn=dsn(options.admin, "read", names.views),
        auth_dsn=dsn(options.login_admin, "auth", names.views),
        site_dsn=dsn(options.site_admin, "site", names.site),
        handover_dsn=dsn(options.admin, "handover", names.game) if options.makes_handover else "",
        token_secret=secrets.current,
        token_secret_previous=secrets.previous,
        token_secret_next=secrets.next,
        username_max=plan.account_rules.username_max,
        password_hash=plan.account_rules.password_hash,
        data_keys=first_data_keys(options.previous),
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_arguments(parser)
    option = parser.add_argument
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
    option(
        "--rotate-secret",
        action="store_true",
        help="make the next secret, which signs after a restart and a second run; tokens of the old one stay valid",
    )
    option("--moved", action="store_true", help="the game has another schema or server now; keep the installation")
    option("--write-config", default="", help="the configuration file to write (that of --config, else gateway.toml)")


def run(args: argparse.Namespace) -> int:
    """Returns 0, or 1 or 2 after an error, which standard error names. Never prints a password."""
    return options.run_command("install", lambda: _run(args))


def _run(args: argparse.Namespace) -> int:
    options = options_of(
        args,
        family=args.family,
        handover=args.handover,
        game_user=args.game_user,
        rotate=args.rotate,
        rotate_secret=args.rotate_secret,
        moved=args.moved,
    )
    if not args.apply:
        sys.stdout.write(asyncio.run(script(options)))
        return 0
    config, plan = asyncio.run(install_and_write(options))
    sys.stdout.write(f"family      {config.family}\nviews       {parse_dsn(config.game_dsn).schema}\n")
    sys.stdout.write(f"site        {parse_dsn(config.site_dsn).schema}\npasswords   in {options.config}\n")
    sys.stdout.write(f"players     names up to {config.username_max} letters, passwords as {config.password_hash}\n")
    if args.rotate_secret and not args.rotate:
        sys.stdout.write(f"secret      {_NEXT_STEP if config.token_secret_next else _LAST_STEP}\n")
    if config.handover_dsn:
        sys.stdout.write("handover    its user is there; [game_table_delivery] enabled = true switches it on\n")
    if plan.has_connect_filter:
        sys.stdout.write(f"probe       {SHARED_ADDRESS_QUESTION}\n")
    sys.stdout.write("".join(f"note        {note}\n" for note in missing_table_notes(plan.views.values())))
    return 0

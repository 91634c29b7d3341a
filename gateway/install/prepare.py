"""Prepares an installation: all checks, and what a run will do, before its first statement."""

import secrets
import time
from collections.abc import Collection, Mapping, Sequence

import msgspec

from gateway import package_data
from gateway.config.site_days import decode
from gateway.database.database import DatabaseError, Session, connect
from gateway.database.error_hints import DAMAGED_TABLE
from gateway.database.errors import CRASHED_TABLE
from gateway.database.installation import TIME_ZONE
from gateway.database.queries import query
from gateway.database.user_rights import PROCEDURES, absent_objects
from gateway.game.families import by_key, detect
from gateway.game.view_contract import ACCOUNT_VIEWS
from gateway.install.account_rules import account_rules
from gateway.install.fit import absent_columns, missing_column_text, missing_columns
from gateway.install.game_user import check_game_user
from gateway.install.grants import revoke_surplus
from gateway.install.identity import UNKNOWN, Installation, check_identity, find_installation
from gateway.install.migrate import (
    RECORD_TABLE,
    SchemaState,
    SchemaStep,
    nouns_with_tables,
    pending_steps,
    schema_state,
)
from gateway.install.names import ROLES, InstallError, Names, OptionError
from gateway.install.options import InstallOptions
from gateway.install.script import (
    InstallPlan,
    Section,
    Server,
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
)
from gateway.install.view_files import SchemaTables, Side, Tables, View, columns_of, fit_views


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
    remedy = "Write a views file of your own that fits ([game] views; see gateway/docs/operators/install.md)"
    for view in views.values():
        server: Side = "login" if view.name in ACCOUNT_VIEWS else "game"
        try:
            columns = await missing_columns(servers.session(server), view, schemas)
            present = {name for side, table in view.tables for name in columns_of(tables, side, table)}
            problems += [str(missing_column_text(column, view, present)) for column in columns]
            if not columns:
                absent = await absent_columns(servers.connection(server), view, schemas, email=email)
                problems += [f"the view {view.name} gives no column {column}" for column in absent]
        except DatabaseError as error:
            problems.append(f"the view {view.name} cannot be created: {error}")
            remedy = str(DAMAGED_TABLE) if error.code in CRASHED_TABLE else remedy
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

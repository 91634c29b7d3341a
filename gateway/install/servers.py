"""An administrator's connections to the servers of an installation, and the check that schemas and users are ours.

Install and uninstall touch nothing that install did not make. A views schema is ours if each table in it is a view with
our locked user as its definer; the site schema, if it has our table of migrations; a user, if the site schema records
it, or if it has only rights that install gives.
"""

import re
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager
from fnmatch import fnmatchcase

import msgspec

from gateway.database.database import Connection, DatabaseError, DatabaseUnavailable, Session, connect
from gateway.database.queries import query
from gateway.database.server_version import server_problem
from gateway.database.user_rights import RIGHTS
from gateway.install.game_user import hosts_of
from gateway.install.grants import WITH_OPTION, Grant, parse_grant
from gateway.install.names import InstallError, Names, quote_name
from gateway.install.options import AdminLogins
from gateway.install.script import Section, Server, part

ADMIN = "admin"
_CREATES_USERS = re.compile("ALL PRIVILEGES|CREATE USER")
_MIGRATIONS = {"number", "name", "checksum", "applied_at"}
_VIEWS = "The game's tables are not as the family's file of views expects them: give one of your own, [game] views"
_RIGHTS = "The administrator's login needs all rights with GRANT OPTION, as root has them"
_HINTS = {1054: _VIEWS, 1146: _VIEWS, 1044: _RIGHTS, 1045: _RIGHTS, 1142: _RIGHTS, 1227: _RIGHTS, 1410: _RIGHTS}

_ROLES: Mapping[Server, tuple[str, ...]] = {"game": ("read", "handover"), "login": ("auth",), "site": ("site",)}


class SchemaTable(msgspec.Struct):
    table: str
    kind: str
    definer: str


class SchemaColumn(msgspec.Struct):
    schema: str
    table: str
    column: str


class SchemaIndex(msgspec.Struct):
    table: str
    index: str


TABLES = query("install.tables", SchemaTable)
INDEXES = query("install.indexes", SchemaIndex)
COLUMNS = query("install.columns", SchemaColumn)


class Servers(msgspec.Struct, frozen=True):
    """The administrator's connections; one and the same where two schemas are on one server."""

    game: Connection
    login: Connection
    site: Connection

    def connection(self, server: Server) -> Connection:
        return {"game": self.game, "login": self.login, "site": self.site}[server]

    def session(self, server: Server) -> Session:
        return Session(ADMIN, self.connection(server), max_rows=100_000, on_query=None)

    async def run(self, sections: list[Section]) -> None:
        """Raises InstallError, which names the statement, or DatabaseUnavailable."""
        for section in sections:
            for statement in section.statements:
                await _run(self.connection(section.server), statement)

    async def show(self, part_name: str, server: Server, names: Names, role: str) -> list[str]:
        """Lines of SHOW GRANTS ("grants") or SHOW CREATE USER ("create_user") for an existing user."""
        (statement,) = part(part_name, {"user": names.account(role)})
        return [str(row[0]) for row in (await self.connection(server).execute(statement)).rows]

    @property
    def roles(self) -> dict[Server, tuple[str, ...]]:
        """Server → the roles of its users; each server once."""
        first_servers: dict[int, Server] = {}
        roles: dict[Server, tuple[str, ...]] = {}
        for server, server_roles in _ROLES.items():
            first_server = first_servers.setdefault(id(self.connection(server)), server)
            roles[first_server] = (*roles.get(first_server, ("owner",)), *server_roles)
        return roles


@asynccontextmanager
async def open_servers(logins: AdminLogins) -> AsyncGenerator[Servers]:
    connections: dict[tuple[str, int], Connection] = {}
    try:
        for dsn in logins.dsns.values():
            if dsn.server not in connections:
                connections[dsn.server] = await connect(msgspec.structs.replace(dsn, schema=""), ADMIN)
        yield Servers(*(connections[dsn.server] for dsn in logins.dsns.values()))
    finally:
        for connection in connections.values():
            connection.close()


async def _run(connection: Connection, statement: str) -> None:
    try:
        await connection.execute(statement)
    except DatabaseError as error:
        if isinstance(error, DatabaseUnavailable) and error.code not in _HINTS:
            raise
        head = " ".join(statement.split("\n")[0].split(" AS SELECT")[0].split(" IDENTIFIED ")[0].split())
        hint = f". {_HINTS[error.code]}" if error.code in _HINTS else ""
        raise InstallError(f"{error}; the statement was: {head}{hint}") from None


async def read_record(servers: Servers, site: str) -> dict[str, str]:
    """The record that earlier runs left in the site schema; empty if there is none."""
    columns = await servers.session("site").read(COLUMNS, schemas=[site])
    if not _is_site(columns) or not any(row.table == "installation" for row in columns):
        return {}
    (statement,) = part("records", {"site": quote_name(site)})
    return {str(name): str(value) for name, value in (await servers.site.execute(statement)).rows}


async def has_user(servers: Servers, server: Server, names: Names, role: str) -> bool:
    return names.host(role) in await hosts_of(servers.session(server), names.user(role))


async def foreign_tables(servers: Servers, names: Names, known_tables: Iterable[str]) -> list[str]:
    """Tables of the site schema other than these."""
    tables = {row.table for row in await servers.session("site").read(TABLES, schema=names.site)}
    return sorted(tables - {*known_tables})


async def check_ownership(servers: Servers, names: Names, record: Mapping[str, str]) -> None:
    """Raises InstallError for a schema or a user with one of our names that install did not make."""
    for server, roles in servers.roles.items():
        if server != "site":
            await _check_views(servers.session(server), names)
        for role in roles:
            await _check_user(servers, server, names, role, record)
    await _check_site(servers.session("site"), names)


async def _check_views(session: Session, names: Names) -> None:
    owner = f"{names.user('owner')}@{names.host('owner')}"
    foreign = [
        row.table
        for row in await session.read(TABLES, schema=names.views)
        if (row.kind, row.definer) != ("VIEW", owner)
    ]
    if foreign:
        raise InstallError(
            f"the schema `{names.views}` has tables that `gateway install` did not make ({_first_names(foreign)}); "
            "nothing was touched. Choose another name with --views-schema"
        )


async def _check_site(session: Session, names: Names) -> None:
    columns = await session.read(COLUMNS, schemas=[names.site])
    if columns and not _is_site(columns):
        raise InstallError(
            f"the schema `{names.site}` has tables that `gateway install` did not make "
            f"({_first_names({row.table for row in columns})}); nothing was touched. Choose another name with "
            "--site-schema"
        )


def _is_site(columns: Iterable[SchemaColumn]) -> bool:
    return {row.column for row in columns if row.table == "schema_migrations"} == _MIGRATIONS


async def _check_user(servers: Servers, server: Server, names: Names, role: str, record: Mapping[str, str]) -> None:
    user, host = names.user(role), names.host(role)
    if record.get(f"user.{role}") == f"{user}@{host}" or not await has_user(servers, server, names, role):
        return
    rights = await servers.show("grants", server, names, role)
    foreign = [f"it has {right.split(' TO ')[0]}" for right in rights if not _is_own_grant(right, names, role)]
    definition = await servers.show("create_user", server, names, role)
    if role == "owner" and not any("ACCOUNT LOCK" in line for line in definition):
        foreign.append("it is not locked")
    if foreign:
        raise InstallError(
            f"the user {user}@{host} exists and `gateway install` did not make it ({foreign[0]}); nothing was "
            "touched. Choose other names of users with --user-prefix"
        )


def _is_own_grant(line: str, names: Names, role: str) -> bool:
    """Returns True if install grants such a right to this user, for any schema of the game."""
    grant = parse_grant(line)
    if grant is None or "*" in (grant.schema, grant.object):
        return grant is not None and not grant.rights
    if role == "owner" or grant.schema in {names.views, names.site}:
        return True
    return role == "handover" and grant.object in RIGHTS["handover"]


async def check_requirements(servers: Servers, names: Names) -> None:
    """Raises InstallError for a server that is too old or has no InnoDB, and for a site schema without transactions."""
    for server in _ROLES:
        problem = await server_problem(servers.session(server), site_schema=names.site if server == "site" else "")
        if problem:
            page = "gateway/docs/operators/install.md"
            raise InstallError(f'the {server} database: {problem}. See "Before you begin" in {page}')


async def check_rights(servers: Servers, names: Names) -> None:
    """Raises InstallError if the administrator's login lacks rights. A login with roles is not checked."""
    schemas: dict[Server, set[str]] = {
        "game": {names.game, names.views},
        "login": {names.login, names.views},
        "site": {names.site},
    }
    for server, schema_names in schemas.items():
        (statement,) = part("own_grants", {})
        lines = [str(row[0]) for row in (await servers.connection(server).execute(statement)).rows]
        grants = [parse_grant(line) for line in lines if " PROXY ON " not in line]
        if None in grants:
            continue
        everywhere = {right for grant in grants if grant and grant.schema == "*" for right, _ in grant.rights}
        missing = [] if any(map(_CREATES_USERS.fullmatch, everywhere)) else ["the right CREATE USER"]
        missing += [
            f"the GRANT OPTION on `{schema}`" for schema in sorted(schema_names) if not _may_grant(grants, schema)
        ]
        if missing:
            raise InstallError(f"the administrator's login lacks {', '.join(missing)}; nothing was touched. {_RIGHTS}")


def _may_grant(grants: Iterable[Grant | None], schema: str) -> bool:
    """Names of schemas in grants are patterns, with `%` and `_` as in LIKE, and `\\` before a plain one."""
    return any(
        grant.object == "*"
        and (WITH_OPTION, "") in grant.rights
        and (grant.schema == "*" or fnmatchcase(schema, _glob(grant.schema)))
        for grant in grants
        if grant
    )


def _glob(pattern: str) -> str:
    return re.sub(r"\\?[_%]", lambda mark: {"_": "?", "%": "*"}.get(mark[0], mark[0][-1]), pattern)


def _first_names(names: Iterable[str]) -> str:
    sorted_names = sorted(names)
    return ", ".join(sorted_names[:5]) + (" …" if len(sorted_names) > 5 else "")

"""What is ours on a server and what is not: install and uninstall touch nothing that install did not make.

A schema of views is ours by its views: each has one of our names, and our locked user for its definer. The site schema
is ours by the table of migrations in it. A user is ours where the site schema says so, or where it holds no right but
those that install gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from gateway.database.database import Connection, DatabaseError, Session
from gateway.database.queries import query
from gateway.game.families import HANDOVER_TABLES
from gateway.install.connections import Servers
from gateway.install.game_user import HOSTS
from gateway.install.names import InstallError, Names, quote_name
from gateway.install.plan import Server, part
from gateway.install.view_files import VIEWS

_GRANT = re.compile(
    r"GRANT (?P<what>.+?) ON (?:PROCEDURE )?[`\"]?(?P<schema>[^`\".]+)[`\"]?\.[`\"]?(?P<object>[^`\".]+)[`\"]? TO .*"
)
_MIGRATIONS = {"number", "name", "checksum", "applied_at"}


class Table(msgspec.Struct):
    table: str
    kind: str
    definer: str


class Column(msgspec.Struct):
    schema: str
    table: str
    column: str


TABLES = query("install.tables", Table)
COLUMNS = query("install.columns", Column)


async def records(servers: Servers, names: Names) -> dict[str, str]:
    """What earlier runs have written down in the site schema; nothing where there is none, or none of ours."""
    columns = await servers.session("site").read(COLUMNS, schemas=[names.site])
    if not _is_site(columns) or not any(row.table == "installation" for row in columns):
        return {}
    (statement,) = part("records", {"site": quote_name(names.site)})
    return {str(name): str(value) for name, value in (await servers.site.execute(statement)).rows}


async def there(servers: Servers, server: Server, names: Names, role: str) -> bool:
    """Whether the server has such a user."""
    return names.host(role) in await _hosts(servers.session(server), names.user(role))


async def foreign_tables(servers: Servers, names: Names, ours: Iterable[str]) -> list[str]:
    """What the site schema holds beside our own tables."""
    held = {row.table for row in await servers.session("site").read(TABLES, schema=names.site)}
    return sorted(held - {*ours})


async def check(servers: Servers, names: Names, known: Mapping[str, str]) -> None:
    """Raises InstallError for a schema or a user of our names that install did not make."""
    for server, roles in roles_of(servers).items():
        if server != "site":
            await _check_views(servers.session(server), names)
        for role in roles:
            await _check_user(servers, server, names, role, known)
    await _check_site(servers.session("site"), names)


def roles_of(servers: Servers) -> dict[Server, tuple[str, ...]]:
    """Server → the roles of its users; each server once."""
    roles: dict[Server, tuple[str, ...]] = {"game": ("owner", "read", "handover")}
    more: tuple[tuple[Server, str], ...] = (("login", "auth"), ("site", "site"))
    for server, role in more:
        for other in roles:
            if servers.of(other) is servers.of(server):
                roles[other] = (*roles[other], role)
                break
        else:
            roles[server] = ("owner", role)
    return roles


async def _check_views(session: Session, names: Names) -> None:
    owner = f"{names.user('owner')}@{names.host('owner')}"
    foreign = [
        row.table
        for row in await session.read(TABLES, schema=names.views)
        if row.table not in VIEWS or (row.kind, row.definer) != ("VIEW", owner)
    ]
    if foreign:
        raise InstallError(
            f"the schema `{names.views}` holds what `gateway install` did not make ({_few(foreign)}); nothing was "
            "touched. Choose another name with --views-schema"
        )


async def _check_site(session: Session, names: Names) -> None:
    columns = await session.read(COLUMNS, schemas=[names.site])
    if columns and not _is_site(columns):
        raise InstallError(
            f"the schema `{names.site}` holds tables that `gateway install` did not make "
            f"({_few({row.table for row in columns})}); nothing was touched. Choose another name with --site-schema"
        )


def _is_site(columns: Iterable[Column]) -> bool:
    return {row.column for row in columns if row.table == "schema_migrations"} == _MIGRATIONS


async def _check_user(servers: Servers, server: Server, names: Names, role: str, known: Mapping[str, str]) -> None:
    user, host = names.user(role), names.host(role)
    if known.get(f"user.{role}") == f"{user}@{host}" or host not in await _hosts(servers.session(server), user):
        return
    connection = servers.of(server)
    rights = await _texts(connection, "grants", names, role)
    foreign = [f"it holds {right.split(' TO ')[0]}" for right in rights if not _of_install(right, names, role)]
    if role == "owner" and not any("ACCOUNT LOCK" in text for text in await _texts(connection, "made", names, role)):
        foreign.append("it is not locked")
    if foreign:
        raise InstallError(
            f"the user {user}@{host} is there and `gateway install` did not make it ({foreign[0]}); nothing was "
            "touched. Choose other names of users with --user-prefix"
        )


async def _hosts(session: Session, user: str) -> set[str]:
    try:
        return {row.host for row in await session.read(HOSTS, user=user)}
    except DatabaseError as error:
        raise InstallError(f"the administrator has to be able to read mysql.user ({error})") from None


async def _texts(connection: Connection, what: str, names: Names, role: str) -> list[str]:
    (statement,) = part(what, {"user": names.account(role)})
    return [str(row[0]) for row in (await connection.execute(statement)).rows]


def _of_install(grant: str, names: Names, role: str) -> bool:
    """Whether it is a right that install gives to this user, on whatever schema is the game's."""
    found = _GRANT.fullmatch(grant)
    if found is None:
        return False
    if (found["schema"], found["object"]) == ("*", "*"):
        return found["what"] == "USAGE"
    if found["object"] == "*":
        return False
    if role == "owner" or found["schema"] in {names.views, names.site}:
        return True
    return role == "handover" and found["object"] in HANDOVER_TABLES


def _few(names: Iterable[str]) -> str:
    told = sorted(names)
    return ", ".join(told[:5]) + (" …" if len(told) > 5 else "")

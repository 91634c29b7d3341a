"""The SQL of an installation: `sql/views` and `sql/grants.sql` filled in with the names the operator chose."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from gateway import resources
from gateway.game.families import Columns, Family
from gateway.queries import split

ACCOUNT_VIEWS = ("accounts", "account_activity", "account_bans")
GAME_VIEWS = (
    "characters",
    "subclasses",
    "items",
    "clans",
    "castles",
    "sieges",
    "bosses",
    "heroes",
    "olympiad",
)
CONNECTIONS = {"read": 60, "auth": 40, "site": 100, "handover": 4}
"""What the server grants a user at most, over all processes."""

_IDENTIFIER = re.compile(r"[0-9A-Za-z_$-]{1,64}")
_PREFIX = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,22}")
HOST = re.compile(r"[0-9A-Za-z_.:%/-]{1,255}")
_VIEW = re.compile(r"CREATE OR REPLACE [^{]*\{owner\}[^{]*\{views\}\.(?P<view>\w+) AS\b")
_TABLE = re.compile(r"\{(?P<schema>game|login)\}\.(?P<table>\w+)")
_OPTIONAL = re.compile(r"\{(?P<column>(?P<table>\w+)\.(?P<name>\w+))\?\}")
_PART = re.compile(r"^-- part: (\w+)$", re.MULTILINE)
_PLACE = re.compile(r"\{(\w+)\}")


class InstallError(Exception):
    """The installation cannot go on; the message says why and what to do."""


class Names(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator chose, or left as it is. Raises InstallError for what is no name."""

    game: str
    login: str
    views: str = "gateway_views"
    site: str = "gateway_site"
    user_prefix: str = "gateway"
    read_host: str = "localhost"
    auth_host: str = "localhost"

    def __post_init__(self) -> None:
        schemas = {"game": self.game, "login": self.login, "views": self.views, "site": self.site}
        for kind, name in schemas.items():
            if not _IDENTIFIER.fullmatch(name):
                raise InstallError(f"{name!r} cannot name the {kind} schema: letters, digits, _, $ and - only")
        for kind in ("views", "site"):
            if [*schemas.values()].count(schemas[kind]) > 1:
                raise InstallError(f"the {kind} schema must be one of its own, {schemas[kind]!r} is not")
        if not _PREFIX.fullmatch(self.user_prefix):
            raise InstallError(f"{self.user_prefix!r} cannot begin the names of users: 23 letters, digits, _ or -")
        for host in (self.read_host, self.auth_host):
            if not HOST.fullmatch(host):
                raise InstallError(f"{host!r} cannot be the host of a user")

    def user(self, role: str) -> str:
        return f"{self.user_prefix}_{role}"

    def account(self, role: str) -> str:
        """`'gateway_read'@'%'`."""
        host = "localhost" if role == "owner" else self.auth_host if role == "auth" else self.read_host
        return f"'{self.user(role)}'@'{host}'"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything an installation is made of."""

    family: Family
    names: Names
    game_columns: Columns
    login_columns: Columns
    handover: bool = False
    no_handover: bool = False
    """Takes the user of an earlier run away."""


def quote_name(name: str) -> str:
    if not _IDENTIFIER.fullmatch(name):
        raise InstallError(f"{name!r} is no name")
    return f"`{name}`"


def quote_text(text: str) -> str:
    """A generated password as SQL text; what would need escaping never occurs in one."""
    if not re.fullmatch(r"[0-9A-Za-z_<> .-]+", text):
        raise InstallError("a password holds a character that install does not write")
    return f"'{text}'"


def part(name: str, values: Mapping[str, str]) -> list[str]:
    """The statements of one part of `sql/grants.sql`, filled in."""
    text = (resources.sql() / "grants.sql").read_text(encoding="utf-8")
    _, *pieces = _PART.split(text)
    parts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    return [_fill(statement, values) for statement in split(parts[name])]


def printed(statement: str) -> str:
    """A statement as a client on the command line takes it, which would cut a procedure's body at its first `;`."""
    return f"DELIMITER //\n{statement}//\nDELIMITER ;\n\n" if ";" in statement else f"{statement};\n\n"


def views_of(plan: Plan) -> dict[str, str]:
    """View → its CREATE statement. Raises InstallError where the family has no file or a table is missing."""
    path = resources.sql() / "views" / f"{plan.family.key}.sql"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in path.parent.glob("*.sql")))
        raise InstallError(
            f"the tables are those of {plan.family.title} ({plan.family.key}), for which there are no views yet: "
            f"there are {known}. Write sql/views/{path.name} after one of them"
        )
    columns = {"game": plan.game_columns, "login": plan.login_columns}
    statements: dict[str, str] = {}
    for statement in split(path.read_text(encoding="utf-8")):
        head = _VIEW.match(statement)
        if head is None:
            raise InstallError(f"{path.name}: cannot read the view that begins `{statement[:60]}`")
        for schema, table in _TABLE.findall(statement):
            if table.lower() not in columns[schema]:
                raise InstallError(f"{plan.family.key} should have a table `{table}` in its {schema} schema")
        statements[head["view"]] = _fill(_optional(statement, plan.game_columns), _values(plan.names))
    wanted = {*ACCOUNT_VIEWS, *GAME_VIEWS}
    if statements.keys() != wanted:
        raise InstallError(f"{path.name}: the views differ from those wanted: {sorted(statements.keys() ^ wanted)}")
    return statements


def game_script(plan: Plan, passwords: Mapping[str, str]) -> list[str]:
    """What is run on the game's server, site schema included, but for the rights on tables that migrations make."""
    names, views = plan.names, views_of(plan)
    script = [*part("schema", {"schema": quote_name(names.views)}), *part("schema", {"schema": quote_name(names.site)})]
    script += _owner(plan, passwords, "game")
    script += [views[view] for view in GAME_VIEWS]
    script += _user("read", plan, passwords) + _user("site", plan, passwords)
    if plan.handover:
        if plan.family.handover_table is None:
            raise InstallError(f"{plan.family.title} has no table through which it takes items")
        table = f"{quote_name(names.game)}.{quote_name(plan.family.handover_table)}"
        script += _user("handover", plan, passwords, {"table": table})
    return script + (part("no_handover", {"user": names.account("handover")}) if plan.no_handover else [])


def login_script(plan: Plan, passwords: Mapping[str, str], *, apart: bool) -> list[str]:
    """What is run where the accounts are; `apart`: on a server of their own."""
    names, views = plan.names, views_of(plan)
    script: list[str] = []
    if apart:
        script += part("schema", {"schema": quote_name(names.views)}) + _owner(plan, passwords, "login")
    script += _owner_tables(plan, "login")
    values = _values(names) | {"email": quote_name(plan.family.email_column or "email")}
    script += part("owner_accounts", values)
    script += part("owner_email", values) if plan.family.has_email else []
    script += [views[view] for view in ACCOUNT_VIEWS]
    script += _user("auth", plan, passwords)
    return script + (part("auth_email", values | {"user": names.account("auth")}) if plan.family.has_email else [])


def site_rights(names: Names) -> list[str]:
    """The site user's rights on the tables that migrations have made."""
    return part("site", _values(names) | {"user": names.account("site")})


def game_rights(names: Names, account: str) -> list[str]:
    """What the game server's own user may call; `account` as `'l2j'@'localhost'`."""
    return part("game", _values(names) | {"user": account})


def no_game_rights(names: Names, account: str) -> list[str]:
    return part("no_game", _values(names) | {"user": account})


def _owner(plan: Plan, passwords: Mapping[str, str], schema: str) -> list[str]:
    values = _values(plan.names) | {"password": quote_text(passwords["owner"])}
    return part("owner", values) + (_owner_tables(plan, schema) if schema == "game" else [])


def _owner_tables(plan: Plan, schema: str) -> list[str]:
    """SELECT on exactly the tables that the views read."""
    text = (resources.sql() / "views" / f"{plan.family.key}.sql").read_text(encoding="utf-8")
    quoted = quote_name(plan.names.game if schema == "game" else plan.names.login)
    tables = sorted({table for kind, table in _TABLE.findall(text) if kind == schema})
    values = _values(plan.names)
    return [line for table in tables for line in part("owner_table", values | {"table": f"{quoted}.{table}"})]


def _user(role: str, plan: Plan, passwords: Mapping[str, str], more: Mapping[str, str] | None = None) -> list[str]:
    values = _values(plan.names) | {
        "user": plan.names.account(role),
        "password": quote_text(passwords[role]),
        "connections": str(CONNECTIONS[role]),
    }
    rights = [] if role == "site" else part(role, values | dict(more or {}))
    return part("user", values) + rights


def _values(names: Names) -> dict[str, str]:
    quoted = {kind: quote_name(getattr(names, kind)) for kind in ("game", "login", "views", "site")}
    return quoted | {"owner": names.account("owner")}


def _optional(statement: str, columns: Columns) -> str:
    def choose(found: re.Match[str]) -> str:
        has = found["name"].lower() in columns.get(found["table"].lower(), frozenset())
        return found["column"] if has else "NULL"

    return _OPTIONAL.sub(choose, statement)


def _fill(statement: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda found: values[found[1]], statement)

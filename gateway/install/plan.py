"""The SQL of an installation: `sql/views` and `sql/grants.sql` filled in with the names the operator chose.

It comes in sections, in the order to run; each says what it is for and on which server it runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from gateway import package_data
from gateway.database.queries import split
from gateway.game.families import Columns, Family
from gateway.game.view_contract import ACCOUNT_VIEWS, GAME_VIEWS, PROCEDURES, RIGHTS, Right, User, account_rights
from gateway.install.names import ROLES, InstallError, Names, quote_name, quote_text
from gateway.install.view_files import View, fitted

CONNECTIONS = {"read": 60, "auth": 40, "site": 100, "handover": 4}
"""What the server grants a user at most, over all processes."""

SITE_USERS: tuple[User, ...] = ("site", "owner")

_PART = re.compile(r"^-- part: (\w+)$", re.MULTILINE)
_PLACE = re.compile(r"\{(\w+)\}")


Server = Literal["game", "login", "site"]


class Section(msgspec.Struct, frozen=True):
    """Statements that belong together. `schema`: the one they run in, where they name none themselves."""

    server: Server
    title: str
    statements: list[str]
    schema: str = ""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Everything an installation is made of."""

    family: Family
    names: Names
    game_columns: Columns
    login_columns: Columns
    handover: bool = False
    no_handover: bool = False
    """Takes the user of an earlier run away."""
    apart: bool = False
    """The accounts are on a server of their own."""
    site_apart: bool = False
    """So is the site schema, and nothing is written on the game's server."""
    items_owner_index: bool = False
    views: Path | None = None
    """The operator's own file of views; none: that of the family."""


def part(name: str, values: Mapping[str, str]) -> list[str]:
    """The statements of one part of `sql/grants.sql`, filled in."""
    text = (package_data.sql() / "grants.sql").read_text(encoding="utf-8")
    _, *pieces = _PART.split(text)
    parts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    return [_fill(statement, values) for statement in split(parts[name])]


def printed(statement: str) -> str:
    """A statement as a client on the command line takes it, which would cut a procedure's body at its first `;`."""
    return f"DELIMITER //\n{statement}//\nDELIMITER ;\n\n" if ";" in statement else f"{statement};\n\n"


def views_of(plan: Plan) -> dict[str, View]:
    """View → its statement, fitted to the tables. Raises InstallError where the file lacks a view or they a table."""
    tables = {"game": plan.game_columns, "login": plan.login_columns}
    own = package_data.sql() / "views" / f"{plan.family.key}.sql"
    return fitted(plan.views or own, tables, apart=plan.apart)


def sections(plan: Plan, passwords: Mapping[str, str]) -> list[Section]:
    """All that comes before the tables of the site schema."""
    return [*_game(plan, passwords), *_login(plan, passwords), *_site(plan, passwords)]


def _game(plan: Plan, passwords: Mapping[str, str]) -> list[Section]:
    views = views_of(plan)
    schema = part("schema", {"schema": quote_name(plan.names.views)})
    owner = [*_owner(plan, passwords), *_owner_tables(plan, views, GAME_VIEWS)]
    read = grant(plan.names.account("read"), quote_name(plan.names.views), RIGHTS["read"])
    found = [
        Section("game", "A schema that holds views and nothing else", schema),
        Section("game", "Who owns the views: locked, it never logs in; it may read these tables and no other", owner),
        Section("game", "The views of the game's tables", _made(plan, views, GAME_VIEWS)),
        Section(
            "game",
            "Who reads these views: all that is public, characters, items",
            _user("read", plan, passwords) + read,
        ),
    ]
    return [*found, *_handover(plan, passwords)]


def _handover(plan: Plan, passwords: Mapping[str, str]) -> list[Section]:
    if plan.no_handover:
        statements = part("drop_user", {"user": plan.names.account("handover")})
        return [Section("game", "Nobody hands coins over any more", statements)]
    if not plan.handover:
        return []
    if plan.family.handover_table is None:
        raise InstallError(f"{plan.family.title} has no table through which it takes items")
    if plan.family.handover_table not in plan.game_columns:
        raise InstallError(f"--handover: the game's schema lacks the table `{plan.family.handover_table}`")
    table = plan.family.handover_table
    account, schema = plan.names.account("handover"), quote_name(plan.names.game)
    statements = _user("handover", plan, passwords) + grant(account, schema, {table: RIGHTS["handover"][table]})
    return [Section("game", "Who hands coins over, through the one table that the game has for that", statements)]


def _login(plan: Plan, passwords: Mapping[str, str]) -> list[Section]:
    names, views = plan.names, views_of(plan)
    found: list[Section] = []
    if plan.apart:
        schema = part("schema", {"schema": quote_name(names.views)})
        found.append(Section("login", "A schema that holds views and nothing else", schema))
        found.append(Section("login", "Who owns the views: locked, it never logs in", _owner(plan, passwords)))
    email = _email_column(plan)
    written = {"accounts": account_rights(quote_name(email) if email else None)}
    owner = [
        *_owner_tables(plan, views, ACCOUNT_VIEWS),
        *grant(names.account("owner"), quote_name(names.login), written),
    ]
    rights = RIGHTS["auth"] | {"accounts": account_rights("email" if email else None)}
    auth = _user("auth", plan, passwords) + grant(names.account("auth"), quote_name(names.views), rights)
    return [
        *found,
        Section("login", "The most that may be done with accounts: read, add one, change a password", owner),
        Section("login", "The views of the accounts", _made(plan, views, ACCOUNT_VIEWS)),
        Section("login", "Who logs players in and registers them; the access level is read and never written", auth),
    ]


def _email_column(plan: Plan) -> str | None:
    column = plan.family.email_column
    if column and column not in plan.login_columns["accounts"]:
        raise InstallError(
            f"`accounts` has no column `{column}`, which {plan.family.title} keeps addresses in; add it "
            f"(ALTER TABLE accounts ADD {column} VARCHAR(255) NULL)"
        )
    return column


def _site(plan: Plan, passwords: Mapping[str, str]) -> list[Section]:
    schema = part("schema", {"schema": quote_name(plan.names.site)})
    found = [Section("site", "Our own schema, the only place that is written to", schema)]
    if plan.site_apart:
        found.append(Section("site", "Who owns its procedures: locked, it never logs in", _owner(plan, passwords)))
    return [*found, Section("site", "Who keeps it; its rights follow below", _user("site", plan, passwords))]


def site_sections(plan: Plan) -> list[Section]:
    """All that comes after the tables of the site schema."""
    rights = "What may be done with these tables, and the procedures of deliveries"
    return [
        Section("site", rights, site_rights(plan.names)),
        Section("site", "What was found and made, for the service and for the next run", _records(plan)),
    ]


def _records(plan: Plan) -> list[str]:
    names = plan.names
    roles = [role for role in ROLES if role != "handover" or plan.handover]
    kept = {f"user.{role}": f"{names.user(role)}@{names.host(role)}" for role in roles}
    kept |= {"family": plan.family.key, "items_owner_index": "yes" if plan.items_owner_index else "no"}
    kept |= {"schema.views": names.views}
    values = _values(names)
    return [
        line
        for name, value in kept.items()
        for line in part("record", values | {"name": quote_text(name), "value": quote_text(value)})
    ]


def grant(account: str, schema: str, rights: Mapping[str, Sequence[Right]], name: str = "grant") -> list[str]:
    """Statements that give a user its rights on objects of a schema; `name`: "revoke" takes them away."""
    return [
        line
        for object_, some in rights.items()
        for line in part(
            name,
            {
                "rights": ", ".join(f"{right.privilege} {_columns(right)}".strip() for right in some),
                "object": f"{'PROCEDURE ' * (object_ in PROCEDURES)}{schema}.{object_}",
                "user": account,
            },
        )
    ]


def _columns(right: Right) -> str:
    return f"({', '.join(right.columns)})" if right.columns else ""


def site_rights(names: Names) -> list[str]:
    """The procedures, and the rights on what migrations have made. A procedure that is replaced loses its rights."""
    return part("procedures", _values(names)) + [
        line for user in SITE_USERS for line in grant(names.account(user), quote_name(names.site), RIGHTS[user])
    ]


def game_rights(site: str, account: str, name: str = "grant") -> list[str]:
    """The calls of the game server's own user; `account` as `'l2j'@'localhost'`."""
    return grant(account, quote_name(site), RIGHTS["game_server"], name)


def _owner(plan: Plan, passwords: Mapping[str, str]) -> list[str]:
    return part("owner", _values(plan.names) | {"password": quote_text(passwords["owner"])})


def _owner_tables(plan: Plan, views: Mapping[str, View], names: Sequence[str]) -> list[str]:
    """SELECT on exactly the tables that these views read."""
    read = sorted({source for name in names for source in views[name].tables})
    schemas = {"game": plan.names.game, "login": plan.names.login}
    select = (Right("SELECT"),)
    return [
        line
        for schema, table in read
        for line in grant(plan.names.account("owner"), quote_name(schemas[schema]), {table: select})
    ]


def _made(plan: Plan, views: Mapping[str, View], wanted: Sequence[str]) -> list[str]:
    return [_fill(views[view].statement, _values(plan.names)) for view in wanted]


def _user(role: str, plan: Plan, passwords: Mapping[str, str]) -> list[str]:
    values = {
        "user": plan.names.account(role),
        "password": quote_text(passwords[role]),
        "connections": str(CONNECTIONS[role]),
    }
    return part("user", values)


def _values(names: Names) -> dict[str, str]:
    quoted = {kind: quote_name(getattr(names, kind)) for kind in ("game", "login", "views", "site")}
    return quoted | {"owner": names.account("owner")}


def _fill(statement: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda found: values[found[1]], statement)

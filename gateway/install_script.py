"""The SQL of an installation: `sql/views` and `sql/grants.sql` filled in with the names the operator chose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from gateway import resources
from gateway.game.families import Columns, Family
from gateway.install_names import InstallError, Names, quote_name, quote_text
from gateway.install_views import ACCOUNT_VIEWS, GAME_VIEWS, View, fitted
from gateway.queries import split

CONNECTIONS = {"read": 60, "auth": 40, "site": 100, "handover": 4}
"""What the server grants a user at most, over all processes."""

_PART = re.compile(r"^-- part: (\w+)$", re.MULTILINE)
_PLACE = re.compile(r"\{(\w+)\}")


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
    views: Path | None = None
    """The operator's own file of views; none: that of the family."""


def part(name: str, values: Mapping[str, str]) -> list[str]:
    """The statements of one part of `sql/grants.sql`, filled in."""
    text = (resources.sql() / "grants.sql").read_text(encoding="utf-8")
    _, *pieces = _PART.split(text)
    parts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    return [_fill(statement, values) for statement in split(parts[name])]


def printed(statement: str) -> str:
    """A statement as a client on the command line takes it, which would cut a procedure's body at its first `;`."""
    return f"DELIMITER //\n{statement}//\nDELIMITER ;\n\n" if ";" in statement else f"{statement};\n\n"


def views_of(plan: Plan) -> dict[str, View]:
    """View → its statement, fitted to the tables. Raises InstallError where the file lacks a view or they a table."""
    tables = {"game": plan.game_columns, "login": plan.login_columns}
    return fitted(plan.views or _family_file(plan.family), tables, apart=plan.apart)


def _family_file(family: Family) -> Path:
    path = resources.sql() / "views" / f"{family.key}.sql"
    if path.is_file():
        return path
    known = ", ".join(sorted(file.stem for file in path.parent.glob("*.sql")))
    raise InstallError(
        f"the tables are those of {family.title} ({family.key}), for which there are no views yet: "
        f"there are {known}. Write sql/views/{path.name} after one of them"
    )


def game_script(plan: Plan, passwords: Mapping[str, str]) -> list[str]:
    """What is run on the game's server, site schema included, but for the rights on tables that migrations make."""
    names, views = plan.names, views_of(plan)
    script = [*part("schema", {"schema": quote_name(names.views)}), *part("schema", {"schema": quote_name(names.site)})]
    script += _owner(plan, passwords) + _owner_tables(plan, views, GAME_VIEWS)
    script += _made(plan, views, GAME_VIEWS)
    script += _user("read", plan, passwords) + _user("site", plan, passwords)
    if plan.handover:
        if plan.family.handover_table is None:
            raise InstallError(f"{plan.family.title} has no table through which it takes items")
        table = f"{quote_name(names.game)}.{quote_name(plan.family.handover_table)}"
        script += _user("handover", plan, passwords, {"table": table})
    return script + (part("no_handover", {"user": names.account("handover")}) if plan.no_handover else [])


def login_script(plan: Plan, passwords: Mapping[str, str]) -> list[str]:
    """What is run where the accounts are."""
    names, views = plan.names, views_of(plan)
    script: list[str] = []
    if plan.apart:
        script += part("schema", {"schema": quote_name(names.views)}) + _owner(plan, passwords)
    script += _owner_tables(plan, views, ACCOUNT_VIEWS)
    values = _values(names) | {"email": quote_name(plan.family.email_column or "email")}
    script += part("owner_accounts", values)
    script += part("owner_email", values) if plan.family.has_email else []
    script += _made(plan, views, ACCOUNT_VIEWS)
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


def _owner(plan: Plan, passwords: Mapping[str, str]) -> list[str]:
    return part("owner", _values(plan.names) | {"password": quote_text(passwords["owner"])})


def _owner_tables(plan: Plan, views: Mapping[str, View], wanted: Sequence[str]) -> list[str]:
    """SELECT on exactly the tables that these views read."""
    schemas = {"game": quote_name(plan.names.game), "login": quote_name(plan.names.login)}
    tables = sorted({f"{schemas[schema]}.{table}" for view in wanted for schema, table in views[view].tables})
    values = _values(plan.names)
    return [line for table in tables for line in part("owner_table", values | {"table": table})]


def _made(plan: Plan, views: Mapping[str, View], wanted: Sequence[str]) -> list[str]:
    return [_fill(views[view].statement, _values(plan.names)) for view in wanted]


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


def _fill(statement: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda found: values[found[1]], statement)

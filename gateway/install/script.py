"""The SQL of an installation: `sql/views` and `sql/grants.sql`, filled in with the operator's names.

It comes in sections, in the order to run, each for one server; `script_text` formats them for an operator who runs them
by hand.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, cast

import msgspec

from gateway import package_data
from gateway.config.site_days import SiteDays, encode
from gateway.database.installation import CONNECT_FILTER, OWNER_INDEX, RELEASE
from gateway.database.queries import split
from gateway.database.user_rights import (
    PROCEDURES,
    RIGHTS,
    Right,
    User,
    absent_objects,
    account_rights,
    retired_rights,
)
from gateway.game.families import Family
from gateway.game.view_contract import ACCOUNT_VIEWS, GAME_VIEWS, WRITTEN_VIEWS
from gateway.install.names import ROLES, InstallError, Names, quote_name, quote_text
from gateway.install.options import AccountRules, InstallOptions
from gateway.install.view_files import SchemaTables, View

CONNECTIONS = {"read": 60, "auth": 40, "site": 100, "handover": 4}
"""User → the most connections that the server allows it, over all processes."""
SETTLE_SECONDS: Final = 600
"""Transactions that read the former zone of the days have ended by then."""
SITE_USERS: tuple[User, ...] = ("site", "owner")

_PART = re.compile(r"^-- part: (\w+)$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")

Server = Literal["game", "login", "site"]


class Section(msgspec.Struct, frozen=True):
    """Statements that belong together. `schema`: the default schema of statements that name none."""

    server: Server
    title: str
    statements: list[str]
    schema: str = ""


class InstallPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's options, and the state of the servers."""

    options: InstallOptions
    names: Names
    family: Family
    game_tables: SchemaTables
    login_tables: SchemaTables
    views: Mapping[str, View]
    account_rules: AccountRules
    mark: str
    items_owner_index: bool = False
    nouns: Sequence[str] = ()
    """Those that have tables of their own in the site schema."""
    is_reinstallation: bool = False
    days: SiteDays | None = None
    """The days of the record; None: it has none yet."""
    now: int = 0
    """Epoch seconds."""
    procedures_exist: bool = False
    """True if the procedures of the site schema are those of this release."""

    @property
    def has_connect_filter(self) -> bool:
        return self.family.has_connect_filter(self.game_tables.columns)

    @property
    def next_days(self) -> SiteDays | None:
        """The days with the configured time zone; None without one."""
        zone = self.options.zone or (None if self.days else self.options.default_zone)
        return self.days.with_zone(zone, self.now) if zone and self.days else zone and SiteDays(zone)

    @property
    def server_keys(self) -> dict[str, str]:
        """Language and time zone of a new configuration file. A zone that the installation has recorded stays."""
        days = self.next_days or self.days
        return {"language": self.options.language, **({"time_zone": str(days.last_zone)} if days else {})}


def part(name: str, values: Mapping[str, str]) -> list[str]:
    """The statements of one part of `sql/grants.sql`, filled in."""
    return [_fill(statement, values) for statement in _parts()[name]]


@cache
def _parts() -> dict[str, tuple[str, ...]]:
    text = (package_data.sql() / "grants.sql").read_text(encoding="utf-8")
    _, *pieces = _PART.split(text)
    return {name: split(statements) for name, statements in zip(pieces[::2], pieces[1::2], strict=True)}


def grant(account: str, schema: str, rights: Mapping[str, Sequence[Right]], name: str = "grant") -> list[str]:
    """Statements that give a user its rights on objects of a schema; `name` "revoke": that take them away.

    `account`: as `'l2j'@'localhost'`; `schema`: quoted.
    """
    return [
        line
        for object_, object_rights in rights.items()
        for line in part(
            name,
            {
                "rights": ", ".join(_right(right) for right in object_rights),
                "object": f"PROCEDURE {schema}.{object_}" if object_ in PROCEDURES else f"{schema}.{object_}",
                "user": account,
            },
        )
    ]


def _right(right: Right) -> str:
    return f"{right.privilege} ({', '.join(right.columns)})" if right.columns else right.privilege


def sections_before_tables(plan: InstallPlan, passwords: Mapping[str, str]) -> list[Section]:
    """All sections that come before the tables of the site schema. Raises InstallError."""
    return [*_game(plan, passwords), *_handover(plan, passwords), *_login(plan, passwords), *_site(plan, passwords)]


def _game(plan: InstallPlan, passwords: Mapping[str, str]) -> list[Section]:
    names = plan.names
    owner = [*_owner(plan, passwords), *_owner_tables(plan, GAME_VIEWS)]
    read = [*_user("read", plan, passwords), *grant(names.account("read"), quote_name(names.views), RIGHTS["read"])]
    return [
        Section("game", "A schema for the views and nothing else", part("schema", {"schema": quote_name(names.views)})),
        Section("game", "The owner of the views: locked, it never logs in; it reads these tables and no other", owner),
        Section("game", "The views of the game's tables", _create_views(plan, GAME_VIEWS)),
        Section("game", "The reader of these views: everything public, characters, items", read),
    ]


def _handover(plan: InstallPlan, passwords: Mapping[str, str]) -> list[Section]:
    account = plan.names.account("handover")
    if plan.options.handover is False:
        return [Section("game", "Removes the user of the hand-over", part("drop_user", {"user": account}))]
    if not plan.options.makes_handover:
        return []
    table = plan.family.handover_table
    if table is None:
        raise InstallError(f"{plan.family.title} has no table through which it takes items")
    if plan.game_tables.names.get(table) != table:
        raise InstallError(f"--handover: the game's schema lacks the table `{table}`")
    rights = grant(account, quote_name(plan.names.game), {table: RIGHTS["handover"][table]})
    title = "The user of the hand-over, which writes to the one table that the game has for that"
    return [Section("game", title, _user("handover", plan, passwords) + rights)]


def _login(plan: InstallPlan, passwords: Mapping[str, str]) -> list[Section]:
    _check_email_column(plan)
    names = plan.names
    first: list[Section] = []
    if plan.options.has_own_login_server:
        schema = part("schema", {"schema": quote_name(names.views)})
        first.append(Section("login", "A schema for the views and nothing else", schema))
        first.append(Section("login", "The owner of the views: locked, it never logs in", _owner(plan, passwords)))
    columns = {name: plan.views[name].base_columns for name in WRITTEN_VIEWS}
    owner = [
        line
        for name in WRITTEN_VIEWS
        for _, table in plan.views[name].tables
        for line in grant(names.account("owner"), quote_name(names.login), {table: account_rights(name, columns[name])})
    ]
    rights = RIGHTS["auth"] | {
        name: account_rights(name, {column: column for column in columns[name]}) for name in columns
    }
    auth = [*_user("auth", plan, passwords), *grant(names.account("auth"), quote_name(names.views), rights)]
    return [
        *first,
        Section(
            "login",
            "The most that is allowed on accounts: read, add one, change a password and an address",
            [*_owner_tables(plan, ACCOUNT_VIEWS), *owner],
        ),
        Section("login", "The views of the accounts", _create_views(plan, ACCOUNT_VIEWS)),
        Section("login", "The user of login and registration; it adds and changes players, and never staff", auth),
    ]


def _check_email_column(plan: InstallPlan) -> None:
    column = plan.family.email_column
    if column and column not in plan.login_tables.columns["accounts"]:
        raise InstallError(
            f"`accounts` has no column `{column}`, in which {plan.family.title} keeps email addresses; add it "
            f"(ALTER TABLE accounts ADD {column} VARCHAR(255) NULL)"
        )


def _site(plan: InstallPlan, passwords: Mapping[str, str]) -> list[Section]:
    schema = part("schema", {"schema": quote_name(plan.names.site)})
    first = [Section("site", "The site's own schema, the only place that is written to", schema)]
    if plan.options.has_own_site_server:
        first.append(Section("site", "The owner of its procedures: locked, it never logs in", _owner(plan, passwords)))
    return [*first, Section("site", "The user of this schema; its rights follow below", _user("site", plan, passwords))]


def sections_after_tables(plan: InstallPlan) -> list[Section]:
    """All sections that come after the tables of the site schema."""
    names = plan.names
    roles = [role for role in ROLES if role != "handover" or plan.options.makes_handover]
    record = {f"user.{role}": f"{names.user(role)}@{names.host(role)}" for role in roles}
    record |= {"family": plan.family.key, OWNER_INDEX: "yes" if plan.items_owner_index else "no"}
    record[CONNECT_FILTER] = "yes" if plan.has_connect_filter else "no"
    record |= {f"schema.{kind}": getattr(names, kind) for kind in ("game", "login", "views")}
    record |= {"server": plan.mark, "procedures": procedures_checksum(names, plan.nouns)}
    record |= {RELEASE: package_data.release()}
    record_statements = _record(names, record)
    coin = _values(names) | {"name": quote_text(f"coin_item.{plan.options.coin_item}")}
    record_statements += _time_zone(plan)
    record_statements += part("coin_item", coin)  # an item of earlier settings stays: open deliveries are of it
    return [
        Section(
            "site",
            "The rights on these tables, and the procedures of deliveries",
            site_rights(names, plan.nouns, procedures=not plan.procedures_exist),
        ),
        Section("site", "The record of this installation, for the service and for the next run", record_statements),
    ]


def release_section(names: Names) -> Section:
    """The record of this release, which comes first in an upgrade.

    Processes of the previous one that start meanwhile meet rights of this one.
    """
    return Section("site", "The release of this upgrade", _record(names, {RELEASE: package_data.release()}))


def _record(names: Names, record: Mapping[str, str]) -> list[str]:
    return [
        line
        for name, value in record.items()
        for line in part("record", _values(names) | {"name": quote_text(name), "value": quote_text(value)})
    ]


def _time_zone(plan: InstallPlan) -> list[str]:
    """The record of the days' zone. It changes only until ten minutes before the first moment of another day."""
    days = plan.next_days
    if days is None or days == plan.days:
        return []
    values = _values(plan.names) | {"value": quote_text(encode(days))}
    if plan.days is None:
        return part("first_time_zone", values)
    until = (days.agrees_until(plan.days, plan.now) or plan.now) - SETTLE_SECONDS
    return part("time_zone", values | {"previous": quote_text(encode(plan.days)), "until": str(until)})


def procedures_checksum(names: Names, nouns: Collection[str]) -> str:
    return sha256("".join(_procedures(names, nouns)).encode()).hexdigest()


def site_rights(names: Names, nouns: Collection[str], *, procedures: bool = True) -> list[str]:
    """The rights on the site schema, after its procedures, if those are wanted.

    A procedure that is replaced is missing for a moment, and loses the rights on it. `nouns`: those with tables.
    """
    absent = absent_objects(nouns)
    return (_procedures(names, nouns) if procedures else []) + [
        line
        for user in SITE_USERS
        for line in grant(
            names.account(user),
            quote_name(names.site),
            {name: rights for name, rights in RIGHTS[user].items() if name not in absent},
        )
    ]


def _procedures(names: Names, nouns: Collection[str]) -> list[str]:
    """The procedures of core and of the nouns; `erase_account` has the erasures of all of them."""
    values = _values(names)
    folders = [folder for noun, folder in package_data.noun_tables().items() if noun in nouns]
    erasures = [_fill(line, values) for folder in folders for line in _statements(folder / "erase.sql")]
    values["erasures"] = "".join(f"{line};\n" for line in erasures)
    procedures = [_fill(line, values) for folder in folders for line in _statements(folder / "procedures.sql")]
    return [*part("procedures", values), *procedures]


def _statements(path: Path) -> tuple[str, ...]:
    return split(path.read_text(encoding="utf-8")) if path.is_file() else ()


def retired_grants(names: Names, role: str) -> list[str]:
    """The grants of rights that stay where they are until the next upgrade; they are never run."""
    schemas = {"read": names.views, "auth": names.views, "handover": names.game}
    schema = quote_name(schemas.get(role, names.site))
    return grant(names.account(role), schema, retired_rights(cast("User", role)))


def game_rights(site: str, account: str, name: str = "grant") -> list[str]:
    """The rights of the game server's own user, or their revocation."""
    return grant(account, quote_name(site), RIGHTS["game_server"], name)


def _owner(plan: InstallPlan, passwords: Mapping[str, str]) -> list[str]:
    return part("owner", _values(plan.names) | {"password": quote_text(passwords["owner"])})


def _owner_tables(plan: InstallPlan, names: Sequence[str]) -> list[str]:
    """SELECT on exactly the tables that these views read."""
    schemas = {"game": plan.names.game, "login": plan.names.login}
    account, select = plan.names.account("owner"), (Right("SELECT"),)
    tables = sorted({source for name in names for source in plan.views[name].tables})
    return [line for side, table in tables for line in grant(account, quote_name(schemas[side]), {table: select})]


def _create_views(plan: InstallPlan, names: Sequence[str]) -> list[str]:
    mark = part("mark", _values(plan.names) | {"mark": quote_text(plan.mark)})
    return [*(_fill(plan.views[name].statement, _values(plan.names)) for name in names), *mark]


def _user(role: str, plan: InstallPlan, passwords: Mapping[str, str]) -> list[str]:
    values = {
        "user": plan.names.account(role),
        "password": quote_text(passwords[role]),
        "connections": str(CONNECTIONS[role]),
    }
    return part("user", values)


def _values(names: Names) -> dict[str, str]:
    quoted_names = {kind: quote_name(getattr(names, kind)) for kind in ("game", "login", "views", "site")}
    return quoted_names | {"owner": names.account("owner")}


def _fill(statement: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values[match[1]], statement)

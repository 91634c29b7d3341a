"""Privilege checks: asks the database, with each runtime user's own login, whether it has the rights of the contract.

Run at every start and by `gateway doctor`. A server that cannot be reached does not stop the start, because public
reads are answered without it: `watch` checks its users when it is back.
"""

import asyncio
import dataclasses
from collections.abc import Collection, Mapping, Sequence
from itertools import chain

import msgspec
import structlog

from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.settings import Settings
from gateway.database.database import (
    Database,
    DatabaseError,
    DatabaseUnavailable,
    DuplicateKey,
    Session,
    dsn_of,
    limits_for,
)
from gateway.database.errors import CRASHED_TABLE
from gateway.database.installation import is_schema_newer, recorded_nouns
from gateway.database.newer_rights import is_on_unknown_table, may_be_of_newer_release, object_of
from gateway.database.queries import Query, query
from gateway.database.server_version import TESTED, UnsupportedServer, server_problem
from gateway.database.user_rights import (
    PROBE_COLUMNS,
    PROCEDURES,
    RIGHTS,
    Privilege,
    Right,
    User,
    absent_objects,
    retired_rights,
)
from gateway.game.view_contract import EMAIL
from gateway.texts import Text

ROLES = ("game", "auth", "site")
HANDOVER = "handover"
REPLICA = "replica"
"""The reader of the game's views on the replica: it has the rights of `game`."""
USERS: dict[str, User] = {"game": "read", "auth": "auth", "site": "site", HANDOVER: "handover", REPLICA: "read"}
"""Role → user of the contract."""
RETRY_SECONDS = 5.0

# MariaDB answers 1356 to a user that may see a view when the view's definer lacks the right, or its table is gone.
_BROKEN_VIEW = 1356
_BROKEN_VIEW_CODES = frozenset({_BROKEN_VIEW, 1176, *CRASHED_TABLE})
"""1176: an index is gone that the view forces."""
_NO_TABLE = 1146
# Access denied to a schema, table, column, procedure, or for want of a global right; 1305: no such procedure.
_REFUSED_CODES = frozenset({1044, 1142, 1143, 1227, 1305, _BROKEN_VIEW, 1370, 1410})
_READ_ONLY = 1792
# The row is none of the view's: its WHERE, by the check option.
_CHECK_FAILED = 1369
# The server takes no writes at all (read_only, super_read_only), and says so before it checks rights.
_SERVER_READ_ONLY = 1290
# The view takes no INSERT, UPDATE or DELETE, whatever the rights.
_NOT_UPDATABLE_CODES = frozenset({1288, 1348, 1393, 1395, 1471})
# The view lacks a column that the statement names, or its texts cannot be compared.
_UNFIT_CODES = _NOT_UPDATABLE_CODES | {_NO_TABLE, 1054, 1253, 1267, 1271}

log = structlog.get_logger("gateway.database")


class RightRow(msgspec.Struct):
    right: str


class Probe(msgspec.Struct, frozen=True):
    """A statement that needs one right on one object, and changes no row. `right`: as `UPDATE (email) on accounts`."""

    object: str
    right: str
    statement: Query[None]


class PrivilegeReport(msgspec.Struct, frozen=True, kw_only=True):
    """Deviations from the contract; rights as `role: right`.

    `excess_rights`: a user has them and must not. `missing_rights`: it needs them. `unusable_rights`: it has them, on
    a view that does not let it use them. `retired_rights`: they stay for the previous release until the next upgrade.
    `newer_rights`: rights of a newer release, which has upgraded the installation; they endanger nothing of the game.
    `broken_views`: view → the server's message. `unreachable_roles`: role → reason. `unsupported_servers`: role → what
    its server lacks.
    """

    excess_rights: tuple[str, ...] = ()
    missing_rights: tuple[str, ...] = ()
    unusable_rights: tuple[str, ...] = ()
    retired_rights: tuple[str, ...] = ()
    newer_rights: tuple[str, ...] = ()
    broken_views: dict[str, str] = {}
    unreachable_roles: dict[str, str] = {}
    unsupported_servers: dict[str, Text] = {}
    is_schema_newer: bool = False

    @property
    def is_ok(self) -> bool:
        problems = (self.excess_rights, self.missing_rights, self.unusable_rights, self.broken_views)
        return not any((*problems, self.unreachable_roles, self.unsupported_servers))


_RIGHT_FIELDS = ("excess_rights", "missing_rights", "unusable_rights", "retired_rights", "newer_rights")


class Overprivileged(Exception):  # noqa: N818 - it describes the users
    """A runtime user has rights that it must not have; the message names them."""

    def __init__(self, report: PrivilegeReport) -> None:
        rights = "".join(f"\n  - {right}" for right in report.excess_rights)
        command = "`gateway install --apply`"
        if report.is_schema_newer:
            command += " of the newer release that upgraded the site schema,"
        super().__init__(
            f"the database would let the gateway do what it must not:{rights}\n"
            f"Run {command} to give its users the rights they need and no more, "
            "or set database.allow_overprivileged for a trial."
        )
        self.report = report


WIDE_RIGHTS = query("privileges.wide_rights", RightRow)
FOREIGN_TABLES = query("privileges.foreign_tables", RightRow)
USER_RIGHTS = query("privileges.own_rights", RightRow)
ROUTINES = query("privileges.routines", RightRow)
ROLES_GRANTED = query("privileges.roles", RightRow)
TRY: dict[Privilege, Query[None]] = {
    "SELECT": query("privileges.try_select", None),
    "INSERT": query("privileges.try_insert", None),
    "UPDATE": query("privileges.try_update", None),
    "DELETE": query("privileges.try_delete", None),
    "EXECUTE": query("privileges.try_execute", None),
}
AN_ACCOUNT = query("privileges.an_account", RightRow)
TRY_ACCESS_LEVEL = query("privileges.try_access_level", None)
TRY_STAFF = query("privileges.try_staff", None)
ACCESS_LEVELS = (1, 100, -1)


def right_text(privilege: Privilege, name: str, columns: Sequence[str] = ()) -> str:
    return f"{privilege} ({', '.join(columns)}) on {name}" if columns else f"{privilege} on {name}"


def _probe(privilege: Privilege, name: str, columns: Sequence[str], *, narrow: bool) -> Probe:
    statement = TRY[privilege]
    sql = statement.sql.format(
        object=name,
        columns=", ".join(columns),
        nulls=", ".join("NULL" for _ in columns),
        assignments=", ".join(f"{column} = NULL" for column in columns),
    )
    right = right_text(privilege, name, columns if narrow else ())
    return Probe(name, right, dataclasses.replace(statement, name=f"{statement.name} {right}", sql=sql))


def probes(user: User) -> tuple[list[Probe], list[Probe]]:
    """Returns the probes of the rights that the user needs, and of those that it must not have."""
    required: list[Probe] = []
    forbidden: list[Probe] = []
    for name, columns in PROBE_COLUMNS[user].items():
        rights = {right.privilege: right for right in RIGHTS[user].get(name, ())}
        # `_examine` tolerates a retired right on a whole object where the user has it.
        column_rights = (*rights.values(), *(right for right in retired_rights(user).get(name, ()) if right.columns))
        for privilege in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            if right := rights.get(privilege):
                # Accounts have no email column in some families, so its rights are not probed.
                required_columns = [column for column in right.columns if column != EMAIL]
                required.append(_probe(privilege, name, required_columns or columns[:1], narrow=bool(required_columns)))
            allowed_columns = [right.columns for right in column_rights if right.privilege == privilege]
            if not allowed_columns:
                forbidden.append(_probe(privilege, name, columns[:1], narrow=False))
            elif all(allowed_columns):
                remaining = [column for column in columns if column not in chain.from_iterable(allowed_columns)]
                forbidden += [_probe(privilege, name, [column], narrow=True) for column in remaining]
    if user == "site":
        for name in PROCEDURES:
            (required if name in RIGHTS[user] else forbidden).append(_probe("EXECUTE", name, (), narrow=False))
    return required, forbidden


def _right_texts(rights: Mapping[str, Sequence[Right]]) -> set[str]:
    """Returns rights (object → rights) as `USER_RIGHTS` names them, one for each column, in lower case."""
    return {
        right_text(right.privilege, name, columns).lower()
        for name, object_rights in rights.items()
        for right in object_rights
        for columns in ([[column] for column in right.columns] or [[]])
    }


REQUIRED = {role: probes(user)[0] for role, user in USERS.items() if role != HANDOVER}
"""Probes by role. The table of the hand-over differs by family: its rights are read from the server."""
FORBIDDEN = {role: probes(user)[1] for role, user in USERS.items()}


def roles_of(settings: Settings) -> tuple[str, ...]:
    """Returns the roles that have a login; the hand-over and the replica only where they are configured."""
    optional = {HANDOVER: settings.game_table_delivery.dsn, REPLICA: settings.database.replica_dsn}
    return (*ROLES, *(role for role, dsn in optional.items() if dsn))


async def examine(settings: Settings, roles: tuple[str, ...] | None = None) -> PrivilegeReport:
    """Runs every probe with each role's login; changes no row."""
    reports = await asyncio.gather(*(_examine_role(settings, role) for role in roles or roles_of(settings)))
    lines = {field: tuple(line for report in reports for line in getattr(report, field)) for field in _RIGHT_FIELDS}
    is_newer = bool(lines["newer_rights"] or lines["excess_rights"]) and await is_newer_installation(settings)
    if not is_newer:
        excess = [right for right in lines["newer_rights"] if not is_on_unknown_table(right)]
        lines = {**lines, "excess_rights": (*lines["excess_rights"], *excess), "newer_rights": ()}
    return PrivilegeReport(
        **lines,
        is_schema_newer=is_newer,
        broken_views={view: reason for report in reports for view, reason in report.broken_views.items()},
        unreachable_roles={role: reason for report in reports for role, reason in report.unreachable_roles.items()},
        unsupported_servers={role: lack for report in reports for role, lack in report.unsupported_servers.items()},
    )


def enforce(report: PrivilegeReport, settings: Settings) -> None:
    """Raises UnsupportedServer; Overprivileged, or logs a warning where database.allow_overprivileged is set."""
    for role, problem in report.unsupported_servers.items():
        tested = str(TESTED)
        raise UnsupportedServer(f"database.{role}_dsn: {problem}. {tested[0].upper()}{tested[1:]}")
    for right in report.missing_rights:
        log.warning("missing_privilege", right=right)
    for view, reason in report.broken_views.items():
        log.warning("view_broken", view=view, reason=reason)
    for statement in report.unusable_rights:
        log.warning("view_not_usable", statement=statement)
    for right in report.retired_rights:
        log.info("retired_right", right=right)
    for right in report.newer_rights:
        log.warning("right_of_newer_release", right=right)
    if not report.excess_rights:
        return
    if not settings.database.allow_overprivileged:
        raise Overprivileged(report)
    for right in report.excess_rights:
        log.warning("excess_privilege", right=right)


async def check_at_start(settings: Settings) -> PrivilegeReport:
    """Checks every role that can be reached. Raises Overprivileged or UnsupportedServer."""
    report = await examine(settings)
    for role, reason in report.unreachable_roles.items():
        log.warning("privileges_not_checked", role=role, reason=reason)
    enforce(report, settings)
    return report


async def watch(settings: Settings, report: PrivilegeReport) -> None:
    """Checks the unreachable roles as their servers come back; ends with the last.

    Raises Overprivileged or UnsupportedServer.
    """
    unreachable = tuple(report.unreachable_roles)
    while unreachable:
        await asyncio.sleep(RETRY_SECONDS)
        report = await examine(settings, unreachable)
        enforce(report, settings)
        unreachable = tuple(report.unreachable_roles)


async def _examine_role(settings: Settings, role: str) -> PrivilegeReport:
    limits = limits_for(settings, "game" if role == REPLICA else role)
    limits = msgspec.structs.replace(limits, read_only=False, safe_updates=False)
    dsn = parse_dsn(settings.game_table_delivery.dsn) if role == HANDOVER else dsn_of(settings, role)
    try:
        async with Database(role, dsn, limits).session() as session:
            problem = await server_problem(session, site_schema=dsn.schema if role == "site" else "")
            report = await _examine(role, session)
            return msgspec.structs.replace(report, unsupported_servers={role: problem} if problem else {})
    except DatabaseUnavailable as error:
        return PrivilegeReport(unreachable_roles={role: str(error)})


async def is_newer_installation(settings: Settings) -> bool:
    """Returns True if a newer release has upgraded it; False also if the site's server does not answer."""
    try:
        site = Database("site", dsn_of(settings, "site"), limits_for(settings, "site"))
        async with site.session() as session:
            return await is_schema_newer(session)
    except (DatabaseError, DsnError):
        return False


async def _examine(role: str, session: Session) -> PrivilegeReport:
    excess = [row.right for rights in (WIDE_RIGHTS, FOREIGN_TABLES) for row in await session.read(rights)]
    user_rights = [row.right for row in await session.read(USER_RIGHTS)]
    contract_rights, retirable = _right_texts(RIGHTS[USERS[role]]), _right_texts(retired_rights(USERS[role]))
    unexpected = [right for right in user_rights if right.lower() not in contract_rights | retirable]
    tolerated_rights = {right.lower() for right in user_rights} & (retirable - contract_rights)
    unexpected += [
        probe.right
        for probe in FORBIDDEN[role]
        if f"{probe.right.split()[0]} on {probe.object}".lower() not in tolerated_rights
        and not _is_refused(await _try(session, role, probe))
    ]
    unexpected += [row.right for row in await session.read(ROUTINES, own=PROCEDURES, is_site=int(role == "site"))]
    newer = [right for right in unexpected if may_be_of_newer_release(USERS[role], right)]
    excess += [right for right in unexpected if right not in newer]
    excess += [row.right for row in await session.read(ROLES_GRANTED)]
    absent = await _absent_objects(session) if role == "site" else ()
    required = [probe for probe in REQUIRED.get(role, ()) if probe.object not in absent]
    outcomes = [(probe, await _try(session, role, probe)) for probe in required]
    excess += await _rights_on_staff(session) if role == "auth" else []
    missing = [probe.right for probe, error in outcomes if _code(error) in _REFUSED_CODES - {_BROKEN_VIEW}]
    missing += _missing_handover_rights(user_rights) if role == HANDOVER else []
    return PrivilegeReport(
        excess_rights=tuple(f"{role}: {right}" for right in dict.fromkeys(excess)),
        missing_rights=tuple(f"{role}: {right}" for right in missing),
        unusable_rights=tuple(
            f"{role}: {probe.right}: {error}" for probe, error in outcomes if _code(error) in _UNFIT_CODES
        ),
        retired_rights=tuple(f"{role}: {right}" for right in user_rights if right.lower() in tolerated_rights),
        newer_rights=tuple(f"{role}: {right}" for right in dict.fromkeys(newer)),
        broken_views={probe.object: str(error) for probe, error in outcomes if _code(error) in _BROKEN_VIEW_CODES},
    )


def _missing_handover_rights(user_rights: list[str]) -> list[str]:
    """Returns the rights of the contract that the user lacks on its one table, which differs by family."""
    tables = {object_of(right) for right in user_rights} & RIGHTS["handover"].keys()
    rights = [right_text(right.privilege, table) for table in sorted(tables) for right in RIGHTS["handover"][table]]
    return (
        [right for right in rights if right not in user_rights] if tables else ["SELECT, INSERT on the hand-over table"]
    )


async def _absent_objects(session: Session) -> Collection[str]:
    """Returns nothing for a schema of before the nouns were recorded, which has the tables of all."""
    try:
        nouns = await recorded_nouns(session)
    except DatabaseUnavailable:
        raise
    except DatabaseError:  # the probe of that table reports it
        return ()
    return () if nouns is None else absent_objects(nouns)


async def _rights_on_staff(session: Session) -> list[str]:
    """Tries to add an account with an access level, and to change one of staff; changes no row."""
    allowed: list[str] = []
    try:
        account, staff = [await session.one(AN_ACCOUNT, staff=staff) for staff in (0, 1)]
        if account:
            levels = [level for level in ACCESS_LEVELS if await _may_insert(session, account.right, level)]
            allowed += [f"INSERT of access level {level} into new_accounts" for level in levels]
        if staff and await session.write(TRY_STAFF, login=staff.right):
            allowed.append("UPDATE of staff in player_accounts")
    except DatabaseError as error:
        if (
            error.code not in _REFUSED_CODES | _UNFIT_CODES
        ):  # those are reported as a missing right, or as a view that fails
            raise
    return allowed


async def _may_insert(session: Session, login: str, level: int) -> bool:
    try:
        await session.write(TRY_ACCESS_LEVEL, login=login, level=level)
    except DuplicateKey:
        return True
    except DatabaseError as error:
        if error.code == _CHECK_FAILED:
            return False
        raise
    return True


async def _try(session: Session, role: str, probe: Probe) -> DatabaseError | None:
    """Returns the error that ended the statement. Raises DatabaseUnavailable."""
    try:
        await session.write(probe.statement)
    except DatabaseError as error:
        is_unavailable = isinstance(error, DatabaseUnavailable) or error.code == _READ_ONLY
        answers = _REFUSED_CODES | {_NO_TABLE, *CRASHED_TABLE, *([_SERVER_READ_ONLY] if role == REPLICA else [])}
        if is_unavailable and error.code not in answers:
            raise
        return error
    return None


def _is_refused(error: DatabaseError | None) -> bool:
    """Returns True if the server refused the statement, or there is nothing to change, or the table is damaged.

    A read-only replica rejects writes before it checks rights; the user's grants then tell the rights elsewhere.
    """
    return _code(error) in _REFUSED_CODES | _NOT_UPDATABLE_CODES | {_NO_TABLE, _SERVER_READ_ONLY, *CRASHED_TABLE}


def _code(error: DatabaseError | None) -> int:
    return error.code if error else 0

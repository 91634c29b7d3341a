"""Privilege checks: asks the database, with each runtime user's own login, whether it has the rights of the contract.

Run at every start and by `gateway doctor`. A server that cannot be reached does not stop the start, because public
reads are answered without it: `watch` checks its users when it is back.
"""

import asyncio
import dataclasses
from collections.abc import Mapping, Sequence

import msgspec
import structlog

from gateway.config.dsn import parse_dsn
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
from gateway.database.installation import has_unknown_migration
from gateway.database.queries import Query, query
from gateway.game.user_rights import (
    PROBE_COLUMNS,
    PROCEDURES,
    RIGHTS,
    Privilege,
    Right,
    User,
    retired_rights,
)
from gateway.game.view_contract import EMAIL

ROLES = ("game", "auth", "site")
HANDOVER = "handover"
REPLICA = "replica"
"""The reader of the game's views on the replica: it has the rights of `game`."""
USERS: dict[str, User] = {"game": "read", "auth": "auth", "site": "site", HANDOVER: "handover", REPLICA: "read"}
"""Role → user of the contract."""
RETRY_SECONDS = 5.0

# MariaDB answers 1356 to a user that may see a view when the view's definer lacks the right, or its table is gone.
_BROKEN_VIEW = 1356
_NO_TABLE = 1146
# Access denied to a schema, table, column, procedure, or for want of a global right; 1305: no such procedure.
_REFUSED = frozenset({1044, 1142, 1143, 1227, 1305, _BROKEN_VIEW, 1370, 1410})
_READ_ONLY = 1792
# The row is none of the view's: its WHERE, by the check option.
_CHECK_FAILED = 1369
# The server takes no writes at all (read_only, super_read_only), and says so before it checks rights.
_SERVER_READ_ONLY = 1290
# The view takes no INSERT, UPDATE or DELETE, whatever the rights.
_NOT_UPDATABLE = frozenset({1288, 1348, 1393, 1395, 1471})
# The view lacks a column that the statement names, or its texts cannot be compared.
_UNFIT = _NOT_UPDATABLE | {_NO_TABLE, 1054, 1253, 1267, 1271}

log = structlog.get_logger("gateway.database")


class RightRow(msgspec.Struct):
    right: str


class Probe(msgspec.Struct, frozen=True):
    """A statement that needs one right on one object, and changes no row. `right`: as `UPDATE (email) on accounts`."""

    object: str
    right: str
    statement: Query[None]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Deviations from the contract, as `role: right`.

    `allowed`: rights that a user has and must not have. `missing`: rights that it needs and lacks. `failing`: rights
    that it has, on a view that does not let it use them. `retired`: rights that stay for the previous release until the
    next upgrade. `newer`: rights on views that this release does not know, after the upgrade to a newer one. `broken`:
    view → the server's message. `away`: role → reason.
    """

    allowed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    retired: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()
    broken: dict[str, str] = {}
    away: dict[str, str] = {}

    @property
    def well(self) -> bool:
        return not (self.allowed or self.missing or self.failing or self.broken or self.away)


class Overprivileged(Exception):  # noqa: N818 - it describes the users
    """A runtime user has rights that it must not have; the message names them."""

    def __init__(self, report: Report) -> None:
        rights = "".join(f"\n  - {right}" for right in report.allowed)
        super().__init__(
            f"the database would let the gateway do what it must not:{rights}\n"
            "Run `gateway install --apply` to give its users the rights they need and no more, "
            "or set database.allow_overprivileged for a trial."
        )
        self.report = report


WIDE_RIGHTS = query("privileges.wide_rights", RightRow)
FOREIGN_TABLES = query("privileges.foreign_tables", RightRow)
OWN_RIGHTS = query("privileges.own_rights", RightRow)
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
    """The rights that the user needs, and those that it must not have."""
    needed: list[Probe] = []
    forbidden: list[Probe] = []
    for name, columns in PROBE_COLUMNS[user].items():
        rights = {right.privilege: right for right in RIGHTS[user].get(name, ())}
        # A retired right on a whole object is tolerated where the user has it: see `_examine`.
        tolerated = (*rights.values(), *(right for right in retired_rights(user).get(name, ()) if right.columns))
        for privilege in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            if right := rights.get(privilege):
                # Accounts have no email column in some families, so its rights are not probed.
                own = [column for column in right.columns if column != EMAIL]
                needed.append(_probe(privilege, name, own or columns[:1], narrow=bool(own)))
            allowed = [right.columns for right in tolerated if right.privilege == privilege]
            if not allowed:
                forbidden.append(_probe(privilege, name, columns[:1], narrow=False))
            elif all(allowed):
                others = [column for column in columns if not any(column in some for some in allowed)]
                forbidden += [_probe(privilege, name, [column], narrow=True) for column in others]
    if user == "site":
        for name in PROCEDURES:
            (needed if name in RIGHTS[user] else forbidden).append(_probe("EXECUTE", name, (), narrow=False))
    return needed, forbidden


def _right_texts(rights: Mapping[str, Sequence[Right]]) -> set[str]:
    """Rights (object → rights) as `OWN_RIGHTS` names them, in lower case."""

    def texts(name: str, right: Right) -> list[str]:
        return [right_text(right.privilege, name, [column]) for column in right.columns] or [
            right_text(right.privilege, name)
        ]

    return {text.lower() for name, some in rights.items() for right in some for text in texts(name, right)}


MAY = {role: probes(user)[0] for role, user in USERS.items() if role != HANDOVER}
"""Role → rights that it needs. The table of the hand-over differs by family: its rights are read from the server."""
MUST_NOT = {role: probes(user)[1] for role, user in USERS.items()}


def roles_of(settings: Settings) -> tuple[str, ...]:
    """The roles that have a login; the hand-over and the replica only where they are configured."""
    optional = {HANDOVER: settings.game_table_delivery.dsn, REPLICA: settings.database.replica_dsn}
    return (*ROLES, *(role for role, dsn in optional.items() if dsn))


async def examine(settings: Settings, roles: tuple[str, ...] | None = None) -> Report:
    """Runs every probe with each role's login; changes no row."""
    reports = await asyncio.gather(*(_examine_role(settings, role) for role in roles or roles_of(settings)))
    unknown = tuple(line for report in reports for line in report.newer)
    is_newer = bool(unknown) and await _is_schema_newer(settings)
    return Report(
        allowed=(*(line for report in reports for line in report.allowed), *(() if is_newer else unknown)),
        newer=unknown if is_newer else (),
        missing=tuple(line for report in reports for line in report.missing),
        failing=tuple(line for report in reports for line in report.failing),
        retired=tuple(line for report in reports for line in report.retired),
        broken={view: reason for report in reports for view, reason in report.broken.items()},
        away={role: reason for report in reports for role, reason in report.away.items()},
    )


def enforce(report: Report, settings: Settings) -> None:
    """Raises Overprivileged, or logs a warning where database.allow_overprivileged is set."""
    for right in report.missing:
        log.warning("missing_privilege", right=right)
    for view, reason in report.broken.items():
        log.warning("view_broken", view=view, reason=reason)
    for statement in report.failing:
        log.warning("view_not_usable", statement=statement)
    for right in report.retired:
        log.info("retired_right", right=right)
    for right in report.newer:
        log.warning("right_of_newer_release", right=right)
    if not report.allowed:
        return
    if not settings.database.allow_overprivileged:
        raise Overprivileged(report)
    for right in report.allowed:
        log.warning("excess_privilege", right=right)


async def at_start(settings: Settings) -> Report:
    """Checks every role that can be reached. Raises Overprivileged."""
    report = await examine(settings)
    for role, reason in report.away.items():
        log.warning("privileges_not_checked", role=role, reason=reason)
    enforce(report, settings)
    return report


async def watch(settings: Settings, report: Report) -> None:
    """Checks the roles of `report.away` as their servers come back; ends with the last. Raises Overprivileged."""
    unreachable = tuple(report.away)
    while unreachable:
        await asyncio.sleep(RETRY_SECONDS)
        report = await examine(settings, unreachable)
        enforce(report, settings)
        unreachable = tuple(report.away)


async def _examine_role(settings: Settings, role: str) -> Report:
    limits = limits_for(settings, "game" if role == REPLICA else role)
    limits = msgspec.structs.replace(limits, read_only=False, safe_updates=False)
    dsn = parse_dsn(settings.game_table_delivery.dsn) if role == HANDOVER else dsn_of(settings, role)
    try:
        async with Database(role, dsn, limits).session() as session:
            return await _examine(role, session)
    except DatabaseUnavailable as error:
        return Report(away={role: str(error)})


async def _is_schema_newer(settings: Settings) -> bool:
    """Returns False also if the site's server does not answer."""
    site = Database("site", dsn_of(settings, "site"), limits_for(settings, "site"))
    try:
        async with site.session() as session:
            return await has_unknown_migration(session)
    except DatabaseError:
        return False


async def _examine(role: str, session: Session) -> Report:
    excess = [row.right for rights in (WIDE_RIGHTS, FOREIGN_TABLES) for row in await session.read(rights)]
    own = [row.right for row in await session.read(OWN_RIGHTS)]
    granted, retirable = _right_texts(RIGHTS[USERS[role]]), _right_texts(retired_rights(USERS[role]))
    # A newer release may have added views, and tables of the site schema. The table user's schema is the game's own.
    unexpected = [right for right in own if role != "site" and right.lower() not in granted | retirable]
    newer = [right for right in unexpected if role != HANDOVER and _object_of(right) not in PROBE_COLUMNS[USERS[role]]]
    excess += [right for right in unexpected if right not in newer]
    retired = {right.lower() for right in own} & (retirable - granted)
    excess += [
        probe.right
        for probe in MUST_NOT[role]
        if f"{probe.right.split()[0]} on {probe.object}".lower() not in retired
        and not _stopped(await _try(session, role, probe))
    ]
    excess += [row.right for row in await session.read(ROUTINES, own=PROCEDURES, is_site=int(role == "site"))]
    excess += [row.right for row in await session.read(ROLES_GRANTED)]
    needed = [(probe, await _try(session, role, probe)) for probe in MAY.get(role, ())]
    excess += await _rights_on_staff(session) if role == "auth" else []
    missing = [probe.right for probe, error in needed if _code(error) in _REFUSED - {_BROKEN_VIEW}]
    missing += _missing_handover_rights(own) if role == HANDOVER else []
    return Report(
        allowed=tuple(f"{role}: {right}" for right in dict.fromkeys(excess)),
        missing=tuple(f"{role}: {right}" for right in missing),
        failing=tuple(f"{role}: {probe.right}: {error}" for probe, error in needed if _code(error) in _UNFIT),
        retired=tuple(f"{role}: {right}" for right in own if right.lower() in retired),
        newer=tuple(f"{role}: {right}" for right in newer),
        broken={probe.object: str(error) for probe, error in needed if _code(error) == _BROKEN_VIEW},
    )


def _missing_handover_rights(own: list[str]) -> list[str]:
    """`own`: the user's rights; it needs those of the contract on one table, whichever the family has."""
    tables = {_object_of(right) for right in own} & RIGHTS["handover"].keys()
    rights = [right_text(right.privilege, table) for table in sorted(tables) for right in RIGHTS["handover"][table]]
    return [right for right in rights if right not in own] if tables else ["SELECT, INSERT on the hand-over table"]


def _object_of(right: str) -> str:
    return right.rpartition(" on ")[2]


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
        if error.code not in _REFUSED | _UNFIT:  # those are reported as a missing right, or as a view that fails
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
        unavailable = isinstance(error, DatabaseUnavailable) or error.code == _READ_ONLY
        expected = _REFUSED | {_NO_TABLE} | ({_SERVER_READ_ONLY} if role == REPLICA else set[int]())
        if unavailable and error.code not in expected:
            raise
        return error
    return None


def _stopped(error: DatabaseError | None) -> bool:
    """Returns True if the right is refused, or there is nothing to change.

    A read-only replica rejects writes before it checks rights; the user's grants then tell the rights elsewhere.
    """
    return _code(error) in _REFUSED | _NOT_UPDATABLE | {_NO_TABLE, _SERVER_READ_ONLY}


def _code(error: DatabaseError | None) -> int:
    return error.code if error else 0

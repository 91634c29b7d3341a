"""Asks the database, with each runtime user's own login, whether it would let us write where we must not.

Run at every start and by `gateway doctor`. A role whose server is away is not held against the start, since public
reads are answered without it: `watch` examines it when it comes back.
"""

from __future__ import annotations

import asyncio
import re

import msgspec
import structlog

from gateway.config.dsn import Dsn, parse_dsn
from gateway.config.settings import Settings
from gateway.database import queries
from gateway.database.database import (
    Connection,
    DatabaseError,
    DatabaseUnavailable,
    Limits,
    Session,
    connect,
    limits_for,
)
from gateway.database.queries import Query, query
from gateway.game.families import HANDOVER_TABLES
from gateway.game.view_contract import ACCOUNT_VIEWS, GAME_VIEWS

ROLES = ("game", "auth", "site")
HANDOVER = "handover"
REPLICA = "replica"
"""The reader of the game on its replica: his rights are those of `game`."""
RETRY_SECONDS = 5.0
# Access denied to a schema, a table, a column, a routine, or for want of a global right; 1305: there is no such one;
# and 1356: the definer of the view has not got the right either, which is how MariaDB words it for a user who may see
# the view.
_BROKEN_VIEW = 1356
_NO_TABLE = 1146
_REFUSED = frozenset({1044, 1142, 1143, 1227, 1305, _BROKEN_VIEW, 1370, 1410})
_READ_ONLY = 1792
# The server takes no writes at all (read_only, super_read_only), and says so before it looks at the rights.
_SERVER_READ_ONLY = 1290
# Nothing can be inserted or changed through the view, whatever the rights.
_NOT_UPDATABLE = frozenset({1288, 1348, 1393, 1471})
# The view is not as the statement needs it; or it has no such column, or its texts cannot be compared.
_UNFIT = _NOT_UPDATABLE | {_NO_TABLE, 1054, 1253, 1267, 1271}

log = structlog.get_logger("gateway.database")


class Found(msgspec.Struct):
    found: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """`allowed`: what a user may do and must not. `missing`: what it has to do and may not. `failing`: what it may, and
    the views do not let it. `broken`: view → what the server says of it. `away`: role → reason.
    """

    allowed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    broken: dict[str, str] = {}
    away: dict[str, str] = {}

    @property
    def well(self) -> bool:
        return not (self.allowed or self.missing or self.failing or self.broken or self.away)


class Overprivileged(Exception):  # noqa: N818 - it says what the users are
    """The database would let us write where we must not; the message names what."""

    def __init__(self, report: Report) -> None:
        told = "".join(f"\n  - {line}" for line in report.allowed)
        super().__init__(
            f"the database would let the gateway do what it must not:{told}\n"
            "Run `gateway install --apply` to give its users the rights they need and no more, "
            "or set database.allow_overprivileged for a trial."
        )
        self.report = report


WIDE_RIGHTS = query("selftest.wide_rights", Found)
FOREIGN_TABLES = query("selftest.foreign_tables", Found)
OWN_RIGHTS = query("selftest.own_rights", Found)
# What may stand in a user's grants on the views. More may be stopped by the definer of the views, and is still wrong.
PROPER = {
    "game": re.compile(rf"SELECT on ({'|'.join(GAME_VIEWS)})", re.IGNORECASE),
    "auth": re.compile(
        rf"SELECT on ({'|'.join(ACCOUNT_VIEWS)})"
        r"|(INSERT \((login|password|email)\)|UPDATE \((password|email)\)) on accounts",
        re.IGNORECASE,
    ),
}
_NAMED = re.compile(rf"\b({'|'.join((*ACCOUNT_VIEWS, *GAME_VIEWS))})\b")
# Of the user of the hand-over table: these two, on one and the same.
_ON_ITS_TABLE = re.compile(rf"(SELECT|INSERT) on ({'|'.join(HANDOVER_TABLES)})", re.IGNORECASE)


def _declared(prefix: str) -> list[Query[None]]:
    return [query(name, None) for name in queries.files() if name.startswith(f"selftest.{prefix}_")]


MUST_NOT = {role: _declared(f"{role}_must_not") for role in (*ROLES, HANDOVER)}
MAY = {role: _declared(f"{role}_may") for role in ROLES}
MUST_NOT[REPLICA], MAY[REPLICA], PROPER[REPLICA] = MUST_NOT["game"], MAY["game"], PROPER["game"]


def roles_of(settings: Settings) -> tuple[str, ...]:
    """Whoever has a login: on the replica and for the hand-over table only where there are such."""
    there = {HANDOVER: settings.game_table_delivery.dsn, REPLICA: settings.database.replica_dsn}
    return (*ROLES, *(role for role, dsn in there.items() if dsn))


async def examine(settings: Settings, roles: tuple[str, ...] | None = None) -> Report:
    """Tries everything on the list with each role's login; changes no row."""
    reports = await asyncio.gather(*(_examine_role(settings, role) for role in roles or roles_of(settings)))
    return Report(
        allowed=tuple(line for report in reports for line in report.allowed),
        missing=tuple(line for report in reports for line in report.missing),
        failing=tuple(line for report in reports for line in report.failing),
        broken={view: reason for report in reports for view, reason in report.broken.items()},
        away={role: reason for report in reports for role, reason in report.away.items()},
    )


def enforce(report: Report, settings: Settings) -> None:
    """Raises Overprivileged, or warns where the operator allowed it for a trial."""
    for line in report.missing:
        log.warning("database_right_missing", right=line)
    for view, reason in report.broken.items():
        log.warning("database_view_broken", view=view, reason=reason)
    for line in report.failing:
        log.warning("database_view_unfit", statement=line)
    if not report.allowed:
        return
    if not settings.database.allow_overprivileged:
        raise Overprivileged(report)
    for line in report.allowed:
        log.warning("database_right_too_many", right=line)


async def at_start(settings: Settings) -> Report:
    """Examines every role that can be reached. Raises Overprivileged."""
    report = await examine(settings)
    for role, reason in report.away.items():
        log.warning("database_not_examined", role=role, reason=reason)
    enforce(report, settings)
    return report


async def watch(settings: Settings, report: Report) -> None:
    """Examines the roles that were away at the start as they come back; ends with the last. Raises Overprivileged."""
    away = tuple(report.away)
    while away:
        await asyncio.sleep(RETRY_SECONDS)
        report = await examine(settings, away)
        enforce(report, settings)
        away = tuple(report.away)


async def _examine_role(settings: Settings, role: str) -> Report:
    limits = limits_for(settings, "game" if role == REPLICA else role)
    limits = msgspec.structs.replace(limits, read_only=False, safe_updates=False)
    dsn = parse_dsn(settings.game_table_delivery.dsn if role == HANDOVER else getattr(settings.database, f"{role}_dsn"))
    try:
        connection = await _connect(dsn, role, limits)
    except DatabaseUnavailable as error:
        return Report(away={role: _reason(error)})
    try:
        return await _examine(role, connection, limits)
    except DatabaseUnavailable as error:
        return Report(away={role: _reason(error)})
    finally:
        connection.close()


def _reason(error: DatabaseError) -> str:
    """With the server's number, by which the doctor knows what to do."""
    said = str(error)
    return f"{said} ({error.code})" if error.code and str(error.code) not in said else said


async def _connect(dsn: Dsn, role: str, limits: Limits) -> Connection:
    try:
        async with asyncio.timeout(limits.connect_seconds):
            return await connect(dsn, role, limits)
    except TimeoutError:
        raise DatabaseUnavailable(role, f"no connection within {limits.connect_seconds:g} s") from None


async def _examine(role: str, connection: Connection, limits: Limits) -> Report:
    session = Session(role, connection, limits.rows, on_query=None)
    wide = [row.found for kind in (WIDE_RIGHTS, FOREIGN_TABLES) for row in await session.read(kind)]
    if role in PROPER:
        wide += [row.found for row in await session.read(OWN_RIGHTS) if not PROPER[role].fullmatch(row.found)]
    open_to_us = [attempt for attempt in MUST_NOT[role] if not _stopped(await _tried(session, role, attempt))]
    needed = [(attempt, await _tried(session, role, attempt)) for attempt in MAY.get(role, ())]
    broken = {_view(attempt): str(error) for attempt, error in needed if error and error.code == _BROKEN_VIEW}
    closed_to_us = [attempt for attempt, error in needed if _code(error) in _REFUSED - {_BROKEN_VIEW}]
    unfit = [(attempt, error) for attempt, error in needed if _code(error) in _UNFIT]
    lacking: list[str] = []
    if role == HANDOVER:
        own = [row.found for row in await session.read(OWN_RIGHTS)]
        wide += [right for right in own if not _ON_ITS_TABLE.fullmatch(right)]
        lacking = _lacking(own)
    return Report(
        allowed=(*(f"{role}: {right}" for right in wide), *(_told(role, line, "must_not") for line in open_to_us)),
        missing=(*(_told(role, line, "may") for line in closed_to_us), *(f"{role}: {right}" for right in lacking)),
        failing=tuple(f"{_told(role, attempt, 'may')}: {error}" for attempt, error in unfit),
        broken=broken,
    )


def _lacking(own: list[str]) -> list[str]:
    """What the user of the hand-over table has to be granted and is not."""
    tables = {right.split(" on ")[1] for right in own if _ON_ITS_TABLE.fullmatch(right)}
    wanted = [f"{kind} on {table}" for table in sorted(tables) for kind in ("SELECT", "INSERT")]
    return [right for right in wanted if right not in own] if tables else ["SELECT, INSERT on the hand-over table"]


async def _tried(session: Session, role: str, attempt: Query[None]) -> DatabaseError | None:
    """What ended it. An error that is no refusal came after the rights were found to be enough."""
    try:
        await session.write(attempt)
    except DatabaseError as error:
        away = isinstance(error, DatabaseUnavailable) or error.code == _READ_ONLY
        known = _REFUSED | {_NO_TABLE} | ({_SERVER_READ_ONLY} if role == REPLICA else set[int]())
        if away and error.code not in known:
            raise
        return error
    return None


def _stopped(error: DatabaseError | None) -> bool:
    """By the rights, since there is nothing there to be harmed, or since a replica takes no writes: then the user's
    grants tell what he could do on one that does.
    """
    return _code(error) in _REFUSED | _NOT_UPDATABLE | {_NO_TABLE, _SERVER_READ_ONLY}


def _code(error: DatabaseError | None) -> int:
    return error.code if error else 0


def _view(attempt: Query[None]) -> str:
    """The view that a statement of ours is about: the first that it names."""
    named = _NAMED.search(attempt.sql)
    return named[0] if named else attempt.name


def _told(role: str, attempt: Query[None], kind: str) -> str:
    of = "game" if role == REPLICA else role
    return f"{role}: {attempt.name.removeprefix(f'selftest.{of}_{kind}_').replace('_', ' ')}"

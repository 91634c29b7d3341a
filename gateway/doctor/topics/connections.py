"""Checks that each database answers, its version, and that it has enough connections for all workers."""

import re
from typing import Final

from gateway.database import privileges
from gateway.database.database import Database, DatabaseError, dsn_of
from gateway.database.error_hints import connecting_hint
from gateway.database.replica import ReplicaMonitor
from gateway.database.server_version import TESTED, parse_version, too_old
from gateway.doctor.context import SERVER, DoctorContext, ServerVersion
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.texts import Text, text

_TESTED_VERSIONS: Final = {"MariaDB": (10, 11), "MySQL": (9,)}
_CODE: Final = re.compile(r"\((\d{4})[,)]")
_EXTRA_CONNECTIONS: Final = {"game": 2, "auth": 0, "site": 2}
"""Of each worker, outside its pool: snapshot and batch scan for the game, the leader's lock for the site."""
_REMEDIES: Final = {
    "1040": "connections_full",
    "1044": "no_right",
    "1045": "wrong_login",
    "1049": "no_schema",
    "1226": "user_full",
}
"""Error code → key of what to do, for a database and for the replica."""


async def check(context: DoctorContext) -> list[Finding]:
    report, settings = context.report, context.settings
    findings: list[Finding] = []
    for role in privileges.roles_of(settings):
        if role == privileges.REPLICA:
            continue
        if reason := report.unreachable_roles.get(role):
            findings.append(bad(text("doctor.connections.unavailable", role=role, reason=reason), remedy(role, reason)))
        else:
            findings.append(ok(text("doctor.connections.answers", role=role)))
    servers = {role: server for role, database in context.databases() if (server := await database.one(SERVER))}
    replica = await _replica_server(context)
    findings += await _check_replica(context, replica)
    findings += [
        bad(
            text("doctor.connections.unsupported", role=role, problem=problem),
            text("doctor.connections.unsupported_do"),
        )
        for role, problem in report.unsupported_servers.items()
        if role not in servers or not too_old(servers[role].version)
    ]
    versions = [server.version for server in (*servers.values(), replica) if server]
    findings += [check_version(version) for version in dict.fromkeys(versions)]
    for role, server in servers.items():
        pool = getattr(settings.database, f"{role}_pool")
        findings += check_limits(role, server, pool, settings.server.workers)
    return findings


def remedy(role: str, reason: str) -> Text:
    """Returns what to do if a database is not available for this reason."""
    code = _CODE.search(reason)
    key = "game_table_delivery.dsn" if role == privileges.HANDOVER else f"database.{role}_dsn"
    if hint := connecting_hint(reason):
        return hint
    name = _REMEDIES.get(code[1]) if code else None
    return text(f"doctor.database.{name}") if name else text("doctor.database.unreachable", key=key)


def check_version(server_version: str) -> Finding:
    parsed_version = parse_version(server_version)
    if parsed_version is None:
        message = text("doctor.connections.unknown_version", version=f"{server_version!r:.60}")
        return advice(message, text("doctor.connections.unknown_version_do", tested=TESTED))
    if reason := too_old(server_version):
        return bad(reason, text("doctor.connections.too_old_do", tested=TESTED))
    product, version = parsed_version
    tested_version = _TESTED_VERSIONS[product]
    number = ".".join(map(str, version))
    if version[: len(tested_version)] == tested_version:
        return ok(text("doctor.connections.version_tested", product=product, version=number))
    return ok(text("doctor.connections.version_supported", product=product, version=number, tested=TESTED))


def check_limits(role: str, server: ServerVersion, pool: int, workers: int) -> list[Finding]:
    """Checks that the site can be written, and that all workers together get their connections."""
    findings: list[Finding] = []
    if role == "site" and server.read_only:
        findings.append(bad(text("doctor.connections.read_only"), text("doctor.connections.read_only_do")))
    needed_connections = (pool + _EXTRA_CONNECTIONS[role]) * workers
    limit = server.max_user_connections or server.max_connections
    if needed_connections > limit:
        limit_of = "user_limit" if server.max_user_connections else "server_limit"
        message = text(
            f"doctor.connections.{limit_of}", role=role, workers=workers, needed=needed_connections, limit=limit
        )
        findings.append(advice(message, text("doctor.connections.limit_do", role=role)))
    return findings


async def _replica_server(context: DoctorContext) -> ServerVersion | None:
    if not context.settings.database.replica_dsn or not context.answers(privileges.REPLICA):
        return None
    replica = Database("replica", dsn_of(context.settings, "replica"), context.db.game.limits)
    try:
        return await replica.one(SERVER)
    except DatabaseError:
        return None  # _check_replica reports it
    finally:
        await replica.close()


async def _check_replica(context: DoctorContext, server: ServerVersion | None) -> list[Finding]:
    monitor = ReplicaMonitor.open(context.settings, context.db.site)
    if monitor is None:
        return []
    try:
        findings = [await _check_lag(monitor, context.report.unreachable_roles.get(privileges.REPLICA, ""))]
    finally:
        await monitor.close()
    if server and not server.read_only:
        findings.append(advice(text("doctor.replica.writable"), text("doctor.replica.writable_do")))
    return findings


async def _check_lag(monitor: ReplicaMonitor, unavailable: str) -> Finding:
    """Writes heartbeats to the primary and waits until one has arrived on the replica."""
    if unavailable:
        code = _CODE.search(unavailable)
        name = _REMEDIES.get(code[1], "unreachable") if code else "unreachable"
        return advice(text("doctor.replica.unreadable", reason=unavailable), text(f"doctor.replica.{name}"))
    await monitor.settle()
    lag = monitor.lag_seconds
    if monitor.reason:
        do = text("doctor.replica.no_heartbeat_do") if lag is None else text("doctor.replica.late_do")
        return advice(text("doctor.replica.not_used", reason=monitor.reason), do)
    return ok(text("doctor.replica.answers") if lag is None else text("doctor.replica.answers_behind", lag=lag))

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

_TESTED_VERSIONS: Final = {"MariaDB": (10, 11), "MySQL": (9,)}
_CODE: Final = re.compile(r"\((\d{4})[,)]")
_EXTRA_CONNECTIONS: Final = {"game": 2, "auth": 0, "site": 2}
"""Of each worker, outside its pool: snapshot and batch scan for the game, the leader's lock for the site."""
_REMEDIES: Final = {
    "1040": "the server accepts no more connections: raise its max_connections, or lower the pools under [database]",
    "1044": "run `gateway install --apply`: the user has no right on that schema",
    "1045": "the database knows no such user and password: run `gateway install --apply` and use the file it writes; "
    "for a user with REQUIRE SSL, add ?ssl_mode=REQUIRED to the DSN",
    "1049": "the schema does not exist: run `gateway install --apply`",
    "1226": "the user has no connections left: lower the pools under [database], or the number of workers",
}
_REPLICA_REMEDIES: Final = {
    "1040": "the replica accepts no more connections: raise its max_connections, or lower database.game_pool",
    "1044": "replicate the schemas of the views and mysql, or grant the rights in gateway/docs/operators/scaling.md",
    "1045": "use the user of game_dsn if the schema mysql is replicated; if not, create the user on the replica "
    "(gateway/docs/operators/scaling.md). Check that the user's host matches this machine",
    "1049": "name the schema of the views in database.replica_dsn, and replicate it",
    "1226": "the user has no connections left there: lower database.game_pool, or the number of workers",
}
_REPLICA_UNREACHABLE: Final = "check that the replica runs, that this machine reaches it, and database.replica_dsn"
_NO_HEARTBEAT: Final = (
    "replicate the site schema and its user as well (gateway/docs/operators/scaling.md), or set "
    "database.replica_max_lag_seconds = 0 to read the replica whatever its lag"
)
_LATE: Final = (
    "see SHOW REPLICA STATUS there; START REPLICA continues a stopped replication; if it is only slow, "
    "raise database.replica_max_lag_seconds (gateway/docs/operators/scaling.md)"
)


async def check(context: DoctorContext) -> list[Finding]:
    report, settings = context.report, context.settings
    findings: list[Finding] = []
    for role in privileges.roles_of(settings):
        if role == privileges.REPLICA:
            continue
        if reason := report.unreachable_roles.get(role):
            findings.append(bad(f"{role}: the database is not available: {reason}", remedy(role, reason)))
        else:
            findings.append(ok(f"{role}: the database answers"))
    servers = {role: server for role, database in context.databases() if (server := await database.one(SERVER))}
    replica = await _replica_server(context)
    findings += await _check_replica(context, replica)
    findings += [
        bad(f"{role}: {problem}", 'it is refused; see "Before you begin" in gateway/docs/operators/install.md')
        for role, problem in report.unsupported_servers.items()
        if role not in servers or not too_old(servers[role].version)
    ]
    versions = [server.version for server in (*servers.values(), replica) if server]
    findings += [check_version(version) for version in dict.fromkeys(versions)]
    for role, server in servers.items():
        pool = getattr(settings.database, f"{role}_pool")
        findings += check_limits(role, server, pool, settings.server.workers)
    return findings


def remedy(role: str, reason: str) -> str:
    """Returns what to do if a database is not available for this reason."""
    code = _CODE.search(reason)
    key = "game_table_delivery.dsn" if role == privileges.HANDOVER else f"database.{role}_dsn"
    default = f"check that the server runs, that this machine reaches it, and host and port in {key}"
    return connecting_hint(reason) or (_REMEDIES.get(code[1], default) if code else default)


def check_version(text: str) -> Finding:
    parsed_version = parse_version(text)
    if parsed_version is None:
        return advice(f"unknown server version {text!r:.60}", f"use MariaDB or MySQL; {TESTED}")
    if reason := too_old(text):
        return bad(reason, f"upgrade it; {TESTED}")
    product, version = parsed_version
    tested_version = _TESTED_VERSIONS[product]
    note = "a tested version" if version[: len(tested_version)] == tested_version else f"supported; {TESTED}"
    return ok(f"{product} {'.'.join(map(str, version))} is {note}")


def check_limits(role: str, server: ServerVersion, pool: int, workers: int) -> list[Finding]:
    """Checks that the site can be written, and that all workers together get their connections."""
    findings: list[Finding] = []
    if role == "site" and server.read_only:
        text = "site: the server is read_only, so logins, coins and samples cannot be stored"
        findings.append(bad(text, "name the primary instead of a replica in database.site_dsn"))
    needed_connections = (pool + _EXTRA_CONNECTIONS[role]) * workers
    limit = server.max_user_connections or server.max_connections
    if needed_connections > limit:
        source_of_limit = "its user may open" if server.max_user_connections else "the server accepts"
        text = f"{role}: {workers} workers may open {needed_connections} connections, and {source_of_limit} {limit}"
        do = f"lower database.{role}_pool or server.workers, or raise the limit of the database"
        findings.append(advice(text, do))
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
        text = "replica: its server accepts writes (read_only is OFF); a write there makes it differ from the primary"
        do = "run SET GLOBAL read_only = ON there, and set read_only = ON under [mysqld] in its configuration"
        findings.append(advice(text, do))
    return findings


async def _check_lag(monitor: ReplicaMonitor, unavailable: str) -> Finding:
    """Writes heartbeats to the primary and waits until one has arrived on the replica."""
    not_used = "replica: the snapshot is read from the primary instead"
    if unavailable:
        code = _CODE.search(unavailable)
        do = _REPLICA_REMEDIES.get(code[1], _REPLICA_UNREACHABLE) if code else _REPLICA_UNREACHABLE
        return advice(f"{not_used}: it cannot be read: {unavailable}", do)
    await monitor.settle()
    if not monitor.is_usable:
        return advice(f"{not_used}: {monitor.reason}", _NO_HEARTBEAT if monitor.lag_seconds is None else _LATE)
    lag = "lag not measured" if monitor.lag_seconds is None else f"{monitor.lag_seconds:,.1f} s behind"
    return ok(f"replica: the database answers ({lag})")

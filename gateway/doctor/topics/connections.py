"""Does every database answer, is it of a version that we know, and has it room for us."""

from __future__ import annotations

import re
from typing import Final

from gateway.database import privileges
from gateway.database.database import DatabaseError
from gateway.database.replica import Cause
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.servers import SERVER, TESTED, Server, each, version_of, wanted_connections

TOPIC: Final = "connections"
_CODE: Final = re.compile(r"\((\d{4})[,)]")
_WHAT_TO_DO: Final = {
    "1040": "the server takes no more connections: raise its max_connections, or lower the pools under [database]",
    "1044": "run `gateway install --apply`: the user has no right on that schema",
    "1045": "name and password are not those of the database; run `gateway install --apply` and use the file it writes",
    "1049": "there is no such schema; run `gateway install --apply`",
    "1226": "the user has all its connections: lower the pools under [database], or the number of workers",
}
_REPLICA_WHAT_TO_DO: Final = {
    "1040": "the replica takes no more connections: raise its max_connections, or lower database.game_pool",
    "1044": "replicate the schema of the views and the schema mysql, or grant what gateway/docs/scaling.md names",
    "1045": "user and password are those of game_dsn where the schema mysql is replicated; if not, make the user there "
    "(gateway/docs/scaling.md). Does the user's host fit this machine?",
    "1049": "give the schema of the views in database.replica_dsn, and let it be replicated",
    "1226": "the user has all its connections there: lower database.game_pool, or the number of workers",
}
_WHY_NOT_READ: Final[dict[Cause, str]] = {
    "away": "is the replica running, can this machine reach it, and is database.replica_dsn right?",
    "unmeasured": "replicate the site schema and its user as well (gateway/docs/scaling.md), "
    "or set database.replica_max_lag_seconds = 0, which reads it however late it is",
    "unknown": "see to the primary first: the heartbeat is written where database.site_dsn leads",
    "silent": "replication has stopped: SHOW REPLICA STATUS there says why, and START REPLICA goes on "
    "(gateway/docs/scaling.md)",
    "late": "it catches up by itself if it is fast enough; if never, allow more in database.replica_max_lag_seconds",
}


async def look(patient: Patient) -> list[Finding]:
    away = {role: reason for role, reason in patient.report.away.items() if role != privileges.REPLICA}
    findings = [
        bad(TOPIC, f"{role}: the database is away: {reason}", remedy(role, reason)) for role, reason in away.items()
    ]
    roles = [role for role in privileges.roles_of(patient.settings) if role not in (*away, privileges.REPLICA)]
    findings += [ok(TOPIC, f"{role}: the database answers") for role in roles]
    replica, there = await _replica(patient), await _on_replica(patient)
    said = await each(patient)
    servers = [server for _, server in said] + ([there] if there else [])
    findings += [*replica, *(version(text) for text in dict.fromkeys(server.version for server in servers))]
    for role, server in said:
        findings += writable(server) if role == "site" else []
        findings += room(
            role, server, getattr(patient.settings.database, f"{role}_pool"), patient.settings.server.workers
        )
    return [*findings, *(copied(there) if there else [])]


async def _replica(patient: Patient) -> list[Finding]:
    """The replica that is read instead of the game's server, where there is one: a beat is made, and has to arrive."""
    watch = patient.db.replica
    if watch is None:
        return []
    await watch.examine()
    if watch.reason:
        told = f"replica: it is not read now, the game's own server is: {watch.reason}"
        return [advice(TOPIC, told, _of_replica(watch.cause, watch.reason))]
    behind = "not measured" if watch.lag is None else f"{watch.lag:,.1f} s behind"
    return [ok(TOPIC, f"replica: the database answers ({behind})")]


async def _on_replica(patient: Patient) -> Server | None:
    """What its server says of itself; None where there is none, or it does not answer."""
    replica = patient.db.game.replica
    if replica is None or not patient.answers(privileges.REPLICA):
        return None
    try:
        return await replica.door.one(SERVER)
    except DatabaseError:
        return None  # the line of the replica's has told of it


def _of_replica(cause: Cause, reason: str) -> str:
    found = _CODE.search(reason)
    if cause == "away" and found and found[1] in _REPLICA_WHAT_TO_DO:
        return _REPLICA_WHAT_TO_DO[found[1]]
    return _WHY_NOT_READ.get(cause, _WHY_NOT_READ["away"])


def copied(replica: Server) -> list[Finding]:
    """Whether nobody but replication writes there."""
    if replica.read_only:
        return []
    told = "replica: its server takes writes (read_only is OFF), and whoever writes there parts it from the primary"
    return [advice(TOPIC, told, "there, SET GLOBAL read_only = ON, and read_only = ON under [mysqld] of its file")]


def remedy(role: str, reason: str) -> str:
    """What to do when the database is away for this reason."""
    found = _CODE.search(reason)
    key = "game_table_delivery.dsn" if role == privileges.HANDOVER else f"database.{role}_dsn"
    default = f"is the server running, can this machine reach it, and is {key} right?"
    return _WHAT_TO_DO.get(found[1], default) if found else default


def version(text: str) -> Finding:
    known = version_of(text)
    if known is None:
        return advice(TOPIC, f"the server calls itself {text!r:.60}, which is no version we know", f"{TESTED}")
    if known.old:
        return bad(TOPIC, f"{known} is too old: views and limits need {known.least} or newer", f"upgrade it; {TESTED}")
    if not known.tested:
        return ok(TOPIC, f"{known}: new enough ({known.least} or newer); {TESTED}")
    return ok(TOPIC, f"{known}: a version that the gateway is tested on")


def writable(site: Server) -> list[Finding]:
    if not site.read_only:
        return []
    told = "site: the server is read_only, so no login is logged, no coin moves and no sample is kept"
    return [bad(TOPIC, told, "name the primary, not a replica, in database.site_dsn")]


def room(role: str, server: Server, pool: int, workers: int) -> list[Finding]:
    """Whether as many connections as our processes may open are granted."""
    wanted, limit = wanted_connections(role, pool, workers), server.connections or server.most_connections
    if wanted <= limit:
        return []
    whose = "its user is granted" if server.connections else "the server takes"
    told = f"{role}: {workers} workers may open {wanted} connections, and {whose} {limit}"
    return [advice(TOPIC, told, f"lower database.{role}_pool or server.workers, or raise the limit of the database")]

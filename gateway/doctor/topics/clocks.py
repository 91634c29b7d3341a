"""Clocks and time zones of the databases."""

import time
from typing import Final

from gateway.doctor.context import SERVER, DoctorContext, ServerVersion
from gateway.doctor.findings import Finding, advice, bad, ok

_ADVICE_SECONDS: Final = 2.0
_BAD_SECONDS: Final = 30.0
_NTP: Final = "synchronize both machines by NTP (timedatectl set-ntp true, or chrony)"


async def check(context: DoctorContext) -> list[Finding]:
    findings: list[Finding] = []
    checked_servers: set[tuple[str, int]] = set()
    for role, database in context.databases():
        if database.dsn.server in checked_servers:
            continue
        checked_servers.add(database.dsn.server)
        sent_at = time.time()
        if server := await database.one(SERVER):
            offset = clock_offset(f"{role}: the database's clock", server.now_ms / 1000, sent_at, time.time())
            findings += [offset, session_zone(role, server)]
    return findings


def clock_offset(clock: str, reading: float, sent_at: float, received_at: float) -> Finding:
    """Evaluates a clock that was read between two moments of ours (epoch seconds); half of that time is uncertain."""
    offset = reading - (sent_at + received_at) / 2
    certain_offset = abs(offset) - (received_at - sent_at) / 2
    text = f"{clock} is {abs(offset):,.1f} s {'ahead of' if offset > 0 else 'behind'} this machine's"
    if certain_offset > _BAD_SECONDS:
        return bad(f"{text}: bans, deliveries and samples get wrong times", _NTP)
    if certain_offset > _ADVICE_SECONDS:
        return advice(text, _NTP)
    return ok(f"{clock} and this machine's agree within {abs(offset) * 1000:,.0f} ms")


def session_zone(role: str, server: ServerVersion) -> Finding:
    if server.session_zone != "+00:00":
        text = f"{role}: the time zone of our session is {server.session_zone} instead of +00:00, so days begin wrong"
        return bad(text, "remove what changes sessions between us and the database (a proxy, init_connect)")
    zone = f"{server.zone} ({server.system_zone})" if server.zone == "SYSTEM" else server.zone
    return ok(f"{role}: our sessions use +00:00; the server's time zone ({zone}) does not matter")

"""Clocks and time zones: this machine's, the databases', Redis's, and the midnight of the wheel."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from gateway.database.database import Database
from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.doctor.servers import SERVER, Server

TOPIC: Final = "time"
NOTICED: Final = 2.0
HARMFUL: Final = 30.0
"""Seconds of difference that are told, and that are wrong: bans, deliveries and samples are compared by the second."""
_NTP: Final = "let both machines keep their time by NTP (timedatectl set-ntp true, chrony)"


async def look(patient: Patient) -> list[Finding]:
    findings: list[Finding] = []
    asked: dict[tuple[str, int], Server] = {}
    for role in ("game", "auth", "site"):
        door: Database = getattr(patient.db, role)
        if not patient.answers(role) or door.dsn.server in asked:
            continue
        before = time.time()
        if said := await door.one(SERVER):
            asked[door.dsn.server] = said
            findings.append(skew(f"{role}: the database's clock", said.now_ms / 1000, before, time.time()))
            findings += [*session(role, said), zone(role, said)]
    wheel = patient.settings.roulette
    return [*findings, midnight(wheel.zone, wheel.time_zone, datetime.now(UTC))] if wheel.enabled else findings


def skew(whose: str, theirs: float, before: float, after: float, topic: str = TOPIC) -> Finding:
    """Judges a clock that was asked between two moments of ours; all in epoch seconds. Half of the wait is doubt."""
    off = theirs - (before + after) / 2
    certain = max(0.0, abs(off) - (after - before) / 2)
    way = "ahead of" if off > 0 else "behind"
    told = f"{whose} is {abs(off):,.1f} s {way} this machine's"
    if certain > HARMFUL:
        return bad(topic, f"{told}: bans, deliveries and samples are dated wrong", _NTP)
    if certain > NOTICED:
        return advice(topic, told, _NTP)
    return ok(topic, f"{whose} and this machine's agree ({abs(off) * 1000:,.0f} ms)")


def session(role: str, said: Server) -> list[Finding]:
    if said.session_zone == "+00:00":
        return []
    told = f"{role}: our session's time zone is {said.session_zone}, and has to be +00:00: days of samples turn wrongly"
    return [bad(TOPIC, told, "does a proxy between us and the database change sessions (init_connect)? Take that away")]


def zone(role: str, said: Server) -> Finding:
    named = f"{said.zone} ({said.system_zone})" if said.zone == "SYSTEM" else said.zone
    return ok(TOPIC, f"{role}: the server's time zone is {named}; our sessions use +00:00, so it does not matter")


def midnight(zone: ZoneInfo, name: str, now: datetime) -> Finding:
    """When the day of the wheel turns."""
    here = now.astimezone(zone)
    turn = datetime.combine(here.date() + timedelta(days=1), datetime.min.time(), zone).astimezone(UTC)
    hours, minutes = divmod(int((turn - now).total_seconds()) // 60, 60)
    told = f"roulette: it is {here:%H:%M} in {name}; the day of the wheel turns in {hours} h {minutes} min"
    return ok(TOPIC, told)

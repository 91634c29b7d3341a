"""Clocks and time zones of the databases, and the rules of the site's zone."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.site_days import decode, zone_notice
from gateway.config.zones import RULES
from gateway.database.clock import clock_offsets
from gateway.database.installation import TIME_ZONE
from gateway.database.queries import query
from gateway.doctor.context import SERVER, DoctorContext, ServerVersion
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.observability.signals import DATABASE_CLOCK
from gateway.texts import Text, text

SYSTEM_ZONES: Final = Path("/usr/share/zoneinfo")
_QUARTERS: Final = tuple(91 * DAY * number for number in range(5))
"""Seconds from now: a year in which rules are compared."""
_NTP: Final = text("doctor.time.ntp")
_RECORD: Final = text("doctor.schema.install")


class ServerOffset(Struct, frozen=True):
    minutes: int | None


ZONE_OFFSET = query("doctor.zone_offset", ServerOffset)


async def check(context: DoctorContext) -> list[Finding]:
    zone, now = context.settings.server.zone, time.time()
    findings = [*system_rules(zone, now, SYSTEM_ZONES), *await _site_days(context, now)]
    checked_servers: set[tuple[str, int]] = set()
    for role, database in context.databases():
        if database.dsn.server in checked_servers:
            continue
        checked_servers.add(database.dsn.server)
        sent_at = time.time()
        if server := await database.one(SERVER):
            offset = clock_offset(
                text("doctor.time.database_clock", role=role), server.now_ms / 1000, sent_at, time.time()
            )
            findings += [offset, session_zone(role, server)]
            rows = [await database.one(ZONE_OFFSET, seconds=int(now) + seconds) for seconds in _QUARTERS]
            findings += server_rules(role, zone, now, [row.minutes if row else None for row in rows])
    return findings


def clock_offset(clock: Text | str, reading: float, sent_at: float, received_at: float) -> Finding:
    """Evaluates a clock that was read between two moments of ours, in epoch seconds."""
    offset, certain_offset = clock_offsets(reading, sent_at, received_at)
    side = "ahead" if offset > 0 else "behind"
    difference = text(f"doctor.time.{side}", clock=clock, seconds=abs(offset))
    level = DATABASE_CLOCK.level(certain_offset)
    if level == "bad":
        return bad(text("doctor.time.wrong", difference=difference), _NTP)
    if level == "advice":
        return advice(difference, _NTP)
    return ok(text("doctor.time.agree", clock=clock, ms=round(abs(offset) * 1000)))


async def _site_days(context: DoctorContext, now: float) -> list[Finding]:
    zone = context.settings.server.zone
    if not context.answers("site"):
        return []
    recorded_days = await context.installation_value(TIME_ZONE)
    if not recorded_days:
        return [advice(text("doctor.time.unrecorded"), _RECORD)]
    days = decode(recorded_days)
    notice = zone_notice(days, zone, now) or text("doctor.time.days", zone=str(zone))
    return [ok(notice) if str(days.last_zone) == str(zone) else advice(notice, _RECORD)]


def session_zone(role: str, server: ServerVersion) -> Finding:
    if server.session_zone != "+00:00":
        message = text("doctor.time.session", role=role, zone=server.session_zone)
        return bad(message, text("doctor.time.session_do"))
    zone = f"{server.zone} ({server.system_zone})" if server.zone == "SYSTEM" else server.zone
    return ok(text("doctor.time.session_utc", role=role, zone=zone))


def system_rules(zone: ZoneInfo, now: float, folder: Path) -> list[Finding]:
    """Compares the rules of the site's zone with this machine's copy, which the game server's clock may follow.

    `now`: epoch seconds; `folder`: the system's copy. No finding without one.
    """
    try:
        with (folder / zone.key).open("rb") as file:
            system_zone = ZoneInfo.from_file(file, zone.key)
    except (OSError, ValueError):
        return [ok(text("doctor.time.no_copy", zone=zone.key, rules=RULES))]
    at = datetime.fromtimestamp(now, UTC)
    for days in range(366):
        moment = at + timedelta(days=days)
        if moment.astimezone(zone).utcoffset() != moment.astimezone(system_zone).utcoffset():
            message = text("doctor.time.other_copy", zone=zone.key, rules=RULES, day=f"{moment:%Y-%m-%d}")
            return [advice(message, text("doctor.time.other_copy_do"))]
    return [ok(text("doctor.time.same_copy", zone=zone.key, rules=RULES))]


def server_rules(role: str, zone: ZoneInfo, now: float, minutes: list[int | None]) -> list[Finding]:
    """Compares the site's zone with the clock of a database server that shows the same hour now.

    `minutes`: the server's offsets now and at the next quarters; None: unknown. No finding for one in another zone.
    """
    offsets = [_minutes(zone, now + seconds) for seconds in _QUARTERS]
    if None in minutes or minutes[0] != offsets[0] or minutes == offsets:
        return []
    return [advice(text("doctor.time.other_rules", role=role, rules=RULES), text("doctor.time.other_rules_do"))]


def _minutes(zone: ZoneInfo, seconds: float) -> int:
    offset = datetime.fromtimestamp(seconds, zone).utcoffset()
    return int(offset.total_seconds()) // 60 if offset else 0

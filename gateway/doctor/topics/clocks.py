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

SYSTEM_ZONES: Final = Path("/usr/share/zoneinfo")
_QUARTERS: Final = tuple(91 * DAY * number for number in range(5))
"""Seconds from now: a year in which rules are compared."""
_NTP: Final = "synchronize both machines by NTP (timedatectl set-ntp true, or chrony)"

_RECORD: Final = "gateway install --apply"


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
            offset = clock_offset(f"{role}: the database's clock", server.now_ms / 1000, sent_at, time.time())
            findings += [offset, session_zone(role, server)]
            rows = [await database.one(ZONE_OFFSET, seconds=int(now) + seconds) for seconds in _QUARTERS]
            findings += server_rules(role, zone, now, [row.minutes if row else None for row in rows])
    return findings


def clock_offset(clock: str, reading: float, sent_at: float, received_at: float) -> Finding:
    """Evaluates a clock that was read between two moments of ours, in epoch seconds."""
    offset, certain_offset = clock_offsets(reading, sent_at, received_at)
    text = f"{clock} is {abs(offset):,.1f} s {'ahead of' if offset > 0 else 'behind'} this machine's"
    level = DATABASE_CLOCK.level(certain_offset)
    if level == "bad":
        return bad(f"{text}: bans, deliveries and samples get wrong times", _NTP)
    return (
        advice(text, _NTP)
        if level == "advice"
        else ok(f"{clock} and this machine's agree within {abs(offset) * 1000:,.0f} ms")
    )


async def _site_days(context: DoctorContext, now: float) -> list[Finding]:
    zone = context.settings.server.zone
    if not context.answers("site"):
        return []
    recorded_days = await context.installation_value(TIME_ZONE)
    if not recorded_days:
        text = "the time zone of the days of limits and of the history is not recorded: a change moves them at once"
        return [advice(text, _RECORD)]
    days = decode(recorded_days)
    notice = zone_notice(days, zone, now) or f"the days of limits and of the history are those of {zone}"
    return [ok(notice) if str(days.last_zone) == str(zone) else advice(notice, _RECORD)]


def session_zone(role: str, server: ServerVersion) -> Finding:
    if server.session_zone != "+00:00":
        text = f"{role}: the time zone of our session is {server.session_zone} instead of +00:00, so days begin wrong"
        return bad(text, "remove what changes sessions between us and the database (a proxy, init_connect)")
    zone = f"{server.zone} ({server.system_zone})" if server.zone == "SYSTEM" else server.zone
    return ok(f"{role}: our sessions use +00:00; the server's time zone ({zone}) does not matter")


def system_rules(zone: ZoneInfo, now: float, folder: Path) -> list[Finding]:
    """Compares the rules of the site's zone with this machine's copy, which the game server's clock may follow.

    `now`: epoch seconds; `folder`: the system's copy. No finding without one.
    """
    try:
        with (folder / zone.key).open("rb") as file:
            system_zone = ZoneInfo.from_file(file, zone.key)
    except (OSError, ValueError):
        return [ok(f"time zone {zone.key}: the rules are those of tzdata {RULES}; this machine has no copy of its own")]
    at = datetime.fromtimestamp(now, UTC)
    for days in range(366):
        moment = at + timedelta(days=days)
        if moment.astimezone(zone).utcoffset() != moment.astimezone(system_zone).utcoffset():
            text = (
                f"time zone {zone.key}: the site follows tzdata {RULES}, and this machine's copy of the rules differs "
                f"from it on {moment:%Y-%m-%d}: a game server that follows the copy keeps other hours"
            )
            return [advice(text, "update the system's tzdata, and the Java of the game server")]
    return [ok(f"time zone {zone.key}: the rules of tzdata {RULES} and this machine's copy agree for a year")]


def server_rules(role: str, zone: ZoneInfo, now: float, minutes: list[int | None]) -> list[Finding]:
    """Compares the site's zone with the clock of a database server that shows the same hour now.

    `minutes`: the server's offsets now and at the next quarters; None: unknown. No finding for one in another zone.
    """
    offsets = [_minutes(zone, now + seconds) for seconds in _QUARTERS]
    if None in minutes or minutes[0] != offsets[0] or minutes == offsets:
        return []
    text = (
        f"{role}: the database server's clock is in the site's zone now and will differ from tzdata {RULES} within a "
        "year: its machine has other rules of time zones"
    )
    return [advice(text, "update tzdata on that machine, and the Java of the game server that runs there")]


def _minutes(zone: ZoneInfo, seconds: float) -> int:
    offset = datetime.fromtimestamp(seconds, zone).utcoffset()
    return int(offset.total_seconds()) // 60 if offset else 0

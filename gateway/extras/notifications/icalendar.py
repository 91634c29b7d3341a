"""The calendar as a file (RFC 5545, RFC 7986). Pure."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

from gateway.extras.notifications.calendar import BOSS_KINDS, CalendarEntry
from gateway.registration.announcements import Announcement
from gateway.texts import read

MEDIA_TYPE: Final = "text/calendar"
_LINE_OCTETS: Final = 75


def icalendar(
    entries: Iterable[CalendarEntry],
    announcements: Iterable[Announcement],
    site_name: str,
    public_url: str,
    language: str,
    paths: str = "",
) -> bytes:
    """`paths`: the beginning of the page's paths in the language."""
    name = _escape(read(language, "notifications.calendar", site=site_name))
    host = public_url.partition("//")[2] or "localhost"
    pages = public_url and public_url + paths
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//fishi-gateway//calendar//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"NAME:{name}",
        f"X-WR-CALNAME:{name}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        *(line for entry in entries for line in _event(entry, host, pages, language)),
        *(line for entry in announcements for line in _announced(entry, host, pages, language)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_fold(line)}\r\n" for line in lines).encode()


def _event(entry: CalendarEntry, host: str, pages: str, language: str) -> Iterator[str]:
    yield from _head(entry, f"{entry.kind}-{entry.subject_id}-{entry.first_at}@{host}")
    yield f"STATUS:{'CANCELLED' if entry.is_cancelled else 'CONFIRMED'}"
    if entry.ends_at > entry.starts_at:
        yield f"DTEND:{_utc(entry.ends_at)}"
    yield f"SUMMARY:{_escape(read(language, f'notifications.entries.{entry.kind}', name=entry.name))}"
    if entry.zone:
        yield f"LOCATION:{_escape(entry.zone)}"
    yield f"CATEGORIES:{'BOSS' if entry.kind in BOSS_KINDS else entry.kind.upper()}"
    yield "TRANSP:TRANSPARENT"
    if pages:
        yield f"URL:{pages}/world"
    yield "END:VEVENT"


def _announced(entry: Announcement, host: str, pages: str, language: str) -> Iterator[str]:
    yield from _head(entry, f"{entry.key}@{host}")
    yield "STATUS:CONFIRMED"
    if entry.ends_at:
        yield f"DTEND:{_utc(entry.ends_at)}"
    yield f"SUMMARY:{_escape(entry.title.read(language))}"
    yield "TRANSP:TRANSPARENT"
    if pages:
        yield f"URL:{entry.address_below(pages)}"
    yield "END:VEVENT"


def _head(entry: CalendarEntry | Announcement, uid: str) -> Iterator[str]:
    changed_at = _utc(entry.changed_at)
    yield "BEGIN:VEVENT"
    yield f"UID:{uid}"
    yield f"DTSTAMP:{changed_at}"
    yield f"LAST-MODIFIED:{changed_at}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"DTSTART:{_utc(entry.starts_at)}"


def _utc(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join("".join(sign for sign in line if sign >= " ") for line in text.splitlines())


def _fold(line: str) -> str:
    """Folds after 75 octets, between characters; a continuation begins with a space."""
    parts, size = [""], 0
    for sign in line:
        octets = len(sign.encode())
        if size + octets > _LINE_OCTETS:
            parts.append(" ")
            size = 1
        parts[-1] += sign
        size += octets
    return "\r\n".join(parts)

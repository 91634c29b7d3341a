"""Events in the site schema: idempotent writes and pages for readers."""

import secrets
from collections.abc import Collection, Iterable
from datetime import tzinfo
from typing import Any, Final

import msgspec
from msgspec import Struct

from gateway.database.batches import write_rows
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.extras.world_events.kinds import KINDS, EventKind, PartyMember, publication
from gateway.extras.world_events.seasons import Season

PAGE_SIZE: Final = 50
_ID_BITS: Final = 53
"""A browser reads larger numbers inexactly."""


class WorldEvent(Struct, frozen=True, kw_only=True):
    """`at`: epoch seconds. `details` holds ids and numbers, never names. `id` and `season`: 0 until it is stored."""

    kind: EventKind
    subject_id: int
    at: int
    accuracy_seconds: int
    object_id: int = 0
    details: dict[str, Any] = {}
    id: int = 0
    season: int = 0


class _BossKill(Struct, frozen=True):
    """Details of a boss's death; `party`: of the killers that the snapshot knew."""

    killers: list[int]
    party: list[PartyMember] = []


class EventRow(Struct, frozen=True):
    """`details`: JSON."""

    kind: EventKind
    subject_id: int
    at: int
    accuracy_seconds: int
    object_id: int
    details: str
    id: int
    season: int

    @property
    def event(self) -> WorldEvent:
        details = msgspec.json.decode(self.details, type=dict[str, Any])
        return WorldEvent(
            kind=self.kind,
            subject_id=self.subject_id,
            at=self.at,
            accuracy_seconds=self.accuracy_seconds,
            object_id=self.object_id,
            details=details,
            id=self.id,
            season=self.season,
        )


class _Moment(Struct, frozen=True):
    id: int
    at: int


_BOSS_KILL: Final = msgspec.json.Decoder(_BossKill)
_END: Final = _Moment(0, 1 << 53)
_MAX_ID: Final = 1 << 53

ADD = query("world_events.add", None)
SET_DETAILS = query("world_events.set_details", None)
MOMENT = query("world_events.moment", _Moment)
PAGE = query("world_events.page", EventRow)
BETWEEN = query("world_events.between", EventRow)
OF_PERIOD = query("world_events.of_period", EventRow)
OF_SUBJECT = query("world_events.of_subject", EventRow)


async def add(site: Database | Session, events: Iterable[WorldEvent], zone: tzinfo, now: float) -> None:
    """Stores events, each once: one of the same kind, subject, object and moment is left as it is."""
    await write_rows(site, ADD, (_row(event, zone, now) for event in events))


async def set_details(site: Database | Session, event: WorldEvent) -> None:
    """Replaces the details of a stored event, which a later reading has completed."""
    await site.write(
        SET_DETAILS,
        kind=event.kind,
        subject=event.subject_id,
        object=event.object_id,
        at=event.at,
        details=_encoded_details(event),
    )


async def page(
    site: Database,
    now: float,
    season: Season,
    before_id: int | None = None,
    kinds: Collection[EventKind] = (),
    limit: int = PAGE_SIZE,
) -> list[WorldEvent]:
    """Returns public events of a season, the newest first. `before_id`: the last event of the page before."""
    last = _END if before_id is None else await site.one(MOMENT, id=before_id)
    if last is None:
        return []
    rows = await site.read(
        PAGE,
        now=int(now),
        at=min(last.at, season.ended_at or last.at),
        id=last.id if last.at <= (season.ended_at or last.at) else _MAX_ID,
        since=season.first_event_at,
        season=season.number,
        kinds=list(kinds or KINDS),
        limit=limit,
    )
    return [row.event for row in rows]


async def of_subject(
    site: Database,
    now: float,
    kinds: Collection[EventKind],
    subject_id: int,
    limit: int = PAGE_SIZE,
    season: Season | None = None,
) -> list[WorldEvent]:
    """Returns public events of one boss, castle or clan, the newest first. `season` None: of all seasons.

    The ids of clans and characters mean others in another season.
    """
    number = season.number if season else 0
    rows = await site.read(OF_SUBJECT, now=int(now), season=number, kinds=list(kinds), subject=subject_id, limit=limit)
    return [row.event for row in rows]


async def between(
    site: Database, now: float, season: Season, kind: EventKind, ids: Collection[int], limit: int
) -> list[WorldEvent]:
    """Returns public events of a season whose subject and object are both among these ids, the newest first."""
    rows = await site.read(
        BETWEEN, now=int(now), season=season.number, kind=kind, subjects=list(ids), objects=list(ids), limit=limit
    )
    return [row.event for row in rows]


async def of_period(
    site: Database, now: float, kinds: Collection[EventKind], since: int, until: int, limit: int
) -> list[WorldEvent]:
    """Returns public events from `since` to before `until`, the newest first."""
    rows = await site.read(OF_PERIOD, now=int(now), kinds=list(kinds), since=since, until=until, limit=limit)
    return [row.event for row in rows]


def _row(event: WorldEvent, zone: tzinfo, now: float) -> dict[str, Any]:
    at, accuracy, public_at = publication(event.kind, event.at, event.accuracy_seconds, zone, now)
    return {
        "id": secrets.randbits(_ID_BITS),
        "kind": event.kind,
        "subject": event.subject_id,
        "object": event.object_id,
        "at": at,
        "public_at": public_at,
        "accuracy": accuracy,
        "details": _encoded_details(event),
    }


def _encoded_details(event: WorldEvent) -> str:
    """Raises msgspec.ValidationError for a boss's death without well-formed killers and party."""
    details = msgspec.json.encode(event.details)
    if event.kind == "boss_killed":
        _BOSS_KILL.decode(details)
    return details.decode()

"""Sieges of castles: start, participants, end and result, from the readings. Pure.

The start is the date in the table: the game writes nothing then. At the end it saves the next date and deletes the
registrations, so the participants are those of the readings before.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from gateway.extras.world import siege_kills
from gateway.extras.world.reading import CastleRow, SiegeRegistration
from gateway.extras.world.siege_kills import QUARTER_SECONDS, SiegeKills
from gateway.extras.world_events import WorldEvent
from gateway.world_snapshot.snapshot import Snapshot

LENGTH_SECONDS: Final = 7200
"""Time after the date in which a siege may have begun."""
PROVISIONAL_SECONDS: Final = 1200
"""The game saves characters within 15 minutes: the result may change so long after the end."""
_MAX_SECONDS: Final = 6 * 3600


class SiegeRecord(Struct, frozen=True, array_like=True):
    """A running siege, or one that has just ended. `sides`: each clan's side when it was first seen in this siege.

    `owners`: changes of the owner: moment, accuracy in seconds, clan. `kills`: None where they are not counted.
    """

    started_at: int
    owner_before: int
    sides: dict[int, str]
    ended_at: int = 0
    accuracy_seconds: int = 0
    owner_after: int = 0
    owners: list[tuple[int, int, int]] = []
    kills: SiegeKills | None = None

    @property
    def all_sides(self) -> dict[int, str]:
        """The clan that held the castle at the start may not be registered."""
        return {**({self.owner_before: "owner"} if self.owner_before else {}), **self.sides}


Sieges = dict[int, SiegeRecord]
"""By castle."""


class SiegeChanges(Struct, frozen=True):
    """`corrections`: stored events with another result."""

    sieges: Sieges
    events: list[WorldEvent] = []
    corrections: list[WorldEvent] = []


def compare_sieges(
    sieges: Sieges,
    castles: list[CastleRow],
    registrations: list[SiegeRegistration],
    owners: Mapping[int, int],
    previous_at: int,
    now: int,
) -> SiegeChanges:
    """`owners`: clan by castle in this reading. `previous_at`, `now`: moments of the reading before and of this one."""
    changes = SiegeChanges({})
    for castle in castles:
        sides = {row.clan_id: row.side for row in registrations if row.castle_id == castle.castle_id}
        owner = owners.get(castle.castle_id, 0)
        siege = sieges.get(castle.castle_id)
        if siege and siege.ended_at:
            siege = _correct_owner(changes, castle.castle_id, siege, owner, previous_at, now)
        if siege is None:
            siege = _start(changes, castle, sides, owner, now)
        elif not siege.ended_at:
            siege = _advance(changes, castle, siege, sides, owner, previous_at, now)
        if siege:
            changes.sieges[castle.castle_id] = siege
    return changes


def _start(changes: SiegeChanges, castle: CastleRow, sides: dict[int, str], owner: int, now: int) -> SiegeRecord | None:
    """A siege without attackers does not take place."""
    at = castle.siege_at
    if at is None or not at <= now < at + LENGTH_SECONDS or "attacker" not in sides.values():
        return None
    siege = SiegeRecord(started_at=at, owner_before=owner, sides=sides)
    changes.events.append(running_event(castle.castle_id, siege))
    return siege


def _advance(
    changes: SiegeChanges,
    castle: CastleRow,
    siege: SiegeRecord,
    sides: dict[int, str],
    owner: int,
    previous_at: int,
    now: int,
) -> SiegeRecord | None:
    if sides or castle.siege_at == siege.started_at:
        is_over = now > siege.started_at + _MAX_SECONDS
        siege = _with_owner(siege, owner, previous_at, now)
        return None if is_over else replace(siege, sides={**sides, **siege.sides})
    ended_siege = replace(siege, ended_at=now, accuracy_seconds=now - previous_at, owner_after=owner)
    ended_siege = _with_owner(ended_siege, owner, previous_at, now)
    changes.events.append(end_event(castle.castle_id, ended_siege))
    if owner not in (0, siege.owner_before):
        changes.events.append(_castle_taken(castle.castle_id, ended_siege))
    return ended_siege


def _with_owner(siege: SiegeRecord, owner: int, previous_at: int, now: int) -> SiegeRecord:
    """The game writes the loss before the new owner: no owner is no change."""
    last_owner = siege.owners[-1][2] if siege.owners else siege.owner_before
    if owner in (0, last_owner):
        return siege
    return replace(siege, owners=[*siege.owners, (now, now - previous_at, owner)])


def _correct_owner(
    changes: SiegeChanges, castle_id: int, siege: SiegeRecord, owner: int, previous_at: int, now: int
) -> SiegeRecord | None:
    """The owner may follow the end by a statement."""
    if owner not in (0, siege.owner_after):
        siege = _with_owner(replace(siege, owner_after=owner), owner, previous_at, now)
        changes.corrections.append(end_event(castle_id, siege))
        if owner != siege.owner_before:
            changes.events.append(_castle_taken(castle_id, siege))
    return siege if now <= siege.ended_at + PROVISIONAL_SECONDS else None


def running_event(castle_id: int, siege: SiegeRecord) -> WorldEvent:
    return WorldEvent(
        kind="siege_started", subject_id=castle_id, at=siege.started_at, accuracy_seconds=0, details=_details(siege)
    )


def end_event(castle_id: int, siege: SiegeRecord) -> WorldEvent:
    return WorldEvent(
        kind="siege_ended",
        subject_id=castle_id,
        at=siege.ended_at,
        accuracy_seconds=siege.accuracy_seconds,
        details=_details(siege),
    )


def _castle_taken(castle_id: int, siege: SiegeRecord) -> WorldEvent:
    """The new owner may hold the castle since long before the end: the event is dated to its last change of owner."""
    at, accuracy, owner = siege.owners[-1]
    return WorldEvent(
        kind="castle_taken",
        subject_id=castle_id,
        at=at,
        accuracy_seconds=accuracy,
        object_id=owner,
        details={"before": siege.owner_before},
    )


def count_kills(siege: SiegeRecord, snapshot: Snapshot) -> SiegeRecord:
    """Returns the siege with its clans' kills up to the snapshot. Those after the end belong to its last quarter."""
    sides = {clan_id: side for clan_id, side in siege.all_sides.items() if side != siege_kills.WAITING}
    kills = siege.kills or siege_kills.begin(snapshot, list(sides), siege.started_at)
    taken_at = int(snapshot.stats.taken_at)
    until = min(taken_at, siege.ended_at - max(1, siege.accuracy_seconds)) if siege.ended_at else taken_at
    quarter = max(0, until - siege.started_at) // QUARTER_SECONDS
    return replace(siege, kills=siege_kills.count(kills, snapshot, sides, quarter))


def _details(siege: SiegeRecord) -> dict[str, object]:
    details: dict[str, object] = {
        "started_at": siege.started_at,
        "owner_before": siege.owner_before,
        "owner_after": siege.owner_after,
        "sides": sorted([clan_id, side] for clan_id, side in siege.all_sides.items()),
        "owners": siege.owners,
    }
    if siege.kills:
        details["counted_from"] = siege.kills.counted_from
        details["clans"] = siege_kills.by_clan(siege.kills)
        details["quarters"] = siege_kills.per_quarter(siege.kills.quarters)
    return details

"""Deaths of bosses, from two readings of their rows and from gains of raid points. Pure."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from gateway.concurrency.durations import HOUR
from gateway.extras.world.boss_variants import merge_gains, merge_rows
from gateway.extras.world.facts import boss_of
from gateway.extras.world.raid_points import Gains
from gateway.extras.world.reading import BossRow
from gateway.extras.world_events import WorldEvent

MATCH_SECONDS: Final = 600
"""Points belong to the death of their boss within this time."""
_CLOCK_SLACK: Final = 5
_RESPAWNS: Final = 8
"""Deaths that a restored backup may show again."""


class BossRecord(Struct, frozen=True, array_like=True):
    """The last row of a boss, and its last death: none was seen while `died_at` is 0.

    `seen_at`: the reading that showed the death. `respawns`: those of the last deaths, the newest last: a backup of the
    game that is restored shows one of them again.
    """

    row: BossRow
    died_at: int = 0
    accuracy_seconds: int = 0
    seen_at: int = 0
    killers: list[int] = []
    respawns: list[int] = []


class PendingPoints(Struct, frozen=True, array_like=True):
    """Points without a death so far: first seen at `seen_at`, not yet at `last_at`."""

    seen_at: int
    last_at: int
    characters: list[int]


class BossStates(Struct, frozen=True):
    """Records and pending points by boss."""

    records: dict[int, BossRecord] = {}
    pending: dict[int, PendingPoints] = {}


class BossChanges(Struct, frozen=True):
    """`corrections`: stored events, with killers that became known later."""

    states: BossStates
    events: list[WorldEvent] = []
    corrections: list[WorldEvent] = []


def first_states(rows: Iterable[BossRow], now: int) -> BossStates:
    return BossStates({row.boss_id: BossRecord(row) for row in merge_rows(rows, now)})


def compare_bosses(
    states: BossStates, rows: Iterable[BossRow], gains: Gains, previous_at: int, points_at: int, now: int
) -> BossChanges:
    """A boss that this reading lacks keeps its last row.

    `previous_at`, `now`: moments of the reading before and of this one. `points_at`: of the previous reading of points.
    """
    changes = BossChanges(_merge_states(states))
    for boss_id, characters in merge_gains(gains).items():
        points = changes.states.pending.get(boss_id, PendingPoints(now, points_at, []))
        changes.states.pending[boss_id] = replace(points, characters=sorted({*points.characters, *characters}))
    for row in merge_rows(rows, now):
        _compare_row(changes, row, previous_at, now)
    _complete_parties(changes, now)
    _give_up_points(changes, now)
    return changes


def _merge_states(states: BossStates) -> BossStates:
    """Returns copies. An earlier release stored a record for each variant: the last death is that of the boss."""
    records: dict[int, BossRecord] = {}
    for npc_id, record in sorted(states.records.items(), key=lambda entry: entry[1].died_at):
        if boss_id := boss_of(npc_id):
            records[boss_id] = (
                record if npc_id == boss_id else replace(record, row=replace(record.row, boss_id=boss_id))
            )
    return BossStates(
        records, {boss_of(npc_id): points for npc_id, points in states.pending.items() if boss_of(npc_id)}
    )


def _compare_row(changes: BossChanges, row: BossRow, previous_at: int, now: int) -> None:
    records, pending = changes.states.records, changes.states.pending
    record = records.get(row.boss_id)
    if not _has_died(record, row, previous_at, now):
        records[row.boss_id] = replace(record, row=row) if record else BossRecord(row)
    elif row.needs_points and row.boss_id not in pending:
        records[row.boss_id] = BossRecord(row)
    else:
        respawns = [*(record.respawns if record else ()), row.respawn_at or 0][-_RESPAWNS:]
        death = _death(row, pending.pop(row.boss_id, None), previous_at, now)
        records[row.boss_id] = replace(death, respawns=respawns)
        changes.events.append(kill_event(records[row.boss_id]))


def _complete_parties(changes: BossChanges, now: int) -> None:
    """Adds points that follow a death in time to its killers."""
    records, pending = changes.states.records, changes.states.pending
    for boss_id in sorted(pending.keys() & records.keys()):
        record = records[boss_id]
        if record.died_at and now - record.seen_at <= MATCH_SECONDS and record.row.is_dead(now):
            characters = sorted({*record.killers, *pending.pop(boss_id).characters})
            if characters != record.killers:
                records[boss_id] = replace(record, killers=characters)
                changes.corrections.append(kill_event(records[boss_id]))


def _give_up_points(changes: BossChanges, now: int) -> None:
    """Makes an unconfirmed kill of points that no death has followed in time.

    Points that come too late for a death without killers belong to that death, and are dropped.
    """
    records, pending = changes.states.records, changes.states.pending
    for boss_id in [boss_id for boss_id, points in pending.items() if now - points.seen_at > MATCH_SECONDS]:
        points, record = pending.pop(boss_id), records.get(boss_id)
        if not (record and record.died_at and not record.killers):
            changes.events.append(_unconfirmed_kill(boss_id, points))


def kill_event(record: BossRecord) -> WorldEvent:
    details = {"killers": record.killers}
    return WorldEvent(
        kind="boss_killed",
        subject_id=record.row.boss_id,
        at=record.died_at,
        accuracy_seconds=record.accuracy_seconds,
        details=details,
    )


def _unconfirmed_kill(boss_id: int, points: PendingPoints) -> WorldEvent:
    details = {"killers": points.characters}
    return WorldEvent(
        kind="boss_points",
        subject_id=boss_id,
        at=points.seen_at,
        accuracy_seconds=points.seen_at - points.last_at,
        details=details,
    )


def _has_died(record: BossRecord | None, row: BossRow, previous_at: int, now: int) -> bool:
    """A row that was not there before is that of a boss that has died for the first time.

    A dead boss died again if its respawn passed before this reading; a respawn that an administrator moved is no death.
    """
    if not row.is_dead(now) or (record and row.respawn_at in record.respawns):
        return False
    if record is None or not record.row.is_dead(previous_at):
        return record is None or row.respawn_at != record.row.respawn_at
    was_due_at = record.row.respawn_at or 0
    return row.respawn_at != was_due_at and was_due_at < now


def _death(row: BossRow, points: PendingPoints | None, previous_at: int, now: int) -> BossRecord:
    at, accuracy = now, now - previous_at
    if points and points.seen_at < now:  # the game writes the row when the corpse is gone, and the points at the death
        at, accuracy = points.seen_at, points.seen_at - points.last_at
    exact = _exact_death(row, at - accuracy, at)
    if exact:
        at, accuracy = exact, 1
    return BossRecord(
        row, died_at=at, accuracy_seconds=accuracy, seen_at=now, killers=points.characters if points else []
    )


def _exact_death(row: BossRow, earliest: int, latest: int) -> int:
    """Returns the second of the death if the delay is in whole hours and one such moment lies in between, else 0."""
    if not row.is_exact or row.respawn_at is None or latest - earliest >= HOUR:
        return 0
    at = row.respawn_at - -(-(row.respawn_at - latest - _CLOCK_SLACK) // HOUR) * HOUR
    return at if at > earliest - _CLOCK_SLACK else 0

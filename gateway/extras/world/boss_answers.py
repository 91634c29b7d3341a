"""Public answers about bosses: state, window and killers, as exactly as the operator allows."""

from collections.abc import Mapping
from typing import Final

from gateway.extras.world.addresses import boss_path
from gateway.extras.world.answers import unavailable
from gateway.extras.world.boss_deaths import BossRecord
from gateway.extras.world.facts import GRAND_DELAYS, BossKind, boss_facts
from gateway.extras.world.names import WorldNames, moment, moment_of
from gateway.extras.world.pulse import BossWindow
from gateway.extras.world.reading import BossRow
from gateway.extras.world.schemas import WorldBoss, WorldBosses, WorldCharacter
from gateway.extras.world.settings import BossTimes
from gateway.extras.world.state import WorldState

Window = tuple[int, int]
"""Seconds of the earliest and the latest respawn."""
_UNKNOWN: Final = (None, None)


def window_of(record: BossRecord, family: str) -> Window | None:
    """Returns the window of the respawn, counted from the death; None if the death or the delays are not known.

    A respawn outside the window means that the server has other delays: then the window is not shown either, since a
    wider one would tell the respawn.
    """
    row, delays = record.row, delays_of(record.row, family)
    if not record.died_at or delays is None or row.respawn_at is None:
        return None
    first, last = record.died_at - record.accuracy_seconds + delays[0], record.died_at + delays[1]
    return (first, last) if first <= row.respawn_at <= last else None


def delays_of(row: BossRow, family: str) -> Window | None:
    """Returns the shortest and the longest delay from a death to the respawn."""
    if row.min_delay is not None and row.max_delay:
        return row.min_delay, row.max_delay
    if delays := GRAND_DELAYS.get((family, row.boss_id)):
        return delays
    return GRAND_DELAYS.get((family, 0)) if boss_facts(row.boss_id).kind == "raid" else None


def bosses(state: WorldState, names: WorldNames, times: BossTimes, family: str, now: float) -> WorldBosses:
    records = list(state.bosses.records.values() if times != "off" else ())
    killers = names.characters(character for record in records for character in record.killers)
    answers = [boss_answer(record, killers, times, family, now) for record in records]
    answers.sort(key=lambda boss: (boss.kind, -boss.level, boss.id))
    return WorldBosses(answers, times, moment_of(state.reading.taken_at), unavailable(state.reading, "bosses"))


def boss_answer(
    record: BossRecord, characters: Mapping[int, WorldCharacter], times: BossTimes, family: str, now: float
) -> WorldBoss:
    row, facts = record.row, boss_facts(record.row.boss_id)
    is_dead = row.is_dead(now)
    window = shown_window(record, times, family) if is_dead else None
    first, last = window or _UNKNOWN
    killers = [character for character_id in record.killers if (character := characters.get(character_id))]
    return WorldBoss(
        id=row.boss_id,
        name=facts.name,
        path=boss_path(row.boss_id),
        level=facts.level,
        kind=facts.kind,
        zone=facts.zone,
        state="dead" if is_dead else "alive",
        window_from=moment(first),
        window_to=moment(last),
        died_at=moment(record.died_at),
        accuracy_seconds=record.accuracy_seconds if record.died_at else None,
        killers=killers or None,
    )


def shown_window(record: BossRecord, times: BossTimes, family: str) -> Window | None:
    if times == "exact" and record.row.respawn_at:
        return record.row.respawn_at, record.row.respawn_at
    return window_of(record, family) if times == "window" else None


def shown_windows(state: WorldState, times: BossTimes, family: str, now: float) -> list[tuple[Window, int]]:
    """Returns the windows of dead bosses that the public sees, each with the boss."""
    dead = [record for record in state.bosses.records.values() if record.row.is_dead(now)]
    return [(window, record.row.boss_id) for record in dead if (window := shown_window(record, times, family))]


def windows(
    state: WorldState, times: BossTimes, family: str, now: float
) -> tuple[BossWindow | None, BossWindow | None]:
    """Returns the open window that closes next, and the one that opens next; those of grand bosses come first."""
    boss_windows = shown_windows(state, times, family, now)

    def kind_of(entry: tuple[Window, int]) -> BossKind:
        return boss_facts(entry[1]).kind  # "grand" is before "raid"

    open_windows = (entry for entry in boss_windows if entry[0][0] <= now)
    open_window = min(open_windows, key=lambda entry: (kind_of(entry), entry[0][1]), default=None)
    later_windows = (entry for entry in boss_windows if entry[0][0] > now)
    next_window = min(later_windows, key=lambda entry: (kind_of(entry), entry), default=None)
    return _boss_window(open_window), _boss_window(next_window)


def _boss_window(entry: tuple[Window, int] | None) -> BossWindow | None:
    if entry is None:
        return None
    (first, last), boss_id = entry
    return BossWindow(boss_id, boss_facts(boss_id).name, window_from=moment_of(first), window_to=moment_of(last))

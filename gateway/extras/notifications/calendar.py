"""Entries of the calendar: the coming events of the world, and changes of entries. Pure."""

from collections.abc import Collection, Iterable
from typing import Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from gateway.extras.world.boss_answers import shown_window
from gateway.extras.world.facts import BOSSES, boss_facts, boss_of, castle_name, hall_facts
from gateway.extras.world.settings import BossTimes
from gateway.extras.world.sieges import LENGTH_SECONDS
from gateway.extras.world.state import WorldState

EntryKind = Literal["siege", "hall", "auction", "grand", "raid", "olympiad"]
ENTRY_KINDS: Final[tuple[EntryKind, ...]] = get_args(EntryKind)
BOSS_KINDS: Final = frozenset({"grand", "raid"})
DEFAULT_KINDS: Final = frozenset({"siege", "hall", "grand", "olympiad"})
_HALL_SIEGE_SECONDS: Final = 3600


class CalendarEntry(Struct, frozen=True):
    """`first_at`: the start as it was first announced. Kind, subject and `first_at` identify the entry for ever."""

    kind: EntryKind
    subject_id: int
    first_at: int
    starts_at: int
    ends_at: int
    sequence: int = 0
    is_cancelled: int = 0
    changed_at: int = 0

    @property
    def subject(self) -> tuple[str, int]:
        return self.kind, self.subject_id

    @property
    def name(self) -> str:
        match self.kind:
            case "siege":
                return castle_name(self.subject_id)
            case "hall" | "auction":
                return hall_facts(self.subject_id).name
            case "grand" | "raid":
                return boss_facts(self.subject_id).name
            case "olympiad":
                return ""

    @property
    def zone(self) -> str:
        facts = BOSSES.get(self.subject_id) if self.kind in BOSS_KINDS else None
        return facts.zone if facts else ""


class CalendarFilter(Struct, frozen=True):
    """Selects the kinds, and these castles and bosses; without a choice the default kinds."""

    kinds: Collection[str] = ()
    castles: Collection[int] = ()
    bosses: Collection[int] = ()

    def takes(self, entry: CalendarEntry) -> bool:
        kinds = self.kinds or (() if self.castles or self.bosses else DEFAULT_KINDS)
        if entry.kind in kinds:
            return True
        if entry.kind in BOSS_KINDS:
            return entry.subject_id in map(boss_of, self.bosses)
        return entry.kind == "siege" and entry.subject_id in self.castles


def coming_entries(state: WorldState, times: BossTimes, family: str, now: int) -> list[CalendarEntry]:
    """Returns the entries that this reading of the world announces."""
    reading = state.reading
    entries = [
        _entry("siege", castle.castle_id, castle.siege_at, LENGTH_SECONDS)
        for castle in reading.castles
        if castle.siege_at
    ]
    entries += [
        _entry("hall", hall.hall_id, hall.moment, _HALL_SIEGE_SECONDS) for hall in reading.hall_sieges if hall.moment
    ]
    entries += [_entry("auction", row.hall_id, row.ends_at) for row in reading.auctions if row.ends_at]
    if reading.olympiad and reading.olympiad.ends_at:
        entries.append(_entry("olympiad", 0, reading.olympiad.ends_at))
    for record in state.bosses.records.values():
        window = shown_window(record, times, family) if record.row.is_dead(now) else None
        if window:
            boss_id = record.row.boss_id
            entries.append(_entry(boss_facts(boss_id).kind, boss_id, window[0], window[1] - window[0]))
    return [entry for entry in entries if entry.ends_at > now]


def _entry(kind: EntryKind, subject_id: int, at: int, seconds: int = 0) -> CalendarEntry:
    return CalendarEntry(kind, subject_id=subject_id, first_at=at, starts_at=at, ends_at=at + seconds)


def changed_entries(
    stored_entries: Iterable[CalendarEntry], announced_entries: Iterable[CalendarEntry], now: int
) -> list[CalendarEntry]:
    """Returns entries to store: new, moved and cancelled ones. Entries that have begun stay as they were.

    A kind without an announced entry keeps its entries: its table may have been read while the game rewrote it.
    """
    last = {entry.subject: entry for entry in sorted(stored_entries, key=lambda entry: entry.ends_at)}
    new_entries = {entry.subject: entry for entry in announced_entries}
    entries: list[CalendarEntry] = []
    for subject, entry in new_entries.items():
        old = last.get(subject)
        has_begun = old is not None and old.starts_at <= now
        if old is None or (has_begun and (old.ends_at <= now or entry.starts_at > now)):
            sequence = old.sequence + 1 if old and old.first_at == entry.first_at else 0
            entries.append(replace(entry, sequence=sequence))
        elif not has_begun and _differs(old, entry):
            moved_entry = replace(old, starts_at=entry.starts_at, ends_at=entry.ends_at, is_cancelled=0)
            entries.append(replace(moved_entry, sequence=old.sequence + 1))
    kinds = {entry.kind for entry in new_entries.values()}
    for subject, old in last.items():
        if subject not in new_entries and old.kind in kinds and old.starts_at > now and not old.is_cancelled:
            entries.append(replace(old, is_cancelled=1, sequence=old.sequence + 1))
    return entries


def _differs(old: CalendarEntry, entry: CalendarEntry) -> bool:
    return bool(old.is_cancelled) or (old.starts_at, old.ends_at) != (entry.starts_at, entry.ends_at)

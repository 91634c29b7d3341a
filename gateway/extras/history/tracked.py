"""The tracked characters as columns in the order of their ids, and their changes by a snapshot. Pure."""

from dataclasses import dataclass
from datetime import date
from typing import Final

import numpy as np

from gateway.config.site_days import SiteDays
from gateway.observability.signals import Signal, Thresholds
from gateway.world_snapshot.ascending import places_in
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Snapshot

Columns = dict[str, Array]

VALUES: Final = {
    "level": ("levels", np.uint8),
    "class_id": ("class_ids", np.uint8),
    "exp": ("exp", np.int64),
    "pvp_kills": ("pvp", np.uint32),
    "pk_kills": ("pk", np.uint32),
    "playtime": ("playtime", np.uint32),
    "noble": ("noble", np.uint8),
}
"""Value → column of the snapshot, and the type that it is stored in."""
IDENTITY: Final = {"character_id": np.uint32, "account": np.uint64, "name": np.uint64, "clan_id": np.uint32}
"""`account` and `name` are keyed hashes."""
STATE: Final = {"first_day": np.uint16, "changed_day": np.uint16, "is_gone": np.bool_, "unsaved": np.uint8}
TYPES: Final = {
    **IDENTITY,
    **{name: dtype for name, (_, dtype) in VALUES.items()},
    **{f"first_{name}": dtype for name, (_, dtype) in VALUES.items()},
    **STATE,
}

VALUES_CHANGED: Final = 1
HISTORY_BEGUN: Final = 2
NAME_CHANGED: Final = 4
CLAN_CHANGED: Final = 8
PRESENCE_CHANGED: Final = 16
"""Bits of `unsaved`: changes that the site schema does not have yet."""

MILESTONE_VALUES: Final = ("level", "class_id", "pvp_kills", "noble")
"""Values of which the milestones need those before a snapshot."""

_BLOCK: Final = 65_536
"""Characters of one step: intermediate results of a million would take more memory than the columns."""
_START_LEVEL: Final = 5
"""A character up to this level under another name may be a new one with a used id."""

HISTORY_BEHIND: Final = Signal(name="history_behind", severity="warning", thresholds=Thresholds(3, 0, 3, 0))
"""Counts the days since the last one that is closed: 1 or, after midnight, 2."""


@dataclass(frozen=True, slots=True, eq=False)
class Merge:
    """Result of a snapshot: the tracked characters; for those in the snapshot also place, race and previous values.

    `has_begun`: a history begins; `old_values`, those of MILESTONE_VALUES, are meaningless then. `is_first_sight`: it
    begins, or the season does: what a character has by then has no date.
    """

    characters: Columns
    places: Array
    races: Array
    has_begun: Array
    is_first_sight: Array
    old_values: Columns


def days_behind(last_day: int, now: float, days: SiteDays) -> int:
    """Returns the days since the last one that is closed."""
    return days.day_of(now) - last_day


def week_of(day: date) -> str:
    """Returns the ISO week: "2026-W47"."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


def empty() -> Columns:
    return {name: np.empty(0, dtype) for name, dtype in TYPES.items()}


def merge(
    characters: Columns, snapshot: Snapshot, day: int, season_day: int = 0, *, begins_season: bool = False
) -> Merge:
    """Changes are attributed to `day`. Returns new columns; `characters` stays as it was.

    `season_day`: on which the season began; 0 for the first one. `begins_season`: this is its first snapshot.
    """
    rows = np.argsort(snapshot.columns["character_ids"])
    ids = snapshot.columns["character_ids"][rows].astype(np.uint32)
    accounts, names = snapshot.accounts.hashes_of(ids), snapshot.name_hashes()
    characters = _with_places_for(characters, ids)
    places = np.searchsorted(characters["character_id"], ids)
    old_values = {name: characters[name][places] for name in MILESTONE_VALUES}
    has_begun = np.empty(ids.size, np.bool_)
    for first in range(0, ids.size, _BLOCK):
        part = slice(first, first + _BLOCK)
        hashes = {"account": accounts[part], "name": names[rows[part]]}
        current = _current_values(snapshot, rows[part]) | hashes
        is_of_past = _is_of_past_season(characters, places[part], season_day, begins_season=begins_season)
        has_begun[part] = _store(characters, places[part], current, day, is_of_past)
    is_gone = np.ones(characters["is_gone"].size, np.bool_)
    is_gone[places] = False
    characters["unsaved"][is_gone != characters["is_gone"]] |= PRESENCE_CHANGED
    characters["is_gone"] = is_gone
    is_first_sight = np.ones(ids.size, np.bool_) if begins_season else has_begun
    return Merge(
        characters,
        places=places,
        races=snapshot.columns["races"][rows],
        has_begun=has_begun,
        is_first_sight=is_first_sight,
        old_values=old_values,
    )


def _current_values(snapshot: Snapshot, rows: Array) -> Columns:
    columns = snapshot.columns
    current = {
        name: np.clip(columns[source][rows], 0, np.iinfo(dtype).max).astype(dtype)
        for name, (source, dtype) in VALUES.items()
    }
    return current | {"clan_id": snapshot.clan_ids_of(rows).astype(np.uint32)}


def _with_places_for(characters: Columns, ids: Array) -> Columns:
    """Returns copies of the columns with a place for each of the ids."""
    new_ids = ids[~places_in(characters["character_id"], ids)[0]]
    if not new_ids.size:
        return {name: column.copy() for name, column in characters.items()}
    places = np.searchsorted(characters["character_id"], new_ids)
    columns = {name: np.insert(column, places, 0) for name, column in characters.items()}
    columns["character_id"] = np.insert(characters["character_id"], places, new_ids)
    return columns


def _is_of_past_season(characters: Columns, places: Array, season_day: int, *, begins_season: bool) -> Array:
    """Returns which characters the season has not seen: all at its begin, later those that are gone since before it."""
    if begins_season or not season_day:
        return np.full(places.size, begins_season)
    return characters["is_gone"][places] & (characters["changed_day"][places] <= season_day)


def _is_another(previous: Columns, current: Columns, is_of_past: Array) -> Array:
    """Object ids are reused: another account, or a new start under another name, is another character.

    Players take their names again: one of a past season that comes back with less is a new start under any name.
    """
    has_less = (current["level"] < previous["level"]) & (current["exp"] < previous["exp"])
    is_renamed = (current["level"] <= _START_LEVEL) & (current["name"] != previous["name"])
    return (current["account"] != previous["account"]) | (has_less & (is_renamed | is_of_past))


def _store(characters: Columns, places: Array, current: Columns, day: int, is_of_past: Array) -> Array:
    """Returns which histories begin."""
    previous = {name: characters[name][places] for name in ("first_day", *current)}
    has_begun = (previous["first_day"] == 0) | _is_another(previous, current, is_of_past)
    has_changed = np.logical_or.reduce([current[name] != previous[name] for name in VALUES]) & ~has_begun
    new_bits = np.where(has_changed, VALUES_CHANGED, 0) | np.where(has_begun, HISTORY_BEGUN, 0)
    new_bits |= np.where(has_begun | (current["name"] != previous["name"]), NAME_CHANGED, 0)
    new_bits |= np.where(has_begun | (current["clan_id"] != previous["clan_id"]), CLAN_CHANGED, 0)
    characters["unsaved"][places] |= new_bits.astype(np.uint8)
    for name, column in current.items():
        characters[name][places] = column
    characters["changed_day"][places[has_begun]] = 0
    characters["changed_day"][places[has_changed]] = day
    characters["first_day"][places[has_begun]] = day
    for name in VALUES:
        characters[f"first_{name}"][places[has_begun]] = current[name][has_begun]
    return has_begun

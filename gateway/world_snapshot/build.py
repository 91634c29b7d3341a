"""Builds a snapshot from rows of the database: range by range into columns, joined at the end."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import compress
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from gateway.game.classes import CLASSES, race_of
from gateway.world_snapshot.account_index import AccountHash, AccountIndex
from gateway.world_snapshot.ascending import distinct, is_in
from gateway.world_snapshot.columns import CLAN_COLUMNS, COLUMNS, NUMBER_FIELDS, CharacterRow, ClanRow, by_name
from gateway.world_snapshot.name_search import NameSearch
from gateway.world_snapshot.name_table import NameList, NameTable
from gateway.world_snapshot.not_players import NO_BOTS, NotPlayers
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Snapshot, WorldStats
from gateway.world_snapshot.string_column import (
    SEPARATOR,
    compact,
    decode_strings,
    folded_utf8,
    reorder,
    starts_of,
    utf8,
)
from gateway.world_snapshot.suffix_table import SuffixTable
from gateway.world_snapshot.visibility import (
    ALL_PUBLIC,
    HIDDEN,
    HIDDEN_CLAN,
    LEVELS,
    PUBLIC,
    PrivacyLevels,
    level_numbers,
    shown_clan,
    shown_texts,
)

MAX_SHARED_NAMES: Final = 100
"""Names that more than one character, or clan, has. With more of them the page links by ids alone."""

Columns = Mapping[str, Sequence[Any]]
Values = Sequence[Any]
"""A row as the driver returns it, in the order of the Struct's fields."""

_RACE_OF: Final = np.array([race_of(class_id) or 0 for class_id in range(max(CLASSES) + 2)], np.uint8)


class Builder:
    """Takes ranges of characters in the order of their ids, then returns the snapshot."""

    def __init__(
        self,
        account_key: bytes,
        banned_logins: Collection[str] = (),
        banned_ids: Collection[int] = (),
        privacy: PrivacyLevels = ALL_PUBLIC,
        not_players: NotPlayers = NO_BOTS,
    ) -> None:
        self._account_key = account_key
        self._hash = AccountHash(account_key)
        self._banned_hashes = self._hash(list(banned_logins))
        self._banned_ids = np.fromiter(banned_ids, np.int64, len(banned_ids))
        self._default_privacy = LEVELS.index(privacy.default)
        self._chosen_privacy = [(level, self._hash(logins)) for level, logins in level_numbers(privacy)]
        self._hidden_names = frozenset(privacy.hidden_names)
        self._not_players = not_players
        self._not_player_hashes = self._hash(list(not_players.logins))
        self._is_player: list[Array] = []
        self._privacy: list[Array] = []
        self._hashes: list[Array] = []
        self._numbers: dict[str, list[Array]] = {name: [] for name in NUMBER_FIELDS}
        self._names: list[bytes] = []
        self._folded_names: list[bytes] = []

    def add(self, rows: Sequence[Values]) -> None:
        if not rows:
            return
        values = by_name(CharacterRow, rows)
        numbers = {name: np.fromiter(values[name], np.int64, len(rows)) for name in NUMBER_FIELDS}
        ids = numbers["character_id"]
        if np.any(ids[1:] == ids[:-1]):
            self.add(_deduplicate(rows))
            return
        account_names = values["account_name"]
        hashes = self._hash(account_names)
        is_player = ~(is_in(hashes, self._not_player_hashes) | self._not_players.patterns.matches(account_names))
        self._is_player.append(is_player)
        is_banned = is_in(hashes, self._banned_hashes) | is_in(ids, self._banned_ids)
        numbers["flags"][is_banned | ~is_player] &= ~1
        for name, column in numbers.items():
            self._numbers[name].append(compact(column))
        self._hashes.append(hashes)
        shown_names = shown_texts(values["name"])
        self._privacy.append(self._privacy_of(hashes, shown_names))
        names = list(compress(shown_names, (numbers["flags"] & 1).tolist()))
        self._folded_names.append(folded_utf8(names))
        self._names.append(utf8(names))

    def _privacy_of(self, hashes: Array, names: Values) -> Array:
        levels = np.full(hashes.size, self._default_privacy, np.uint8)
        for level, hidden_names in self._chosen_privacy:
            levels[is_in(hashes, hidden_names)] = level
        if self._hidden_names:
            levels[[name in self._hidden_names for name in names]] = HIDDEN
        return levels

    def finish(
        self,
        clan_rows: Sequence[Values],
        taken_at: float,
        name_table: NameTable | None = None,
        failed: Mapping[str, int] = MappingProxyType({}),
    ) -> Snapshot:
        """Returns the snapshot; the builder cannot be used again. `clan_rows`: of ClanRow, in the order of ids.

        `name_table`: that of an earlier snapshot; the snapshot has another one if this is outdated. `failed`: as in
        WorldStats.
        """
        all_columns = {name: _concatenate(self._numbers.pop(name)) for name in NUMBER_FIELDS}
        flags = all_columns.pop("flags")
        trader, is_player = (flags >> 3) & 3, _concatenate(self._is_player, np.bool_)
        all_columns["race"] = compact(_known_races((flags >> 5).astype(np.int64) - 1, all_columns["class_id"]))
        all_columns["noble"] = (flags >> 2) & 1
        all_columns["online"] = (flags >> 1) & 1
        all_columns["privacy"] = _concatenate(self._privacy)
        is_ranked = flags & 1 != 0
        accounts = AccountIndex.build(self._hash, _concatenate(self._hashes, np.uint64), all_columns["character_id"])
        clans = self._named_clans(by_name(ClanRow, clan_rows))
        stats = WorldStats(
            taken_at=taken_at,
            total_characters=int(np.count_nonzero(is_player)),
            total_clans=len(clan_rows),
            online_players=int(np.count_nonzero(all_columns["online"][is_player])),
            races=_count_values(all_columns["race"][is_player]),
            classes=_count_values(all_columns["class_id"][is_player]),
            levels=_count_values(all_columns["level"][is_player]),
            account_key=self._account_key,
            traders=int(np.count_nonzero((trader == 2) & is_player)) if np.any(trader) else None,
            not_player_characters=int(np.count_nonzero(~is_player)),
            not_player_accounts=self._not_players.accounts,
            shared_names=self._shared_names(all_columns["privacy"][is_ranked] == PUBLIC),
            shared_clan_names=_listed(
                {name for name, count in Counter(clans["name"]).items() if count > 1 and name != HIDDEN_CLAN}
            ),
            failed=dict(failed),
        )
        not_players = all_columns["character_id"][~is_player]
        ranked_columns = {name: column[is_ranked] for name, column in all_columns.items()}
        del all_columns
        is_hidden = ranked_columns["privacy"] == HIDDEN
        ranked_columns["online"][is_hidden] = 0
        by_pvp = _ranking(ranked_columns["pvp_kills"])
        row_of = _row_of(by_pvp)
        return Snapshot(
            stats,
            columns=_columns(ranked_columns, by_pvp, row_of, clans),
            texts=self._texts(by_pvp, clans),
            names=self._name_search(ranked_columns["character_id"], row_of, is_hidden, name_table, taken_at),
            accounts=accounts,
            not_players=not_players,
        )

    def _named_clans(self, clans: Columns) -> Columns:
        """Drops clans without a name: some families store the name in another table, and can lose it."""
        names = {field: list(compress(values, clans["name"])) for field, values in clans.items()}
        for field in ("name", "ally_name"):
            names[field] = [shown_clan(name, self._hidden_names) for name in names[field]]
        return names

    def _shared_names(self, is_public: Array) -> list[str] | None:
        names = np.frombuffer(b"".join(self._names), np.uint8)
        starts = starts_of(names, SEPARATOR)
        hashes = self._hash.of_letters(names, starts)
        ascending = np.sort(hashes[is_public])
        repeated = distinct(ascending[1:][ascending[1:] == ascending[:-1]])
        if repeated.size > MAX_SHARED_NAMES:
            return None
        return _listed(set(decode_strings(names, starts, np.flatnonzero(is_in(hashes, repeated)))))

    def _texts(self, order: Array, clans: Columns) -> dict[str, Array]:
        names = np.frombuffer(b"".join(self._names), np.uint8)
        self._names.clear()
        names, name_starts = reorder(names, starts_of(names, SEPARATOR), order)
        return {
            "names": names,
            "name_starts": name_starts,
            **_text_column("clan_name", clans["name"]),
            **_text_column("ally_name", clans["ally_name"]),
        }

    def _name_search(
        self, ids: Array, row_of: Array, is_hidden: Array, table: NameTable | None, now: float
    ) -> NameSearch:
        """The table has the names of hidden characters; no search finds them, since they have no row."""
        text = b"\0" + b"".join(self._folded_names)
        self._folded_names.clear()
        numbers = np.full(ids.size, -1) if table is None else table.match(ids, text)
        is_known = numbers >= 0
        known_count = int(np.count_nonzero(is_known))
        if table is None or table.is_outdated(ids.size - known_count, table.character_ids.size - known_count, now):
            table, numbers = NameTable.build(ids, text, now), np.arange(ids.size)
            is_known = np.ones(ids.size, np.bool_)
        rows_of = np.full(table.character_ids.size, ids.size, np.uint32)
        is_shown = is_known & ~is_hidden
        rows_of[numbers[is_shown]] = row_of[is_shown]
        missing = np.flatnonzero(~(is_known | is_hidden))
        missing_text, _ = NameList(np.frombuffer(text, np.uint8)).texts_of(missing)
        new_names = SuffixTable.build(b"\0" + missing_text.tobytes())
        return NameSearch(ids.size, table, rows_of, new_names, row_of[missing])


def _listed(names: Collection[str]) -> list[str] | None:
    return sorted(names) if len(names) <= MAX_SHARED_NAMES else None


def _deduplicate(rows: Sequence[Values]) -> Sequence[Values]:
    """Keeps the first row of each character: a view's join repeats it where a side table has duplicates."""
    return list({row[0]: row for row in reversed(rows)}.values())[::-1]


def _concatenate(ranges: list[Array], empty: type[np.generic] = np.uint8) -> Array:
    return np.concatenate(ranges) if ranges else np.empty(0, empty)


def _count_values(column: Array) -> list[tuple[int, int]]:
    if column.dtype == np.uint8:  # the usual type of races, classes and levels
        counts = np.bincount(column)
        values = np.flatnonzero(counts)
        return list(zip(values.tolist(), counts[values].tolist(), strict=True))
    values, counts = np.unique(column, return_counts=True)  # with counts it sorts, and hashes nothing
    return list(zip(values.tolist(), counts.tolist(), strict=True))


def _known_races(races: Array, class_ids: Array) -> Array:
    """Replaces an unknown race by that of the class; 0 for a class that the game does not have."""
    return np.where(races < 0, _RACE_OF[np.clip(class_ids, 0, _RACE_OF.size - 1)], races)


def _ranking(scores: Array) -> Array:
    """Returns row numbers by score, highest first; equal scores by id, since rows come in the order of ids."""
    distances = int(scores.max(initial=0)) - scores.astype(np.int64)
    return np.argsort(compact(distances), kind="stable")


def _text_column(name: str, texts: Values) -> dict[str, Array]:
    text = np.frombuffer(utf8(texts), np.uint8)
    return {f"{name}s": text, f"{name}_starts": starts_of(text, SEPARATOR)}


def _row_of(order: Array) -> Array:
    row_of = np.empty(order.size, np.uint32)
    row_of[order] = np.arange(order.size, dtype=np.uint32)
    return row_of


def _columns(ranked_columns: dict[str, Array], by_pvp: Array, row_of: Array, clans: Columns) -> dict[str, Array]:
    pk_rank = _row_of(row_of[_ranking(ranked_columns["pk_kills"])])
    clan_number = _clan_numbers(ranked_columns["clan_id"][by_pvp], clans["clan_id"])
    derived_columns = {"pk_rank": pk_rank, "row_by_id": row_of, "clan_number": clan_number}

    columns: dict[str, Array] = {}
    for column in COLUMNS:
        is_derived = column.source in derived_columns
        array = derived_columns[column.source] if is_derived else ranked_columns[column.source][by_pvp]
        columns[column.name] = compact(array) if column.dtype == "narrowest" else array.astype(column.dtype, copy=False)
    for column in CLAN_COLUMNS:
        columns[column.name] = compact(np.fromiter(clans[column.source], np.int64, len(clans[column.source])))
    return columns


def _clan_numbers(clan_ids: Array, known_ids: Sequence[int]) -> Array:
    """Returns the clan's number from 1 for each id, or 0 where there is no such clan."""
    ids = np.fromiter(known_ids, np.int64, len(known_ids))
    if not ids.size:
        return np.zeros(clan_ids.size, np.uint8)
    numbers = np.minimum(np.searchsorted(ids, clan_ids), ids.size - 1)
    return np.where(ids[numbers] == clan_ids, numbers + 1, 0)

"""From rows of the database to a snapshot: range by range into columns, put together at the end."""

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Any, Final, cast

import msgspec
import numpy as np

from gateway.features.rankings.accounts import AccountHash, Accounts
from gateway.features.rankings.name_index import NameIndex, alphabet_of
from gateway.features.rankings.serialization import Array
from gateway.features.rankings.snapshot import Facts, Snapshot
from gateway.features.rankings.string_column import SEPARATOR, compact, folded, reordered, starts_of, utf8
from gateway.game.classes import CLASSES, race_of


class CharacterRow(msgspec.Struct, frozen=True):
    """What is read of each character. `marks`: race + 1 (0: not known) times 4, plus 2 if online, plus 1 if ranked."""

    character_id: int
    account_name: str
    name: str
    level: int
    class_id: int
    clan_id: int
    pvp_kills: int
    pk_kills: int
    marks: int


class ClanRow(msgspec.Struct, frozen=True):
    clan_id: int
    name: str


Values = Sequence[Any]
"""A row as the driver gives it, in the order of the Struct's fields."""

_NUMBERS: Final = ("character_id", "level", "class_id", "clan_id", "pvp_kills", "pk_kills", "marks")
_FIELDS: Final = CharacterRow.__struct_fields__
_RACE_OF: Final = np.array([race_of(class_id) or 0 for class_id in range(max(CLASSES) + 2)], np.uint8)


class Builder:
    """Takes ranges of characters in the order of their ids, then gives the snapshot."""

    def __init__(self, account_key: bytes) -> None:
        self._account_key = account_key
        self._hash = AccountHash(account_key)
        self._hashes: list[Array] = []
        self._numbers: dict[str, list[Array]] = {name: [] for name in _NUMBERS}
        self._names: list[bytes] = []
        self._points: list[Array] = []
        self._letter_counts = np.zeros(1, np.int64)

    def add(self, rows: Sequence[Values]) -> None:
        if not rows:
            return
        values = dict(zip(_FIELDS, cast("Iterable[tuple[Any, ...]]", zip(*rows, strict=True)), strict=True))
        numbers = {name: np.fromiter(values[name], np.int64, len(rows)) for name in _NUMBERS}
        ids = numbers["character_id"]
        if np.any(ids[1:] == ids[:-1]):
            self.add(_once(rows))
            return
        for name, column in numbers.items():
            self._numbers[name].append(compact(column))
        self._hashes.append(self._hash(values["account_name"]))
        names = list(compress(values["name"], (numbers["marks"] & 1).tolist()))
        points = folded(names)
        self._letter_counts = _sum(self._letter_counts, np.bincount(points))
        self._points.append(points)
        self._names.append(utf8(names))

    def finish(self, clans: Sequence[Values], taken_at: float) -> Snapshot:
        """The snapshot; the builder is of no use afterwards. `clans`: rows of ClanRow, in the order of their ids."""
        everyone = {name: _joined(self._numbers.pop(name)) for name in _NUMBERS}
        marks = everyone.pop("marks")
        everyone["race"] = compact(_known_races((marks >> 2).astype(np.int64) - 1, everyone["class_id"]))
        everyone["online"] = (marks >> 1) & 1
        kept = marks & 1 != 0
        accounts = Accounts.build(self._hash, _joined(self._hashes, np.uint64), everyone["character_id"])
        facts = Facts(
            taken_at=taken_at,
            total_characters=kept.size,
            total_clans=len(clans),
            online_players=int(np.count_nonzero(everyone["online"])),
            races=_counted(everyone["race"]),
            classes=_counted(everyone["class_id"]),
            levels=_counted(everyone["level"]),
            account_key=self._account_key,
        )
        ranked = {name: column[kept] for name, column in everyone.items()}
        del everyone
        by_pvp = _ranking(ranked["pvp_kills"])
        clans = [clan for clan in clans if clan[1]]  # some families keep the name apart, and can lose it
        columns, texts = _columns(ranked, by_pvp, clans), self._texts(by_pvp, clans)
        return Snapshot(facts, columns, texts, self._name_index(by_pvp), accounts)

    def _texts(self, order: Array, clans: Sequence[Values]) -> dict[str, Array]:
        names = np.frombuffer(b"".join(self._names), np.uint8)
        self._names.clear()
        names, name_starts = reordered(names, starts_of(names, SEPARATOR), order)
        clan_names = np.frombuffer(utf8([name for _, name in clans]), np.uint8)
        return {
            "names": names,
            "name_starts": name_starts,
            "clan_names": clan_names,
            "clan_name_starts": starts_of(clan_names, SEPARATOR),
        }

    def _name_index(self, order: Array) -> NameIndex:
        points = _joined(self._points, np.uint8)
        self._points.clear()
        points, _ = reordered(points, starts_of(points, 0), order)
        self._letter_counts[0] = 0
        return NameIndex.build(points, alphabet_of(self._letter_counts))


def _once(rows: Sequence[Values]) -> Sequence[Values]:
    """A view that joins may repeat a character whose side tables are out of order; its first row is taken."""
    return list({row[0]: row for row in reversed(rows)}.values())[::-1]


def _sum(left: Array, right: Array) -> Array:
    """Of two histograms, the shorter of which is zero beyond its end."""
    longer, shorter = (left, right) if left.size >= right.size else (right, left)
    longer[: shorter.size] += shorter
    return longer


def _joined(ranges: list[Array], empty: type[np.generic] = np.uint8) -> Array:
    return np.concatenate(ranges) if ranges else np.empty(0, empty)


def _counted(column: Array) -> list[tuple[int, int]]:
    if column.dtype == np.uint8:  # as races, classes and levels are; the rest is for a world that is odd
        counts = np.bincount(column)
        values = np.flatnonzero(counts)
        return list(zip(values.tolist(), counts[values].tolist(), strict=True))
    values, counts = np.unique(column, return_counts=True)
    return list(zip(values.tolist(), counts.tolist(), strict=True))


def _known_races(races: Array, class_ids: Array) -> Array:
    """The races, and where one is not known that of the class; 0 for a class that the game does not know either."""
    return np.where(races < 0, _RACE_OF[np.clip(class_ids, 0, _RACE_OF.size - 1)], races)


def _ranking(scores: Array) -> Array:
    """The order of the ranking: highest score first, and of equal ones the lowest id, since rows come by their ids."""
    behind = int(scores.max(initial=0)) - scores.astype(np.int64)
    return np.argsort(compact(behind), kind="stable")


def _columns(ranked: dict[str, Array], by_pvp: Array, clans: Sequence[Values]) -> dict[str, Array]:
    row_of = np.empty(by_pvp.size, np.uint32)
    row_of[by_pvp] = np.arange(by_pvp.size, dtype=np.uint32)
    pk_order = row_of[_ranking(ranked["pk_kills"])]
    pk_places = np.empty_like(pk_order)
    pk_places[pk_order] = np.arange(pk_order.size, dtype=np.uint32)
    names = {
        "character_ids": "character_id",
        "levels": "level",
        "class_ids": "class_id",
        "races": "race",
        "online": "online",
        "pvp": "pvp_kills",
        "pk": "pk_kills",
    }
    columns = {name: compact(ranked[source][by_pvp]) for name, source in names.items()}
    clan_numbers = _clan_numbers(ranked["clan_id"][by_pvp], clans)
    return {**columns, "clans": compact(clan_numbers), "pk_order": pk_order, "pk_places": pk_places}


def _clan_numbers(clan_ids: Array, clans: Sequence[Values]) -> Array:
    """For each id the clan's number from 1, or 0 where there is no such clan."""
    known = np.fromiter((clan_id for clan_id, _ in clans), np.int64, len(clans))
    if not known.size:
        return np.zeros(clan_ids.size, np.uint8)
    numbers = np.minimum(np.searchsorted(known, clan_ids), known.size - 1)
    return np.where(known[numbers] == clan_ids, numbers + 1, 0)

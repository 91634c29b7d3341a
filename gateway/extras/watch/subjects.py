"""Subjects of stars: characters, clans, bosses, castles and items, by the keys of their public addresses."""

import re
from collections.abc import Collection, Iterable
from typing import Final

import numpy as np
from msgspec import Struct

from gateway.extras.character_pages.lookup import NoPublicPage, public_rows
from gateway.extras.clans.handlers import ClanBoards
from gateway.extras.clans.handlers import find as find_clans
from gateway.extras.watch.stars import StarKind
from gateway.extras.world import addresses
from gateway.extras.world.facts import BOSSES, CASTLES, CURSED_WEAPONS, boss_facts, castle_name
from gateway.extras.world.handlers import World
from gateway.features.items.catalogue import Catalogue, item_name
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.game.items import ADENA
from gateway.world_snapshot.ascending import is_in
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import PUBLIC, hidden_mark

_PLAIN: Final = re.compile(r"[^\W_]+")
_NUMBER: Final = re.compile(r"[0-9]{1,10}")
SubjectId = tuple[StarKind, int]


class WatchedSubject(Struct, frozen=True, kw_only=True):
    """`key`: as in the subject's public address: a name or `~` and the id, the slug of a castle, the id of another."""

    kind: StarKind
    key: str
    name: str
    id: int


class Subjects:
    """Finds what the public may see. Methods raise GameUnavailable without a snapshot."""

    def __init__(self, snapshots: PublicSnapshots, boards: ClanBoards, world: World, catalogue: Catalogue) -> None:
        self._snapshots, self._boards = snapshots, boards
        self._world, self._catalogue = world, catalogue

    def snapshot(self) -> Snapshot:
        return self._snapshots.current()

    async def find(self, kind: StarKind, key: str) -> int | None:
        """Returns the id; None for a key that names nothing public."""
        match kind:
            case "character":
                rows = public_rows(self.snapshot(), key)
                return int(self.snapshot().columns["character_ids"][rows[0]]) if rows else None
            case "clan":
                return await self._find_clan(key)
            case "boss":
                number = addresses.boss_id(key)
            case "castle":
                number = addresses.castle_id(key)
            case "item":
                number = int(key) if _NUMBER.fullmatch(key) else None
        return number if number and self._place(kind, number) else None

    async def _find_clan(self, key: str) -> int | None:
        snapshot, board = await self._boards.current()
        try:
            number = find_clans(board, key)[0]
        except NoPublicPage:
            return None
        clan_id = int(snapshot.columns["clan_ids"][number])
        return clan_id if ("clan", clan_id) in self.public([("clan", clan_id)]) else None

    def public(self, ids: Iterable[SubjectId]) -> dict[SubjectId, WatchedSubject]:
        """Returns the subjects that the public may see now: not those that hide, are banned, staff, or gone."""
        ids = list(ids)
        snapshot = self.snapshot()
        subjects = self._characters(snapshot, [number for kind, number in ids if kind == "character"])
        subjects += self._clans(snapshot, [number for kind, number in ids if kind == "clan"])
        subjects += filter(None, (self._place(kind, number) for kind, number in ids))
        return {(subject.kind, subject.id): subject for subject in subjects}

    def own(self, login: str) -> dict[SubjectId, WatchedSubject]:
        """Returns the account's ranked characters under their names, whatever its privacy level, and their clans."""
        snapshot = self.snapshot()
        rows = snapshot.ranked_rows(snapshot.accounts.get(login))
        ids = snapshot.columns["character_ids"][rows].tolist()
        characters = [
            _named("character", number, name, snapshot.stats.shared_names)
            for number, name in zip(ids, snapshot.names_of(rows), strict=True)
        ]
        clan_ids = {number for number in snapshot.clan_ids_of(rows).tolist() if number}
        subjects = [*characters, *self._clans(snapshot, clan_ids)]
        return {(subject.kind, subject.id): subject for subject in subjects}

    def _characters(self, snapshot: Snapshot, ids: Collection[int]) -> list[WatchedSubject]:
        rows = snapshot.ranked_rows(ids)
        rows = rows[snapshot.columns["privacy"][rows] == PUBLIC]
        numbers = snapshot.columns["character_ids"][rows].tolist()
        return [
            _named("character", number, name, snapshot.stats.shared_names)
            for number, name in zip(numbers, snapshot.names_of(rows), strict=True)
        ]

    def _clans(self, snapshot: Snapshot, ids: Collection[int]) -> list[WatchedSubject]:
        numbers = np.flatnonzero(is_in(snapshot.columns["clan_ids"], np.fromiter(ids, np.int64, len(ids))))
        clan_ids = snapshot.columns["clan_ids"][numbers].tolist()
        return [
            _named("clan", clan_id, name, snapshot.stats.shared_clan_names)
            for clan_id, name in zip(clan_ids, snapshot.text_of("clan_name", numbers), strict=True)
            if name and hidden_mark(name) is not True and not self._snapshots.is_hidden("name", name)
        ]

    def _place(self, kind: StarKind, number: int) -> WatchedSubject | None:
        """Returns the boss, castle or item of an id."""
        match kind:
            case "boss" if self._world.times != "off" and (number in BOSSES or self._has_boss(number)):
                return WatchedSubject(kind=kind, key=str(number), name=boss_facts(number).name, id=number)
            case "castle" if number in CASTLES:
                name = castle_name(number)
                return WatchedSubject(kind=kind, key=addresses.slug(name), name=name, id=number)
            case "item" if number in CURSED_WEAPONS:
                return WatchedSubject(kind=kind, key=str(number), name=CURSED_WEAPONS[number], id=number)
            case "item" if number in self._catalogue or number == ADENA:
                return WatchedSubject(kind=kind, key=str(number), name=item_name(self._catalogue, number), id=number)
            case _:
                return None

    def _has_boss(self, number: int) -> bool:
        """Returns whether this server has a boss of its own under the id."""
        state = self._world.state
        return bool(state and number in state.bosses.records)


def _named(kind: StarKind, number: int, name: str, shared_names: Collection[str] | None) -> WatchedSubject:
    """`shared_names`: those that more than one subject has; None: too many to list."""
    is_unique = shared_names is not None and name not in shared_names and _PLAIN.fullmatch(name)
    return WatchedSubject(kind=kind, key=name if is_unique else f"~{number}", name=name, id=number)

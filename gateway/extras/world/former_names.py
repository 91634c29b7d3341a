"""Names of an earlier season, whose ids the game has given to others: from the history, by the privacy of now."""

import time
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from gateway.database.database import Database
from gateway.extras.history import storage
from gateway.extras.world.names import WorldNames
from gateway.extras.world.reading import WorldReading
from gateway.extras.world.schemas import WorldCharacter
from gateway.extras.world_events.seasons import FormerCharacter, Season, former_characters, former_clan_names
from gateway.features.privacy.repository import chosen_levels
from gateway.game.classes import CLASSES, class_name
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import HIDDEN_NAME, Privacy, shown_text

_LEVELS_SECONDS: Final = 60
_END: Final = 1 << 53


class FormerNames(WorldNames):
    """Characters have no page and no clan; their level and class are those recorded last in the season."""

    has_pages = False

    def __init__(
        self,
        snapshot: Snapshot,
        characters: Mapping[int, WorldCharacter],
        clans: Mapping[int, str],
        hidden_names: Collection[str],
    ) -> None:
        super().__init__(snapshot, WorldReading(taken_at=0), None, hidden_names)
        self.add_former_clans(clans)
        self._former_characters = characters

    def characters(self, character_ids: Iterable[int]) -> Mapping[int, WorldCharacter]:
        known_ids = dict.fromkeys(number for number in character_ids if number in self._former_characters)
        return {number: self._former_characters[number] for number in known_ids}


class FormerNamesReader:
    """Reads the names of earlier seasons. Levels of privacy are those of the last minute."""

    def __init__(self, site: Database, default_level: Privacy) -> None:
        self._site = site
        self._default: Privacy = default_level
        self._levels: dict[int, Privacy] = {}
        self._read_at = 0.0

    async def read(
        self,
        snapshot: Snapshot,
        season: Season,
        clan_ids: Collection[int],
        character_ids: Collection[int],
        hidden_names: Collection[str],
    ) -> FormerNames:
        """Raises DatabaseError."""
        clans = await former_clan_names(self._site, season.number, clan_ids)
        rows = await former_characters(self._site, character_ids, season.ended_at or _END)
        levels = await self._levels_by_account(snapshot) if rows else None
        characters: dict[int, WorldCharacter] = {}
        for row in rows:
            if row.name:
                level: Privacy = "hidden" if levels is None else levels.get(row.account, self._default)
                name = shown_text(row.name)
                characters[row.character_id] = _shown(row, name, "hidden" if name in hidden_names else level)
        return FormerNames(snapshot, characters, clans, hidden_names)

    async def _levels_by_account(self, snapshot: Snapshot) -> Mapping[int, Privacy] | None:
        """Returns None while the snapshot's hashes of logins have another key than the history."""
        if snapshot.stats.account_key != await storage.account_key(self._site):
            return None
        if time.monotonic() - self._read_at > _LEVELS_SECONDS:
            levels: dict[int, Privacy] = {}
            for level, logins in (await chosen_levels(self._site, self._default)).items():
                levels |= dict.fromkeys(snapshot.accounts.hash(logins).tolist(), level)
            self._levels, self._read_at = levels, time.monotonic()
        return self._levels


def _shown(row: FormerCharacter, name: str, level: Privacy) -> WorldCharacter:
    """A name is shown where its player shows it everywhere; `rankings` is a name without a page."""
    is_public = level == "public"
    entry = CLASSES.get(row.class_id)
    return WorldCharacter(
        char_name=name if is_public else HIDDEN_NAME,
        char_id=None,
        privacy="rankings" if is_public else "hidden",
        class_name=class_name(row.class_id),
        level=row.level,
        race=entry.race if entry else 0,
        clan=None,
    )

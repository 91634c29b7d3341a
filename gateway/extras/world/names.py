"""Names of characters, clans and places for the public, by the privacy that each player has chosen."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime

from gateway.extras.world.crests import Crests
from gateway.extras.world.facts import CURSED_WEAPONS, boss_facts, castle_name, hall_facts
from gateway.extras.world.reading import WorldReading
from gateway.extras.world.schemas import NamedClan, WorldCharacter
from gateway.game.classes import class_name
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import hidden_mark, shown_clan, shown_text


class WorldNames:
    """Staff, banned and erased characters have no name: they are left out.

    `has_pages`: the ids lead to pages of clans and characters.
    """

    has_pages = True

    def __init__(
        self,
        snapshot: Snapshot,
        reading: WorldReading,
        crests: Crests | None = None,
        hidden_names: Collection[str] = (),
    ) -> None:
        self._snapshot = snapshot
        self._crests = crests or Crests({})
        self._hidden_names = hidden_names
        self._clan_names = reading.clan_names
        self._former_names: dict[int, str] = {}

    def characters(self, character_ids: Iterable[int]) -> Mapping[int, WorldCharacter]:
        rows = self._snapshot.ranked_rows(character_ids)
        characters = self._snapshot.shown_characters(rows, "elsewhere")
        names = ("character_ids", "class_ids", "levels", "races")
        ids, *numbers = (self._snapshot.columns[name][rows].tolist() for name in names)
        clan_ids = self._snapshot.clan_ids_of(rows).tolist()
        return {
            character_id: WorldCharacter(
                char_name=character.char_name,
                char_id=character.char_id,
                privacy=character.privacy,
                class_name=class_name(class_id),
                level=level,
                race=race,
                clan=self.clan(clan_id) if character.char_id else None,
            )
            for character_id, character, class_id, level, race, clan_id in zip(
                ids, characters, *numbers, clan_ids, strict=True
            )
        }

    def clan(self, clan_id: int | None) -> NamedClan | None:
        name = self._clan_names.get(clan_id or 0) or self._former_names.get(clan_id or 0)
        if not clan_id or not name:
            return None
        shown_name = shown_clan(name, self._hidden_names)
        address, mark = self._crests.address(clan_id), hidden_mark(shown_name)
        return NamedClan(clan_id, shown_name, address, mark) if shown_name else None

    def add_former_clans(self, names: Mapping[int, str]) -> None:
        """Adds clans that no reading has any more."""
        self._former_names |= names

    def is_hidden(self, name: str) -> bool:
        """Returns whether operators hide the name."""
        return shown_text(name) in self._hidden_names

    def of(self, noun: str, number: int) -> str | None:
        """Returns the name of a boss, castle, hall, clan or cursed weapon."""
        match noun:
            case "boss":
                return boss_facts(number).name
            case "castle":
                return castle_name(number)
            case "hall":
                return hall_facts(number).name
            case "item":
                return CURSED_WEAPONS.get(number)
            case "clan":
                clan = self.clan(number)
                return clan.name if clan else None
            case _:
                return None


def moment(seconds: int | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds else None


def moment_of(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

"""Characters of an account: the ids come from the snapshot, the rows from the game's tables."""

import dataclasses
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.database.queries import Query, query
from gateway.features.characters.account_lookup import AccountLookup
from gateway.game.logins import site_login
from gateway.http.errors import NotFound, unavailable
from gateway.observability.logging import RateLimitedLogger
from gateway.world_snapshot.snapshot_store import Snapshots
from gateway.world_snapshot.visibility import shown_text

log = RateLimitedLogger(structlog.stdlib.get_logger("gateway.characters"))

MAX_CHARACTERS: Final = 100
"""Characters of one account that are read; the games allow seven or eight."""
_MAX_ID: Final = 2**31


class CharacterBrief(Struct, frozen=True):
    """The columns of a character that most of the site needs. None: the family does not record it.

    `level`, `exp` and `class_id` are those of the base class; `playtime` is in seconds, `last_access` in epoch seconds.
    Names are safe to show (see `shown_text`).
    """

    id: int
    account_name: str
    name: str
    level: int
    exp: int
    class_id: int
    pvp_kills: int
    pk_kills: int
    deaths: int | None
    karma: int
    fame: int | None
    playtime: int
    online: int
    last_access: int | None


class OwnedCharacter(CharacterBrief, frozen=True):
    """All columns of `characters` and `clans`. Vitals are those of the active class at its last save; `created_at` is
    in epoch seconds. `hero`: 0 also while the optional view of heroes cannot be read."""

    title: str
    race: int | None
    sex: int
    clan_name: str | None
    clan_level: int | None
    x: int | None
    y: int | None
    z: int | None
    created_at: int | None
    access_level: int
    noble: int
    hp: int | None
    max_hp: int | None
    mp: int | None
    max_mp: int | None
    cp: int | None
    max_cp: int | None
    stat_str: int | None
    stat_dex: int | None
    stat_con: int | None
    stat_int: int | None
    stat_wit: int | None
    stat_men: int | None
    hero: int


T = TypeVar("T")
Row = TypeVar("Row", bound=CharacterBrief)

OWNED_CHARACTERS = query("characters.owned_characters", OwnedCharacter)
WITHOUT_HEROES = dataclasses.replace(
    OWNED_CHARACTERS, sql=OWNED_CHARACTERS.sql.replace("JOIN heroes ON", "JOIN characters AS heroes ON FALSE AND")
)
"""The same statement while the view of heroes cannot be read. A statement for heroes alone costs each read a third."""
BRIEFS = query("characters.briefs", CharacterBrief)


class CharacterRepository:
    """Reads the characters of an account from the game's tables."""

    def __init__(self, game: Database, snapshots: Snapshots, max_scan_pause: float) -> None:
        self._game = game
        self._snapshots = snapshots
        self._lookup = AccountLookup(game, max_scan_pause)

    async def close(self) -> None:
        """Ends a running scan; requests that wait for it raise DatabaseUnavailable."""
        await self._lookup.close()

    async def all_owned(self, login: str) -> list[OwnedCharacter]:
        """Returns the account's characters by level (highest first), then id.

        Includes characters that are banned or about to be deleted: they exist, can be reclaimed in the game, and would
        look lost. Raises GameUnavailable before the first snapshot.
        """
        return await self._without_broken_heroes(lambda statement: self._read_all(statement, login))

    async def briefs(self, login: str) -> list[CharacterBrief]:
        """Returns the same characters with fewer columns."""
        return await self._read_all(BRIEFS, login)

    async def one_owned(self, login: str, id: int) -> OwnedCharacter:
        """Returns one character of the account. Raises NotFound for a missing one and for another account's alike."""
        return await self._without_broken_heroes(lambda statement: self._read_one(statement, login, id))

    async def one_brief(self, login: str, id: int) -> CharacterBrief:
        """Returns the same character with fewer columns."""
        return await self._read_one(BRIEFS, login, id)

    async def by_ids(self, ids: Sequence[int]) -> list[CharacterBrief]:
        """Returns characters of any account, for operators."""
        rows = await self._rows(BRIEFS, list(ids)[:MAX_CHARACTERS]) if ids else []
        return [_safe(row) for row in rows]

    async def _read_all(self, statement: Query[Row], login: str) -> list[Row]:
        accounts = self._snapshots.accounts
        if accounts is None:
            raise unavailable("game", "no_snapshot")
        ids = accounts.get(login, ()) or await self._lookup.character_ids(login, self._snapshots.taken_at or 0.0)
        rows = await self._read(statement, login, list(ids)[:MAX_CHARACTERS]) if ids else []
        return sorted(rows, key=lambda row: (-row.level, row.id))

    async def _read_one(self, statement: Query[Row], login: str, id: int) -> Row:
        rows = await self._read(statement, login, [id]) if 0 < id <= _MAX_ID else []
        if not rows:
            raise NotFound
        return rows[0]

    async def _read(self, statement: Query[Row], login: str, ids: Sequence[int]) -> list[Row]:
        """Checks the owner of each row: hashes of account names can collide, and characters change owner."""
        rows = {row.id: row for row in await self._rows(statement, ids)}  # a pack's join may repeat a row
        account = site_login(login)
        return [_safe(row) for row in rows.values() if site_login(row.account_name) == account]

    async def _without_broken_heroes(self, read: Callable[[Query[OwnedCharacter]], Awaitable[T]]) -> T:
        try:
            return await read(OWNED_CHARACTERS)
        except DatabaseError as error:
            if not error.is_of_statement:
                raise
            rows = await read(WITHOUT_HEROES)
            log.warning("heroes_not_read", reason=str(error))
            return rows

    async def _rows(self, statement: Query[Row], ids: Sequence[int]) -> list[Row]:
        return await self._game.read(statement, ids=ids, counts_online=int(self._snapshots.counts_online_now))


def _safe(row: Row) -> Row:
    """Returns the row with names that are safe to show; most rows are returned as they are."""
    changes = {
        field: safe_text
        for field in ("name", "title", "clan_name")
        if (text := getattr(row, field, None)) and (safe_text := shown_text(text)) != text
    }
    return replace(row, **changes) if changes else row


def moment(seconds: int | None) -> datetime | None:
    """Converts epoch seconds to a time; None for None and for values outside the calendar."""
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None

"""Whose characters are whose: ids from the snapshot of the world, the characters themselves from the game's tables."""

import unicodedata
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Final, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.features.characters.account_lookup_scan import MOST, Scans
from gateway.http.errors import NotFound, unavailable

_LARGEST_ID: Final = 2**31
_LONGEST_TEXT: Final = 50
"""The widest column that a family has for a name or a title."""


class CharacterBrief(Struct, frozen=True):
    """As much of a character as most of the site needs, as the game has it. None: not recorded. `level`, `exp` and
    `class_id` are the base class's; `playtime` is in seconds, `last_access` since 1970. Names are safe to show:
    bounded, without control characters.
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


class CharacterRow(CharacterBrief, frozen=True):
    """All of it. Vitals are those of the active class at its last save, `created_at` is in seconds since 1970."""

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
    hero: int
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


Row = TypeVar("Row", bound=CharacterBrief)

OWNED = query("characters.owned", CharacterRow)
BRIEFS = query("characters.briefs", CharacterBrief)


class AccountIndex(Protocol):
    """Maps an account to ids of its characters."""

    def get(self, account: str, default: Collection[int] = ()) -> Collection[int]: ...


class AccountSnapshots(Protocol):
    """The latest snapshot's index of accounts; None before the first snapshot."""

    @property
    def accounts(self) -> AccountIndex | None: ...


class CharacterRepository:
    """Reads the characters of an account from the game's tables."""

    def __init__(self, game: Database, snapshots: AccountSnapshots) -> None:
        self._game = game
        self._snapshots = snapshots
        self._scans = Scans(game)

    async def owned(self, login: str) -> list[CharacterRow]:
        """Returns the account's characters by level (highest first), then id.

        Includes characters that are banned or about to be deleted: they exist, can be reclaimed in the game, and would
        look lost. Raises GameUnavailable before the first snapshot.
        """
        return await self._all(OWNED, login)

    async def briefs(self, login: str) -> list[CharacterBrief]:
        """Returns the same characters with fewer columns."""
        return await self._all(BRIEFS, login)

    async def one_owned(self, login: str, id: int) -> CharacterRow:
        """Returns one character of the account. Raises NotFound for a missing one and for another account's alike."""
        return await self._one(OWNED, login, id)

    async def one_brief(self, login: str, id: int) -> CharacterBrief:
        """Returns the same character with fewer columns."""
        return await self._one(BRIEFS, login, id)

    async def _all(self, statement: Query[Row], login: str) -> list[Row]:
        accounts = self._snapshots.accounts
        if accounts is None:
            raise unavailable("game")
        ids = accounts.get(login, ()) or await self._scans.ids(login)
        rows = await self._read(statement, login, list(ids)[:MOST]) if ids else []
        return sorted(rows, key=lambda row: (-row.level, row.id))

    async def _one(self, statement: Query[Row], login: str, id: int) -> Row:
        rows = await self._read(statement, login, [id]) if 0 < id <= _LARGEST_ID else []
        if not rows:
            raise NotFound
        return rows[0]

    async def _read(self, statement: Query[Row], login: str, ids: Sequence[int]) -> list[Row]:
        """Checks the owner of each row: hashes of account names can collide, and characters change owner."""
        rows = {row.id: row for row in await self._game.read(statement, ids=ids)}  # a pack's join may repeat a row
        account = login.casefold()
        return [_safe(row) for row in rows.values() if row.account_name.casefold() == account]


def _safe(row: Row) -> Row:
    """With names as they may be shown; most are so already."""
    given = {field: getattr(row, field, None) for field in ("name", "title", "clan_name")}
    unsafe = {field: _text(text) for field, text in given.items() if text and not _is_safe(text)}
    return replace(row, **unsafe) if unsafe else row


def _is_safe(text: str) -> bool:
    return text.isprintable() and len(text) <= _LONGEST_TEXT


def _text(text: str) -> str:
    """Without control characters, marks of direction and what no font has; the rest of it, cut."""
    return "".join(letter for letter in text if unicodedata.category(letter)[0] != "C")[:_LONGEST_TEXT]


def moment(seconds: int | None) -> datetime | None:
    """Epoch seconds as a time; None for none, and for what no calendar has."""
    try:
        return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None

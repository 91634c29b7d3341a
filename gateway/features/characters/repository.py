"""Whose characters are whose: ids from the snapshot of the world, the characters themselves from the game's tables."""

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import replace

from gateway.database.database import Database
from gateway.database.queries import Query, query
from gateway.features.characters.account_lookup_scan import MOST, Scans
from gateway.http.errors import NotFound, unavailable
from gateway.state import GatewayState

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
_scans: WeakKeyDictionary[Database, Scans] = WeakKeyDictionary()


async def owned(state: GatewayState, login: str) -> list[CharacterRow]:
    """The account's characters, level descending, then id.

    Those that are banned, and those about to be deleted, are among them: they exist, can be reclaimed in the game, and
    a player who misses one would think it lost. Raises GameUnavailable before the first snapshot of the world.
    """
    return await _all(state, OWNED, login)


async def briefs(state: GatewayState, login: str) -> list[CharacterBrief]:
    """The same, in brief."""
    return await _all(state, BRIEFS, login)


async def one_owned(state: GatewayState, login: str, id: int) -> CharacterRow:
    """One character of the account. Raises NotFound alike for a missing one and for somebody else's."""
    return await _one(state, OWNED, login, id)


async def one_brief(state: GatewayState, login: str, id: int) -> CharacterBrief:
    """The same, in brief."""
    return await _one(state, BRIEFS, login, id)


async def _all(state: GatewayState, asked: Query[Row], login: str) -> list[Row]:
    game, known = state.db.game, state.snapshots.accounts
    if known is None:
        raise unavailable("game")
    ids = known.get(login, ()) or await _scans_of(game).ids(game, login)
    rows = await _read(game, asked, login, list(ids)[:MOST]) if ids else []
    return sorted(rows, key=lambda row: (-row.level, row.id))


async def _one(state: GatewayState, asked: Query[Row], login: str, id: int) -> Row:
    rows = await _read(state.db.game, asked, login, [id]) if 0 < id <= _LARGEST_ID else []
    if not rows:
        raise NotFound
    return rows[0]


async def _read(game: Database, asked: Query[Row], login: str, ids: Sequence[int]) -> list[Row]:
    """Hashes of account names can collide and characters change hands, so the row itself says whose it is."""
    found = {row.id: row for row in await game.read(asked, ids=ids)}  # once each, whatever a pack joins to them
    account = login.casefold()
    return [_safe(row) for row in found.values() if row.account_name.casefold() == account]


def _scans_of(game: Database) -> Scans:
    """One for each door to a game, as long as the door lives."""
    if (scans := _scans.get(game)) is None:
        scans = _scans[game] = Scans()
    return scans


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

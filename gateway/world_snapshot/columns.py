"""The columns of a snapshot in one table: reading, packing and ranking rows derive from it.

A new column of the ranking row: the query (`sql/queries/rankings.sql`), the field of `CharacterRow`, its line in
`COLUMNS`, and the field of `RankingRow` with its line in `Snapshot.ranking_rows`. A value that the snapshot already
has, as the level of a clan, needs the last two alone.
"""

import zlib
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from gateway.world_snapshot.visibility import HiddenMark, Privacy


class CharacterRow(msgspec.Struct, frozen=True):
    """Columns that are read of each character.

    `flags`: (race + 1) * 32, with race + 1 = 0 for an unknown race; plus 8 if not an offline shop, 16 if one; plus 4 if
    noble; plus 2 if online; plus 1 if ranked.
    `playtime`: seconds.
    """

    character_id: int
    account_name: str
    name: str
    level: int
    class_id: int
    clan_id: int
    pvp_kills: int
    pk_kills: int
    exp: int
    playtime: int
    flags: int


class ClanRow(msgspec.Struct, frozen=True):
    clan_id: int
    name: str
    level: int
    reputation: int
    leader_id: int
    ally_id: int
    castle_id: int
    ally_name: str


class BannedRow(msgspec.Struct, frozen=True):
    character_id: int


class RankingRow(msgspec.Struct, frozen=True):
    """`rank` is the place among all ranked characters, whatever the filters. `rank_change_day`: places gained since the
    close of yesterday, `rank_change_week`: since a week before; null where not recorded.

    A hidden character has no id and no clan, and is never online. Only a `public` one has a page.
    """

    rank: int
    char_name: str
    level: int
    class_id: int
    class_name: str
    race: int
    race_name: str
    clan_name: str | None
    score: int
    online: bool
    char_id: int | None
    privacy: Privacy
    clan_id: int | None
    clan_hidden: HiddenMark = msgspec.UNSET
    rank_change_day: int | None = None
    rank_change_week: int | None = None


def shared_values(row: RankingRow, struct: type[msgspec.Struct]) -> dict[str, Any]:
    """Returns the values of the fields that a ranking row has in common with another Struct."""
    return {name: getattr(row, name) for name in struct.__struct_fields__ if name in row.__struct_fields__}


class FoundCharacter(msgspec.Struct, frozen=True, kw_only=True):
    """`pvp_rank` is the place among all ranked characters. Only a `public` character has a page."""

    char_name: str
    char_id: int
    level: int
    class_id: int
    class_name: str
    race: int
    clan_name: str | None
    pvp_rank: int
    privacy: Privacy
    clan_hidden: HiddenMark = msgspec.UNSET


class Column(msgspec.Struct, frozen=True):
    """`source`: a field of the row that is read, or an array that the builder derives."""

    name: str
    source: str
    dtype: str = "narrowest"


COLUMNS: Final = (
    Column("character_ids", "character_id"),
    Column("levels", "level"),
    Column("class_ids", "class_id"),
    Column("races", "race"),
    Column("clans", "clan_number"),
    Column("online", "online"),
    Column("pvp", "pvp_kills"),
    Column("pk", "pk_kills"),
    Column("exp", "exp"),
    Column("playtime", "playtime"),
    Column("noble", "noble"),
    Column("pk_ranks", "pk_rank", "uint32"),
    Column("rows_by_id", "row_by_id", "int64"),
    Column("privacy", "privacy"),
)
"""By row, in the order of the PvP ranking. `clans` is 0 or the number of a clan, from 1. `pk_ranks` is the row's place
in the PK ranking, from 0. `rows_by_id`: the rows in the order of their ids. `privacy`: a number of `visibility.LEVELS`.
"""
CLAN_COLUMNS: Final = (
    Column("clan_ids", "clan_id"),
    Column("clan_levels", "level"),
    Column("clan_reputations", "reputation"),
    Column("clan_leaders", "leader_id"),
    Column("clan_allies", "ally_id"),
    Column("clan_castles", "castle_id"),
)
"""By the number of a clan less one."""
TEXTS: Final = ("names", "name_starts", "clan_names", "clan_name_starts", "ally_names", "ally_name_starts")
SEARCH: Final = ("name_rows", "new_text", "new_suffixes", "new_numbers", "new_heads", "new_rows")
"""Of `NameSearch`: by number of the shared name table, and a table of the names that it lacks."""
ACCOUNTS: Final = ("account_hashes", "account_characters", "not_players")
"""Of all characters, by account; and the ids of characters that are no players', ascending."""


NUMBER_FIELDS: Final = tuple(field.name for field in msgspec.structs.fields(CharacterRow) if field.type is int)
FORMAT: Final = zlib.crc32(msgspec.json.encode((COLUMNS, CLAN_COLUMNS, TEXTS, SEARCH, ACCOUNTS)))
"""Version of the packed form. Processes with other columns never read each other's snapshots."""


def by_name(row_type: type[msgspec.Struct], rows: Iterable[Iterable[Any]]) -> dict[str, tuple[Any, ...]]:
    """Turns rows of a query into one tuple per field of its Struct."""
    names = row_type.__struct_fields__
    values = tuple(zip(*rows, strict=True)) or ((),) * len(names)
    return dict(zip(names, values, strict=True))

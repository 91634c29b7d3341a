"""The history of a clan and of its members, for its page."""

from collections.abc import Collection
from datetime import date, datetime, tzinfo

import numpy as np
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.history.storage import read_columns
from gateway.extras.history.tracked import Columns
from gateway.world_snapshot.visibility import shown_text

ACTIVE_DAYS = 7


class ClanDay(Struct, frozen=True):
    """Sums of the members at the close of a day. `levels`: sum."""

    day: date
    level: int
    reputation: int
    members: int
    levels: int
    pvp_kills: int
    pk_kills: int


class DissolvedClan(Struct, frozen=True, kw_only=True):
    """`day`: on which it was dissolved. The values are those that were recorded last."""

    clan_id: int
    clan_name: str
    day: date
    level: int
    members: int
    pvp_kills: int


class _EndRow(Struct, frozen=True):
    clan_id: int
    name: str
    at: int
    level: int
    members: int
    pvp_kills: int


class ClanClose(Struct, frozen=True):
    """Values of a clan at the close of a day."""

    clan_id: int
    level: int
    reputation: int
    members: int
    pvp_kills: int
    pk_kills: int


class _ClanId(Struct, frozen=True):
    clan_id: int


class _ClanName(Struct, frozen=True):
    clan_id: int
    name: str


class MemberSince(Struct, frozen=True):
    """Values of a member now and at the close of a day. `clan_day`: the last change of the clan."""

    character_id: int
    first_day: int
    level: int
    pvp_kills: int
    pk_kills: int
    playtime: int
    level_before: int
    pvp_before: int
    pk_before: int
    playtime_before: int
    clan_day: int

    @property
    def joined_day(self) -> int | None:
        """None for a member that was first seen in its clan."""
        return self.clan_day if self.clan_day > self.first_day else None


class _Playtime(Struct, frozen=True):
    character_id: int
    day: int
    playtime: int


CLANS_AT = query("history.clans_at", ClanClose)
CLAN_NAMES = query("history.clan_names", _ClanName)
NAMED_CLANS = query("history.named_clans", _ClanId)
CLAN_ENDS = query("history.clan_ends", _EndRow)
CLAN_DAYS = query("history.clan_days", ClanDay)
MEMBER_VALUES = query("history.member_values", MemberSince)
PLAYTIMES = query("history.playtimes", _Playtime)


async def clan_days(site: Database, clan_id: int) -> list[ClanDay]:
    """Returns the days on which a member changed, ascending. Raises DatabaseError."""
    return await site.read(CLAN_DAYS, clan_id=clan_id)


async def clans_at(site: Database, day: int) -> Columns:
    """Returns the values of all clans at the close of a day, in the order of their ids. Raises DatabaseError."""
    return await read_columns(site, CLANS_AT, dict.fromkeys(ClanClose.__struct_fields__, np.int64), day)


async def clan_names(site: Database, clan_ids: Collection[int]) -> dict[int, str]:
    """Returns the names under which clans were seen last. Raises DatabaseError."""
    rows = await site.read(CLAN_NAMES, ids=list(clan_ids)) if clan_ids else []
    return {row.clan_id: row.name for row in rows}


async def dissolved_clan(
    site: Database, zone: tzinfo, now: float, name: str, clan_id: int | None = None
) -> DissolvedClan | None:
    """Returns the clan of this name, or this id, that was dissolved last. Raises DatabaseError."""
    ids = [row.clan_id for row in await site.read(NAMED_CLANS, name=name)] if clan_id is None else [clan_id]
    row = await site.one(CLAN_ENDS, ids=ids, now=int(now)) if ids else None
    if row is None:
        return None
    day = datetime.fromtimestamp(row.at, zone).date()
    return DissolvedClan(
        clan_id=row.clan_id,
        clan_name=shown_text(row.name),
        day=day,
        level=row.level,
        members=row.members,
        pvp_kills=row.pvp_kills,
    )


async def members_since(site: Database, character_ids: list[int], day: int) -> list[MemberSince]:
    """Leaves out members that are not tracked yet. Raises DatabaseError."""
    return await site.read(MEMBER_VALUES, ids=character_ids, day=day) if character_ids else []


async def active_minutes(site: Database, members: list[MemberSince], today: int) -> dict[int, list[int]]:
    """Returns the minutes played on each of the last seven days, today last.

    `members`: since the close of the day before the first of them. Raises DatabaseError.
    """
    ids = [member.character_id for member in members]
    rows = await site.read(PLAYTIMES, ids=ids, day=today - ACTIVE_DAYS) if ids else []
    closes = {(row.character_id, row.day): row.playtime for row in rows}
    minutes: dict[int, list[int]] = {}
    for member in members:
        previous_playtime, days = member.playtime_before, list[int]()
        for day in range(today - ACTIVE_DAYS + 1, today + 1):
            playtime = member.playtime if day == today else closes.get((member.character_id, day), previous_playtime)
            days.append(max(0, playtime - previous_playtime))
            previous_playtime = playtime
        minutes[member.character_id] = days
    return minutes

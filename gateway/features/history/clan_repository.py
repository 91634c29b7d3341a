"""The history of a clan and of its members, for its page."""

from datetime import date

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.history.tracked import date_of

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


class _ClanRow(Struct, frozen=True):
    day: int
    level: int
    reputation: int
    members: int
    levels: int
    pvp_kills: int
    pk_kills: int


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


CLAN_DAYS = query("history.clan_days", _ClanRow)
SINCE = query("history.since", MemberSince)
PLAYTIMES = query("history.playtimes", _Playtime)


async def clan_days(site: Database, clan_id: int) -> list[ClanDay]:
    """Returns the days on which a member changed, ascending. Raises DatabaseError."""
    rows = await site.read(CLAN_DAYS, clan_id=clan_id)
    return [
        ClanDay(date_of(row.day), row.level, row.reputation, row.members, row.levels, row.pvp_kills, row.pk_kills)
        for row in rows
    ]


async def members_since(site: Database, character_ids: list[int], day: int) -> list[MemberSince]:
    """Leaves out members that are not tracked yet. Raises DatabaseError."""
    return await site.read(SINCE, ids=character_ids, day=day) if character_ids else []


async def active_minutes(site: Database, members: list[MemberSince], today: int) -> dict[int, list[int]]:
    """Returns the minutes played on each of the last seven days, today last.

    `members`: since the close of the day before the first of them. Raises DatabaseError.
    """
    ids = [member.character_id for member in members]
    rows = await site.read(PLAYTIMES, ids=ids, day=today - ACTIVE_DAYS) if ids else []
    closes = {(row.character_id, row.day): row.playtime for row in rows}
    minutes: dict[int, list[int]] = {}
    for member in members:
        before, days = member.playtime_before, list[int]()
        for day in range(today - ACTIVE_DAYS + 1, today + 1):
            after = member.playtime if day == today else closes.get((member.character_id, day), before)
            days.append(max(0, after - before))
            before = after
        minutes[member.character_id] = days
    return minutes

"""Seasons of the game's world, which an operator's command starts after a wipe. The current one is the last."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from gateway.concurrency.durations import DAY, HOUR
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.extras.world_events.kinds import KINDS

_LONGEST_DAY: Final = DAY + HOUR
"""Events are dated to the start of their day at most so long before."""


class Season(Struct, frozen=True):
    """`name` None: the time before the first command. `ended_at` None: the current one. Times in epoch seconds."""

    number: int
    name: str | None
    started_at: int
    ended_at: int | None = None

    @property
    def first_event_at(self) -> int:
        """No event of the season is dated earlier."""
        return max(0, self.started_at - _LONGEST_DAY)


FIRST_SEASON: Final = Season(1, None, 0)


class FormerClan(Struct, frozen=True):
    clan_id: int
    name: str


class FormerCharacter(Struct, frozen=True):
    """`account`: keyed hash of the login. `name` None: erased. Level and class: those recorded last."""

    character_id: int
    account: int
    name: str | None
    level: int
    class_id: int


class FirstsCount(Struct, frozen=True):
    count: int


SEASONS = query("seasons.all", Season)
LOCK = query("seasons.lock", Season)
BEGIN = query("seasons.begin", None)
REMOVE = query("seasons.remove", None)
KEEP_CLAN_NAMES = query("seasons.keep_clan_names", None)
KEEP_FORMER_NAMES = query("seasons.keep_former_names", None)
FIRSTS = query("seasons.firsts", FirstsCount)
MOVE_EVENTS = query("seasons.move_events", None)
FORMER_CLANS = query("seasons.former_clans", FormerClan)
FORMER_CHARACTERS = query("seasons.former_characters", FormerCharacter)


class SeasonRefused(Exception):  # noqa: N818 - the text says why nothing was changed
    pass


async def seasons(site: Database | Session) -> list[Season]:
    """Returns all seasons, the current one last. Raises DatabaseError."""
    return await site.read(SEASONS)


async def start(session: Session, name: str, now: int) -> Season:
    """Ends the current season, and keeps the names of its clans. Raises SeasonRefused for a name that is in use."""
    current = await session.one(LOCK)
    assert current
    if name in {season.name for season in await seasons(session)}:
        raise SeasonRefused(f"there is a season {name!r} already")
    if now <= current.started_at:
        raise SeasonRefused("a season has just been started")
    await session.write(KEEP_CLAN_NAMES, season=current.number)
    season = Season(current.number + 1, name, now)
    await session.write(BEGIN, number=season.number, name=season.name, at=season.started_at)
    return season


async def undo(session: Session) -> Season:
    """Removes the current season; its events belong to the one before again. Returns the removed one.

    Raises SeasonRefused for the first season, and once somebody is the first of the world in it.
    """
    current = await session.one(LOCK)
    assert current
    if current.number == FIRST_SEASON.number:
        raise SeasonRefused("no season was started: there is nothing to undo")
    firsts = await session.one(FIRSTS, season=current.number)
    if firsts and firsts.count:
        raise SeasonRefused(f"{firsts.count} characters are the first of the world in this season: it stays")
    await session.write(MOVE_EVENTS, season=current.number, previous=current.number - 1, kinds=list(KINDS))
    await session.write(REMOVE, number=current.number)
    return current


async def former_clan_names(site: Database, season: int, ids: Collection[int]) -> dict[int, str]:
    rows = await site.read(FORMER_CLANS, season=season, ids=sorted(ids)) if ids else []
    return {row.clan_id: row.name for row in rows}


async def former_characters(site: Database, ids: Collection[int], before: int) -> list[FormerCharacter]:
    """Returns the characters that had these ids at a moment, as the history has them. Erased ones are missing."""
    return await site.read(FORMER_CHARACTERS, ids=sorted(ids), before=before) if ids else []

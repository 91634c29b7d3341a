"""GET /api/player/profile: summary figures of the account."""

import asyncio
import time
from collections.abc import Sequence
from datetime import datetime
from math import inf
from typing import Final

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.features.accounts import AccountRepository, Caller, EmailConfirmation
from gateway.features.characters import CharacterBrief, CharacterRepository
from gateway.http.errors import UNAVAILABLE
from gateway.http.routes import get

ACTIVE_DAYS: Final = 7
_INACTIVE_DAYS: Final = 30
_FULL_SCORE_HOURS: Final = 500


class PlayerProfile(Struct, frozen=True, kw_only=True):
    """`total_playtime` is in seconds. Totals cover all characters of the account. Null: not recorded by the
    server's tables, or no characters; `email_confirmed` is also null on a site that sends no mail.
    """

    username: str
    email: str | None
    email_confirmed: bool | None
    member_since: datetime | None
    total_playtime: int
    account_activity_score: int
    access_level: int
    access_level_label: str
    last_ip: str | None
    total_characters: int
    average_character_level: float
    active_characters: int
    death_kill_ratio: float | None
    total_pvp_kills: int
    total_pk_kills: int
    total_fame: int | None
    total_karma: int


def activity_score(characters: Sequence[CharacterBrief], now: float) -> int:
    """Returns the activity score of the account, 0 to 100; it grows monotonically with each part.

    40 points if last seen within a day, falling linearly to 0 after 30 days; 40 points for playtime, growing linearly
    up to 500 hours in total; 20 points for the share of characters seen in the last 7 days.
    """
    if not characters:
        return 0
    days_away = min(_days_away(row, now) for row in characters)
    recency = 1 - min(max(days_away - 1, 0) / (_INACTIVE_DAYS - 1), 1)
    playtime_share = min(playtime(characters) / 3600 / _FULL_SCORE_HOURS, 1)
    active_share = active_characters(characters, now) / len(characters)
    return round(40 * recency + 40 * playtime_share + 20 * active_share)


def kill_ratio(characters: Sequence[CharacterBrief]) -> float | None:
    """Returns PvP and PK kills per death, two decimals; None if the server does not record deaths.

    Zero deaths count as one, so that the ratio stays a number.
    """
    known_deaths = [row.deaths for row in characters if row.deaths is not None]
    if not known_deaths:
        return None
    kills = sum(row.pvp_kills + row.pk_kills for row in characters)
    return round(kills / max(sum(known_deaths), 1), 2)


def average_level(characters: Sequence[CharacterBrief]) -> float:
    """Returns the average with one decimal; 0 without characters."""
    return round(sum(row.level for row in characters) / len(characters), 1) if characters else 0.0


def active_characters(characters: Sequence[CharacterBrief], now: float) -> int:
    """Counts the characters seen in the last 7 days, including those online."""
    return sum(_days_away(row, now) <= ACTIVE_DAYS for row in characters)


def playtime(characters: Sequence[CharacterBrief]) -> int:
    """Returns the total playtime in seconds."""
    return sum(max(row.playtime, 0) for row in characters)


def fame(characters: Sequence[CharacterBrief]) -> int | None:
    """Returns the total fame; None if the server does not record it."""
    known_fame = [row.fame for row in characters if row.fame is not None]
    return sum(known_fame) if known_fame else None


def _days_away(row: CharacterBrief, now: float) -> float:
    if row.online:
        return 0.0
    return inf if row.last_access is None else max(now - row.last_access, 0) / DAY


def routes(
    accounts: AccountRepository, confirmation: EmailConfirmation, characters: CharacterRepository
) -> list[HTTPRouteHandler]:
    @get("/api/player/profile", *UNAVAILABLE)
    async def get_player_profile(caller: Caller) -> PlayerProfile:
        """Summary figures of the account."""
        briefs, member = await asyncio.gather(characters.briefs(caller.login), accounts.member(caller.login))
        now = time.time()
        return PlayerProfile(
            username=caller.login,
            email=member.email,
            email_confirmed=await confirmation.is_confirmed(caller.login, member.email),
            member_since=member.created_at,
            total_playtime=playtime(briefs),
            account_activity_score=activity_score(briefs, now),
            access_level=caller.access_level,
            access_level_label=accounts.access_label(caller.access_level),
            last_ip=member.last_ip,
            total_characters=len(briefs),
            average_character_level=average_level(briefs),
            active_characters=active_characters(briefs, now),
            death_kill_ratio=kill_ratio(briefs),
            total_pvp_kills=sum(row.pvp_kills for row in briefs),
            total_pk_kills=sum(row.pk_kills for row in briefs),
            total_fame=fame(briefs),
            total_karma=sum(row.karma for row in briefs),
        )

    return [get_player_profile]

"""GET /api/player/characters and /{id}."""

from datetime import datetime
from typing import Final

from litestar.params import FromPath
from msgspec import Struct

from gateway.features.accounts import Caller
from gateway.features.characters.repository import CharacterRepository, OwnedCharacter, moment
from gateway.game.classes import class_name, race_name, race_of
from gateway.game.experience import percent
from gateway.game.logins import site_login
from gateway.game.regions import location
from gateway.http.errors import UNAVAILABLE, NotFound
from gateway.http.routes import get
from gateway.registration.feature import Feature

SLOTS: Final = 3
"""Character slots that the page shows; an account may have more characters."""


class Vitals(Struct, frozen=True, kw_only=True):
    """Values as the game stores them, not clamped: `hp` may be above `max_hp`."""

    hp: int | None
    max_hp: int | None
    mp: int | None
    max_mp: int | None
    cp: int | None
    max_cp: int | None


class CharacterStats(Struct, frozen=True, rename={"str_": "str", "int_": "int"}, kw_only=True):
    """`str_` and `int_` are `str` and `int` in JSON; here these names would hide the types."""

    str_: int | None
    dex: int | None
    con: int | None
    int_: int | None
    wit: int | None
    men: int | None


class Character(Struct, frozen=True, kw_only=True):
    """`account_id` is the account's name, `playtime` in seconds, `last_login` the time of the game's last save. null:
    the game server's tables do not record it.
    """

    id: int
    account_id: str
    name: str
    title: str
    level: int
    exp: int
    exp_percent: float
    class_id: int
    class_name: str
    race: int
    race_name: str
    sex: int
    clan_name: str | None
    clan_level: int | None
    pvp_kills: int
    pk_kills: int
    deaths: int | None
    karma: int
    fame: int | None
    playtime: int
    current_location: str
    online: bool
    last_login: datetime | None
    created_at: datetime | None
    access_level: int
    noble: bool
    hero: bool
    vitals: Vitals
    stats: CharacterStats


class Characters(Struct, frozen=True):
    data: list[Character]
    total: int
    slots: int


def build_character(row: OwnedCharacter) -> Character:
    """Converts a row to the response."""
    race = row.race if row.race is not None else race_of(row.class_id)
    race = 0 if race is None else race  # as in the rankings
    return Character(
        id=row.id,
        account_id=site_login(row.account_name),
        name=row.name,
        title=row.title,
        level=row.level,
        exp=row.exp,
        exp_percent=percent(row.level, row.exp),
        class_id=row.class_id,
        class_name=class_name(row.class_id),
        race=race,
        race_name=race_name(race),
        sex=row.sex,
        clan_name=row.clan_name,
        clan_level=row.clan_level,
        pvp_kills=row.pvp_kills,
        pk_kills=row.pk_kills,
        deaths=row.deaths,
        karma=row.karma,
        fame=row.fame,
        playtime=row.playtime,
        current_location=location(row.x, row.y, row.z),
        online=row.online != 0,
        last_login=moment(row.last_access),
        created_at=moment(row.created_at),
        access_level=row.access_level,
        noble=row.noble != 0,
        hero=row.hero != 0,
        vitals=Vitals(hp=row.hp, max_hp=row.max_hp, mp=row.mp, max_mp=row.max_mp, cp=row.cp, max_cp=row.max_cp),
        stats=CharacterStats(
            str_=row.stat_str, dex=row.stat_dex, con=row.stat_con, int_=row.stat_int, wit=row.stat_wit, men=row.stat_men
        ),
    )


def feature(characters: CharacterRepository) -> Feature:
    @get("/api/player/characters", *UNAVAILABLE)
    async def get_characters(caller: Caller) -> Characters:
        """The account's characters."""
        data = [build_character(row) for row in await characters.all_owned(caller.login)]
        return Characters(data, len(data), SLOTS)

    @get("/api/player/characters/{id:int}", NotFound, *UNAVAILABLE)
    async def get_character(caller: Caller, id: FromPath[int]) -> Character:
        """One character of the account."""
        return build_character(await characters.one_owned(caller.login, id))

    return Feature(name="characters", routes=[get_characters, get_character], close=[characters.close])

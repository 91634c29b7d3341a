"""Server information from the operator: rates, odds, olympiad, sieges, events, bosses, castles, farm zones.

Fixed texts, shown unchanged; they may differ from the live world.
"""

from collections.abc import Callable
from typing import Annotated, Final, Literal

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import UNSET, UnsetType

from gateway.concurrency.durations import DAY
from gateway.features.site_content.content_files import Record
from gateway.http.errors import ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get


class General(Record):
    client: str
    main_class: str
    max_clients_per_ip: int


class Rates(Record, kw_only=True):
    exp: str
    sp: str
    adena: str
    drop: str
    quest: str
    spoil: str
    seal_stones: str
    safe_enchant: str
    max_enchant: str
    raid_boss_drop: str
    epic_jewelry: str


class PremiumRates(Record):
    exp: str
    sp: str
    adena: str
    drop_chance: str


class EnchantRate(Record):
    level: str
    rate: str


class Olympiad(Record, kw_only=True):
    battles_per_week: int
    minimum_participants: int
    heroes_per_class: int
    period: str
    days: str
    hours: str
    equipment: str


class Sieges(Record, kw_only=True):
    day: str
    time: str
    duration: str
    registration: str
    clan_limit: str
    zerg: str


class Event(Record):
    name: str
    time: str
    reward: str
    status: Literal["active", "upcoming"]


class Boss(Record, kw_only=True):
    name: str
    level: int
    location: str
    respawn: str
    status: Literal["alive", "dead"]


class Castle(Record, kw_only=True):
    """`owner` is `Available` if no clan holds the castle; `defenders` and `challengers` count clans."""

    castle: str
    owner: str
    next_siege: str
    defenders: int
    challengers: int


class FarmZone(Record, rename={"auto_loot": "autoLoot"}, kw_only=True):
    name: str
    level_range: str
    exp: str
    drops: str
    difficulty: Literal["Easy", "Medium", "Hard"]
    auto_loot: bool


class ServerInfo(Record, kw_only=True):
    """All categories, or the requested one."""

    general: General | UnsetType = UNSET
    rates: Rates | UnsetType = UNSET
    premium_rates: PremiumRates | UnsetType = UNSET
    enchant: list[EnchantRate] | UnsetType = UNSET
    olympiad: Olympiad | UnsetType = UNSET
    sieges: Sieges | UnsetType = UNSET
    events: list[Event] | UnsetType = UNSET
    bosses: list[Boss] | UnsetType = UNSET
    castles: list[Castle] | UnsetType = UNSET
    farm_zones: list[FarmZone] | UnsetType = UNSET


Category = Literal[
    "general", "rates", "premium_rates", "enchant", "olympiad", "sieges", "events", "bosses", "castles", "farm_zones"
]

FILE: Final = "server-info.json"


def routes(info: Callable[[], ServerInfo]) -> list[HTTPRouteHandler]:
    @get("/api/server/info", ValidationFailed, opt=public(max_age=5, stale=DAY, version="content"))
    async def get_server_info(category: Annotated[Category | None, QueryParameter()] = None) -> ServerInfo:
        """Rates, odds, olympiad, sieges, events, bosses, castles, farm zones."""
        return info() if category is None else ServerInfo(**{category: getattr(info(), category)})

    return [get_server_info]

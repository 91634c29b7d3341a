"""One reading of the game's small tables: the rows as the views give them. Moments are epoch seconds."""

from functools import cached_property

import msgspec
from msgspec import Struct


class BossRow(Struct, frozen=True, array_like=True):
    """`is_down`: a future `respawn_at` means that the boss is dead. Delays in seconds, from the death to the respawn.

    `is_exact`: the respawn comes whole hours after the death. `needs_points`: only raid points tell a kill.
    """

    boss_id: int
    is_down: int
    respawn_at: int | None
    min_delay: int | None
    max_delay: int | None
    is_exact: int
    needs_points: int

    def is_dead(self, now: float) -> bool:
        return bool(self.is_down) and self.respawn_at is not None and self.respawn_at > now


class CastleRow(Struct, frozen=True, array_like=True):
    castle_id: int
    tax_percent: int | None
    siege_at: int | None


class SiegeRegistration(Struct, frozen=True, array_like=True):
    """`side`: owner, defender, attacker, or waiting for the owner's approval."""

    castle_id: int
    clan_id: int
    side: str


class WorldClan(Struct, frozen=True, array_like=True):
    """An id of 0 stands for none."""

    clan_id: int
    name: str
    level: int
    reputation: int
    castle_id: int
    ally_id: int
    ally_name: str | None
    leader_id: int


class CrestRow(Struct, frozen=True, array_like=True):
    """`picture`: the bytes of the game in hexadecimal digits."""

    clan_id: int
    picture: str


class HallRow(Struct, frozen=True, array_like=True):
    """`moment`: until when the rent is paid; of a hall that is won in a siege, the next siege."""

    hall_id: int
    owner_id: int | None
    moment: int | None


class HallRegistration(Struct, frozen=True, array_like=True):
    """`clan_id` takes part in the next siege of the hall."""

    hall_id: int
    clan_id: int


class HallAuction(Struct, frozen=True, array_like=True):
    hall_id: int
    ends_at: int | None
    starting_bid: int | None


class HallBids(Struct, frozen=True, array_like=True):
    hall_id: int
    bids: int


class ClanWarRow(Struct, frozen=True, array_like=True):
    """`clan_id` has declared the war; two rows make it mutual."""

    clan_id: int
    enemy_id: int


class HeroRow(Struct, frozen=True, array_like=True):
    character_id: int
    class_id: int | None
    count: int


class DiaryRow(Struct, frozen=True, array_like=True):
    """`action`: 1 boss killed, 2 hero, 3 castle taken; `param`: the boss or the castle."""

    character_id: int
    at: int
    action: int
    param: int


class NobleRow(Struct, frozen=True, array_like=True):
    character_id: int
    class_id: int | None
    points: int
    fights: int | None
    wins: int | None


class OlympiadPeriod(Struct, frozen=True, array_like=True):
    cycle: int
    is_validation: int | None
    ends_at: int | None
    validation_ends_at: int | None


class FightRow(Struct, frozen=True, array_like=True):
    """`winner`: 0 neither, 1 the character, 2 the rival."""

    character_id: int
    rival_id: int
    winner: int
    started_at: int
    seconds: int


class SignsRow(Struct, frozen=True, array_like=True):
    """`period`: 0 recruiting, 1 competition, 2 results, 3 seal validation. Owners: 0 none, 1 Dusk, 2 Dawn."""

    cycle: int
    period: int
    previous_winner: int
    dawn_stones: int
    dawn_festival: int
    dusk_stones: int
    dusk_festival: int
    avarice_owner: int
    gnosis_owner: int
    strife_owner: int


class CursedWeapon(Struct, frozen=True, array_like=True):
    item_id: int
    character_id: int
    kills: int
    ends_at: int | None


class RaidPoints(Struct, frozen=True, array_like=True):
    character_id: int
    boss_id: int
    points: int


class WorldReading(Struct, frozen=True, dict=True, kw_only=True):
    """`points`: raid points by character and boss; None if they were not read this time.

    `diary`, `nobles`, `last_month`, `fights` and `crests` are those of an earlier reading while they are not due.
    """

    taken_at: int
    bosses: list[BossRow] = []
    castles: list[CastleRow] = []
    registrations: list[SiegeRegistration] = []
    clans: list[WorldClan] = []
    halls: list[HallRow] = []
    hall_sieges: list[HallRow] = []
    hall_registrations: list[HallRegistration] = []
    auctions: list[HallAuction] = []
    bids: list[HallBids] = []
    wars: list[ClanWarRow] = []
    heroes: list[HeroRow] = []
    olympiad: OlympiadPeriod | None = None
    signs: SignsRow | None = None
    cursed_weapons: list[CursedWeapon] = []
    nobles: list[NobleRow] = []
    last_month: list[NobleRow] = []
    diary: list[DiaryRow] = []
    fights: list[FightRow] = []
    crests: dict[int, bytes] = {}
    """PNG files by clan."""
    slow_at: int = 0
    """Moment at which the tables that change slowly were read."""
    points: dict[int, int] | None = None
    failed: dict[str, int] = {}
    """Field → moment of its rows, for each table that could not be read this time; 0: it was never read."""

    @cached_property
    def clan_names(self) -> dict[int, str]:
        """By id, as the game has them; clans without a name are left out."""
        return {clan.clan_id: clan.name for clan in self.clans if clan.name}

    def read_at(self, *fields: str) -> int:
        """Returns the moment since which the rows of all these fields are known; 0: not yet."""
        return min(self.failed.get(field, self.taken_at) for field in fields)


def owners_of_castles(reading: WorldReading) -> dict[int, int]:
    return {clan.castle_id: clan.clan_id for clan in reading.clans if clan.castle_id}


def owners_of_halls(reading: WorldReading) -> dict[int, int]:
    return {hall.hall_id: hall.owner_id for hall in (*reading.halls, *reading.hall_sieges) if hall.owner_id}


def points_key(character_id: int, boss_id: int) -> int:
    return character_id << 20 | boss_id


def split_key(key: int) -> tuple[int, int]:
    """Returns character and boss."""
    return key >> 20, key & 0xFFFFF


def without_points(reading: WorldReading) -> WorldReading:
    return msgspec.structs.replace(reading, points=None)

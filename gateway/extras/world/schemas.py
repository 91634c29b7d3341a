"""Answers of `/api/world`. Blocks that the family does not record are null or empty."""

from datetime import datetime
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from gateway.extras.world.facts import BossKind
from gateway.extras.world.settings import BossTimes
from gateway.extras.world_events import FirstOf
from gateway.world_snapshot.visibility import HiddenMark, Privacy

ClanInEvent = Literal["subject", "object", "before"]


class NamedClan(Struct, frozen=True):
    """`crest`: path of a picture of 16 × 12 pixels."""

    clan_id: int
    name: str
    crest: str | None = None
    hidden: HiddenMark = UNSET


class WorldCharacter(Struct, frozen=True, kw_only=True):
    """A character as the public sees it: `char_id` and `clan` are null for a hidden one.

    Only a `public` one has a page. Class, level and clan are those of now.
    """

    char_name: str
    char_id: int | None
    privacy: Privacy
    class_name: str
    level: int
    race: int
    clan: NamedClan | None


class Unavailable(Struct, frozen=True):
    """A table of the block cannot be read now: its rows are those of `since`; null: it was never read."""

    since: datetime | None


class WorldBoss(Struct, frozen=True, kw_only=True):
    """`died_at` and `killers` are null where the death was not seen, or not credited by raid points.

    `path`: of its page. The respawn lies between `window_from` and `window_to`; null where the delays are not known.
    """

    id: int
    name: str
    path: str
    level: int
    kind: BossKind
    zone: str
    state: Literal["alive", "dead"]
    window_from: datetime | None
    window_to: datetime | None
    died_at: datetime | None
    accuracy_seconds: int | None
    killers: list[WorldCharacter] | None


class WorldBosses(Struct, frozen=True):
    """`times`: how exactly this server shows a respawn. `taken_at`: the reading of the game's tables."""

    data: list[WorldBoss]
    times: BossTimes
    taken_at: datetime
    unavailable: Unavailable | None


class RegisteredClan(Struct, frozen=True):
    clan: NamedClan
    side: Literal["owner", "defender", "attacker", "waiting"]


class WorldCastle(Struct, frozen=True, kw_only=True):
    """`path`: of its page. `siege_at` is null while the next date is not known. Clans register until
    `registration_until`.

    `taken_at`: the last change of the owner that was seen, from `taken_from`; `last_siege`: the day of the last report.
    """

    id: int
    name: str
    path: str
    owner: NamedClan | None
    lord: WorldCharacter | None
    tax_percent: int | None
    siege_at: datetime | None
    registration_until: datetime | None
    is_siege_running: bool
    registered: list[RegisteredClan]
    taken_at: datetime | None
    taken_from: NamedClan | None
    last_siege: str | None


class WorldCastles(Struct, frozen=True):
    data: list[WorldCastle]
    taken_at: datetime
    unavailable: Unavailable | None


class WorldHall(Struct, frozen=True, kw_only=True):
    """`auction_ends_at`, `starting_bid` and `bids` belong to a running auction.

    `paid_until`: until when the owner has paid the rent. `registered`: for the next siege; empty where the game
    does not record it.
    """

    id: int
    name: str
    town: str
    kind: Literal["auction", "siege"]
    owner: NamedClan | None
    siege_at: datetime | None
    paid_until: datetime | None
    auction_ends_at: datetime | None
    starting_bid: int | None
    bids: int
    registered: list[NamedClan]


class WorldHalls(Struct, frozen=True):
    data: list[WorldHall]
    taken_at: datetime
    unavailable: Unavailable | None


class DiaryEntry(Struct, frozen=True):
    """`name`: the boss or the castle."""

    at: datetime
    action: Literal["boss_killed", "hero", "castle_taken"]
    name: str | None


class WorldHero(Struct, frozen=True):
    """`class_name`: in which the title was won; that of the character where the game does not tell."""

    character: WorldCharacter
    class_name: str
    count: int
    diary: list[DiaryEntry]


class Noble(Struct, frozen=True, kw_only=True):
    character: WorldCharacter
    class_name: str
    points: int
    fights: int | None
    wins: int | None


class HeadToHead(Struct, frozen=True, kw_only=True):
    """Fights of two characters in the last 31 days."""

    first: WorldCharacter
    second: WorldCharacter
    first_wins: int
    second_wins: int
    draws: int


class WorldOlympiad(Struct, frozen=True, kw_only=True):
    """`is_validation`: the month is over, and the new heroes are chosen. `started_at`: of the period or of
    the validation, if it was seen. `nobles`: those who take part. `fights` and `median_seconds` are null where the game
    does not count them, `head_to_head` where it does not record fights. `is_saved`: false until the game writes the
    period for the first time, at its first clean shutdown.
    """

    cycle: int | None
    is_validation: bool | None
    started_at: datetime | None
    ends_at: datetime | None
    validation_ends_at: datetime | None
    nobles: int
    fights: int | None
    median_seconds: int | None
    heroes: list[WorldHero]
    last_month: list[Noble]
    head_to_head: list[HeadToHead] | None
    taken_at: datetime
    unavailable: Unavailable | None
    is_saved: bool


class SignsSide(Struct, frozen=True):
    stones: int
    festival: int


Seal = Literal["dusk", "dawn"]


class SevenSigns(Struct, frozen=True, kw_only=True):
    """Seals and winner are null without an owner."""

    cycle: int
    period: Literal["recruiting", "competition", "results", "seal_validation"]
    previous_winner: Seal | None
    dawn: SignsSide
    dusk: SignsSide
    avarice: Seal | None
    gnosis: Seal | None
    strife: Seal | None


class WorldSigns(Struct, frozen=True):
    """`data` is null where the server does not record the Seven Signs."""

    data: SevenSigns | None
    taken_at: datetime
    unavailable: Unavailable | None


class ClanWar(Struct, frozen=True, kw_only=True):
    """`is_mutual`: both clans have declared it. `since`: the day of the declaration, if it was seen.

    `kills` and `enemy_kills`: PvP kills of any victim since that day, by members that the clan had then; null where the
    history does not tell.
    """

    clan: NamedClan
    enemy: NamedClan
    is_mutual: bool
    since: datetime | None
    kills: int | None
    enemy_kills: int | None


class HeldWeapon(Struct, frozen=True, kw_only=True):
    """`hours_left` is rounded up."""

    item_id: int
    name: str
    holder: WorldCharacter
    kills: int
    hours_left: int | None


class WorldWars(Struct, frozen=True):
    data: list[ClanWar]
    cursed_weapons: list[HeldWeapon]
    taken_at: datetime
    unavailable: Unavailable | None


Block = Literal["bosses", "castles", "halls", "olympiad", "signs", "wars"]


class PublicEvent(Struct, frozen=True, kw_only=True):
    """`subject` and `object`: names, null where nothing of that name exists any more; ids of characters are in
    `characters` alone. `value`: a level or a period. The event lies within `accuracy_seconds` of `at`.
    `before`: the owner before. `first_of`: a first of the world, else of the race, else of the class. `report`: path of
    the page about it. `hidden`: which of the names are those of hidden clans.
    """

    id: int
    kind: str
    at: datetime
    accuracy_seconds: int
    subject_id: int | None
    subject: str | None
    object: str | None
    value: int | None
    characters: list[WorldCharacter]
    before: str | None = None
    first_of: FirstOf | None = None
    report: str | None = None
    hidden: list[ClanInEvent] | UnsetType = UNSET


class PublicEvents(Struct, frozen=True):
    """`next`: the value of `before` for the next page; null on the last one."""

    data: list[PublicEvent]
    next: int | None


class WorldSeason(Struct, frozen=True):
    """`name` is null for the time before the first named season; `ended_at` for the current one."""

    number: int
    name: str | None
    started_at: datetime | None
    ended_at: datetime | None


class WorldSeasons(Struct, frozen=True):
    data: list[WorldSeason]

"""The kinds of events, and how exactly each one may be published. Pure."""

from datetime import datetime, timedelta, tzinfo
from typing import Final, Literal, get_args

from msgspec import Struct

from gateway.concurrency.durations import DAY, HOUR

EventKind = Literal[
    "boss_killed",
    "boss_points",
    "castle_taken",
    "clan_created",
    "clan_dissolved",
    "clan_joined",
    "clan_left",
    "clan_level",
    "cursed_weapon",
    "hall_taken",
    "hero",
    "olympiad_period",
    "siege_ended",
    "siege_started",
    "signs_period",
    "war_declared",
    "war_ended",
    "world_first",
]
EventTopic = Literal["bosses", "castles", "clans", "firsts", "wars"]
FirstOf = Literal["world", "race", "class"]
TOPICS: Final[dict[EventTopic, tuple[EventKind, ...]]] = {
    "bosses": ("boss_killed", "boss_points"),
    "castles": ("castle_taken", "hall_taken", "siege_ended", "siege_started"),
    "clans": ("clan_created", "clan_dissolved", "clan_joined", "clan_left", "clan_level"),
    "firsts": ("hero", "olympiad_period", "signs_period", "world_first"),
    "wars": ("cursed_weapon", "war_declared", "war_ended"),
}
"""Topic → its kinds. Each kind has one topic."""
Noun = Literal["boss", "castle", "hall", "clan", "character", "item", "number", ""]
"""The noun of an id; `number` is no id, and the empty text stands for no object."""


class PartyMember(Struct, frozen=True, array_like=True):
    """A killer as it was at the kill; `clan_id` 0: no clan."""

    character_id: int
    class_id: int
    level: int
    clan_id: int


class KindRule(Struct, frozen=True):
    """`is_exact`: a public act, which carries its time. All else is rounded to the day."""

    subject: Noun
    object: Noun = ""
    is_exact: bool = False


KINDS: Final[dict[EventKind, KindRule]] = {
    "boss_killed": KindRule("boss", is_exact=True),
    # Points for a boss whose row did not change: a kill that the tables do not confirm.
    "boss_points": KindRule("boss", is_exact=True),
    "castle_taken": KindRule("castle", "clan", is_exact=True),
    "clan_created": KindRule("clan"),
    "clan_dissolved": KindRule("clan"),
    "clan_joined": KindRule("clan", "character"),
    "clan_left": KindRule("clan", "character"),
    "clan_level": KindRule("clan", "number"),
    "cursed_weapon": KindRule("item", "character"),
    "hall_taken": KindRule("hall", "clan"),
    "hero": KindRule("character", is_exact=True),
    "olympiad_period": KindRule("number", "number", is_exact=True),
    "siege_ended": KindRule("castle", is_exact=True),
    "siege_started": KindRule("castle", is_exact=True),
    "signs_period": KindRule("number", "number", is_exact=True),
    "war_declared": KindRule("clan", "clan"),
    "war_ended": KindRule("clan", "clan"),
    "world_first": KindRule("character", "number"),
}
assert set(KINDS) == set(get_args(EventKind)) == {kind for kinds in TOPICS.values() for kind in kinds}


def publication(kind: EventKind, at: int, accuracy: int, zone: tzinfo, now: float) -> tuple[int, int, int]:
    """Returns moment and accuracy as they are stored, and the second from which the event is public.

    An event that is rounded to its day becomes public at the next full hour, so that watching tells no minute either.
    """
    if KINDS[kind].is_exact:
        return at, accuracy, at
    # The second of two equal hours has fold 1, and midnight may be in one of them.
    start = datetime.fromtimestamp(at, zone).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    length = (start + timedelta(days=1)).timestamp() - start.timestamp()
    return int(start.timestamp()), max(accuracy, DAY, int(length)), int(now) // HOUR * HOUR + HOUR

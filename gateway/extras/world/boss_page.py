"""The page of a boss: its state now, its kills, and the clans and players that hunt it. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final

from msgspec import Struct

from gateway.extras.world.addresses import boss_report_path
from gateway.extras.world.boss_answers import Window
from gateway.extras.world.event_ids import character_ids_of, party_in
from gateway.extras.world.names import WorldNames, moment_of
from gateway.extras.world.reports import HuntingClan, main_clan, window_before
from gateway.extras.world.schemas import NamedClan, Unavailable, WorldBoss, WorldCharacter
from gateway.extras.world.settings import BossTimes
from gateway.extras.world_events import WorldEvent

LISTED_KILLS: Final = 50
LISTED_HUNTERS: Final = 10


class TrackedKill(Struct, frozen=True, kw_only=True):
    """`path`: of the report. `players`: those that raid points name; `clan`: the one with most of them.

    `interval_seconds`: since the kill before. The boss lived at most `alive_seconds`, since its window opened, and at
    least `overdue_seconds`, since the window closed; null where the delays are not known or not shown.
    """

    died_at: datetime
    accuracy_seconds: int
    path: str
    players: int
    clan: NamedClan | None
    interval_seconds: int | None
    alive_seconds: int | None
    overdue_seconds: int | None


class HuntingPlayer(Struct, frozen=True):
    character: WorldCharacter
    kills: int


class BossPage(Struct, frozen=True, kw_only=True):
    """`history`: the newest 50 of all `kills` of the season that are tracked, at most 500; `clans` and `hunters` have
    most of these. `hunters`: public characters. The boss respawns between `min_delay_seconds` and `max_delay_seconds`
    after its death; null where the delays are not known or not shown.
    """

    boss: WorldBoss
    path: str
    times: BossTimes
    kills: int
    history: list[TrackedKill]
    clans: list[HuntingClan]
    hunters: list[HuntingPlayer]
    min_delay_seconds: int | None
    max_delay_seconds: int | None
    taken_at: datetime
    unavailable: Unavailable | None


def tracked_kills(kills: Sequence[WorldEvent], names: WorldNames, delays: Window | None) -> list[TrackedKill]:
    """`kills`: the newest first."""
    listed_kills = kills[: LISTED_KILLS + 1]
    characters = names.characters({number for kill in listed_kills for number in character_ids_of(kill)})
    pairs = [*pairwise(listed_kills), *((kill, None) for kill in listed_kills[-1:])]
    return [_tracked_kill(kill, before, characters, names, delays) for kill, before in pairs[:LISTED_KILLS]]


def _tracked_kill(
    kill: WorldEvent,
    kill_before: WorldEvent | None,
    characters: Mapping[int, WorldCharacter],
    names: WorldNames,
    delays: Window | None,
) -> TrackedKill:
    previous_at = kill_before.at if kill_before else None
    first, latest = window_before(kill, previous_at, delays)
    return TrackedKill(
        died_at=moment_of(kill.at),
        accuracy_seconds=kill.accuracy_seconds,
        path=boss_report_path(kill.subject_id, kill.at),
        players=sum(number in characters for number in character_ids_of(kill)),
        clan=names.clan(main_clan(party_in(kill), characters)),
        interval_seconds=kill.at - previous_at if previous_at else None,
        alive_seconds=max(0, kill.at - first) if first else None,
        overdue_seconds=max(0, kill.at - latest) if latest else None,
    )


def hunting_players(kills: Sequence[WorldEvent], names: WorldNames) -> list[HuntingPlayer]:
    """Returns the public characters with most of these kills."""
    counts = Counter(number for kill in kills for number in set(character_ids_of(kill)))
    characters = names.characters(counts)
    players = [(characters[number], count) for number, count in counts.most_common() if number in characters]
    return [HuntingPlayer(character, count) for character, count in players if character.char_id][:LISTED_HUNTERS]

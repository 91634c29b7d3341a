"""Public answer about the Olympiad: period, heroes with diaries, last month, results of pairs."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Final

from msgspec.structs import replace

from gateway.extras.world.answers import unavailable
from gateway.extras.world.facts import CASTLES, boss_facts
from gateway.extras.world.names import WorldNames, moment, moment_of
from gateway.extras.world.reading import WorldReading
from gateway.extras.world.schemas import DiaryEntry, HeadToHead, Noble, WorldCharacter, WorldHero, WorldOlympiad
from gateway.extras.world_events import WorldEvent
from gateway.game.classes import class_name

_BOSS_KILLED: Final = 1
_DIARY: Final = {_BOSS_KILLED: ("boss_killed", "boss"), 2: ("hero", ""), 3: ("castle_taken", "castle")}
_LAST_MONTH: Final = 100
_PAIRS: Final = 50


def olympiad(
    reading: WorldReading,
    names: WorldNames,
    changes: Sequence[WorldEvent],
    *,
    has_bosses: bool = True,
    saves_late: bool = False,
) -> WorldOlympiad:
    """`changes`: begin and validation of this cycle. `has_bosses`: false leaves kills of bosses out of the diaries.

    `saves_late`: the family writes the period at a shutdown alone.
    """
    if not has_bosses:
        reading = replace(reading, diary=[row for row in reading.diary if row.action != _BOSS_KILLED])
    fighters = [character for fight in reading.fights for character in (fight.character_id, fight.rival_id)]
    characters = names.characters([row.character_id for row in (*reading.heroes, *reading.last_month)] + fighters)
    period = reading.olympiad
    fight_counts = [row.fights for row in reading.nobles if row.fights]
    starts = [event.at for event in changes if period and event.object_id == (period.is_validation or 0)]
    heroes = [
        WorldHero(
            character, _class(hero.class_id) or character.class_name, hero.count, _diary(reading, hero.character_id)
        )
        for hero in reading.heroes
        if (character := characters.get(hero.character_id))
    ]
    nobles = [
        Noble(
            character=characters[row.character_id],
            class_name=_class(row.class_id),
            points=row.points,
            fights=row.fights,
            wins=row.wins,
        )
        for row in sorted(reading.last_month, key=lambda row: -row.points)[:_LAST_MONTH]
        if row.character_id in characters
    ]
    return WorldOlympiad(
        cycle=period.cycle if period else None,
        is_validation=None if period is None or period.is_validation is None else bool(period.is_validation),
        started_at=moment(min(starts, default=None)),
        ends_at=moment(period.ends_at) if period else None,
        validation_ends_at=moment(period.validation_ends_at) if period else None,
        nobles=len(reading.nobles),
        fights=sum(fight_counts) // 2 if fight_counts else None,
        median_seconds=int(median(row.seconds for row in reading.fights)) if reading.fights else None,
        heroes=heroes,
        last_month=nobles,
        head_to_head=_pairs(reading, dict(characters)) if reading.fights else None,
        taken_at=moment_of(reading.taken_at),
        unavailable=unavailable(reading, "olympiad"),
        is_saved=period is not None or not saves_late,
    )


def _class(class_id: int | None) -> str:
    return "" if class_id is None else class_name(class_id)


def _diary(reading: WorldReading, character_id: int) -> list[DiaryEntry]:
    rows = [row for row in reading.diary if row.character_id == character_id and row.action in _DIARY]
    return [
        DiaryEntry(moment_of(row.at), _DIARY[row.action][0], _diary_name(row.action, row.param))  # pyright: ignore[reportArgumentType]
        for row in sorted(rows, key=lambda row: -row.at)
    ]


def _diary_name(action: int, param: int) -> str | None:
    return boss_facts(param).name if action == 1 else CASTLES.get(param) if action == 3 else None


def _pairs(reading: WorldReading, characters: dict[int, WorldCharacter]) -> list[HeadToHead]:
    """The pairs that have met most often."""
    results: dict[tuple[int, int], Counter[int]] = {}
    for fight in reading.fights:
        pair, winner = (fight.character_id, fight.rival_id), fight.winner
        if fight.rival_id < fight.character_id:
            pair, winner = (fight.rival_id, fight.character_id), {1: 2, 2: 1}.get(winner, 0)
        results.setdefault(pair, Counter())[winner] += 1
    pairs = [(pair, wins) for pair, wins in results.items() if all(character_id in characters for character_id in pair)]
    pairs.sort(key=lambda entry: (-entry[1].total(), entry[0]))
    return [
        HeadToHead(
            first=characters[first], second=characters[second], first_wins=wins[1], second_wins=wins[2], draws=wins[0]
        )
        for (first, second), wins in pairs[:_PAIRS]
    ]

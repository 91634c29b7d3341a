"""The answer about the Olympiad: heroes with diaries, last month and results of pairs, of public characters alone."""

from msgspec.structs import replace

from gateway.extras.world.names import WorldNames
from gateway.extras.world.olympiad_answers import olympiad
from gateway.extras.world.reading import DiaryRow, FightRow, HeroRow, NobleRow, OlympiadPeriod, WorldReading
from gateway.extras.world.schemas import WorldOlympiad
from gateway.extras.world_events import WorldEvent
from gateway.tests.support.history_data import Hero, snapshot_of

NOW, VALAKAS, GIRAN = 1_900_000_000, 29028, 3
BANNED = 99
READING = WorldReading(
    taken_at=NOW,
    heroes=[HeroRow(1, 88, 2), HeroRow(2, None, 1), HeroRow(BANNED, 88, 1)],
    diary=[DiaryRow(1, NOW - 9, 3, GIRAN), DiaryRow(1, NOW - 5, 1, VALAKAS), DiaryRow(1, NOW - 1, 7, 0)],
    olympiad=OlympiadPeriod(4, 0, NOW + 60, None),
    nobles=[NobleRow(1, 88, 20, 3, 2), NobleRow(2, 88, 15, 3, 1)],
    last_month=[NobleRow(2, 88, 40, 9, 5), NobleRow(1, 88, 70, 9, 7), NobleRow(BANNED, 88, 90, 9, 9)],
    fights=[
        FightRow(2, 1, 1, NOW - 90, 100),
        FightRow(1, 2, 1, NOW - 80, 300),
        FightRow(1, 2, 0, NOW - 70, 200),
        FightRow(1, BANNED, 2, NOW - 60, 10),
    ],
)


def answer(reading: WorldReading = READING) -> WorldOlympiad:
    names = WorldNames(snapshot_of(b"key", NOW, [Hero(1, 0), Hero(2, 0)]), reading)
    changes = [
        WorldEvent(kind="olympiad_period", subject_id=4, at=NOW - 500, accuracy_seconds=60),
        WorldEvent(kind="olympiad_period", subject_id=4, at=NOW - 9, accuracy_seconds=60, object_id=1),
    ]
    return olympiad(reading, names, changes)


def test_heroes_have_diaries_and_a_class_also_where_the_game_tells_none() -> None:
    first, second = answer().heroes
    assert [(entry.action, entry.name) for entry in first.diary] == [
        ("boss_killed", "Valakas"),
        ("castle_taken", "Giran"),
    ]
    assert (first.class_name, first.count) == ("Duelist", 2)
    assert second.class_name == second.character.class_name != ""


def test_diaries_have_no_kills_where_the_server_shows_no_bosses() -> None:
    names = WorldNames(snapshot_of(b"key", NOW, [Hero(1)]), READING)
    (hero,) = olympiad(READING, names, [], has_bosses=False).heroes
    assert [entry.action for entry in hero.diary] == ["castle_taken"]


def test_months_and_pairs_leave_out_characters_that_are_not_ranked() -> None:
    month = answer()
    assert [(row.character.char_id, row.points) for row in month.last_month] == [(1, 70), (2, 40)]
    (pair,) = month.head_to_head or []
    assert (pair.first.char_id, pair.second.char_id) == (1, 2)
    assert (pair.first_wins, pair.second_wins, pair.draws) == (1, 1, 1)
    assert (month.fights, month.median_seconds) == (3, 150)


def test_facts_that_a_game_does_not_record_are_null() -> None:
    silent = replace(READING, olympiad=None, fights=[], nobles=[NobleRow(1, None, 20, None, None)])
    month = answer(silent)
    assert (month.cycle, month.started_at, month.fights) == (None, None, None)
    assert (month.median_seconds, month.head_to_head, month.nobles) == (None, None, 1)

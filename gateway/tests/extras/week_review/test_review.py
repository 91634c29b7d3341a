"""The review of a week, from events and gains."""

from datetime import UTC, date
from typing import Any

import pytest

from gateway.extras.history.gains import WeekGains
from gateway.extras.population.repository import PopulationDay
from gateway.extras.week_review.handlers import monday_of
from gateway.extras.week_review.review import WeekReview, week_review
from gateway.extras.world.names import WorldNames
from gateway.extras.world.reading import WorldClan, WorldReading
from gateway.extras.world_events import WorldEvent
from gateway.tests.support.history_data import Hero, snapshot_of

MONDAY = date(2026, 11, 16)
AT = 1_795_000_000
READING = WorldReading(
    taken_at=AT, clans=[WorldClan(number, f"Clan{number}", 5, 0, 0, 0, None, 0) for number in (3, 4)]
)
SIEGE: dict[str, Any] = {"started_at": AT, "owner_before": 3, "owner_after": 4, "sides": []}
EVENTS = [
    WorldEvent(
        kind="boss_killed",
        subject_id=25325,
        at=AT + 900,
        accuracy_seconds=60,
        details={"killers": [7], "party": [[7, 0, 70, 3]]},
    ),
    WorldEvent(kind="siege_ended", subject_id=9, at=AT + 800, accuracy_seconds=60, details=SIEGE),
    WorldEvent(kind="siege_ended", subject_id=3, at=AT + 700, accuracy_seconds=60, details=SIEGE | {"owner_after": 3}),
    WorldEvent(kind="hero", subject_id=7, at=AT + 600, accuracy_seconds=60),
    WorldEvent(kind="hero", subject_id=99, at=AT + 600, accuracy_seconds=60),
    WorldEvent(
        kind="world_first",
        subject_id=8,
        at=AT,
        accuracy_seconds=86_400,
        object_id=78,
        details={"milestone": "level_78", "scopes": ["world", "race:0"]},
    ),
    WorldEvent(kind="boss_killed", subject_id=29001, at=AT + 60, accuracy_seconds=60, details={"killers": []}),
    WorldEvent(kind="boss_killed", subject_id=25325, at=AT, accuracy_seconds=60, details={"killers": []}),
]


def population_day(day: int, peak: int) -> PopulationDay:
    return PopulationDay(1440, 1440, 0, peak, AT, None, day, "", "")


@pytest.fixture
def review() -> WeekReview:
    """Hero 7 is hidden; character 99, of staff, is not ranked."""
    snapshot = snapshot_of(b"key", AT, [Hero(7, clan=3), Hero(8, clan=3)]).with_levels({7: 2})
    days = [population_day(20_773, 310), population_day(20_774, 290)]
    gains: WeekGains = {"pvp": [(99, 50), (8, 40), (7, 30)]}
    return week_review(
        MONDAY, EVENTS, gains, days, WorldNames(snapshot, READING), UTC, has_earlier=True, is_running=False
    )


def test_review_names_no_hidden_or_unranked_character(review: WeekReview) -> None:
    assert review.gains
    assert [(row.character.char_name, row.gain) for row in review.gains["pvp"]] == [("Hero8", 40), ("Hidden hero", 30)]
    assert [hero.char_name for hero in review.heroes] == ["Hidden hero"]
    assert [(first.character.char_id, first.scopes) for first in review.firsts] == [(8, ["world", "race:0"])]
    assert review.hunters == []


def test_review_counts_kills_and_links_the_last_report(review: WeekReview) -> None:
    assert [(boss.id, boss.kills) for boss in review.bosses] == [(29001, 1), (25325, 2)]
    assert review.boss_kills == 3
    assert review.bosses[1].path.startswith("/bosses/flame-of-splendor-barakiel/2026-11-18-")
    castles = [(castle.name, castle.taken_by and castle.taken_by.name, castle.path) for castle in review.castles]
    assert castles == [
        ("Giran", None, "/sieges/giran/2026-11-18"),
        ("Schuttgart", "Clan4", "/sieges/schuttgart/2026-11-18"),
    ]
    assert (review.peak_players, review.week, review.previous) == (310, "2026-W47", "2026-W46")
    assert (review.last_day, review.following) == (date(2026, 11, 22), "2026-W48")


@pytest.mark.parametrize("week", ["2026-W54", "2026-47", "2026-W00", "x"])
def test_week_that_is_none_has_no_monday(week: str) -> None:
    assert monday_of(week) is None
    assert monday_of("2026-W47") == MONDAY

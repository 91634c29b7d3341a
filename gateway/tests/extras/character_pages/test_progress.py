"""Milestones of a character's page: world's firsts and titles of a hero."""

from datetime import UTC, date, datetime

from gateway.extras.character_pages.progress import complete
from gateway.extras.history.repository import PassedOn, TrackedProgress
from gateway.extras.world_events import WorldEvent
from gateway.game.classes import class_name

DAY = date(2026, 3, 2)
MIDNIGHT = int(datetime(2026, 3, 2, tzinfo=UTC).timestamp())
ANN = 10


def milestones(*events: WorldEvent) -> list[PassedOn]:
    passed_milestones = [
        PassedOn(kind="level_40", since=None, until=None),
        *(PassedOn(kind=kind, since=DAY, until=DAY) for kind in ("level_61", "level_76", "noble")),
    ]
    return complete(
        TrackedProgress(
            tracked_since=DAY, gains=[], active_days=0, records=[], milestones=passed_milestones, names=[], clans=[]
        ),
        events,
        {},
        UTC,
    ).milestones


def first(milestone: str, *scopes: str, at: int = MIDNIGHT) -> WorldEvent:
    return WorldEvent(
        kind="world_first",
        subject_id=ANN,
        at=at,
        accuracy_seconds=86_400,
        object_id=61,
        details={"milestone": milestone, "scopes": list(scopes)},
    )


def test_firsts_stand_at_their_milestones_in_the_widest_group() -> None:
    untracked_milestone, level_61, level_76, noble = milestones(
        first("level_61", "world", "race:1", "class:9"), first("level_76", "class:9"), first("noble", "race:1")
    )
    assert (untracked_milestone.until, untracked_milestone.first_of) == (None, None)
    assert (level_61.first_of, level_61.class_name) == ("world", None)
    assert (level_76.first_of, level_76.class_name) == ("class", class_name(9))
    assert (noble.first_of, noble.since, noble.until) == ("race", DAY, DAY)


def test_title_of_a_hero_has_its_olympiad_month() -> None:
    hero = WorldEvent(kind="hero", subject_id=ANN, at=MIDNIGHT + 60, accuracy_seconds=120, details={"cycle": 7})
    *_, with_month, without_month = milestones(
        hero, WorldEvent(kind="hero", subject_id=ANN, at=MIDNIGHT + 90_000, accuracy_seconds=60)
    )
    assert with_month == PassedOn(kind="hero", since=date(2026, 3, 1), until=DAY, cycle=7)
    assert (without_month.until, without_month.cycle) == (date(2026, 3, 3), None)


def test_events_of_an_earlier_owner_of_the_id_are_left_out() -> None:
    previous_day = MIDNIGHT - 86_400
    rows = milestones(
        first("level_61", "world", at=previous_day),
        WorldEvent(kind="hero", subject_id=ANN, at=previous_day, accuracy_seconds=60),
    )
    assert {(row.kind, row.first_of) for row in rows if row.until} == {
        ("level_61", None),
        ("level_76", None),
        ("noble", None),
    }

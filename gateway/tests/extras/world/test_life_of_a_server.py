"""Readings after a wipe, a purge, a restore, and while a table cannot be read: what is told, and what is not."""

from typing import Any

import pytest

from gateway.extras.world.changes import PATIENCE_SECONDS
from gateway.extras.world.reading import CastleRow, ClanWarRow, HallRow, HeroRow, OlympiadPeriod, WorldClan
from gateway.extras.world.state import step
from gateway.tests.extras.world.test_state import (
    ANN,
    BOB,
    BOSS,
    EVE,
    GIRAN,
    HOUR,
    MINUTE,
    NEXT_SIEGE,
    SIEGE_AT,
    START,
    History,
    begin_siege,
    boss,
    clan,
    kinds,
    points,
)

QUARTER = 900


@pytest.fixture
def history() -> History:
    return History()


def clans(first: int, count: int, castle_of_first: int = 0) -> list[WorldClan]:
    return [clan(first + number, castle_of_first if number == 0 else 0) for number in range(count)]


@pytest.mark.parametrize("empty_minutes", [0, 5, 120])
def test_clan_and_castle_events_return_within_fifteen_minutes_after_a_wipe(
    history: History, empty_minutes: int
) -> None:
    history.read(clans=clans(1, 15, GIRAN), wars=[ClanWarRow(1, 2)])
    for _ in range(empty_minutes):
        assert history.read(clans=[], wars=[]) == []
    wiped_at = history.now
    while history.now - wiped_at <= PATIENCE_SECONDS:
        assert history.read(clans=clans(101, 3), wars=[]) == []
    assert history.read() == []
    assert history.now - wiped_at < QUARTER
    assert history.read(clans=[*clans(101, 3, GIRAN), clan(104)]) == []
    assert kinds(history.read()) == ["castle_taken", "clan_created"]


def test_ids_that_a_wiped_game_uses_again_give_no_event(history: History) -> None:
    history.read(clans=[clan(number, level=8) for number in range(1, 16)])
    events = [history.read(clans=[clan(1, level=0), clan(2, level=0)]) for _ in range(15)]
    assert events == [[]] * 15
    assert history.read(clans=[clan(1, level=1), clan(2, level=0)]) == []
    assert kinds(history.read()) == ["clan_level"]


def test_purge_of_most_halls_is_the_new_state(history: History) -> None:
    history.read(halls=[HallRow(number, 7, 0) for number in range(20, 40)])
    assert [history.read(halls=[HallRow(36, 7, 0)]) for _ in range(12)] == [[]] * 12
    history.read(halls=[HallRow(36, 8, 0)])
    assert kinds(history.read()) == ["hall_taken"]


def test_halls_that_lose_all_owners_are_read_whole(history: History) -> None:
    history.read(halls=[HallRow(number, 7, 0) for number in range(20, 40)])
    lost_halls = [HallRow(number, None, 0) for number in range(20, 40)]
    assert [history.read(halls=lost_halls) for _ in range(3)] == [[]] * 3
    history.read(halls=[HallRow(20, 9, 0), *lost_halls[1:]])
    assert kinds(history.read()) == ["hall_taken"]


def test_rows_that_one_reading_alone_has_shown_do_not_count_as_known(history: History) -> None:
    history.read(clans=clans(1, 4))
    history.read(clans=clans(1, 12))
    assert history.read(clans=clans(1, 4)) == []
    history.read(clans=[*clans(1, 3), clan(4, level=6)])
    assert kinds(history.read()) == ["clan_level"]


@pytest.mark.parametrize(
    ("previous", "current"),
    [
        ({"clans": clans(1, 15, GIRAN)}, {"clans": []}),
        ({"clans": clans(1, 2, GIRAN)}, {"clans": []}),
        ({"heroes": [HeroRow(ANN, 88, 1), HeroRow(BOB, 90, 2)]}, {"heroes": []}),
        ({"olympiad": OlympiadPeriod(9, 0, None, None)}, {"olympiad": None}),
        ({"clans": clans(1, 9), "wars": [ClanWarRow(1, 2)]}, {"clans": [], "wars": []}),
    ],
)
def test_restore_of_half_an_hour_is_no_event(
    history: History, previous: dict[str, Any], current: dict[str, Any]
) -> None:
    history.read(**previous)
    assert [history.read(**current) for _ in range(30)] == [[]] * 30
    assert [history.read(**previous) for _ in range(3)] == [[]] * 3


def test_level_of_a_clan_that_a_restore_lowers_is_no_event(history: History) -> None:
    history.read(clans=[clan(1, level=5)])
    assert [history.read(clans=[clan(1, level=4)]) for _ in range(2)] == [[], []]
    history.read(clans=[clan(1, level=5)])
    assert kinds(history.read()) == ["clan_level"]


def test_points_that_a_restore_brings_back_are_no_kills(history: History) -> None:
    full = points(ann=400, bob=300, eve=200)
    history.read(bosses=[boss(0)], points=full)
    for _ in range(4):
        history.read(points={})
    history.read(points=full)
    assert [history.read(seconds=6 * MINUTE) for _ in range(3)] == [[]] * 3


def test_points_of_an_older_backup_are_no_kills_and_later_ones_count(history: History) -> None:
    history.read(bosses=[boss(0)], points=points(ann=400, bob=300, eve=200))
    history.read(points=points(ann=360, bob=300, eve=150))
    assert [history.read(seconds=6 * MINUTE) for _ in range(3)] == [[]] * 3
    (kill,) = history.read(bosses=[boss(START + 40 * HOUR)], points=points(ann=360, bob=300, eve=190))
    assert kill.details == {"killers": [EVE]}


def test_death_that_an_older_backup_shows_again_is_told_once(history: History) -> None:
    history.read(bosses=[boss(0)])
    assert kinds(history.read(bosses=[boss(START + 20 * HOUR)])) == ["boss_killed"]
    history.read(bosses=[boss(0)])
    assert history.read(bosses=[boss(START + 20 * HOUR)]) == []
    history.read(bosses=[boss(0)])
    assert kinds(history.read(bosses=[boss(START + 21 * HOUR)])) == ["boss_killed"]


def test_death_while_the_table_was_missing_has_that_time_as_its_accuracy(history: History) -> None:
    history.read(bosses=[boss(0)], clans=clans(1, 3))
    last_at = history.now
    for _ in range(60):
        assert history.read(failed={"bosses": last_at, "clans": last_at}) == []
    (kill,) = history.read(failed={}, bosses=[boss(START + 20 * HOUR)], clans=clans(1, 4))
    assert (kill.kind, kill.accuracy_seconds) == ("boss_killed", history.now - last_at)
    (created,) = history.read()
    assert (created.kind, created.accuracy_seconds) == ("clan_created", kill.accuracy_seconds)


def test_table_that_is_read_for_the_first_time_gives_no_events(history: History) -> None:
    history.read(failed={"bosses": 0, "clans": 0, "castles": 0})
    assert history.read() == []
    rows: dict[str, Any] = {
        "bosses": [boss(START + HOUR)],
        "clans": clans(1, 5, GIRAN),
        "castles": [CastleRow(GIRAN, 15, None)],
    }
    assert [history.read(failed={}, **rows) for _ in range(2)] == [[], []]
    assert kinds(history.read(bosses=[boss(START + 90 * HOUR)], seconds=2 * HOUR)) == ["boss_killed"]


def test_siege_goes_on_while_its_registrations_cannot_be_read(history: History) -> None:
    begin_siege(history)
    last_at = history.now
    end: dict[str, Any] = {"castles": [CastleRow(GIRAN, 0, NEXT_SIEGE)], "registrations": []}
    assert history.read(failed={"registrations": last_at}, **end) == []
    (end_event,) = history.read(failed={})
    assert (end_event.kind, end_event.accuracy_seconds) == ("siege_ended", history.now - last_at)


def test_castle_is_taken_when_its_owner_changed_not_when_the_siege_ended(history: History) -> None:
    begin_siege(history)
    history.read(clans=[clan(1), clan(2, GIRAN)])
    taken_at = history.now
    history.read(seconds=HOUR)
    end_event, taken_event = history.read(castles=[CastleRow(GIRAN, 0, NEXT_SIEGE)], registrations=[])
    assert (taken_event.kind, taken_event.at, taken_event.accuracy_seconds) == ("castle_taken", taken_at, MINUTE)
    assert end_event.at == history.now > SIEGE_AT + HOUR


def test_first_reading_of_a_season_is_a_new_baseline(history: History) -> None:
    history.read(clans=clans(1, 15, GIRAN), bosses=[boss(0)], points=points(ann=40))
    season_at = history.now + 30
    history.now += MINUTE
    history.reading = history.reading.__class__(
        taken_at=history.now, clans=clans(1, 2), bosses=[boss(START + 30 * HOUR)], points=points(bob=39)
    )
    result = step(history.state, history.reading, season_at)
    assert (result.events, result.state.season_at) == ([], season_at)
    assert result.state.bosses.records[BOSS].died_at == 0
    reading = history.reading.__class__(taken_at=history.now + MINUTE, clans=clans(1, 3), points=points(bob=39))
    result = step(result.state, reading, season_at)
    reading = history.reading.__class__(taken_at=history.now + 2 * MINUTE, clans=clans(1, 3), points=points(bob=39))
    assert kinds(step(result.state, reading, season_at).events) == ["clan_created"]

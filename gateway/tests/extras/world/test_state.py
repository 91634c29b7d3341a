"""Events from readings of the world: the rules for each table, and the traps that must give no event."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from gateway.extras.world.boss_deaths import BossRecord, BossStates, PendingPoints
from gateway.extras.world.reading import (
    BossRow,
    CastleRow,
    ClanWarRow,
    CursedWeapon,
    HallRow,
    HeroRow,
    OlympiadPeriod,
    SiegeRegistration,
    SignsRow,
    WorldClan,
    WorldReading,
    points_key,
)
from gateway.extras.world.state import WorldState, step
from gateway.extras.world_events import WorldEvent

START = 1_800_000_000
MINUTE = 60
HOUR = 3600
BOSS = 25325
QUEEN = 29001
ANN, BOB, EVE = 268_435_501, 268_435_502, 268_435_503


def boss(respawn_at: int | None, boss_id: int = BOSS, **changes: Any) -> BossRow:
    return replace(BossRow(boss_id, 1, respawn_at, 43_200, 129_600, 0, 0), **changes)


def clan(clan_id: int, castle_id: int = 0, level: int = 5) -> WorldClan:
    return WorldClan(clan_id, f"Clan{clan_id}", level, 0, castle_id, 0, None, 0)


def points(**by_name: int) -> dict[int, int]:
    ids = {"ann": ANN, "bob": BOB, "eve": EVE}
    return {points_key(ids[name], BOSS): value for name, value in by_name.items()}


class History:
    """Readings one minute apart; each has the values of the one before, except its changes."""

    def __init__(self) -> None:
        self.state: WorldState | None = None
        self.reading = WorldReading(taken_at=START - MINUTE, points={})
        self.now = START - MINUTE

    def read(self, *, seconds: int = MINUTE, **changes: Any) -> list[WorldEvent]:
        self.now += seconds
        self.reading = replace(self.reading, taken_at=self.now, **changes)
        result = step(self.state, self.reading)
        self.state, self.corrections = result.state, result.corrections
        return result.events


def kinds(events: list[WorldEvent]) -> list[str]:
    return [event.kind for event in events]


def bosses_of(history: History) -> dict[int, bool]:
    """Boss → whether it is dead."""
    assert history.state
    return {boss_id: record.row.is_dead(history.now) for boss_id, record in history.state.bosses.records.items()}


@pytest.fixture
def history() -> History:
    return History()


def test_boss_death_has_its_interval_and_the_party_that_gained_points(history: History) -> None:
    history.read(bosses=[boss(0)], points=points(ann=40))
    details = {"killers": [ANN, BOB]}
    assert history.read(bosses=[boss(START + 20 * HOUR)], points=points(ann=80, bob=37)) == [
        WorldEvent(kind="boss_killed", subject_id=BOSS, at=history.now, accuracy_seconds=MINUTE, details=details)
    ]
    assert history.read() == []


def test_boss_death_with_a_delay_in_whole_hours_is_exact(history: History) -> None:
    died_at = START + 17
    history.read(bosses=[boss(0, is_exact=1)])
    (kill,) = history.read(bosses=[boss(died_at + 36 * HOUR, is_exact=1)])
    assert (kill.at, kill.accuracy_seconds) == (died_at, 1)


@pytest.mark.parametrize(
    ("previous", "current"),
    [
        (boss(START + HOUR), boss(START + HOUR)),
        (boss(START + HOUR), boss(0)),  # an administrator spawned it
        (boss(START + HOUR), boss(START + 5 * HOUR)),  # an administrator moved the respawn
        (boss(START - HOUR), boss(0)),  # a server start
        (boss(START + HOUR), boss(START + HOUR, is_down=0)),
        (boss(START - HOUR, QUEEN, is_down=0), boss(START - HOUR, QUEEN, is_down=1)),  # first of two statements
        (boss(None, QUEEN, is_down=0), boss(START + HOUR, QUEEN, needs_points=1)),  # an encounter without a kill
    ],
)
def test_boss_row_that_is_no_death_gives_no_event(history: History, previous: BossRow, current: BossRow) -> None:
    history.read(bosses=[previous])
    assert history.read(bosses=[current]) == []
    assert history.read() == []


def test_boss_killed_again_in_a_gap_gives_one_event_with_the_gap_as_its_accuracy(history: History) -> None:
    history.read(bosses=[boss(START + HOUR)])
    (kill,) = history.read(seconds=3 * HOUR, bosses=[boss(START + 30 * HOUR)])
    assert (kill.kind, kill.accuracy_seconds) == ("boss_killed", 3 * HOUR)


def test_emptied_boss_table_gives_no_event_when_it_comes_back(history: History) -> None:
    rows = [boss(START + HOUR), boss(0, QUEEN)]
    history.read(bosses=rows)
    assert history.read(bosses=[]) == []
    assert history.read(bosses=rows) == []
    assert kinds(history.read(bosses=[boss(START + HOUR), boss(START + HOUR, QUEEN)])) == ["boss_killed"]


def test_variants_of_a_boss_are_one_boss_that_dies_with_one_of_them(history: History) -> None:
    alive = {29019: boss(0, 29019), 29066: boss(0, 29066), 29068: boss(0, 29068)}
    history.read(bosses=[*alive.values(), boss(0, 29047), boss(0, 29030)])
    assert bosses_of(history) == {29019: False, 29045: False}, "a hound is no boss"
    dead = boss(START + 180 * HOUR, 29068, is_exact=1)
    points_of_variant = {points_key(ANN, 29068): 40, points_key(BOB, 29030): 40}
    (kill,) = history.read(bosses=[*(alive | {29068: dead}).values()], points=points_of_variant)
    assert (kill.subject_id, kill.details) == (29019, {"killers": [ANN]})
    assert bosses_of(history) == {29019: True, 29045: False}
    assert history.read(seconds=200 * HOUR) == []
    assert bosses_of(history) == {29019: False, 29045: False}
    (kill,) = history.read(bosses=[boss(history.now + 190 * HOUR, 29066), alive[29019], dead])
    assert kill.subject_id == 29019


def test_stored_records_of_variants_become_that_of_their_boss(history: History) -> None:
    """A release before the one that knows variants kept a record for each of them."""
    history.read(bosses=[boss(0, 29019)])
    assert history.state
    died_at, row = history.now - HOUR, boss(START + 180 * HOUR, 29068)
    records = {
        29068: BossRecord(row, died_at, 60, died_at, [ANN]),
        **history.state.bosses.records,
        29030: BossRecord(row),
    }
    history.state = replace(history.state, bosses=BossStates(records, {29066: PendingPoints(1, 0, [BOB])}))
    history.read(bosses=[boss(0, 29019), row])
    (record,) = history.state.bosses.records.values()
    assert (record.row.boss_id, record.died_at, record.killers) == (29019, died_at, [ANN])


def test_points_before_the_row_date_the_death_and_name_the_party(history: History) -> None:
    history.read(bosses=[boss(0)], points={})
    assert history.read(points=points(ann=40, bob=38)) == []
    seen_at = history.now
    (kill,) = history.read(seconds=2 * MINUTE, bosses=[boss(START + 20 * HOUR)])
    assert (kill.at, kill.accuracy_seconds, kill.details) == (seen_at, MINUTE, {"killers": [ANN, BOB]})


def test_late_points_complete_the_party(history: History) -> None:
    history.read(bosses=[boss(0)], points={})
    (kill,) = history.read(bosses=[boss(START + 20 * HOUR)], points=points(ann=40))
    assert history.read(points=points(ann=40, eve=41)) == []
    assert history.corrections == [replace(kill, details={"killers": [ANN, EVE]})]


def test_points_without_a_death_are_an_unconfirmed_kill_after_ten_minutes(history: History) -> None:
    history.read(bosses=[boss(0)], points={})
    history.read(points=points(ann=40))
    assert history.read(seconds=10 * MINUTE) == []
    (event,) = history.read()
    assert (event.kind, event.at, event.details) == ("boss_points", START + MINUTE, {"killers": [ANN]})


def test_points_that_come_too_late_for_their_death_are_no_second_kill(history: History) -> None:
    history.read(bosses=[boss(None)], points=points(ann=10))
    assert kinds(history.read(bosses=[boss(START + 20 * HOUR)], points=points(ann=10))) == ["boss_killed"]
    assert history.read(seconds=11 * MINUTE, points=points(ann=50)) == []
    assert history.read(seconds=11 * MINUTE) == []


@pytest.mark.parametrize("readings", [1, 2])
def test_reset_of_points_is_no_kill_and_later_kills_count_from_zero(history: History, readings: int) -> None:
    """The second reading without points confirms the reset; a kill may come before."""
    history.read(bosses=[boss(0)], points=points(ann=400, bob=300, eve=200))
    assert [history.read(points={}) for _ in range(readings)] == [[]] * readings
    (kill,) = history.read(bosses=[boss(START + 20 * HOUR)], points=points(bob=40))
    assert kill.details == {"killers": [BOB]}


def test_half_filled_table_of_points_credits_no_character(history: History) -> None:
    full = points(ann=400, bob=300, eve=200)
    history.read(bosses=[boss(0)], points=full)
    assert history.read(bosses=[boss(START + 20 * HOUR)], points=points(ann=400))[0].details == {"killers": []}
    assert history.read(points=points(ann=400, bob=340, eve=200)) == []
    assert history.corrections[0].details == {"killers": [BOB]}


def test_deleted_character_s_points_are_no_reset(history: History) -> None:
    history.read(bosses=[boss(0)], points=points(ann=100, bob=100, eve=100))
    history.read(points=points(ann=100, bob=100))
    history.read()
    (kill,) = history.read(bosses=[boss(START + 20 * HOUR)], points=points(ann=140, bob=100))
    assert kill.details == {"killers": [ANN]}


GIRAN = 3
SIEGE_AT = START + 5 * MINUTE
NEXT_SIEGE = SIEGE_AT + 14 * 86_400
DEFENDERS, ATTACKERS = SiegeRegistration(GIRAN, 1, "owner"), SiegeRegistration(GIRAN, 2, "attacker")


def begin_siege(history: History) -> None:
    history.read(
        castles=[CastleRow(GIRAN, 15, SIEGE_AT)],
        clans=[clan(1, GIRAN), clan(2)],
        registrations=[DEFENDERS, ATTACKERS],
    )
    (event,) = history.read(seconds=6 * MINUTE)
    assert (event.kind, event.subject_id, event.at, event.accuracy_seconds) == ("siege_started", GIRAN, SIEGE_AT, 0)


def test_siege_ends_with_the_participants_of_the_readings_before(history: History) -> None:
    begin_siege(history)
    assert history.read(seconds=HOUR, clans=[clan(1), clan(2)]) == []
    assert history.read(clans=[clan(1), clan(2, GIRAN)]) == []  # the castle changes hands in the middle
    assert history.read() == []
    end_event, taken_event = history.read(castles=[CastleRow(GIRAN, 0, NEXT_SIEGE)], registrations=[])
    assert end_event.details == {
        "started_at": SIEGE_AT,
        "owner_before": 1,
        "owner_after": 2,
        "sides": [[1, "owner"], [2, "attacker"]],
        "owners": [(SIEGE_AT + MINUTE + HOUR + MINUTE, MINUTE, 2)],
    }
    assert (end_event.kind, taken_event.kind, taken_event.object_id, taken_event.details) == (
        "siege_ended",
        "castle_taken",
        2,
        {"before": 1},
    )
    assert history.read() == []
    assert history.read(seconds=HOUR) == []


def test_sides_of_a_siege_are_those_of_the_start_and_a_lost_registration_stays(history: History) -> None:
    begin_siege(history)
    history.read(registrations=[SiegeRegistration(GIRAN, 1, "attacker"), SiegeRegistration(GIRAN, 4, "attacker")])
    (end_event, *_) = history.read(castles=[CastleRow(GIRAN, 0, NEXT_SIEGE)], registrations=[])
    assert end_event.details["sides"] == [[1, "owner"], [2, "attacker"], [4, "attacker"]]


def test_siege_with_victories_that_end_with_the_first_owner_takes_no_castle(history: History) -> None:
    begin_siege(history)
    for owner in (2, 2, 1, 1):
        assert history.read(clans=[clan(1, GIRAN * (owner == 1)), clan(2, GIRAN * (owner == 2))]) == []
    assert kinds(history.read(castles=[CastleRow(GIRAN, 15, None)], registrations=[])) == ["siege_ended"]
    assert history.read(seconds=HOUR) == []


def test_siege_without_attackers_does_not_take_place(history: History) -> None:
    history.read(castles=[CastleRow(GIRAN, 15, SIEGE_AT)], clans=[clan(1, GIRAN)], registrations=[DEFENDERS])
    assert history.read(seconds=6 * MINUTE) == []
    assert history.read(castles=[CastleRow(GIRAN, 15, NEXT_SIEGE)], registrations=[]) == []


OWNERS = {"clans": [clan(1, GIRAN), clan(2), clan(3), clan(4), clan(5)]}
CHANGES: list[tuple[dict[str, Any], dict[str, Any], tuple[str, int, int]]] = [
    ({"clans": [clan(1)]}, {"clans": [clan(1), clan(2)]}, ("clan_created", 2, 0)),
    ({"clans": [clan(1), clan(2)]}, {"clans": [clan(1)]}, ("clan_dissolved", 2, 0)),
    ({"clans": [clan(1, level=5)]}, {"clans": [clan(1, level=6)]}, ("clan_level", 1, 6)),
    ({"clans": [clan(1, GIRAN), clan(2)]}, {"clans": [clan(1), clan(2, GIRAN)]}, ("castle_taken", GIRAN, 2)),
    ({"halls": [HallRow(36, None, 0)]}, {"halls": [HallRow(36, 7, 0)]}, ("hall_taken", 36, 7)),
    ({}, {"wars": [ClanWarRow(7, 8)]}, ("war_declared", 7, 8)),
    ({"wars": [ClanWarRow(7, 8)]}, {"wars": []}, ("war_ended", 7, 8)),
    ({}, {"heroes": [HeroRow(ANN, 88, 1)]}, ("hero", ANN, 0)),
    ({"heroes": [HeroRow(ANN, 88, 1)]}, {"heroes": [HeroRow(ANN, 88, 2)]}, ("hero", ANN, 0)),
    ({}, {"cursed_weapons": [CursedWeapon(8190, ANN, 0, None)]}, ("cursed_weapon", 8190, ANN)),
    (
        {"olympiad": OlympiadPeriod(9, 0, None, None)},
        {"olympiad": OlympiadPeriod(9, 1, None, None)},
        ("olympiad_period", 9, 1),
    ),
    ({"signs": SignsRow(3, 1, *([0] * 8))}, {"signs": SignsRow(3, 2, *([0] * 8))}, ("signs_period", 3, 2)),
]


@pytest.mark.parametrize(("previous", "current", "expected"), CHANGES)
def test_change_counts_when_two_readings_show_it(
    history: History, previous: Mapping[str, Any], current: Mapping[str, Any], expected: tuple[str, int, int]
) -> None:
    assert history.read(**previous) == []
    assert history.read(**current) == []
    first_seen_at = history.now
    (event,) = history.read()
    assert (event.kind, event.subject_id, event.object_id) == expected
    assert (event.at, event.accuracy_seconds) == (first_seen_at, MINUTE)
    assert history.read() == []


@pytest.mark.parametrize(("cycle", "is_validation", "month"), [(9, 0, 8), (9, 1, 9), (1, 0, None), (9, None, None)])
def test_hero_has_the_month_that_was_won(
    history: History, cycle: int, is_validation: int | None, month: int | None
) -> None:
    history.read(olympiad=OlympiadPeriod(cycle, is_validation, None, None))
    history.read(heroes=[HeroRow(ANN, 88, 1)])
    (event,) = history.read()
    assert event.details.get("cycle") == month


@pytest.mark.parametrize(
    ("previous", "current"),
    [
        (OWNERS, {"clans": []}),
        (OWNERS, {"clans": [clan(1)]}),
        (OWNERS, {"clans": [clan(1), clan(2, GIRAN), *OWNERS["clans"][2:]]}),
        ({"heroes": [HeroRow(ANN, 88, 1), HeroRow(BOB, 90, 2)]}, {"heroes": []}),
        ({"halls": [HallRow(36, 7, 0)]}, {"halls": [HallRow(36, None, 0)]}),
    ],
)
def test_value_of_one_reading_alone_gives_no_event(
    history: History, previous: Mapping[str, Any], current: Mapping[str, Any]
) -> None:
    history.read(**previous)
    assert history.read(**current) == []
    assert history.read(**previous) == []
    assert history.read() == []


def test_table_that_stays_empty_is_a_failed_read_and_nothing_is_dissolved(history: History) -> None:
    history.read(clans=OWNERS["clans"])
    assert [history.read(clans=[]) for _ in range(5)] == [[]] * 5
    assert history.read(clans=OWNERS["clans"]) == []


def test_points_are_read_at_once_when_a_boss_has_changed_and_every_five_minutes(history: History) -> None:
    history.read(bosses=[boss(0)])
    state = history.state
    assert state is not None
    next_reading = replace(history.reading, taken_at=history.now + MINUTE, points=None)
    assert not state.wants_points(next_reading)
    assert state.wants_points(replace(next_reading, bosses=[boss(START)]))
    assert state.wants_points(replace(next_reading, taken_at=history.now + 5 * MINUTE))

"""Gains, castles, wars and records of a clan, from its days and events."""

from datetime import UTC, date, timedelta

from gateway.extras.clans import history
from gateway.extras.history.clan_repository import ClanDay, MemberSince
from gateway.extras.world.names import WorldNames
from gateway.extras.world.reading import ClanWarRow, WorldClan, WorldReading
from gateway.extras.world_events import WorldEvent
from gateway.tests.support.ranked_worlds import World

FIRST = date(2026, 3, 2)
NOW = 1_900_000_000
DAY = 86_400
LIONS, WOLVES, BEARS = 7, 8, 9
CLANS = [WorldClan(number, f"Clan{number}", 5, 0, 0, 0, None, 0) for number in (LIONS, WOLVES, BEARS)]
NAMES = WorldNames(World([], []).snapshot(), WorldReading(taken_at=NOW, clans=CLANS))


def days(*values: tuple[int, int, int]) -> list[ClanDay]:
    """Day, members, PvP kills."""
    return [ClanDay(FIRST + timedelta(day), 5, 100 + day, members, 40, pvp, 0) for day, members, pvp in values]


def test_gain_is_that_of_the_present_members() -> None:
    members = [
        MemberSince(1, 0, 40, 15, 2, 0, 38, 10, 2, 0, 0),
        MemberSince(2, 0, 40, 0, 3, 0, 40, 900, 1, 0, 0),  # the game has set the kills to 0
    ]
    gain = history.gain(members, days((0, 3, 9), (6, 2, 9)), FIRST + timedelta(2))
    assert (gain.pvp_kills, gain.pk_kills, gain.levels, gain.members, gain.reputation) == (5, 2, 2, -1, 6)
    assert history.gain(members, days((6, 2, 9)), FIRST).members is None


def test_kills_of_a_day_with_a_join_are_no_record() -> None:
    rows = days((0, 2, 10), (1, 2, 14), (2, 3, 500), (3, 3, 503), (4, 3, 900), (5, 2, 901))
    move_days = {FIRST + timedelta(4)}
    today = FIRST + timedelta(6)
    records = {row.kind: row for row in history.records(rows, move_days, {}, {}, LIONS, NAMES, NOW, today)}
    assert (records["pvp_day"].value, records["pvp_day"].day) == (4, FIRST + timedelta(1))
    assert (records["pvp_week"].value, records["pvp_week"].day) == (7, FIRST + timedelta(3))
    assert (records["members"].value, records["members"].day) == (3, FIRST + timedelta(2))
    assert history.records(days((0, 2, 10)), (), {}, {}, LIONS, NAMES, NOW, today)[0].day is None
    assert history.records([], (), {}, {}, LIONS, NAMES, NOW, today) == []


def test_record_is_at_least_the_gain_up_to_now() -> None:
    rows, today = days((0, 2, 10), (1, 2, 14)), FIRST + timedelta(2)
    running = {
        length: history.ClanGain(pvp_kills=kills, pk_kills=0, levels=0, reputation=0, members=0)
        for length, kills in ((1, 3), (7, 9))
    }
    day, week, _ = history.records(rows, (), running, {}, LIONS, NAMES, NOW, today)
    assert (day.value, day.day, week.value, week.day) == (4, FIRST + timedelta(1), 9, today)


def test_castles_show_the_holds_before_and_after() -> None:
    captures = [
        WorldEvent(
            kind="castle_taken",
            subject_id=3,
            at=NOW - 5 * DAY,
            accuracy_seconds=60,
            object_id=WOLVES,
            details={"before": LIONS},
        ),
        WorldEvent(
            kind="castle_taken",
            subject_id=5,
            at=NOW - 9 * DAY,
            accuracy_seconds=60,
            object_id=BEARS,
            details={"before": WOLVES},
        ),
        WorldEvent(
            kind="castle_taken",
            subject_id=3,
            at=NOW - 40 * DAY,
            accuracy_seconds=60,
            object_id=LIONS,
            details={"before": BEARS},
        ),
    ]
    holds = history.castle_holds(captures)
    giran, oren = history.castles(holds, {3: WOLVES, 4: LIONS, 5: BEARS}, LIONS, NAMES, NOW - 60 * DAY)
    assert (giran.name, oren.name) == ("Giran", "Oren")
    assert [hold.clan and hold.clan.clan_id for hold in giran.holds] == [BEARS, LIONS, WOLVES]
    assert [(hold.since is None, hold.until is None) for hold in giran.holds] == [(1, 0), (0, 0), (0, 1)]
    assert [(hold.since, hold.until) for hold in oren.holds] == [(None, None)]
    assert [castle.name for castle in history.castles(holds, {3: WOLVES}, LIONS, NAMES, NOW - 4 * DAY)] == []
    (record,) = history.records([], (), {}, holds, LIONS, NAMES, NOW, FIRST)
    assert (record.kind, record.value, record.castle) == ("castle", 35, "Giran")


def test_wars_name_the_side_and_the_last_declaration() -> None:
    rows = [ClanWarRow(LIONS, WOLVES), ClanWarRow(WOLVES, LIONS), ClanWarRow(BEARS, LIONS), ClanWarRow(LIONS, 99)]
    declarations = [
        WorldEvent(kind="war_declared", subject_id=WOLVES, at=NOW, accuracy_seconds=0, object_id=LIONS),
        WorldEvent(kind="war_declared", subject_id=LIONS, at=NOW - DAY, accuracy_seconds=0, object_id=WOLVES),
    ]
    mutual, attacked_by = history.wars(rows, LIONS, declarations, NAMES, UTC)
    assert (mutual.enemy.clan_id, mutual.declared_by, mutual.since) == (WOLVES, "both", date(2030, 3, 17))
    assert (attacked_by.enemy.clan_id, attacked_by.declared_by, attacked_by.since) == (BEARS, "enemy", None)

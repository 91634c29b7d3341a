"""Pages of bosses and castles from stored events, with names by the present privacy."""

from datetime import UTC

from msgspec.structs import replace

from gateway.extras.world.boss_answers import windows
from gateway.extras.world.boss_deaths import BossRecord, BossStates
from gateway.extras.world.boss_page import LISTED_KILLS, hunting_players, tracked_kills
from gateway.extras.world.castle_page import holders, past_sieges, reigns
from gateway.extras.world.names import WorldNames, moment_of
from gateway.extras.world.reading import BossRow
from gateway.extras.world.sieges import SiegeRecord, end_event, running_event
from gateway.extras.world.state import WorldState
from gateway.extras.world_events import WorldEvent
from gateway.tests.extras.world.test_reports import GIRAN, HOUR, READING, SIDES, START, heroes, kill
from gateway.tests.support.history_data import snapshot_of

DELAYS = (24 * HOUR, 31 * HOUR)
SNAPSHOT = snapshot_of(b"key", START, heroes(h1=0, h2=0, h4=0, h9=0))
NAMES = WorldNames(SNAPSHOT, READING)


def test_kills_have_what_lies_between_them_and_their_windows() -> None:
    kills = [kill(START, 1, 2, 4, 5, 9), kill(START - 30 * HOUR, 4, 5), kill(START - 65 * HOUR, 1)]
    rows = tracked_kills(kills, NAMES, DELAYS)
    assert [row.interval_seconds for row in rows] == [30 * HOUR, 35 * HOUR, None]
    assert [row.alive_seconds for row in rows] == [6 * HOUR, 11 * HOUR, None]
    assert [row.overdue_seconds for row in rows] == [0, 4 * HOUR, None]
    assert [(row.players, row.clan and row.clan.clan_id) for row in rows] == [(4, 3), (1, 4), (1, 3)]
    assert rows[0].path == "/bosses/queen-ant/2030-03-17-1746"
    assert {row.alive_seconds for row in tracked_kills(kills, NAMES, None)} == {None}


def test_last_listed_kill_still_has_its_interval() -> None:
    kills = [kill(START - number * 30 * HOUR) for number in range(LISTED_KILLS + 2)]
    rows = tracked_kills(kills, NAMES, DELAYS)
    assert (len(rows), rows[-1].interval_seconds) == (LISTED_KILLS, 30 * HOUR)


def test_hunters_are_public_players_by_their_kills() -> None:
    kills = [kill(START, 1, 2, 4), kill(START - 30 * HOUR, 2, 4), kill(START - 60 * HOUR, 2, 5)]

    def hunters(levels: dict[int, int]) -> list[tuple[int | None, int]]:
        players = hunting_players(kills, WorldNames(SNAPSHOT.with_levels(levels), READING))
        return [(player.character.char_id, player.kills) for player in players]

    assert hunters({}) == [(2, 3), (4, 2), (1, 1)]  # h5 was erased
    assert hunters({2: 1, 4: 2}) == [(1, 1)]


def capture(at: int, owner: int, before: int) -> WorldEvent:
    return WorldEvent(
        kind="castle_taken",
        subject_id=GIRAN,
        object_id=owner,
        at=at,
        accuracy_seconds=60,
        details={"before": before},
    )


def test_reigns_follow_each_other_and_sum_up_by_clan() -> None:
    changes = [capture(START, 3, 4), capture(START - 5 * HOUR, 4, 0), capture(START - 9 * HOUR, 0, 3)]
    rows = reigns(changes, None, NAMES)
    assert [row.clan and row.clan.clan_id for row in rows] == [3, 4, None, 3]
    ends = [row.held_until for row in rows]
    assert ends == [None, moment_of(START), moment_of(START - 5 * HOUR), moment_of(START - 9 * HOUR)]
    assert [row.held_from for row in rows] == [*ends[1:], None]
    sums = holders(rows, moment_of(START + HOUR))
    assert [(row.clan.clan_id, row.reigns, row.seconds) for row in sums] == [(4, 1, 5 * HOUR), (3, 1, HOUR)]
    owner = NAMES.clan(3)
    assert [(row.clan, row.held_from) for row in reigns([], owner, NAMES)] == [(owner, None)]


def test_sieges_have_their_result_once_they_have_ended() -> None:
    siege = SiegeRecord(START, 3, SIDES)
    ended = end_event(GIRAN, replace(siege, ended_at=START + HOUR, owner_after=4))
    running, past = past_sieges([running_event(GIRAN, siege), ended], NAMES, UTC)
    assert (running.ended_at, running.owner_after, running.attackers) == (None, None, 1)
    assert (past.owner_before, past.owner_after) == (NAMES.clan(3), NAMES.clan(4))
    assert past.path == running.path == "/sieges/giran/2030-03-17"


def test_windows_of_grand_bosses_come_before_earlier_ones_of_raid_bosses() -> None:
    def record(boss_id: int, died_at: int) -> BossRecord:
        row = BossRow(boss_id, 1, died_at + 30 * HOUR, 12 * HOUR, 36 * HOUR, 0, 0)
        return BossRecord(row, died_at=died_at, accuracy_seconds=0)

    deaths = {25325: START - 20 * HOUR, 29001: START - 13 * HOUR, 25328: START - HOUR, 29006: START}
    records = {boss_id: record(boss_id, died_at) for boss_id, died_at in deaths.items()}
    state = WorldState(reading=READING, bosses=BossStates(records))
    open_window, next_window = windows(state, "window", "mobius", START)
    assert open_window
    assert next_window
    assert (open_window.name, next_window.name) == ("Queen Ant", "Core")

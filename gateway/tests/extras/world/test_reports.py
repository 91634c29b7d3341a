"""Reports of kills and sieges: the details that snapshots add to the events, and the reports of these events."""

import msgspec
import pytest

from gateway.extras.world import addresses
from gateway.extras.world.boss_deaths import BossStates
from gateway.extras.world.enrichment import enrich
from gateway.extras.world.names import WorldNames, moment_of
from gateway.extras.world.reading import WorldClan, WorldReading
from gateway.extras.world.reports import BossReport, SiegeReport, boss_report, siege_report
from gateway.extras.world.sieges import SiegeRecord, end_event, running_event
from gateway.extras.world.state import StepResult, WorldState
from gateway.extras.world_events import WorldEvent
from gateway.tests.support.history_data import Hero, snapshot_of

START, HOUR, QUARTER = 1_900_000_000, 3600, 900
QUEEN_ANT, GIRAN = 29001, 3
READING = WorldReading(
    taken_at=START, clans=[WorldClan(number, f"Clan{number}", 5, 0, 0, 0, None, 0) for number in (3, 4)]
)
SIDES = {3: "owner", 4: "attacker"}


def heroes(**kills: int) -> list[Hero]:
    """h1 and h2 belong to clan 3, h4 and h5 to clan 4, h9 to none."""
    clan = {1: 3, 2: 3, 4: 4, 5: 4}
    numbers = {int(name[1:]): total for name, total in kills.items()}
    return [Hero(number, total, clan=clan.get(number, 0), level=70 + number) for number, total in numbers.items()]


def store_and_load(event: WorldEvent) -> WorldEvent:
    """As it comes back from the site schema."""
    return msgspec.structs.replace(event, details=msgspec.json.decode(msgspec.json.encode(event.details)))


def count_kills(siege: SiegeRecord, at: int, **kills: int) -> tuple[SiegeRecord, list[WorldEvent]]:
    result = StepResult(WorldState(reading=READING, bosses=BossStates(), sieges={GIRAN: siege}))
    result = enrich(result, snapshot_of(b"key", at, heroes(**kills)), counts_siege_kills=True)
    return result.state.sieges[GIRAN], result.corrections


def report(event: WorldEvent, now: float) -> SiegeReport:
    names = WorldNames(snapshot_of(b"key", now, heroes(h1=0, h2=0, h4=0, h5=0)), READING)
    return siege_report(store_and_load(event), names, now, held_since=None, next_siege_at=None)


@pytest.fixture
def siege() -> SiegeRecord:
    """Two quarters: a loss after a crash, a late save in the second one, and a kill of no participant."""
    siege, _ = count_kills(SiegeRecord(START, 3, SIDES), START - 20, h1=10, h2=5, h4=7, h5=0, h9=1)
    siege, _ = count_kills(siege, START + QUARTER - 1, h1=12, h2=2, h4=10, h5=0, h9=50)
    siege, corrections = count_kills(siege, START + QUARTER + 60, h1=12, h2=5, h4=11, h5=4, h9=90)
    assert corrections == []
    return siege


def test_siege_kills_are_summed_per_quarter_and_clan(siege: SiegeRecord) -> None:
    ended_siege = msgspec.structs.replace(siege, ended_at=START + 2 * QUARTER, owner_after=4)
    ended_siege, (event,) = count_kills(ended_siege, START + 3 * QUARTER, h1=12, h2=5, h4=11, h5=5)
    assert count_kills(ended_siege, START + 3 * QUARTER, h1=12, h2=5, h4=11, h5=5) == (ended_siege, [])
    final = report(event, ended_siege.ended_at + 2 * HOUR)
    assert [(quarter.attackers, quarter.defenders) for quarter in final.quarters or []] == [(3, 2), (6, 0)]
    rows = [(row.clan.clan_id, row.members, row.kills, row.killers, row.best_kills) for row in final.clans]
    assert rows == [(4, 2, 9, 2, 5), (3, 2, 2, 1, 2)]
    assert [row.best and row.best.char_id for row in final.clans] == [5, 1]
    assert (final.is_provisional, report(event, ended_siege.ended_at + 60).is_provisional) == (False, True)


def test_running_siege_shows_quarters_fifteen_minutes_late_and_no_counts_of_clans(siege: SiegeRecord) -> None:
    event = running_event(GIRAN, siege)
    assert report(event, START + 2 * QUARTER - 1).quarters == []
    late = report(event, START + 2 * QUARTER)
    assert [quarter.attackers for quarter in late.quarters or []] == [3]
    assert {row.kills for row in late.clans} == {None}


def test_server_that_counts_no_kills_in_sieges_has_no_quarters() -> None:
    assert report(end_event(GIRAN, SiegeRecord(START, 3, SIDES, START + HOUR)), START + HOUR).quarters is None


def kill(at: int, *killers: int) -> WorldEvent:
    event = WorldEvent(
        kind="boss_killed", subject_id=QUEEN_ANT, at=at, accuracy_seconds=60, details={"killers": list(killers)}
    )
    state = WorldState(reading=READING, bosses=BossStates())
    snapshot = snapshot_of(b"key", at, heroes(h1=0, h2=0, h4=0, h5=0, h9=0))
    return store_and_load(enrich(StepResult(state, [event]), snapshot, counts_siege_kills=False).events[0])


def kill_report(hidden: str = "") -> BossReport:
    snapshot = snapshot_of(b"key", START, heroes(h1=0, h2=0, h4=0, h9=0))
    if hidden:
        snapshot = snapshot.with_levels({int(hidden[1:]): 2})
    earlier_kills = [kill(START - 30 * HOUR, 4, 5), kill(START - 60 * HOUR, 1)]
    return boss_report(kill(START, 1, 2, 4, 5, 9), earlier_kills, WorldNames(snapshot, READING), (24 * HOUR, 31 * HOUR))


def test_boss_report_has_the_party_as_it_was_at_the_kill() -> None:
    answer = kill_report()
    rows = [(killer.char_id, killer.level, killer.clan and killer.clan.clan_id) for killer in answer.party]
    assert rows == [(9, 79, None), (4, 74, 4), (2, 72, 3), (1, 71, 3)]  # h5 was erased
    assert (answer.interval_seconds, len(answer.earlier), answer.kills) == (30 * HOUR, 2, 3)
    assert (answer.window_from, answer.window_to) == (moment_of(START - 6 * HOUR), moment_of(START + HOUR))
    assert [(row.clan.clan_id, row.kills) for row in answer.clans] == [(3, 2), (4, 1)]
    assert (answer.path, answer.week) == ("/bosses/queen-ant/2030-03-17-1746", "2030-W11")


def test_boss_report_leaves_out_a_malformed_party() -> None:
    event = msgspec.structs.replace(kill(START, 1, 2), details={"killers": [1, 2], "party": [{"char_id": 1}]})
    names = WorldNames(snapshot_of(b"key", START, heroes(h1=0, h2=0)), READING)
    answer = boss_report(event, [kill(START - 30 * HOUR, 1)], names, (24 * HOUR, 31 * HOUR))
    assert (answer.party, [row.kills for row in answer.clans]) == ([], [1])


def test_reports_of_a_custom_pack_name_bosses_and_castles_by_number() -> None:
    event = WorldEvent(kind="boss_killed", subject_id=99_999, at=START, accuracy_seconds=60, details={"killers": []})
    answer = boss_report(event, [], WorldNames(snapshot_of(b"key", START, heroes(h1=0)), READING), None)
    assert (answer.name, answer.level, answer.path) == ("Boss #99999", 0, "/bosses/99999/2030-03-17-1746")
    of_siege = report(end_event(99, SiegeRecord(START, 3, SIDES, START + HOUR)), START + HOUR)
    assert (of_siege.castle, addresses.siege_report_path(99, of_siege.day)) == ("Castle #99", "/sieges/99/2030-03-17")
    assert (addresses.boss_id("99999"), addresses.castle_id("99")) == (99_999, 99)


def test_boss_report_tells_no_clan_of_a_hidden_killer() -> None:
    answer = kill_report(hidden="h1")
    hidden = next(killer for killer in answer.party if killer.privacy == "hidden")
    assert (hidden.char_name, hidden.char_id, hidden.clan, hidden.level) == ("Hidden hero", None, None, 71)
    assert [(row.clan.clan_id, row.kills) for row in answer.clans] == [(3, 1), (4, 1)]


def test_addresses_take_names_and_ids() -> None:
    assert [addresses.boss_id(text) for text in ("queen-ant", "29001", "ant")] == [29001, 29001, None]
    assert addresses.seconds_of("2030-03-17-1746") == range(START - 40, START + 20)
    assert (addresses.seconds_of("17"), addresses.seconds_of("today")) == (range(17, 18), None)
    assert addresses.siege_report_path(9, "2026-11-15") == "/sieges/schuttgart/2026-11-15"
    for boss in addresses.BOSSES:
        own_boss = addresses.boss_of(boss) or boss
        assert addresses.boss_id(addresses.boss_report_path(boss, START).split("/")[2]) == own_boss


def test_addresses_of_variants_and_former_names_are_those_of_their_boss() -> None:
    texts = ("antharas", "29068", "scarlet-van-halisha", "29047", "andreas-van-halter", "29030")
    assert [addresses.boss_id(text) for text in texts] == [29019, 29019, 29045, 29045, 29062, 29030]
    assert addresses.boss_report_path(29068, START) == "/bosses/antharas/2030-03-17-1746"

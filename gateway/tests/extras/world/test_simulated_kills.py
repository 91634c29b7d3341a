"""A thousand simulated kills in the seven families: each is found once, with its killers, and nothing else is."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from fixtures.world import FAMILIES
from fixtures.world.life import Event, Life, Rates, Statement
from fixtures.world.life.model import Boss, bosses
from fixtures.world.life.rules import DEAD_STATUS, RULES, Rules
from fixtures.world.plan import Plan
from fixtures.world.rusacis import GRAND_NAMES, RAID_NAMES
from gateway.extras.world.reading import BossRow, WorldReading, points_key
from gateway.extras.world.state import WorldState, step
from gateway.extras.world_events import WorldEvent
from gateway.tests.extras.support.table_memory import Row, TableMemory

pytestmark = pytest.mark.faults

DAY = 86400
DAYS = 5
PLAN = Plan(120, 12, now=1_764_396_000)
"""A Saturday at 06:00 before a Monday and the first Tuesday of a month: all families reset the points."""
END = PLAN.now + DAYS * DAY
RATES = Rates(
    peak=14,
    pvp=0,
    pk=0,
    deaths=0,
    boss_wait_hours=0.5,
    clan_joins=0,
    clan_leaves=0,
    clan_levels=0,
    clan_changes=0,
    wars=0,
    hall_bids=0,
    cursed_weapons=0,
    alliances=0,
    bans=0,
    subclass_changes=0,
    renames=0,
    crashes=0.3,
    sieges=0,
    olympiad=0,
)
KEYS = {
    "raidboss_spawnlist": ("boss_id",),
    "grandboss_data": ("boss_id",),
    "spawn_data": ("name",),
    "raidboss_status": ("id",),
    "epic_boss_spawn": ("bossId",),
    "character_raid_points": ("character", "boss_id"),
    "raidboss_points": ("owner_id", "boss_id"),
}


class BossTables:
    """The tables of bosses and raid points of one family, filled as `fixtures.world.fill` does."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._numbers = {_name(boss): boss.id for boss in bosses(PLAN)}
        self.tables = TableMemory(KEYS | {"character_raid_points": (rules.points_id, "boss_id")})
        for boss in bosses(PLAN):
            dead = boss.respawn_at > PLAN.now
            at = rules.stored_time(boss.respawn_at)
            if rules.family == "rusacis":
                if name := _name(boss):
                    self._put("spawn_data", {"name": name, "status": int(not dead), "respawn_time": at})
            elif rules.family == "lucera" and boss.grand:
                self._put("epic_boss_spawn", {"bossId": boss.id, "state": dead * 3, "respawnDate": at})
            elif rules.family == "lucera":
                self._put("raidboss_status", {"id": boss.id, "respawn_delay": at})
            elif boss.grand:
                status = DEAD_STATUS.get(boss.id, 1) if dead else 0
                self._put("grandboss_data", {"boss_id": boss.id, "status": status, "respawn_time": at})
            else:
                self._put("raidboss_spawnlist", {"boss_id": boss.id, "respawn_time": at})

    def _put(self, table: str, row: Row) -> None:
        self.tables.rows[table][next(iter(row.values())),] = row

    def read(self, at: int) -> WorldReading:
        rows = self.tables.rows
        points = [*rows["character_raid_points"].items(), *rows["raidboss_points"].items()]
        values = {points_key(character, boss): row["points"] for (character, boss), row in points}
        return WorldReading(taken_at=at, bosses=list(self._bosses()), points=values)

    def _bosses(self) -> Iterator[BossRow]:
        """As the family's view gives them."""
        rows, exact = self.tables.rows, int(self._rules.whole_hours)
        for row in rows["raidboss_spawnlist"].values():
            yield _row(row["boss_id"], 1, row["respawn_time"] // 1000, exact)
        for row in rows["grandboss_data"].values():
            is_down = row["status"] == DEAD_STATUS.get(row["boss_id"], 1)
            exact = int(not self._rules.respawn_hours)
            yield _row(row["boss_id"], is_down, row["respawn_time"] // 1000, exact)
        for row in rows["spawn_data"].values():
            yield _row(self._numbers[row["name"]], row["status"] == 0, row["respawn_time"] // 1000, 0)
        for row in rows["raidboss_status"].values():
            yield _row(row["id"], 1, row["respawn_delay"], 0)
        for row in rows["epic_boss_spawn"].values():
            yield _row(row["bossId"], row["state"] == 3, row["respawnDate"], 0, needs_points=1)


def _row(boss: int, is_down: int, respawn_at: int, exact: int, needs_points: int = 0) -> BossRow:
    return BossRow(boss, int(is_down), respawn_at or None, None, None, exact, needs_points)


def _name(boss: Boss) -> bytes:
    if boss.grand:
        return GRAND_NAMES.get(boss.id, b"")
    return bytes(RAID_NAMES[boss.place]) if boss.place < len(RAID_NAMES) else b""


@dataclass
class SimulatedGame:
    truth: list[Event]
    events: list[WorldEvent]


class Reader:
    """Reads at full minutes, until two readings after a change show it, and now and then between two statements."""

    def __init__(self, family: str) -> None:
        self.events: list[WorldEvent] = []
        self._tables, self._random = BossTables(RULES[family]), Random(family)
        self._state: WorldState | None = None
        self._due: list[int] = []
        self._last = 0
        self.read(PLAN.now)

    def read(self, at: int) -> None:
        result = step(self._state, self._tables.read(at))
        corrections = {(event.subject_id, event.at): event for event in result.corrections}
        self.events = [corrections.get((event.subject_id, event.at), event) for event in self.events] + result.events
        self._state, self._last = result.state, at

    def apply(self, statement: Statement) -> None:
        self.read_until(statement.at)
        if self._tables.tables.apply(statement):
            minute = int(statement.at) // 60 * 60
            self._due = [minute + number * 60 for number in (1, 2, 3)]
            if self._random.random() < 0.1 and statement.at > self._last + 1:
                self.read(int(statement.at))

    def read_until(self, at: float) -> None:
        while self._due and self._due[0] < at:
            self.read(self._due.pop(0))


def play(family: str) -> SimulatedGame:
    life, reader = Life(PLAN, family, RATES), Reader(family)
    for statement in life.run(DAYS * DAY):
        reader.apply(statement)
    reader.read_until(life.now + 300)
    return SimulatedGame(life.truth, reader.events)


@pytest.fixture(scope="module")
def games() -> dict[str, SimulatedGame]:
    return {family: play(family) for family in FAMILIES}


def test_thousand_kills_are_found_once_with_their_killers(games: dict[str, SimulatedGame]) -> None:
    kills = right = 0
    for family, game in games.items():
        deaths = [event for event in game.truth if event.kind == "boss_death" and event.visible_at < END]
        boss_kills = [event for event in game.events if event.kind == "boss_killed"]
        by_boss = Counter(event.subject for event in deaths)
        assert Counter(event.subject_id for event in boss_kills) == by_boss, family
        kills += len(deaths)
        for death, event in pair_deaths(deaths, boss_kills):
            assert event.at - event.accuracy_seconds - 60 <= death.at <= event.at + 60, (family, death, event)
            right += frozenset(event.details["killers"]) == death.people
    assert kills >= 1000
    assert right >= 0.95 * kills, (right, kills)


def pair_deaths(deaths: list[Event], events: list[WorldEvent]) -> list[tuple[Event, WorldEvent]]:
    """Pairs the n-th death of a boss with its n-th event."""
    deaths = sorted(deaths, key=lambda event: (event.subject, event.at))
    return list(zip(deaths, sorted(events, key=lambda event: (event.subject_id, event.at)), strict=True))


@pytest.mark.parametrize("family", FAMILIES)
def test_resets_crashes_and_starts_give_no_event(games: dict[str, SimulatedGame], family: str) -> None:
    kinds = {event.kind for event in games[family].truth}
    assert {"start", "crash"} <= kinds
    assert "points_reset" in kinds
    assert {event.kind for event in games[family].events} == {"boss_killed"}

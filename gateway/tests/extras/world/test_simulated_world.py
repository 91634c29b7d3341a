"""Eight days of a simulated world in the tables of a family: the views show exactly the simulated events."""

from collections import Counter
from dataclasses import dataclass, field

import pytest

from fixtures.databases import open_databases
from fixtures.world import NOW
from fixtures.world.life import Event, Life, Rates, Statement, play
from fixtures.world.plan import Plan
from gateway.database.database import Database
from gateway.extras.world import game_tables
from gateway.extras.world.state import WorldState, step
from gateway.extras.world_events import WorldEvent
from gateway.tests.conftest import WorldFactory

pytestmark = pytest.mark.faults

CHARACTERS, SEED = 400, 81
SECONDS = 8 * 86400
"""The end of an Olympiad is among them, two Mondays, and the sieges of half of the castles."""
RATES = Rates(
    peak=1, boss_wait_hours=0, clan_levels=3, clan_changes=6, wars=4, crashes=0.3, olympiad=8, cursed_weapons=2, bans=2
)
SMALL_TABLES = ("castle`", "siege_clans`", "clan_data`", "clan_wars`", "heroes`", "clanhall`", "cursed_weapons`")
KINDS = {"siege_end": "siege_ended", "war_start": "war_declared", "war_end": "war_ended"}
KINDS_TO_FIND = {
    "castle_taken",
    "siege_ended",
    "clan_level",
    "clan_created",
    "clan_dissolved",
    "war_declared",
    "war_ended",
    "hero",
    "hall_taken",
    "cursed_weapon",
}
WITH_OBJECT = {"castle_taken", "clan_level", "war_declared", "war_ended", "hall_taken", "cursed_weapon"}


@dataclass
class Watcher:
    """Reads two minutes long after each change, at the start of a siege, and in the same second after some changes."""

    game: Database
    life: Life
    state: WorldState | None = None
    events: list[WorldEvent] = field(default_factory=list[WorldEvent])
    due: list[int] = field(default_factory=list[int])
    changes: int = 0

    async def read(self, at: int) -> None:
        result = step(self.state, await game_tables.read(self.game, self.state, at))
        self.state = result.state
        self.events += result.events

    async def read_until(self, at: float) -> None:
        while self.due and self.due[0] < at:
            await self.read(self.due.pop(0))

    def _starts_of_sieges(self, at: float) -> list[int]:
        last = self.state.reading.taken_at if self.state else 0
        return [int(start) for castle in self.life.castles.values() if last < (start := castle.siege_at + 60) <= at]

    async def read_before(self, statement: Statement) -> None:
        """A reading of the same second falls between two statements of one change."""
        self.due = sorted({*self.due, *self._starts_of_sieges(statement.at)})
        await self.read_until(statement.at)
        if any(table in statement.sql for table in SMALL_TABLES):
            self.changes += 1
            if self.changes % 9 == 0 and self.state and statement.at > self.state.reading.taken_at + 1:
                await self.read(int(statement.at))
            minute = int(statement.at) // 60 * 60
            self.due = [minute + 60, minute + 120]


@pytest.mark.parametrize("family", ["mobius", "lucera"])
async def test_events_found_through_the_views_are_those_that_happened(world: WorldFactory, family: str) -> None:
    family_world = world(family, CHARACTERS, SEED)
    async with open_databases(family_world.settings) as databases:
        life = Life(Plan(CHARACTERS, SEED), family, RATES)
        watcher = Watcher(databases.game, life)
        await watcher.read(NOW)
        async for statement in play(family_world.game_admin_dsn, life.run(SECONDS)):
            await watcher.read_before(statement)
        await watcher.read_until(life.now + 600)
    events = [event for event in watcher.events if event.kind in KINDS_TO_FIND]
    assert Counter(map(event_key, events)) == Counter(key for event in life.truth for key in truth_keys(event))
    assert {event.kind for event in events} >= KINDS_TO_FIND
    assert {event.kind for event in life.truth} >= {"crash", "start", "points_reset"}
    assert {event.kind for event in watcher.events} - KINDS_TO_FIND <= {
        "siege_started",
        "signs_period",
        "olympiad_period",
    }


def event_key(event: WorldEvent) -> tuple[str, int, int]:
    return event.kind, event.subject_id, event.object_id


def truth_keys(event: Event) -> list[tuple[str, int, int]]:
    kind = KINDS.get(event.kind, event.kind)
    if kind == "hero":
        return [(kind, hero, 0) for hero in event.people]
    object_id = event.target if kind in WITH_OBJECT else 0
    return [(kind, event.subject, object_id)] if kind in KINDS_TO_FIND else []

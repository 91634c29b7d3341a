"""Events as the public reads them."""

from datetime import UTC

from gateway.features.world.answers import public_events
from gateway.features.world.names import WorldNames
from gateway.features.world.reading import WorldClan, WorldReading
from gateway.features.world_events import WorldEvent
from gateway.tests.support.history_data import Hero, snapshot_of

NOW, ORFEN, BANNED = 1_900_000_000, 29014, 99
READING = WorldReading(NOW, clans=[WorldClan(3, "Three", 5, 0, 0, 0, None, 0)])


def test_public_events_leave_out_acts_of_unranked_characters() -> None:
    first = {"milestone": "level_80", "scopes": ["class:88"]}
    deeds = [
        event
        for character in (1, BANNED)
        for event in (
            WorldEvent("hero", character, NOW, 60),
            WorldEvent("world_first", character, NOW, 60, 80, first),
            WorldEvent("clan_joined", 3, NOW, 60, character),
            WorldEvent("cursed_weapon", 8190, NOW, 60, character),
        )
    ]
    kill = WorldEvent("boss_killed", ORFEN, NOW, 60, details={"killers": [BANNED]})
    level = WorldEvent("clan_level", 3, NOW, 60, 6)
    published_events = public_events(
        [*deeds, kill, level], WorldNames(snapshot_of(b"key", NOW, [Hero(1)]), READING), UTC
    )
    assert [event.kind for event in published_events] == [event.kind for event in (*deeds[:4], kill, level)]
    assert [event.characters for event in published_events[4:]] == [[], []]

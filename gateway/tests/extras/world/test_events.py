"""Events as the public reads them."""

from datetime import UTC

from gateway.extras.world.answers import public_events
from gateway.extras.world.names import WorldNames
from gateway.extras.world.reading import WorldClan, WorldReading
from gateway.extras.world_events import WorldEvent
from gateway.tests.support.history_data import Hero, snapshot_of

NOW, ORFEN, BANNED = 1_900_000_000, 29014, 99
READING = WorldReading(taken_at=NOW, clans=[WorldClan(3, "Three", 5, 0, 0, 0, None, 0)])


def test_public_events_leave_out_acts_of_unranked_characters() -> None:
    first = {"milestone": "level_80", "scopes": ["class:88"]}
    deeds = [
        event
        for character in (1, BANNED)
        for event in (
            WorldEvent(kind="hero", subject_id=character, at=NOW, accuracy_seconds=60),
            WorldEvent(
                kind="world_first", subject_id=character, at=NOW, accuracy_seconds=60, object_id=80, details=first
            ),
            WorldEvent(kind="clan_joined", subject_id=3, at=NOW, accuracy_seconds=60, object_id=character),
            WorldEvent(kind="cursed_weapon", subject_id=8190, at=NOW, accuracy_seconds=60, object_id=character),
        )
    ]
    kill = WorldEvent(kind="boss_killed", subject_id=ORFEN, at=NOW, accuracy_seconds=60, details={"killers": [BANNED]})
    level = WorldEvent(kind="clan_level", subject_id=3, at=NOW, accuracy_seconds=60, object_id=6)
    published_events = public_events(
        [*deeds, kill, level], WorldNames(snapshot_of(b"key", NOW, [Hero(1)]), READING), UTC
    )
    assert [event.kind for event in published_events] == [event.kind for event in (*deeds[:4], kill, level)]
    assert [event.characters for event in published_events[4:]] == [[], []]

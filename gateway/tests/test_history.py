"""The demo's past: believable, consistent with the present, and harmless when made twice."""

from datetime import UTC, datetime
from itertools import pairwise

import msgspec
import pytest

from fixtures.history import Person, as_of, day_of_players

NOW = 1_800_000_000
TODAY = datetime.fromtimestamp(NOW, UTC)
VETERAN = Person(1, "Demo", 78, 1_600_000_000, 1500, 30, None)
NEWCOMER = Person(2, "Demo", 8, 20_000, 0, 0, None)


def test_a_day_has_every_minute_and_ends_at_the_present() -> None:
    minutes = list(day_of_players(NOW, 180))
    assert [at for at, _ in minutes] == list(range(NOW - 86400, NOW + 1, 60))
    assert minutes[-1] == (NOW, 180)


def test_a_day_rises_and_falls_without_leaps() -> None:
    players = [players for _, players in day_of_players(NOW, 180)]
    assert max(players) > 2 * min(players) > 0
    assert max(abs(after - before) for before, after in pairwise(players)) <= 0.05 * max(players)


def test_an_empty_world_has_an_empty_past() -> None:
    assert {players for _, players in day_of_players(NOW, 0)} == {0}


@pytest.mark.parametrize("person", [VETERAN, NEWCOMER])
def test_nobody_was_ever_further_than_he_is(person: Person) -> None:
    past = [then for ago in range(83, -1, -1) if (then := as_of(person, ago, TODAY))]
    for field in ("level", "exp", "pvp_kills", "pk_kills"):
        values = [getattr(then, field) for then in past]
        assert values == sorted(values)
    assert msgspec.structs.asdict(past[-1]) == {
        "character_id": person.character_id,
        "account_name": "demo",
        "level": person.level,
        "exp": person.exp,
        "pvp_kills": person.pvp_kills,
        "pk_kills": person.pk_kills,
    }


def test_a_veteran_has_twelve_weeks_and_a_newcomer_began_at_nothing() -> None:
    assert sum(as_of(VETERAN, ago, TODAY) is not None for ago in range(200)) == 84
    first = [then for ago in range(84) if (then := as_of(NEWCOMER, ago, TODAY))][-1]
    assert (first.level, first.exp) == (1, 0)


def test_nobody_has_a_past_before_he_was_made() -> None:
    young = msgspec.structs.replace(VETERAN, created_at=NOW - 20 * 86400)
    assert as_of(young, 20, TODAY) is not None
    assert as_of(young, 21, TODAY) is None

"""Tests of the profile figures: totals over characters, null if not recorded."""

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gateway.concurrency.durations import DAY
from gateway.features.characters import CharacterBrief
from gateway.features.player.profile import active_characters, activity_score, fame, kill_ratio

NOW = 1_764_000_000.0
HOUR = 3600


def row(
    *,
    kills: tuple[int, int] = (0, 0),
    deaths: int | None = None,
    seconds_played: int = 0,
    days: float | None = None,
    online: int = 0,
    renown: int | None = None,
) -> CharacterBrief:
    """Returns a character last seen `days` days ago; None: never."""
    last_access = None if days is None else int(NOW - days * DAY)
    values = dict.fromkeys(CharacterBrief.__struct_fields__, None) | {
        **{"id": 1, "level": 1, "pvp_kills": kills[0], "pk_kills": kills[1], "deaths": deaths, "fame": renown},
        **{"playtime": seconds_played, "last_access": last_access, "online": online},
    }
    return CharacterBrief(*cast("Any", values.values()))


@pytest.mark.parametrize(
    ("characters", "score"),
    [
        ([], 0),
        ([row()], 0),
        ([row(days=400)], 0),
        ([row(days=0)], 60),
        ([row(days=1)], 60),
        ([row(days=6.8)], 52),
        ([row(days=7.1)], 32),
        ([row(days=30)], 0),
        ([row(online=1)], 60),
        ([row(online=1, seconds_played=500 * HOUR)], 100),
        ([row(online=1, seconds_played=5000 * HOUR)], 100),
        ([row(online=1), row(seconds_played=250 * HOUR)], 70),
        ([row(days=-50)], 60),
        ([row(seconds_played=-50)], 0),
    ],
)
def test_activity_score_examples(characters: list[CharacterBrief], score: int) -> None:
    assert activity_score(characters, NOW) == score


CHARACTERS = st.builds(
    row, days=st.none() | st.floats(0, 500), seconds_played=st.integers(0, 3000 * HOUR), online=st.integers(0, 1)
)


@given(characters=st.lists(CHARACTERS, max_size=5), more=st.integers(0, 3000 * HOUR), sooner=st.floats(0, 500))
def test_activity_score_more_activity_never_lowers_it(
    characters: list[CharacterBrief], more: int, sooner: float
) -> None:
    score = activity_score(characters, NOW)
    assert 0 <= score <= 100
    if not characters:
        return
    first, *others_unchanged = characters
    last_access = max(first.last_access or 0, int(NOW - sooner * DAY))
    more_active = replace(first, playtime=first.playtime + more, last_access=last_access)
    assert activity_score([more_active, *others_unchanged], NOW) >= score


@pytest.mark.parametrize(
    ("characters", "ratio"),
    [
        ([], None),
        ([row(kills=(5, 5))], None),
        ([row(kills=(5, 5), deaths=4)], 2.5),
        ([row(kills=(1, 0), deaths=3)], 0.33),
        ([row(kills=(5, 2), deaths=0)], 7.0),
        ([row(deaths=0)], 0.0),
        ([row(kills=(3, 0), deaths=2), row(kills=(1, 0), deaths=None)], 2.0),
    ],
)
def test_kill_ratio_examples(characters: list[CharacterBrief], ratio: float | None) -> None:
    assert kill_ratio(characters) == ratio


def test_active_characters_counts_last_seven_days() -> None:
    characters = [row(), row(days=6.99), row(days=7), row(days=7.01), row(online=1, days=90), row(days=400)]
    assert active_characters(characters, NOW) == 3


def test_fame_sums_recorded_values_only() -> None:
    assert fame([]) is None
    assert fame([row(), row()]) is None
    assert fame([row(renown=0)]) == 0
    assert fame([row(renown=3), row(), row(renown=4)]) == 7

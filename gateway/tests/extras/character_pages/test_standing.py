"""Ranks, rivals and the lookup of a character, on small worlds."""

from datetime import UTC

import numpy as np
import pytest

from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, Limits
from gateway.extras.character_pages import standing
from gateway.extras.character_pages.lookup import public_rows
from gateway.extras.character_pages.own_ranks import days_to_next
from gateway.extras.character_pages.standing import Place
from gateway.extras.history.archive import HistoryArchive
from gateway.tests.support.ranked_worlds import Character, World
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import HIDDEN, HIDDEN_NAME, LEVELS, Privacy, PrivacyLevels

EMPTY_ARCHIVE = HistoryArchive(Database("site", parse_dsn("mysql://nobody@localhost/none"), Limits()), UTC)


def world(*names: str, **values: int) -> World:
    """The first character has the most kills; odd ones are of clan 4 and class 10."""
    characters = [
        Character(10 + n, name, name, pvp_kills=100 - n, clan_id=4 * (n % 2), class_id=10 * (n % 2), **values)
        for n, name in enumerate(names)
    ]
    return World(characters, [(4, "Clan")])


def rival_names(snapshot: Snapshot, row: int) -> list[str]:
    return [rival.char_name for rival in standing.rivals(snapshot, row, EMPTY_ARCHIVE)]


def test_ranks_among_all_and_in_class_and_clan() -> None:
    snapshot = world("a", "b", "c", "d", "e").snapshot()
    assert standing.ranks(snapshot, 3, EMPTY_ARCHIVE) == standing.CharacterRanks(
        Place(4, 5), Place(4, 5), Place(2, 2), Place(2, 2)
    )
    assert standing.ranks(snapshot, 4, EMPTY_ARCHIVE) == standing.CharacterRanks(
        Place(5, 5), Place(5, 5), Place(3, 3), None
    )


@pytest.mark.parametrize(("row", "names"), [(0, "abcde"), (1, "abcde"), (3, "bcdef"), (4, "cdefg"), (6, "cdefg")])
def test_rivals_are_two_on_each_side_or_four_at_an_end(row: int, names: str) -> None:
    snapshot = world(*"abcdefg").snapshot()
    assert rival_names(snapshot, row) == list(names)
    [rival] = (rival for rival in standing.rivals(snapshot, row, EMPTY_ARCHIVE) if rival.is_self)
    assert rival.char_name == "abcdefg"[row]


def test_few_characters_are_all_rivals() -> None:
    assert rival_names(world("a").snapshot(), 0) == ["a"]
    assert rival_names(world("a", "b").snapshot(), 1) == ["a", "b"]


def test_hidden_rival_has_no_name_and_no_link() -> None:
    snapshot = world("a", "b").snapshot(privacy=PrivacyLevels("public", {"hidden": ["a"]}))
    rival = standing.rivals(snapshot, 1, EMPTY_ARCHIVE)[0]
    assert (rival.char_name, rival.char_id, rival.privacy, rival.rank) == (HIDDEN_NAME, None, "hidden", 1)


def test_exact_name_precedes_a_case_folded_one() -> None:
    snapshot = world("Kael", "KAEL", "Straße", "other").snapshot()
    assert public_rows(snapshot, "Kael") == [0]
    assert public_rows(snapshot, "kael") == [0, 1]
    assert public_rows(snapshot, "STRASSE") == [2]
    assert public_rows(snapshot, "~12") == [2]
    for unknown in ("Kae", "", "~", "~99", "~x", "\0"):
        assert public_rows(snapshot, unknown) == []


@pytest.mark.parametrize("level", ["rankings", "hidden"])
def test_only_public_characters_have_a_page(level: Privacy) -> None:
    snapshot = world("a", "b").snapshot()
    changed_snapshot = snapshot.with_levels({10: LEVELS.index(level), 99: HIDDEN})
    assert public_rows(changed_snapshot, "a") == public_rows(changed_snapshot, "~10") == []
    assert public_rows(changed_snapshot, "b") == [1]
    assert np.array_equal(snapshot.columns["privacy"], [0, 0])


@pytest.mark.parametrize(
    ("distance", "gain", "next_gain", "days"),
    [
        (10, 9, 2, 10),
        (11, 9, 2, 11),
        (0, 9, 2, 0),
        (365, 9, 2, 365),
        (366, 9, 2, None),
        (10, 2, 2, None),
        (10, 9, None, None),
    ],
)
def test_days_to_the_next_rank_follow_the_pace_of_a_week(
    distance: int, gain: int, next_gain: int | None, days: int | None
) -> None:
    assert days_to_next(distance, gain, next_gain) == days

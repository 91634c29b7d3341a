"""Names that several characters or clans have: their pages are linked by ids."""

import pytest

from gateway.tests.support.ranked_worlds import Character, World, pack_and_unpack
from gateway.world_snapshot import build
from gateway.world_snapshot.visibility import PrivacyLevels


def same_names() -> World:
    characters = [
        *(Character(number, "a", "Luna") for number in (1, 2)),
        *(Character(number, account, "Kael") for number, account in ((3, "a"), (4, "quiet"))),
        *(Character(number, "a", name) for number, name in ((5, "Rey"), (6, "REY"), (7, "Sol"))),
        Character(8, "a", "Sol", ranked=0),
        *(Character(number, "a", name) for number, name in ((9, "An\u200ba"), (10, "Ana"))),
    ]
    return World(characters, [(1, "Lobos"), (2, "Lobos"), (3, "Uno"), (4, "Bad"), (5, "Bad")])


def test_shared_names_are_those_of_several_public_characters_or_clans() -> None:
    privacy = PrivacyLevels(logins={"hidden": ["quiet"]}, hidden_names=["Bad"])
    stats = pack_and_unpack(same_names().snapshot(privacy=privacy)).stats
    assert stats.shared_names == ["Ana", "Luna"], "hidden, unranked and differently written names are no namesakes"
    assert stats.shared_clan_names == ["Lobos"]
    assert same_names().snapshot().stats.shared_names == ["Ana", "Kael", "Luna"]


def test_shared_names_above_the_limit_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "MAX_SHARED_NAMES", 1)
    stats = same_names().snapshot().stats
    assert stats.shared_names is None
    assert stats.shared_clan_names is None


def test_world_without_characters_shares_no_name() -> None:
    stats = World([], []).snapshot().stats
    assert (stats.shared_names, stats.shared_clan_names) == ([], [])

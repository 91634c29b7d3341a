"""The board of clans compared with its definition, and the page of a clan."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gateway.extras.clans.board import SORTS, ClanBoard, ClanSort
from gateway.extras.clans.page import clan_page
from gateway.extras.world.crests import Crests
from gateway.tests.support.ranked_worlds import Character, World, ranked_characters, worlds
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import HIDDEN_CLAN, HIDDEN_NAME, PrivacyLevels

CLANS = [(1, "Moon"), (4, "moon"), (7, "Клан"), (9, "Empty")]


@given(worlds(), st.sampled_from(SORTS))
def test_board_equals_the_sums_of_ranked_members(world: World, sort: ClanSort) -> None:
    world = World(world.characters, CLANS)
    board = ClanBoard(world.snapshot())
    expected: list[tuple[int, int, int, int, int]] = []
    for clan_id, _ in CLANS:
        members = [row for row in ranked_characters(world, "pvp") if row.clan_id == clan_id]
        sums = [sum(row.pvp_kills for row in members), sum(row.pk_kills for row in members)]
        key = {"pvp": sums[0], "pk": sums[1], "members": len(members)}.get(sort, 0)
        if members:
            expected.append((-key, -sums[0], clan_id, len(members), sums[1]))
    rows, total = board.page(sort, 1, 100)
    assert [(-row.pvp_kills, row.clan_id, row.members, row.pk_kills) for row in rows] == [
        row[1:] for row in sorted(expected)
    ]
    assert [row.rank for row in rows] == list(range(1, len(expected) + 1))
    assert board.page(sort, 2, 1) == (rows[1:2], total)
    for text in ("m", "OO", "кл", "empty"):
        matches = [row for row in rows if text.casefold() in row.clan_name.casefold()]
        assert board.page(sort, 1, 1, text) == (matches[:1], len(matches))


def small_snapshot(privacy: PrivacyLevels | None = None) -> Snapshot:
    members = [
        Character(10, "ann", "Ann", level=80, pvp_kills=9, clan_id=4, online=1),
        Character(11, "bob", "Bob", level=40, pvp_kills=5, clan_id=4),
        Character(12, "eve", "Eve", pvp_kills=7, clan_id=4, ranked=0),
        Character(13, "dan", "Dan", clan_id=1),
    ]
    return World(members, CLANS).snapshot(privacy=privacy or PrivacyLevels())


def test_names_are_compared_exactly_then_case_folded() -> None:
    board = ClanBoard(small_snapshot())
    names = [row.clan_name for row in board.page("pvp", 1, 9)[0]]
    assert names == ["moon", "Moon"]
    assert [board.row(number, 1).clan_id for number in board.numbers_named("Moon")] == [1]
    assert [board.row(number, 1).clan_id for number in board.numbers_named("MOON")] == [4, 1]
    assert board.numbers_named("Empty") == board.numbers_named("") == board.numbers_of_id(9) == []


def test_rank_changes_are_those_among_the_clans_that_still_exist() -> None:
    """Clan 2 is no more; clan 7 was not there."""
    close = {
        name: np.array(values, np.int64)
        for name, values in {
            "clan_id": (1, 2, 4),
            "level": (3, 9, 1),
            "reputation": (0, 0, 0),
            "members": (2, 50, 9),
            "pvp_kills": (20, 99, 20),
            "pk_kills": (0, 0, 0),
        }.items()
    }
    members = [Character(n, "a", f"A{n}", pvp_kills=9, clan_id=clan) for n, clan in enumerate((1, 4, 4, 4, 7, 7), 10)]
    board = ClanBoard(World(members, CLANS).snapshot(), (close, None))

    def changes(sort: ClanSort) -> dict[int, int | None]:
        return {row.clan_id: row.rank_change_day for row in board.page(sort, 1, 9)[0]}

    assert [row.clan_id for row in board.page("pvp", 1, 9)[0]] == [4, 7, 1]
    assert changes("pvp") == {4: 2 - 1, 7: None, 1: 1 - 3}
    assert changes("members") == {4: 0, 7: None, 1: 2 - 3}
    assert changes("level") == {4: 2 - 1, 7: None, 1: 1 - 3}
    assert {row.rank_change_week for row in board.page("pvp", 1, 9)[0]} == {None}


def test_search_gives_equal_names_then_prefixes_then_the_others() -> None:
    names = ["Moonlight", "moon", "Half Moon", "Moonrise", "Sun", HIDDEN_CLAN]
    members = [Character(n, "a", f"A{n}", pvp_kills=n, clan_id=n) for n in range(1, 7)]
    board = ClanBoard(World(members, list(enumerate(names, 1))).snapshot())
    assert [row.clan_name for row in board.search("MOON", 9)] == ["moon", "Moonrise", "Moonlight", "Half Moon"]
    assert [row.rank for row in board.search("MOON", 2)] == [5, 3]
    assert board.search("hidden", 9) == []
    for text in ("\n", "Sun\nMoon", "nrise\n"):
        assert board.search(text, 9) == []
    assert ClanBoard(World(members, []).snapshot()).search("moon", 9) == []


def test_hidden_member_is_a_row_without_figures() -> None:
    snapshot = small_snapshot(PrivacyLevels("public", {"hidden": ["ann"], "rankings": ["bob"]}))
    board = ClanBoard(snapshot)
    page = clan_page(snapshot, board, board.numbers_of_id(4), None, Crests({}), 0)
    rows = [(member.char_name, member.char_id, member.level, member.pvp_kills) for member in page.members]
    assert rows == [(HIDDEN_NAME, None, None, None), ("Bob", 11, 40, 5)]
    assert (page.clan.members, page.clan.pvp_kills, page.clan.average_level, page.clan.rank) == (2, 14, 60.0, 1)

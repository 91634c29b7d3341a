"""Joins and leaves of clans, from two snapshots."""

import numpy as np

from gateway.features.world.members import Members, compare_members


def members(taken_at: int, clans: set[int], **clan_by_id: int) -> Members:
    ids = sorted(int(name[1:]) for name in clan_by_id)
    return Members(taken_at, np.array(ids), np.array([clan_by_id[f"c{one}"] for one in ids]), frozenset(clans))


def test_members_who_move_give_a_leave_and_a_join() -> None:
    before = members(1000, {5, 6}, c1=5, c2=0, c3=6, c4=5)
    after = members(1060, {5, 6}, c1=6, c2=5, c3=6, c9=5)
    events = [(event.kind, event.subject_id, event.object_id) for event in compare_members(before, after)]
    assert events == [("clan_left", 5, 1), ("clan_joined", 6, 1), ("clan_joined", 5, 2)]
    assert {event.accuracy_seconds for event in compare_members(before, after)} == {960}


def test_members_at_first_sight_or_of_lost_clans_give_no_event() -> None:
    before = members(1000, {5, 6, 7, 8}, c1=5, c2=6)
    assert compare_members(None, before) == []
    assert compare_members(before, members(1060, {6, 7, 8}, c1=0, c2=6)) == []  # the clan was dissolved
    assert compare_members(before, members(1060, set(), c1=0, c2=0)) == []  # the clans were not read

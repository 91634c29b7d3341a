"""Joins and leaves of clans, from two snapshots."""

from collections import Counter

import numpy as np
from msgspec.structs import replace

from fixtures.world.life import Life, Rates, Statement
from fixtures.world.plan import Plan
from gateway.extras.world.members import Members, compare_members


def members(taken_at: int, clans: set[int], **clan_by_id: int) -> Members:
    ids = sorted(int(name[1:]) for name in clan_by_id)
    return Members(
        taken_at=taken_at,
        character_ids=np.array(ids),
        clan_ids=np.array([clan_by_id[f"c{number}"] for number in ids]),
        clans=frozenset(clans),
    )


def test_member_in_another_clan_gives_a_leave_and_a_join() -> None:
    previous = members(1000, {5, 6}, c1=5, c2=0, c3=6, c4=5)
    current = members(1060, {5, 6}, c1=6, c2=5, c3=6, c9=5)
    events = [(event.kind, event.subject_id, event.object_id) for event in compare_members(previous, current)]
    assert events == [("clan_left", 5, 1), ("clan_joined", 6, 1), ("clan_joined", 5, 2)]
    assert {event.accuracy_seconds for event in compare_members(previous, current)} == {960}


def test_members_at_first_sight_or_of_lost_clans_give_no_event() -> None:
    previous = members(1000, {5, 6, 7, 8}, c1=5, c2=6)
    assert compare_members(None, previous) == []
    assert compare_members(previous, members(1060, {6, 7, 8}, c1=0, c2=6)) == []  # the clan was dissolved
    assert compare_members(previous, members(1060, set(), c1=0, c2=0)) == []  # the clans were not read


def test_clan_that_a_restore_brings_back_has_won_no_members_and_a_new_one_has() -> None:
    previous = replace(members(1000, {5, 7}, c1=0, c2=0, c3=0), missing_clans=frozenset({6}))
    current = members(1060, {5, 6, 7, 8}, c1=6, c2=8, c3=7)
    events = [(event.kind, event.subject_id, event.object_id) for event in compare_members(previous, current)]
    assert events == [("clan_joined", 8, 2), ("clan_joined", 7, 3)]


PLAN = Plan(400, 5, now=1_764_396_000)
DAYS = 2
RATES = Rates(peak=60, pvp=0, pk=0, deaths=0, clan_joins=150, clan_leaves=150, clan_changes=0, sieges=0, olympiad=0)


class MovedPlayers:
    """The clans of a simulated game's characters, as its saves write them."""

    def __init__(self, family: str) -> None:
        self.life = Life(PLAN, family, RATES)
        self.clan_by_id = {player.id: player.clan for player in self.life.people.values()}
        self._key = f"WHERE `{self.life.rules.id}` = %s"

    def apply(self, statement: Statement) -> None:
        sets, _, key = statement.sql.partition("WHERE ")
        if sets.startswith("UPDATE `characters`") and f"WHERE {key}" == self._key and "`clanid`" in sets:
            place = sets[: sets.index("`clanid`")].count("%s")
            self.clan_by_id[int(str(statement.args[-1]))] = int(str(statement.args[place]))

    def snapshot(self, at: int) -> Members:
        ids = np.array(sorted(self.clan_by_id))
        return Members(
            taken_at=at,
            character_ids=ids,
            clan_ids=np.array([self.clan_by_id[number] for number in ids.tolist()]),
            clans=frozenset(self.life.clans),
        )


def test_moves_of_a_simulated_world_are_found_within_a_minute_of_their_save() -> None:
    players = MovedPlayers("mobius")
    previous, events = players.snapshot(PLAN.now), Counter[tuple[str, int, int]]()
    for statement in players.life.run(DAYS * 86_400):
        while statement.at >= previous.taken_at + 60:
            current = players.snapshot(int(previous.taken_at) + 60)
            events.update(
                (event.kind, event.object_id, event.subject_id) for event in compare_members(previous, current)
            )
            previous = current
        players.apply(statement)
    kinds = {"clan_join": "clan_joined", "clan_leave": "clan_left"}
    truth = Counter(
        (kinds[event.kind], event.subject, event.target)
        for event in players.life.truth
        if event.kind in kinds and event.visible_at < previous.taken_at
    )
    assert truth.total() > 400
    assert (truth & events).total() >= 0.99 * truth.total()
    assert (events - truth).total() <= 0.01 * truth.total()

"""The generated server keeps the rules that its content announces, and its first ranks are presentable."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from fixtures.demo import SEED
from fixtures.world import FAMILIES, NOW
from fixtures.world.chunk import make_chunks
from fixtures.world.clans import OWNER, make_castles, make_clans, make_sieges
from fixtures.world.facts import CASTLES
from fixtures.world.life import Past
from fixtures.world.life.castles import SIEGE_SECONDS
from fixtures.world.life.rules import RULES
from fixtures.world.names import HOSTILE, HOSTILE_CLANS
from fixtures.world.plan import FIRST_RANKS, Plan
from fixtures.world.server_rules import GRAND_HOURS, WEEK
from gateway import package_data
from gateway.extras.world.announced_sieges import weekly_time
from gateway.extras.world.facts import BOSSES
from gateway.features.site_content import content_store
from gateway.features.site_content.server_info import ServerInfo

pytestmark = pytest.mark.unit

SIZES = (200, 1000, 5000)
SUNDAY = datetime(2026, 11, 29, 21, tzinfo=UTC)
"""The moment of a siege."""
HOURS = {"hours": 1, "days": 24}
DAYS = 22


def info() -> ServerInfo:
    return content_store.load(package_data.content()).texts.info


@cache
def past(family: str) -> Past:
    """A played past of a small world; its statements are not executed."""
    past = Past(Plan(SIZES[0], SEED, NOW), family, DAYS)
    for _ in past.run(DAYS * 86400):
        pass
    return past


@pytest.mark.parametrize("minutes", [-60 * 24, -1, 0, 1, 150])
def test_next_sieges_are_at_the_announced_time(minutes: int) -> None:
    content = info()
    now = int((SUNDAY + timedelta(minutes=minutes)).timestamp())
    announced = weekly_time(f"{content.sieges.day} {content.sieges.time}") if content.sieges else None
    moments = make_castles(Plan(SIZES[0], SEED, now)).siege_at.tolist()
    assert announced
    assert all(announced.has(at, UTC) for at in moments)
    assert (len(moments), {(at - now - 1) // WEEK for at in moments}) == (len(CASTLES), {0, 1})


@pytest.mark.parametrize("family", FAMILIES)
def test_sieges_of_the_past_were_at_the_announced_time(family: str) -> None:
    ends = [event for event in past(family).truth if event.kind == "siege_end"]
    announced = weekly_time("Sundays 6:00 PM GMT-3")
    assert ends
    assert announced
    assert all(announced.has(int(event.at) - SIEGE_SECONDS, UTC) for event in ends)


@pytest.mark.parametrize("family", FAMILIES)
def test_next_sieges_at_the_end_of_the_past_are_those_of_the_filled_tables(family: str) -> None:
    dates = {castle.id: int(castle.siege_at) for castle in past(family).castles.values()}
    castles = make_castles(Plan(SIZES[0], SEED, NOW))
    next_sieges: dict[int, int] = dict(zip(castles.id.tolist(), castles.siege_at.tolist(), strict=True))
    if family == "lucera":  # it sets the next date a day after a siege
        next_sieges = {castle_id: at for castle_id, at in next_sieges.items() if dates[castle_id] > NOW}
    assert next_sieges
    assert {castle_id: dates[castle_id] for castle_id in next_sieges} == next_sieges


@pytest.mark.parametrize("size", SIZES)
def test_castles_are_held_by_the_clans_of_the_content(size: int) -> None:
    clans = make_clans(Plan(size, SEED))
    owners = dict(zip(clans.castle.tolist(), clans.name.tolist(), strict=True))
    content = {row.castle: row.owner for row in info().castles or ()}
    assert {name: owners.get(key, b"Available").decode() for key, name in enumerate(CASTLES, 1)} == content


@pytest.mark.parametrize("family", FAMILIES)
def test_owners_at_the_end_of_the_past_are_those_of_the_content(family: str) -> None:
    owners = {CASTLES[clan.castle - 1]: clan.name for clan in past(family).clans.values() if clan.castle}
    assert owners == {row.castle: row.owner for row in info().castles or () if row.owner != "Available"}


@pytest.mark.parametrize("size", SIZES)
def test_clan_registers_for_one_siege(size: int) -> None:
    plan = Plan(size, SEED)
    sieges = make_sieges(plan, make_clans(plan))
    registered = sieges.clan_id[sieges.side != OWNER]
    assert 0 < len(registered) == len(set(registered.tolist()))


def test_respawns_of_grand_bosses_are_announced() -> None:
    texts = {row.name: re.fullmatch(r"(\d+)-(\d+) (\w+)", row.respawn) for row in info().bosses or ()}
    announced = {
        name: (int(match[1]) * HOURS[match[3]], int(match[2]) * HOURS[match[3]])
        for name, match in texts.items()
        if match
    }
    assert announced == {BOSSES[boss_id].name: hours for boss_id, hours in GRAND_HOURS.items()}


@pytest.mark.parametrize("family", [family for family in FAMILIES if not RULES[family].respawn_hours])
def test_grand_bosses_return_within_their_hours(family: str) -> None:
    delays: dict[int, list[float]] = {}
    died_at: dict[int, float] = {}
    for event in past(family).truth:
        if event.kind == "boss_death":
            died_at[event.subject] = event.at
        elif event.kind == "boss_spawn" and event.subject in died_at and event.subject in GRAND_HOURS:
            delays.setdefault(event.subject, []).append((event.at - died_at.pop(event.subject)) / 3600)
    assert {29001, 29006, 29014} <= delays.keys()
    for boss_id, hours in delays.items():
        first, last = GRAND_HOURS[boss_id]
        assert all(first <= delay <= last for delay in hours)


@pytest.mark.parametrize("family", FAMILIES)
def test_olympiad_lasts_as_long_as_announced(family: str) -> None:
    ends = [event.at for event in past(family).truth if event.kind == "hero"]
    olympiad = info().olympiad
    assert olympiad
    assert olympiad.period == "Every 7 days"
    assert {second - first for first, second in pairwise(ends)} == ({WEEK} if RULES[family].weekly_olympiad else set())
    assert (family == "acis") is not RULES[family].weekly_olympiad


class Ranked(NamedTuple):
    name: str
    clan: str
    pvp: int
    pk: int
    is_noble: bool

    @property
    def is_hostile(self) -> bool:
        return self.name in HOSTILE or self.clan in HOSTILE_CLANS


def ranked_characters(plan: Plan) -> list[Ranked]:
    """Returns all but staff and banned characters, in the order of their ids."""
    clans = [*(name.decode() for name in make_clans(plan).name.tolist()), ""]
    rows: list[Ranked] = []
    for chunk in make_chunks(plan):
        people = chunk.people
        columns = (people.name, people.clan, people.pvp, people.pk, people.noble, people.access)
        for name, clan, *kills_and_noble, access in zip(*(column.tolist() for column in columns), strict=True):
            if access == 0:
                rows.append(Ranked(name.decode(), clans[clan], *kills_and_noble))
    return rows


@pytest.mark.parametrize("size", SIZES)
def test_hostile_names_are_in_the_world_and_have_none_of_the_first_ranks(size: int) -> None:
    plan = Plan(size, SEED)
    names = {name.decode() for chunk in make_chunks(plan) for name in chunk.people.name.tolist()}
    assert set(HOSTILE) <= names
    assert {name.decode() for name in make_clans(plan).name.tolist()} & {*HOSTILE_CLANS}
    rows = ranked_characters(plan)
    by_pvp = sorted(rows, key=lambda row: -row.pvp)
    by_pk = sorted(rows, key=lambda row: -row.pk)
    assert not [row for row in (*by_pvp[:FIRST_RANKS], *by_pk[:FIRST_RANKS]) if row.is_hostile]
    assert not [row for row in rows if row.is_noble and row.is_hostile]
    pvp, pk, members = Counter[str](), Counter[str](), Counter[str]()
    for row in rows:
        pvp[row.clan] += row.pvp
        pk[row.clan] += row.pk
        members[row.clan] += 1
    for sums in (pvp, pk, members):
        assert not {clan for clan, _ in sums.most_common(FIRST_RANKS + 1)} & set(HOSTILE_CLANS)  # one is "no clan"


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_names_gain_nothing_in_the_past(family: str) -> None:
    last_access = max(player.last_access for player in past(family).people.values() if player.name in HOSTILE)
    assert last_access < NOW - DAYS * 86400
    members = {player.clan for player in past(family).people.values() if player.clan}
    assert not members & {clan.id for clan in past(family).clans.values() if clan.name in HOSTILE_CLANS}


def test_hostile_clans_are_ranked_last_in_a_large_world() -> None:
    clans = make_clans(Plan(SIZES[-1], SEED))
    assert set(np.flatnonzero(clans.level == 0)) >= set(Plan(SIZES[-1], SEED).hostile_clans)
    assert not clans.reputation[Plan(SIZES[-1], SEED).hostile_clans].any()

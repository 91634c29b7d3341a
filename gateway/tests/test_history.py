"""The demo's past: believable, consistent with the present, and harmless when made twice."""

import ipaddress
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import msgspec
import pytest

from fixtures import history
from fixtures.admin import execute
from fixtures.history import DAY, Person, as_of, day_of_players, log_of, profile_of
from fixtures.installed import in_schema
from gateway.game.families import FAMILIES
from gateway.tests.conftest import WorldFactory

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


@pytest.mark.parametrize("person", [VETERAN, msgspec.structs.replace(VETERAN, level=84, exp=2**40)])
def test_a_veteran_climbs_without_leaps(person: Person) -> None:
    past = [then for ago in range(83, -1, -1) if (then := as_of(person, ago, TODAY))]
    climbed = [then.level for then in past[:-1]]
    assert max(after - before for before, after in pairwise(climbed)) == 1
    assert climbed[-1] >= min(person.level, 80) - 1
    fought = [after.pvp_kills - before.pvp_kills for before, after in pairwise(past)]
    assert max(fought) < 0.05 * person.pvp_kills


def test_yesterday_is_the_same_tomorrow() -> None:
    """What was a busy day stays one, though the weeks are written anew."""

    def fought(now: datetime) -> dict[int, int]:
        past = [(now.toordinal() - ago, then) for ago in range(60) if (then := as_of(VETERAN, ago, now))]
        return {day: after.pvp_kills - before.pvp_kills for (day, after), (_, before) in pairwise(past)}

    here, later = fought(TODAY), fought(TODAY + timedelta(days=3))
    shared = here.keys() & later.keys()
    assert max(abs(here[day] - later[day]) for day in shared) <= 2  # of so many in all, each day's share moves a little
    assert max(here[day] for day in shared) - min(here[day] for day in shared) > 10


def test_nobody_has_a_past_before_he_was_made() -> None:
    young = msgspec.structs.replace(VETERAN, created_at=NOW - 20 * 86400)
    assert as_of(young, 20, TODAY) is not None
    assert as_of(young, 21, TODAY) is None


DOCUMENTATION = [ipaddress.ip_network(net) for net in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")]


@pytest.mark.parametrize("login", history.ACCOUNTS)
def test_a_log_is_one_of_weeks_and_in_order(login: str) -> None:
    events = log_of(login, NOW - 160 * DAY, NOW)
    moments = [event.at for event in events]
    assert moments == sorted(moments)
    assert NOW - DAY < moments[-1] < NOW
    assert all(any(ipaddress.ip_address(event.ip_address) in net for net in DOCUMENTATION) for event in events)
    counts = Counter((event.action, event.success) for event in events)
    assert counts[("LOGIN", 1)] > 10
    assert counts[("LOGIN", 0)] == 2
    assert counts[("PASSWORD_CHANGE", 1)] == counts[("ACCOUNT_CREATED", 1)] == 1
    assert (events[0].action, events[0].at) == ("ACCOUNT_CREATED", NOW - 160 * DAY)


def test_a_log_holds_nothing_from_before_the_account_nor_what_was_pruned() -> None:
    assert log_of("demo", NOW - 400 * DAY, NOW)[0].action != "ACCOUNT_CREATED"
    young = log_of("demo", NOW - 10 * DAY, NOW)
    assert young[0].action == "ACCOUNT_CREATED"
    assert all(event.at >= NOW - 10 * DAY for event in young)


def test_a_profile_holds_what_the_game_s_table_has_no_place_for() -> None:
    mobius, acis, lucera = (profile_of("demo", NOW, NOW, FAMILIES[key]) for key in ("mobius", "acis", "lucera"))
    assert (mobius["email"], mobius["created_at"]) == (None, None)
    assert (acis["email"], acis["created_at"]) == ("demo@example.org", NOW)
    assert (lucera["email"], lucera["created_at"]) == (None, NOW)


@pytest.mark.parametrize("family", ["mobius", "acis", "lucera"])
async def test_a_past_that_was_made_stays_as_it_is(world: WorldFactory, family: str) -> None:
    its_world, now = world(family, seed=33), time.time()
    site = in_schema(its_world.admin_dsn, its_world.schemas.site)
    profiles = "SELECT * FROM profiles ORDER BY login"
    log = "SELECT id, login, action, ip_address, at, success FROM security_log ORDER BY id"
    sampled = "SELECT account, day, character_id, level, exp FROM character_samples ORDER BY account, day, character_id"
    await history.fill(its_world.settings, now=now)
    first = [await execute(site, statement) for statement in (profiles, log, sampled)]
    await history.fill(its_world.settings, now=now)
    assert [await execute(site, statement) for statement in (profiles, log, sampled)] == first
    assert [row[0] for row in first[0]] == ["demo", "demo2"]
    assert {row[1] for row in first[1]} == {row[0] for row in first[2]} == {"demo", "demo2"}
    await history.fill(its_world.settings, now=now + 3 * DAY)
    assert [await execute(site, statement) for statement in (profiles, log)] == first[:2]


async def test_what_a_player_did_himself_is_not_written_over(world: WorldFactory) -> None:
    its_world, now = world("acis", seed=34), int(time.time())
    site = in_schema(its_world.admin_dsn, its_world.schemas.site)
    await execute(
        site,
        f"INSERT INTO profiles VALUES ('demo', 'own@example.org', 5, {now}, {now})",
        f"INSERT INTO security_log (login, action, ip_address, at, success) VALUES ('demo', 'LOGIN', '::1', {now}, 1)",
    )
    await history.fill(its_world.settings, now=now)
    columns = "email, created_at, first_login_at, last_login_at"
    kept = await execute(site, f"SELECT {columns} FROM profiles WHERE login = 'demo'")
    assert kept == [("own@example.org", 5, now - 84 * DAY, now)]
    assert await execute(site, "SELECT ip_address FROM security_log WHERE login = 'demo'") == [("::1",)]
    assert len(await execute(site, "SELECT ip_address FROM security_log WHERE login = 'demo2'")) > 10

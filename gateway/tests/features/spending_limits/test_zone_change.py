"""Daily limits while the site's time zone changes: each process counts in the recorded days, whatever its settings."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.payment_snapshots import AMOUNT, COLLECTOR, make_snapshot, mercadopago_ref
from fixtures.site_schema import begin_donation
from gateway.concurrency.durations import DAY, HOUR
from gateway.config.site_days import SiteDays, day_of, encode
from gateway.config.zones import time_zone
from gateway.database.database import Database
from gateway.database.installation import TIME_ZONE
from gateway.features.ledger import anchors
from gateway.features.payments.reconcile import MerchantAccount, reconcile
from gateway.features.roulette import repository
from gateway.features.spending_limits import DonationCaps
from gateway.features.spending_limits.repository import donated_amounts, spun_coins
from gateway.install.game_user import RECORD
from gateway.tests.support.databases import ask
from gateway.tests.support.roulette_data import COST, ZERO_WHEEL, fund, rules_with, try_spin

pytestmark = pytest.mark.database

BUENOS_AIRES, MADRID = "America/Argentina/Buenos_Aires", "Europe/Madrid"
DAILY = 2
CHANGES = [
    pytest.param(BUENOS_AIRES, MADRID, "2026-11-29 12:00", id="to the east"),
    pytest.param(MADRID, BUENOS_AIRES, "2026-11-29 12:00", id="to the west"),
    pytest.param(BUENOS_AIRES, MADRID, "2026-10-24 12:00", id="end of summer time in the new zone"),
    pytest.param(MADRID, BUENOS_AIRES, "2026-10-24 12:00", id="end of summer time in the old zone"),
    pytest.param(BUENOS_AIRES, "America/Santiago", "2026-09-05 12:00", id="day that begins at one o'clock"),
]


@pytest.fixture(scope="module")
async def sites(dsn: str, site: Database) -> AsyncGenerator[list[Database]]:
    """Two clients, as two processes have."""
    async with site_schema.connect(dsn) as second_client:
        yield [site, second_client]


async def record(site: Database, days: SiteDays) -> SiteDays:
    await site.write(RECORD, name=TIME_ZONE, value=encode(days))
    return days


async def change(site: Database, old: str, new: str, now: int) -> SiteDays:
    return await record(site, SiteDays(time_zone(old)).with_zone(time_zone(new), now))


def second_of(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(("old", "new", "text"), CHANGES)
async def test_spins_across_a_change_never_exceed_those_of_the_old_zone(
    sites: list[Database], old: str, new: str, text: str
) -> None:
    now = second_of(text)
    login = await fund(sites[0], f"spin{new[-1]}{now}", 10_000)
    days = await change(sites[0], old, new, now)
    rules = [rules_with(daily=DAILY, wheel=ZERO_WHEEL, zone=time_zone(zone)) for zone in (old, new)]
    spins = 0
    for moment in range(int(days.start_of(days.day_of(now))), now + 4 * DAY, HOUR):
        for site, own_rules in zip(sites, rules, strict=True):
            left = (await repository.cooldown(site, own_rules, login, moment)).daily_spins_left
            outcomes = [await try_spin(site, own_rules, login, at=moment) for _ in range(DAILY + 1)]
            spins += left or 0
            assert outcomes[-1] == "daily_limit"
            assert outcomes.count("daily_limit") == DAILY + 1 - (left or 0)
        old_days = day_of(moment, time_zone(old)) - day_of(now, time_zone(old)) + 1
        assert spins <= DAILY * old_days, "the limit has not grown"
        assert await spun_coins(sites[1], login, time_zone(new), moment) == DAILY * COST
    begun_days = {days.day_of(moment) for moment in range(now, now + 4 * DAY, HOUR)}
    assert spins == DAILY * len(begun_days)


async def test_spins_of_one_process_count_for_the_other_at_both_midnights(sites: list[Database]) -> None:
    now = second_of("2026-11-29 12:00")
    login = await fund(sites[0], "between", 1000)
    days = await change(sites[0], BUENOS_AIRES, MADRID, now)
    before, after = (rules_with(daily=1, wheel=ZERO_WHEEL, zone=time_zone(zone)) for zone in (BUENOS_AIRES, MADRID))
    old_midnight, since = days.changes[0].extended_from, days.changes[0].since
    assert not isinstance(await try_spin(sites[0], before, login, at=now), str)
    for moment in (old_midnight - 1, old_midnight, since - DAY, since - 1):
        for site, rules in ((sites[0], before), (sites[1], after)):
            assert await try_spin(site, rules, login, at=moment) == "daily_limit"
    assert not isinstance(await try_spin(sites[0], before, login, at=since), str)
    assert await try_spin(sites[1], after, login, at=since) == "daily_limit"


@pytest.mark.parametrize(("old", "new", "text"), CHANGES)
async def test_donations_across_a_change_are_of_one_long_day(
    sites: list[Database], old: str, new: str, text: str
) -> None:
    now = second_of(text)
    days = await change(sites[0], old, new, now)
    since, login = days.changes[0].since, f"donor{new[-1]}{now}"
    moments = [now, days.changes[0].extended_from, since - 1, since]
    for number, moment in enumerate(moments):
        site, zone = sites[number % 2], (old, new)[number % 2]
        donation_id = f"{login}-{number}"
        await begin_donation(site, donation_id, login)
        ref = mercadopago_ref(since + number)
        payment = replace(make_snapshot("approved"), ref=ref, donation_id=donation_id, approved_at=moment)
        caps = DonationCaps(daily=AMOUNT // 100, zone=time_zone(zone))
        await reconcile(site, MerchantAccount(COLLECTOR, live_mode=True), payment, moment, caps=caps)
    rows = await sites[0].read(
        ask(f"SELECT over_cap FROM payments JOIN donations ON donations.id = donation_id WHERE account = '{login}' "
            "ORDER BY approved_at")
    )  # fmt: skip
    assert [row.value for row in rows] == [0, 1, 1, 0]
    for site, zone in zip(sites, (old, new), strict=True):
        for moment, donations in ((since - 1, 4), (since, 1)):
            amounts = await donated_amounts(site, login, time_zone(zone), moment)
            assert amounts.paid_day == donations * AMOUNT // 100


async def test_closed_days_of_the_ledger_are_those_of_utc_across_a_change(sites: list[Database]) -> None:
    now = second_of("2026-11-29 12:00")
    last = now // DAY - 1
    await record(sites[0], SiteDays(time_zone(BUENOS_AIRES)))
    anchored_days = [(anchor.day, anchor.facts) for anchor in await anchors.write(sites[0], now)]
    assert [day for day, _ in anchored_days] == [last]
    days = await change(sites[0], BUENOS_AIRES, MADRID, now)
    since = days.changes[0].since
    written_days = [anchor.day for site in sites for anchor in await anchors.write(site, since + 2 * DAY)]
    assert written_days == list(range(last + 1, since // DAY + 2))
    async with sites[1].transaction() as session:
        facts = await anchors.closed_days(session)
    assert facts[last] == anchored_days[0][1], "a closed day stays as it was"


async def test_site_without_a_record_counts_in_the_configured_zone(site: Database) -> None:
    await site.write(ask("DELETE FROM installation WHERE name = 'time_zone'"))
    midnight, login = second_of("2026-11-29 23:00"), await fund(site, "unrecorded", 100)
    rules = rules_with(daily=1, wheel=ZERO_WHEEL, zone=time_zone(MADRID))
    assert not isinstance(await try_spin(site, rules, login, at=midnight - 1), str)
    assert not isinstance(await try_spin(site, rules, login, at=midnight), str)

"""Each forgery of campaigns, codes, competitions, votes and referrals breaks its rules; what none finds is counted."""

from datetime import UTC

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.payment_snapshots import COINS, COLLECTOR, make_snapshot
from fixtures.site_schema import DATA_KEYS, NOW, begin_donation
from gateway.config.site_days import day_of
from gateway.database.database import Database
from gateway.extras.campaigns import bonus
from gateway.extras.campaigns import campaigns as recharge_campaigns
from gateway.extras.campaigns.rules import RechargeCampaign
from gateway.extras.codes import campaigns
from gateway.extras.codes.redeem import redeem
from gateway.extras.codes.rules import Campaign
from gateway.extras.competitions import changes, payout
from gateway.extras.competitions.payout import PlaceOutcome
from gateway.extras.competitions.rules import Competition
from gateway.extras.referrals import repository as referrals
from gateway.extras.referrals.settings import ReferralSettings
from gateway.extras.votes import repository as votes
from gateway.extras.votes.repository import Vote
from gateway.features.ledger import check
from gateway.features.ledger.adjust import adjust
from gateway.features.ledger.check import MintedCoins
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.operators import coin_grants
from gateway.features.operators.operator_log import Operation, running
from gateway.features.payments.provider_payment import MerchantAccount
from gateway.features.payments.reconcile import reconcile
from gateway.features.roulette.verification import all_rules
from gateway.registration.donation_bonus import BonusRequest
from gateway.tests.support.corruptions import assert_named, broken_after, read_corruptions
from gateway.tests.support.databases import Server, ask
from gateway.tests.support.paths import GATEWAY

pytestmark = pytest.mark.database

DAY = 86_400
RULES = (*all_rules(DATA_KEYS), *PROVENANCE_RULES)
FORGERIES = read_corruptions(GATEWAY / "tests/features/ledger/reward_forgeries.sql")
REFERRALS = ReferralSettings(enabled=True, referrer_coins=50, account_coins=25)


@pytest.fixture(scope="module")
async def dsn(mariadb: Server) -> str:
    """Books with campaigns, coins that waited, competitions, a paid prize, a vote and a referral."""
    dsn = await site_schema.create(mariadb)
    async with site_schema.connect(dsn) as site:
        with running(Operation(operator="ann", command="a command", reason="a test")):
            for login in ("gus", "old"):
                assert await adjust(site, login, 10, login)
            await _add_codes(site)
            await _add_held_coins(site)
            await _add_competitions(site)
            await _add_bonus(site)
        await votes.number_of(site, "gus")
        assert await votes.credit(
            site, Vote(site="itopz", hours=12, account="gus", voted_at=NOW - 60, coins=7, answer=b"{}"), NOW
        )
        for login, at in (("gus", NOW - DAY), ("old", NOW - DAY), ("new", NOW)):
            await site.write(ask(f"INSERT INTO profiles (login, created_at) VALUES ('{login}', {at})"))
        await referrals.bind(site, REFERRALS, await referrals.code_of(site, "old"), "new", "", NOW)
        (row,) = await site.read(referrals.WAITING_REFERRALS, after=0, limit=9)
        assert await referrals.pay(site, REFERRALS, row, NOW)
    return dsn


async def _add_codes(site: Database) -> None:
    async with site.transaction() as session:
        gift, promo = [Campaign(0, "Launch", kind, 5, NOW - DAY, NOW + DAY, 3) for kind in ("gift", "promo")]
        _, codes = await campaigns.create_with_codes(session, gift, "", NOW)
        closed_campaign, _ = await campaigns.create_with_codes(session, promo, "OUR-OWN-WORD", NOW)
        await campaigns.close(session, closed_campaign, NOW)
        await campaigns.create(session, gift, "", NOW)
    await redeem(site, "gus", codes[0], NOW)


async def _add_held_coins(site: Database) -> None:
    """Two adjustments above a daily sum: the first waits, the second is refused."""
    async with site.transaction() as session:
        for key in ("adjust:gus:1", "adjust:gus:2"):
            await coin_grants.hold_adjustment(session, "ann", "gus", 90_000, key, NOW)
        await coin_grants.decide(session, 2, "ann", "finance", NOW, is_released=False)


async def _add_competitions(site: Database) -> None:
    first_day = day_of(NOW, UTC) + 1
    competition = Competition(0, "Weekend", "pvp", first_day, first_day + 2, 20, 80, "88,89", None)
    async with site.transaction() as session:
        first = await changes.open_competition(session, competition, [1500, 500], NOW, UTC)
        second = await changes.open_competition(session, competition, [], NOW, UTC)
        await changes.close_competition(session, second, NOW, UTC)
    assert await payout.settle(
        site, first, PlaceOutcome(place=1, coins=1500, outcome="paid", character_id=1, account="gus", name="Hero"), NOW
    )


async def _add_bonus(site: Database) -> None:
    """A paid donation with its bonus, and a campaign that was ended."""
    campaign = RechargeCampaign(0, "Launch", "[[50,20]]", NOW - DAY, NOW + DAY, 40, None, 0)
    await begin_donation(site, "d1", "gus")
    async with site.transaction() as session:
        await recharge_campaigns.create(session, campaign, NOW)
        assert await bonus.promise(session, BonusRequest(donation_id="d1", account="gus", coins=COINS, now=NOW)) == 11
        number = await recharge_campaigns.create(session, campaign, NOW)
        await recharge_campaigns.end(session, number, NOW)
    state = replace(make_snapshot("approved"), donation_id="d1")
    assert await reconcile(site, MerchantAccount(COLLECTOR, live_mode=True), state, NOW) == "moved"


async def test_books_without_a_forgery_break_no_rule(site: Database) -> None:
    assert await broken_after(site, "SELECT 1", RULES) == {}


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_check_names_the_broken_rules_and_the_row(site: Database, forgery: str) -> None:
    rules, subject, statements = FORGERIES[forgery]
    assert_named(await broken_after(site, statements, RULES), rules, subject)


async def test_invented_causes_of_today_break_no_rule_and_are_counted(site: Database) -> None:
    """The limits that gateway/docs/operators/payments.md names: only the database has these votes and codes."""
    statements = f"""
        INSERT INTO votes (id, site, account, period, voted_at, credited_at, coins, answer_hash)
        VALUES (7, 'topg', 'gus', {NOW} DIV 43200, {NOW}, {NOW}, 70, '');
        INSERT INTO ledger_transfers (idempotency_key, kind, reference, created_at)
        VALUES ('vote:7', 'vote', 'vote:7', {NOW});
        INSERT INTO ledger_entries (transfer_id, line, account, amount)
        VALUES (LAST_INSERT_ID(), 0, 'house:votes', -70), (LAST_INSERT_ID(), 1, 'wallet:gus', 70);
        UPDATE wallets SET balance = balance + 70 WHERE account = 'wallet:gus'"""
    assert await broken_after(site, statements, RULES) == {}
    assert await check.minted(site, NOW) == [
        MintedCoins("adjust", 2, 20),
        MintedCoins("campaign", 1, 11),
        MintedCoins("code", 1, 5),
        MintedCoins("competition", 1, 1500),
        MintedCoins("credit", 1, 57),
        MintedCoins("referral", 2, 75),
        MintedCoins("vote", 1, 7),
    ]

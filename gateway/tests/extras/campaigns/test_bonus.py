"""Bonus coins of donations: promised once within the caps, given and taken back as the donation's coins are."""

import asyncio
import random
import sys
from typing import Final

import pytest
from msgspec import Struct
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.payment_snapshots import COINS, COLLECTOR, KINDS_OF, make_snapshot, mercadopago_ref
from fixtures.site_schema import DATA_KEYS, NOW, begin_donation
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database, Session
from gateway.database.queries import Query
from gateway.extras.campaigns import bonus, campaigns
from gateway.extras.campaigns.rules import RechargeCampaign
from gateway.features.ledger import lock_balances, read_balances, run, wallet
from gateway.features.ledger.adjust import adjust
from gateway.features.ledger.check import broken_rules
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.operators.operator_log import Operation, running
from gateway.features.payments.bonuses import BonusChanged
from gateway.features.payments.provider_payment import MERCADOPAGO, MerchantAccount, ProviderPayment
from gateway.features.payments.reconcile import reconcile
from gateway.features.roulette.verification import all_rules
from gateway.features.wallet.holds import HeldCredit, HoldRules, held_credits
from gateway.registration.donation_bonus import BonusRequest
from gateway.tests.support.databases import ask
from gateway.tests.support.killed_processes import finish_after_kills

pytestmark = pytest.mark.database

DAY: Final = 86_400
BONUS: Final = COINS * 30 // 100
CROWD: Final = 24
MERCHANT: Final = MerchantAccount(COLLECTOR, live_mode=True)
RULES: Final = (*all_rules(DATA_KEYS), *PROVENANCE_RULES)
OPERATION: Final = Operation(operator="ann", command="campaign create", reason="a test")
LAUNCH: Final = RechargeCampaign(0, "Launch", "[[50,30]]", NOW - DAY, NOW + DAY, None, None, 0)
GIVEN: Final = ask("SELECT CAST(SUM(given) AS SIGNED) FROM campaign_offers WHERE account = %(account)s", "account")


class BonusState(Struct, frozen=True):
    given: int
    credited: int
    disputed: int


STATES: Final = Query(
    "test.states",
    "SELECT offer.given, donation.coins_credited, donation.disputed FROM campaign_offers AS offer "
    "JOIN donations AS donation ON donation.id = offer.donation_id WHERE offer.account = %(account)s",
    ("account",),
    BonusState,
)


async def make(site: Database, campaign: RechargeCampaign) -> int:
    with running(OPERATION):
        return await site.transact(lambda session: campaigns.create(session, campaign, NOW))


async def end_all(site: Database) -> None:
    for row in await site.read(bonus.RUNNING, now=NOW):
        with running(OPERATION):
            await site.transact(lambda session, id=row.id: campaigns.end(session, id, NOW))


async def begin(site: Database, donation: str, login: str, now: int = NOW) -> int:
    """Begins a donation as the service does. Returns the promised coins."""
    await begin_donation(site, donation, login)

    async def work(session: Session) -> int:
        await lock_balances(session, [wallet(login)])
        return await bonus.promise(session, BonusRequest(donation_id=donation, account=login, coins=COINS, now=now))

    return await run(site, work)


async def receive(
    site: Database, donation: str, number: int, snapshot: ProviderPayment, at: int, now: int = NOW
) -> None:
    state = replace(snapshot, ref=mercadopago_ref(number), donation_id=donation, updated_ms=at)
    await reconcile(site, MERCHANT, state, now)


async def spend(site: Database, login: str, coins: int, key: str) -> None:
    with running(OPERATION):
        assert await adjust(site, login, -coins, key)


async def balances_of(site: Database, login: str) -> tuple[int, int, int]:
    names = [f"{kind}:{login}" for kind in ("wallet", "hold", "debt")]
    balances = await read_balances(site, names)
    return balances[names[0]], balances[names[1]], balances[names[2]]


async def assert_no_broken_rule(site: Database) -> None:
    assert await broken_rules(site, RULES) == []


async def test_bonus_comes_with_the_coins_and_goes_with_a_refund_in_shares(site: Database) -> None:
    await make(site, LAUNCH)
    assert await begin(site, "share", "ada") == BONUS
    await receive(site, "share", 1, make_snapshot("approved"), 1)
    assert await balances_of(site, "ada") == (COINS + BONUS, 0, 0)
    await receive(site, "share", 1, make_snapshot("approved", "partially_refunded", refunded=150_000), 2)
    left = BONUS * 39 // COINS
    assert await balances_of(site, "ada") == (39 + left, 0, 0)
    rules = HoldRules(hours=2, reward_hours=72)
    assert await held_credits(site, rules, "ada", NOW) == [
        HeldCredit(NOW + 7200, 39, 0),
        HeldCredit(NOW + 7200, left, 0),
    ]
    await spend(site, "ada", 40, "ada")
    await receive(site, "share", 1, make_snapshot("refunded", refunded=500_000), 3)
    assert await balances_of(site, "ada") == (0, 0, 40), "spent coins become a debt"
    await receive(site, "share", 2, make_snapshot("approved"), 4)
    assert await balances_of(site, "ada") == (COINS + BONUS - 40, 0, 0), "a further payment of the link pays the debt"
    await receive(site, "share", 3, make_snapshot("approved"), 5)
    assert await balances_of(site, "ada") == (2 * COINS + BONUS - 40, 0, 0), "paid twice, one bonus"
    await assert_no_broken_rule(site)


async def test_dispute_takes_the_unspent_bonus_until_it_is_decided(site: Database) -> None:
    await begin(site, "dispute", "bea")
    approved, disputed = make_snapshot("approved"), make_snapshot("in_mediation")
    await receive(site, "dispute", 11, approved, 1)
    await receive(site, "dispute", 11, disputed, 2)
    assert await balances_of(site, "bea") == (0, COINS, 0)
    await receive(site, "dispute", 11, approved, 3)
    await spend(site, "bea", COINS + BONUS - 5, "bea")
    await receive(site, "dispute", 11, disputed, 4)
    assert await balances_of(site, "bea") == (0, 5, 0)
    await receive(site, "dispute", 11, make_snapshot("charged_back", "settled"), 5)
    assert await balances_of(site, "bea") == (0, 0, COINS + BONUS - 5)
    await receive(site, "dispute", 11, make_snapshot("charged_back", "reimbursed"), 6)
    assert await balances_of(site, "bea") == (5, 0, 0)
    await assert_no_broken_rule(site)


@pytest.mark.parametrize("seed", range(3))
async def test_random_states_of_payments_leave_the_bonus_of_the_present_one(site: Database, seed: int) -> None:
    """The share of the donation's coins, less while disputed; no debt beside a wallet; no coin made or lost."""
    chance, login, spent = random.Random(seed), f"model{seed}", 0
    donations = [f"model-{seed}-{number}" for number in range(3)]
    for donation in donations:
        assert await begin(site, donation, login) == BONUS
    for step in range(1, 40):
        number, (snapshot, _, _) = chance.randrange(5), chance.choice(KINDS_OF[MERCADOPAGO])
        donation = donations[number % 3]
        for _ in range(chance.choice((1, 2))):
            await receive(site, donation, 1000 * (seed + 1) + number, snapshot, step)
        balance, frozen, debt = await balances_of(site, login)
        if balance and chance.random() < 0.3:
            spent += balance // 2 + 1
            await spend(site, login, balance // 2 + 1, f"{login}-{step}")
            balance, frozen, debt = await balances_of(site, login)
        rows = await site.read(STATES, account=login)
        for row in rows:
            share = BONUS * min(row.credited, COINS) // COINS
            assert row.given <= share
            assert row.disputed or row.given == share
        assert not (balance and debt)
        assert balance + frozen - debt + spent == sum(row.credited + row.given for row in rows)
    await assert_no_broken_rule(site)


async def test_payment_after_the_checkout_gets_no_bonus_and_one_begun_before_does(site: Database) -> None:
    late = NOW + 7 * DAY + 1
    await begin(site, "late", "cai")
    await begin(site, "cash", "dan")
    pending = make_snapshot("pending", approved=False)
    await receive(site, "cash", 21, pending, 1)
    for donation, number in (("late", 22), ("cash", 21)):
        await receive(site, donation, number, make_snapshot("approved"), 2, now=late)
    assert await balances_of(site, "cai") == (COINS, 0, 0)
    assert await balances_of(site, "dan") == (COINS + BONUS, 0, 0)
    await assert_no_broken_rule(site)


async def test_end_of_a_campaign_leaves_donations_that_began(site: Database) -> None:
    await begin(site, "early", "eva")
    await end_all(site)
    assert await begin(site, "after", "eva") == 0
    for donation, number in (("early", 31), ("after", 32)):
        await receive(site, donation, number, make_snapshot("approved"), 1)
    assert await balances_of(site, "eva") == (2 * COINS + BONUS, 0, 0)
    await assert_no_broken_rule(site)


async def test_better_of_two_campaigns_gives_alone_and_the_first_donation_once(site: Database) -> None:
    await make(site, LAUNCH)
    await make(site, replace(LAUNCH, name="First", steps="[[1,50]]", first_only=1))
    assert await begin(site, "two-1", "fay") == COINS * 50 // 100
    assert await begin(site, "two-2", "fay") == BONUS, "the other one is promised already"
    await receive(site, "two-2", 41, make_snapshot("approved"), 1)
    await site.write(ask("UPDATE donations SET status = 'failed', expires_at = 1 WHERE id = 'two-1'"))
    assert await begin(site, "two-3", "fay") == BONUS, "the account has donated"
    await end_all(site)


async def test_concurrent_donations_keep_the_caps(site: Database) -> None:
    await make(site, replace(LAUNCH, account_cap=2 * BONUS + 1, total_cap=5 * BONUS + 2))
    donations = [(f"cap{number}", f"cap-{number % 3}") for number in range(18)]
    coins = await asyncio.gather(*(begin(site, donation, login) for donation, login in donations))
    assert sum(coins) == 5 * BONUS + 2
    for login in ("cap-0", "cap-1", "cap-2"):
        assert sum(of for of, (_, owner) in zip(coins, donations, strict=True) if owner == login) <= 2 * BONUS + 1
    assert await begin(site, "cap-more", "cap-4") == 0
    whole = next(donation for of, (donation, _) in zip(coins, donations, strict=True) if of == BONUS)
    await site.write(ask(f"UPDATE donations SET status = 'failed', expires_at = {NOW} WHERE id = '{whole}'"))
    assert await begin(site, "cap-free", "cap-5") == BONUS, "an unpaid one that ended makes room"
    with pytest.raises(BonusChanged):
        await run(
            site,
            lambda session: bonus.promise(session, BonusRequest(donation_id=whole, account="", coins=COINS, now=NOW)),
        )
    await end_all(site)


async def test_processes_that_are_killed_in_the_middle_give_each_bonus_once(dsn: str, site: Database) -> None:
    await make(site, LAUNCH)
    for number in range(CROWD):
        await begin(site, f"crowd{number}", "crowd")
    await finish_after_kills(__name__, dsn)
    assert [row.value for row in await site.read(GIVEN, account="crowd")] == [CROWD * BONUS]
    assert await balances_of(site, "crowd") == (CROWD * (COINS + BONUS), 0, 0)
    await end_all(site)
    await assert_no_broken_rule(site)


async def _pay_all(dsn: str) -> None:
    async with site_schema.connect(str(parse_dsn(dsn))) as site:
        for number in range(CROWD):
            await receive(site, f"crowd{number}", 500 + number, make_snapshot("approved"), 1)
            print(number, flush=True)


if __name__ == "__main__":
    asyncio.run(_pay_all(sys.argv[1]))

"""Redemption of codes: each account once, never beyond the limit, in concurrent requests and after a crash."""

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncGenerator

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.site_schema import NOW
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database
from gateway.extras.codes import campaigns
from gateway.extras.codes.campaigns import CampaignRefused
from gateway.extras.codes.redeem import CodeRefused, redeem
from gateway.extras.codes.rules import Campaign, Kind, refusal, state_of
from gateway.features.accounts.recovery_codes import new_code
from gateway.features.ledger import read_balances
from gateway.features.ledger.check import broken_rules
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.wallet.holds import HeldCredit, HoldRules, held_credits
from gateway.tests.support.databases import ask
from gateway.tests.support.delivery_data import add_debt
from gateway.tests.support.killed_processes import finish_after_kills
from gateway.tests.support.wallet_invariants import CONCURRENT

pytestmark = pytest.mark.database

COINS = 50
DAY = 86_400
ACCOUNTS = 40
CODE_RULES = [rule for rule in PROVENANCE_RULES if rule.name.startswith("wrong_code")]
REDEEMED_COUNT = ask("SELECT redeemed AS value FROM code_campaigns WHERE id = %(id)s", "id")


@pytest.fixture(scope="module")
async def site(site: Database) -> AsyncGenerator[Database]:
    yield site
    assert await broken_rules(site, CODE_RULES) == []


def campaign_of(kind: Kind, uses: int, **changes: int) -> Campaign:
    times = {"starts_at": NOW - DAY, "expires_at": NOW + DAY} | changes
    return Campaign(0, "Launch", kind, COINS, times["starts_at"], times["expires_at"], uses)


async def create_campaign(site: Database, kind: Kind, uses: int, **changes: int) -> tuple[int, list[str]]:
    async with site.transaction() as session:
        number = await campaigns.create(session, campaign_of(kind, uses, **changes), "", NOW)
        return number, await campaigns.make_codes(session, number)


async def outcome(site: Database, login: str, code: str) -> str:
    try:
        result = await redeem(site, login, code, NOW)
    except CodeRefused:
        return "refused"
    return "repeated" if result.is_repeated else "redeemed"


async def test_concurrent_accounts_redeem_as_often_as_the_limit_says(site: Database) -> None:
    number, [code] = await create_campaign(site, "promo", 10)
    logins = [f"many{index}" for index in range(CONCURRENT)]
    outcomes = Counter(await asyncio.gather(*(outcome(site, login, code) for login in logins)))
    assert outcomes == {"redeemed": 10, "refused": CONCURRENT - 10}
    balances = await read_balances(site, [f"wallet:{login}" for login in logins])
    assert Counter(balances.values()) == {COINS: 10, 0: CONCURRENT - 10}
    assert (await site.read(REDEEMED_COUNT, id=number))[0].value == 10


async def test_one_account_redeems_once_and_its_repeats_say_so(site: Database) -> None:
    _, [code] = await create_campaign(site, "promo", 10)
    outcomes = Counter(await asyncio.gather(*(outcome(site, "keen", code) for _ in range(20))))
    assert outcomes == {"redeemed": 1, "repeated": 19}
    assert await read_balances(site, ["wallet:keen"]) == {"wallet:keen": COINS}


async def test_gift_codes_are_used_once_each_and_once_per_account(site: Database) -> None:
    _, codes = await create_campaign(site, "gift", 3)
    outcomes = Counter(await asyncio.gather(*(outcome(site, f"guest{index}", codes[0]) for index in range(8))))
    assert outcomes == {"redeemed": 1, "refused": 7}
    assert [await outcome(site, "other", code) for code in codes[1:]] == ["redeemed", "refused"]
    assert await outcome(site, "other", codes[1].lower().replace("-", " ")) == "repeated"


@pytest.mark.parametrize("changes", [{"expires_at": NOW}, {"starts_at": NOW + 1}])
async def test_code_outside_of_its_times_is_refused_as_an_unknown_one(site: Database, changes: dict[str, int]) -> None:
    _, [code] = await create_campaign(site, "promo", 10, **changes)
    assert [await outcome(site, "late", text) for text in (code, new_code(), "")] == ["refused"] * 3


async def test_closed_campaign_gives_nothing_and_is_closed_once(site: Database) -> None:
    number, [code] = await create_campaign(site, "promo", 10)
    async with site.transaction() as session:
        await campaigns.close(session, number, NOW)
    assert await outcome(site, "late", code) == "refused"
    with pytest.raises(CampaignRefused):
        async with site.transaction() as session:
            await campaigns.close(session, number, NOW)


async def test_codes_are_made_once_and_a_word_belongs_to_one_campaign(site: Database) -> None:
    number, _ = await create_campaign(site, "gift", 1)
    with pytest.raises(CampaignRefused, match="shown once"):
        async with site.transaction() as session:
            await campaigns.make_codes(session, number)
    async with site.transaction() as session:
        await campaigns.create(session, campaign_of("promo", 5), "OLYMPIAD", NOW)
    with pytest.raises(CampaignRefused, match="this code already"):
        async with site.transaction() as session:
            await campaigns.create(session, campaign_of("promo", 5), "oly-mpiad", NOW)
    assert await outcome(site, "reader", " 0lymp1ad ") == "redeemed"


async def test_coins_repay_a_debt_first_and_are_on_hold_as_rewards_are(site: Database) -> None:
    _, [code] = await create_campaign(site, "promo", 10)
    await add_debt(site, "debtor", 20)
    assert await outcome(site, "debtor", code) == "redeemed"
    accounts = ["wallet:debtor", "debt:debtor"]
    assert await read_balances(site, accounts) == dict(zip(accounts, (COINS - 20, 0), strict=True))
    rules = HoldRules(reward_hours=72)
    assert await held_credits(site, rules, "debtor", NOW) == [HeldCredit(NOW + 3 * DAY, COINS - 20, 0)]
    result = await redeem(site, "debtor", code, NOW + 1, 72)
    assert result.sendable_from is not None
    assert (result.coins, result.sendable_from.timestamp()) == (COINS, NOW + 3 * DAY)


async def test_processes_that_are_killed_in_the_middle_pay_each_account_once(dsn: str, site: Database) -> None:
    number, [code] = await create_campaign(site, "promo", ACCOUNTS - 1)
    lines = (await finish_after_kills(__name__, dsn, code)).split()
    assert lines.count("refused") == 1, "one account more than redemptions"
    balances = await read_balances(site, [f"wallet:crowd{index}" for index in range(ACCOUNTS)])
    assert Counter(balances.values()) == {COINS: ACCOUNTS - 1, 0: 1}
    assert (await site.read(REDEEMED_COUNT, id=number))[0].value == ACCOUNTS - 1


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "open"),
        ({"codes_made": 0}, "without_codes"),
        ({"starts_at": NOW + 1}, "upcoming"),
        ({"expires_at": NOW}, "expired"),
        ({"redeemed": 2}, "used_up"),
        ({"closed_at": NOW}, "closed"),
    ],
)
def test_state_of_a_campaign(changes: dict[str, int], state: str) -> None:
    campaign = replace(campaign_of("gift", 2), **{"codes_made": 1, **changes})
    assert state_of(campaign, NOW) == state


@pytest.mark.parametrize(
    ("campaign", "word", "field"),
    [
        (campaign_of("promo", 10), "", None),
        (campaign_of("promo", 10), "WINTER-2026", None),
        (campaign_of("promo", 10), "SHORT", "word"),
        (campaign_of("gift", 10), "WINTER2026", "word"),
        (campaign_of("gift", 10_001), "", "max_redemptions"),
        (campaign_of("promo", 10, expires_at=NOW), "", "expires_at"),
    ],
)
def test_refusal_names_the_field_that_does_not_fit(campaign: Campaign, word: str, field: str | None) -> None:
    problem = refusal(campaign, word, NOW)
    assert (problem[0] if problem else None) == field


async def _redeem_all(dsn: str, code: str) -> None:
    async with site_schema.connect(str(parse_dsn(dsn))) as site:
        for index in range(ACCOUNTS):
            print(await outcome(site, f"crowd{index}", code), flush=True)


if __name__ == "__main__":
    asyncio.run(_redeem_all(sys.argv[1], sys.argv[2]))

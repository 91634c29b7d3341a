"""Payment of referrals: both accounts once, whatever runs at the same time and whatever ends in the middle."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from typing import Final

import pytest
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.admin import execute
from fixtures.site_schema import NOW
from gateway.config.dsn import parse_dsn
from gateway.database.database import Database
from gateway.extras.referrals import repository
from gateway.extras.referrals.repository import WaitingReferral
from gateway.extras.referrals.settings import ReferralSettings
from gateway.features.ledger import read_balances
from gateway.features.ledger.check import broken_rules
from gateway.features.ledger.provenance import PROVENANCE_RULES
from gateway.features.wallet.holds import HeldCredit, HoldRules, held_credits
from gateway.tests.support.databases import ask
from gateway.tests.support.delivery_data import add_debt
from gateway.tests.support.killed_processes import finish_after_kills

pytestmark = pytest.mark.database

DAY: Final = 86_400
CONCURRENT: Final = 64
CROWD: Final = 30
NETWORK: Final = "203.0.113.0/24"
SETTINGS: Final = ReferralSettings(enabled=True, referrer_coins=50, account_coins=25, paid_per_month=CROWD)
STATE: Final = ask("SELECT state FROM referrals WHERE account = %(account)s", "account")
REGISTER: Final = ask("INSERT IGNORE INTO profiles (login, created_at) VALUES (%(account)s, %(at)s)", "account", "at")
PAID_COUNT: Final = ask("SELECT COUNT(*) FROM referrals WHERE referrer = %(referrer)s AND state = 'paid'", "referrer")


@pytest.fixture(scope="module")
async def site(site: Database) -> AsyncGenerator[Database]:
    yield site
    rules = await broken_rules(site, PROVENANCE_RULES)
    assert [row for rule in rules for row in rule.violations if "referral" in row.subject] == []


async def bind(site: Database, referrer: str, *accounts: str) -> list[WaitingReferral]:
    code = await repository.code_of(site, referrer)
    for account in accounts:
        await site.write(REGISTER, account=account, at=NOW)
        await repository.bind(site, SETTINGS, code, account, NETWORK, NOW)
    rows = await site.read(repository.WAITING_REFERRALS, after=0, limit=1000)
    return [row for row in rows if row.account in accounts]


async def test_concurrent_payers_pay_both_accounts_once_and_repay_the_debt_first(site: Database) -> None:
    await add_debt(site, "anna", 20)
    [row] = await bind(site, "anna", "newcomer")
    are_paid = await asyncio.gather(*(repository.pay(site, SETTINGS, row, NOW) for _ in range(CONCURRENT)))
    assert sum(are_paid) == 1
    accounts = ["wallet:anna", "debt:anna", "wallet:newcomer"]
    assert await read_balances(site, accounts) == dict(zip(accounts, (30, 0, 25), strict=True))
    rules = HoldRules(hours=2, reward_hours=72)
    assert await held_credits(site, rules, "anna", NOW) == [HeldCredit(NOW + 3 * DAY, 30, 0)]
    assert await held_credits(site, rules, "newcomer", NOW) == [HeldCredit(NOW + 3 * DAY, 25, 0)]
    await repository.refuse(site, row.id, "network", NOW)
    assert not await bind(site, "anna", "newcomer"), "bound and settled once"


async def test_accounts_that_refer_each_other_are_paid_without_a_deadlock(site: Database) -> None:
    rows = await bind(site, "bruno", "carla") + await bind(site, "carla", "bruno")
    are_paid = await asyncio.gather(*(repository.pay(site, SETTINGS, row, NOW) for row in rows * 8))
    assert sum(are_paid) == 2
    assert await read_balances(site, ["wallet:bruno", "wallet:carla"]) == {"wallet:bruno": 75, "wallet:carla": 75}


async def test_concurrent_payers_keep_the_limit_of_a_month(site: Database) -> None:
    settings = replace(SETTINGS, paid_per_month=3)
    rows = await bind(site, "keen", *(f"alt{number}" for number in range(12)))
    assert sum(await asyncio.gather(*(repository.pay(site, settings, row, NOW) for row in rows))) == 3
    assert sum([await repository.pay(site, settings, row, NOW + repository.MONTH) for row in rows]) == 3


async def test_referral_is_bound_once_and_never_to_the_own_link(site: Database) -> None:
    first, second = await repository.code_of(site, "dora"), await repository.code_of(site, "emil")
    assert first == await repository.code_of(site, "dora") != second
    await site.write(REGISTER, account="fritz", at=NOW)
    for code in ("", "x" * 500, "é" * 10, "AAAAAAAAAA", first, second):
        await repository.bind(site, SETTINGS, code.lower(), "fritz", NETWORK, NOW)
    await repository.bind(site, SETTINGS, first, "dora", NETWORK, NOW)
    rows = await site.read(repository.OF_REFERRER, referrer="dora", limit=10)
    assert [row.account for row in rows] == ["fritz"]
    assert await site.read(repository.OF_REFERRER, referrer="emil", limit=10) == []


@pytest.mark.parametrize(
    ("sign", "seen_at", "network", "state"),
    [
        ("same network", NOW - DAY, NETWORK, "refused"),
        ("long before, same network", NOW - 31 * DAY, NETWORK, "waiting"),
        ("another network", NOW - DAY, "198.51.100.0/24", "waiting"),
    ],
)
async def test_session_of_the_referrer_from_the_network_refuses(
    dsn: str, site: Database, sign: str, seen_at: int, network: str, state: str
) -> None:
    referrer, account = f"r {sign}"[:40], f"a {sign}"[:40]
    await execute(
        dsn,
        "INSERT INTO sessions (id, login, created_at, seen_at, confirmed_at, device, network) "
        f"VALUES ('{sign[:22]}', '{referrer}', {seen_at}, {seen_at}, {seen_at}, '', '{network}')",
    )
    await bind(site, referrer, account)
    assert [row.value for row in await site.read(STATE, account=account)] == [state]


async def test_email_that_both_have_confirmed_is_a_sign_of_one_person(dsn: str, site: Database) -> None:
    [row] = await bind(site, "gina", "hugo")
    assert await repository.shared_sign(site, SETTINGS, row) is None
    await execute(
        dsn,
        "INSERT INTO confirmed_emails (login, email, confirmed_at) VALUES "
        f"('gina', 'One@example.org', {NOW}), ('hugo', 'one@example.org', {NOW})",
    )
    assert await repository.shared_sign(site, SETTINGS, row) == "email"


async def test_processes_that_are_killed_in_the_middle_pay_each_referral_once(dsn: str, site: Database) -> None:
    await bind(site, "crowd", *(f"crowd{number}" for number in range(CROWD)))
    await finish_after_kills(__name__, dsn)
    assert [row.value for row in await site.read(PAID_COUNT, referrer="crowd")] == [CROWD]
    accounts = [f"wallet:crowd{number}" for number in range(CROWD)]
    balances = await read_balances(site, [*accounts, "wallet:crowd"])
    assert balances == dict.fromkeys(accounts, 25) | {"wallet:crowd": 50 * CROWD}


async def _pay_all(dsn: str) -> None:
    async with site_schema.connect(str(parse_dsn(dsn))) as site:
        for row in await site.read(repository.WAITING_REFERRALS, after=0, limit=1000):
            if row.referrer == "crowd":
                print(await repository.pay(site, SETTINGS, row, NOW), flush=True)


if __name__ == "__main__":
    asyncio.run(_pay_all(sys.argv[1]))

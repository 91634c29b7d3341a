"""Two sites on one account of a provider: a payment is credited by the site that sold it, and by no other.

A player registers the same login on both and chooses the keys. Donation ids are equal only where an earlier release
made them, or an attacker can write them: the tests insert such rows.
"""

import time
import uuid
from collections.abc import AsyncGenerator

import pytest

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.service import Service
from gateway.tests.support.account_app import site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import assert_ledger_consistent, clear_money, open_site
from gateway.tests.support.payment_app import PaymentClient, open_payment_client, payment_environment, wallet_balance
from gateway.tests.support.payment_providers import ProviderCase

YEAR = 366 * 86_400


@pytest.fixture(scope="module")
async def running_site(
    payment_world: World, provider: Provider, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[PaymentClient]:
    """A second installation with a service of its own, on the account of the first."""
    port = free_port()
    env = {**payment_world.environment, **payment_environment(provider, port), "GATEWAY_LIMITS_DONATIONS": "500"}
    with Service(env, port=port, log=tmp_path_factory.mktemp("second-site") / "gateway.log") as service:
        async with open_payment_client(payment_world, provider, service) as client:
            yield client


@pytest.fixture
async def other_site(
    running_site: PaymentClient, payments: PaymentClient, clean_payments: None, case: ProviderCase
) -> AsyncGenerator[PaymentClient]:
    """The second site without money; both sell through the provider of this case."""
    await clear_money(running_site.world)
    running_site.payment_provider = payments.payment_provider = case.name
    yield running_site
    await running_site.wait_until_idle()
    async with open_site(running_site.world) as database:
        await assert_ledger_consistent(database)
    await clear_money(running_site.world)
    payments.payment_provider = None


async def copy_donation(source: PaymentClient, donation: dict[str, object], target: PaymentClient) -> None:
    """Inserts a pending donation of the same id, account and amount into the target's schema, with another order."""
    columns = (
        "id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, total_coins, provider, "
        "preference_id, init_point, created_at"
    )
    query = f"SELECT {columns} FROM donations WHERE id = '{donation['donation_id']}'"
    (row,) = await site(source.world, query)
    values = ", ".join(str(value) if isinstance(value, int) else f"'{value}'" for value in tuple(row)[:-1])
    values += f", {int(time.time()) - 60}, SHA2('its own order', 256)"
    await site(target.world, f"INSERT INTO donations ({columns}, order_hash) VALUES ({values})")


async def look_everywhere(payments: PaymentClient, donation: dict[str, object], payment: str) -> None:
    """Gives the site every signal by which it could find the payment."""
    name = payment if payment.isdigit() else f"stripe:{payment}"
    await payments.donation(dict(donation))
    for words in (
        ["--payment", name],
        ["--donation", str(donation["donation_id"])],
        ["--since", since(YEAR - 2 * 86400)],
    ):
        await run_command(payments.world, "reconcile", *words, **payment_environment(payments.provider, 1))


def since(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() - seconds))


async def balances(*sites: PaymentClient) -> list[int]:
    return [await wallet_balance(client.world, "demo") for client in sites]


async def test_equal_keys_start_different_donations(payments: PaymentClient, other_site: PaymentClient) -> None:
    key = "the-same-key"
    donation, other_donation = [await client.create_donation(key) for client in (payments, other_site)]
    assert donation["donation_id"] != other_donation["donation_id"]
    assert uuid.UUID(donation["donation_id"]).version == 4
    assert await payments.create_donation(key) == donation
    payment = await other_site.pay(other_donation)
    await other_site.wait_for(other_donation, status="completed")
    await look_everywhere(payments, donation, payment)
    assert await balances(payments, other_site) == [0, 50]


async def test_payment_and_refund_of_another_site_change_no_donation_of_equal_id(
    payments: PaymentClient, other_site: PaymentClient, case: ProviderCase
) -> None:
    donation = await other_site.create_donation()
    await copy_donation(other_site, donation, payments)
    payment = await other_site.pay(donation)
    await other_site.wait_for(donation, status="completed")
    await case.notify(payments.http, payments.provider, payment, 1)
    await look_everywhere(payments, donation, payment)
    await payments.wait_until_idle()
    assert await balances(payments, other_site) == [0, 50]
    await case.refund_silently(payments.provider_http, payment)
    await case.notify(other_site.http, payments.provider, payment, 2)
    await other_site.wait_for(donation, status="refunded")
    await look_everywhere(payments, donation, payment)
    assert await balances(payments, other_site) == [0, 0]
    assert (await payments.donation(donation))["status"] == "pending"
    assert len(await site(payments.world, "SELECT id FROM payments")) == 0


async def test_payment_of_an_earlier_season_is_not_replayed(
    payments: PaymentClient, other_site: PaymentClient, case: ProviderCase
) -> None:
    """The search covers twelve months: a donation that is never paid takes no payment that is older than itself."""
    donation = await payments.create_donation(amount=100_000)
    payment = await payments.pay(donation)
    await payments.wait_for(donation, status="completed")
    await copy_donation(payments, donation, other_site)
    await site(other_site.world, f"UPDATE donations SET created_at = {int(time.time())}")
    await case.notify(other_site.http, payments.provider, payment, 3)
    await look_everywhere(other_site, donation, payment)
    await other_site.wait_until_idle()
    assert await balances(payments, other_site) == [1200, 0]
    assert (await other_site.donation(donation))["status"] == "pending"


async def test_both_sites_credit_their_own_payments(payments: PaymentClient, other_site: PaymentClient) -> None:
    for client in (payments, other_site):
        donation = await client.create_donation()
        await client.pay(donation)
        await client.wait_for(donation, status="completed")
    assert await balances(payments, other_site) == [50, 50]

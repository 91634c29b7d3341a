"""A new account with stolen cards, and a player who wants to pay more than their own limit allows.

Caps and limits count money: what was paid, and what can still be paid.
"""

import json
import time
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from fixtures.service import Service
from gateway.features.payments.signals import stored_signals
from gateway.observability.signals import PAYMENTS_OVER_CAP
from gateway.tests.support.account_app import assert_error, site
from gateway.tests.support.commands import run_command
from gateway.tests.support.databases import assert_ledger_consistent, clear_money, open_site
from gateway.tests.support.payment_app import (
    PaymentClient,
    open_payment_client,
    payment_environment,
    wallet_balance,
)
from gateway.tests.support.payment_providers import PROVIDERS, ProviderCase

CAP = 5000
COINS = 50
SETTINGS = {
    "GATEWAY_LIMITS_DONATIONS": "500",
    "GATEWAY_PAYMENTS_NEW_ACCOUNT_DAILY_CAP": str(CAP),
    "GATEWAY_PAYMENTS_NEW_ACCOUNT_HOLD_HOURS": "0",
    "GATEWAY_PAYMENTS_OVER_CAP_HOLD_HOURS": "48",
}
only_mercadopago = pytest.mark.parametrize("case", PROVIDERS[:1], ids=["mercadopago"])
"""A checkout of Stripe is paid once."""


@pytest.fixture(scope="module")
async def capped_site(
    payment_world: World, provider: Provider, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[PaymentClient]:
    port = free_port()
    env = {**payment_world.environment, **payment_environment(provider, port), **SETTINGS}
    with Service(env, port=port, log=tmp_path_factory.mktemp("caps") / "gateway.log") as service:
        async with open_payment_client(payment_world, provider, service) as client:
            yield client


@pytest.fixture
async def thief(capped_site: PaymentClient, case: ProviderCase) -> AsyncGenerator[PaymentClient]:
    """A new account without money, limits and donations."""
    await reset(capped_site)
    capped_site.payment_provider = case.name
    yield capped_site
    await capped_site.wait_until_idle()
    async with open_site(capped_site.world) as database:
        await assert_ledger_consistent(database)
    await reset(capped_site)


async def reset(client: PaymentClient) -> None:
    await client.set_fault("none")
    await client.provider_http.post("/_control/forget")
    await clear_money(client.world)
    statements = "DELETE FROM spending_limits", "UPDATE profiles SET created_at = UNIX_TIMESTAMP() WHERE login = 'demo'"
    await site(client.world, *statements)


@pytest.fixture(params=["cap of the site", "own limit"])
async def limited(request: pytest.FixtureRequest, thief: PaymentClient) -> PaymentClient:
    """An account that may pay 5,000 in a day: by the site's cap, or by the player's own limit."""
    if request.param == "own limit":
        await site(
            thief.world,
            "UPDATE profiles SET created_at = 1 WHERE login = 'demo'",
            f"INSERT INTO spending_limits (login, donation_day) VALUES ('demo', {CAP})",
        )
    return thief


async def cancel(client: PaymentClient, donation: dict[str, Any]) -> dict[str, Any]:
    response = await client.http.post(f"/api/donations/{donation['donation_id']}/cancel", headers=client.headers)
    assert response.status_code == 200, response.text
    return response.json()


async def attempt(client: PaymentClient, donation: dict[str, Any]) -> int:
    """Tries to pay; returns the status of the provider's answer."""
    response: httpx.Response = await client.provider_http.post(donation["init_point"], data={"outcome": "approved"})
    return response.status_code


async def used(client: PaymentClient) -> int:
    return (await client.get("/api/player/limits"))["used"]["donation_day"]


async def sendable(client: PaymentClient) -> tuple[int, int]:
    """Returns the coins of the wallet, and those that can be sent into the game."""
    coins = await client.get("/api/player/coins")
    return coins["available"], coins["sendable"]


async def over_cap_payments(client: PaymentClient) -> int:
    async with open_site(client.world) as database:
        value = await stored_signals(database)[PAYMENTS_OVER_CAP](int(time.time()))
        assert value is not None
        return int(value)


async def wait_for_balance(client: PaymentClient, coins: int) -> None:
    await client.wait_until_idle()
    assert await wallet_balance(client.world, "demo") == coins


async def test_cancelled_links_cannot_be_paid(limited: PaymentClient) -> None:
    donations = list[dict[str, Any]]()
    for _ in range(5):
        donations.append(await limited.create_donation())
        await cancel(limited, donations[-1])
    assert [await attempt(limited, donation) for donation in donations] == [400] * 5
    await wait_for_balance(limited, 0)
    last = await limited.create_donation()
    assert_error(await limited.create(), 409, "limit_reached")
    assert await attempt(limited, last) == 303
    await limited.wait_for(last, status="completed")
    assert (await used(limited), await over_cap_payments(limited)) == (CAP, 0)


async def test_link_that_the_provider_did_not_close_counts_until_its_end(limited: PaymentClient) -> None:
    donation = await limited.create_donation()
    await limited.set_fault("http_500")
    await cancel(limited, donation)
    await limited.set_fault("none")
    assert await used(limited) == CAP
    assert_error(await limited.create(), 409, "limit_reached")
    await cancel(limited, donation)
    assert await used(limited) == 0
    assert (await limited.create()).status_code == 201


async def test_open_link_of_another_day_counts_today(limited: PaymentClient) -> None:
    """Else a link of each day of the week could be paid on one day."""
    donation = await limited.create_donation()
    hours = 20 * 3600  # within the longest checkout of both providers, on another day in most zones
    await site(limited.world, f"UPDATE donations SET created_at = created_at - {hours} - 86400")
    assert_error(await limited.create(), 409, "limit_reached")
    await cancel(limited, donation)
    assert (await limited.create()).status_code == 201


async def test_rejected_card_does_not_free_the_link(limited: PaymentClient) -> None:
    donation = await limited.create_donation()
    await limited.pay(donation, "rejected")
    await limited.wait_for(donation, status="failed")
    assert_error(await limited.create(), 409, "limit_reached")
    await cancel(limited, donation)
    assert (await limited.create()).status_code == 201


@only_mercadopago
async def test_link_that_is_paid_five_times_is_counted_held_and_rings(thief: PaymentClient) -> None:
    donation = await thief.create_donation()
    for _ in range(5):
        await thief.pay(donation)
    await wait_for_balance(thief, 5 * COINS)
    assert (await used(thief), await over_cap_payments(thief)) == (5 * CAP, 4)
    assert await sendable(thief) == (5 * COINS, COINS)
    overview = json.loads((await run_command(thief.world, "account", "demo", "--json", **SETTINGS)).out)
    assert (overview["balances"]["wallet"], overview["sendable"]) == (5 * COINS, COINS)
    held_until = datetime.fromtimestamp(overview["sendable_from"], UTC)
    lines = (await run_command(thief.world, "account", "demo", **SETTINGS)).out
    assert f"{COINS:,} of them can be sent now, all from {held_until:%Y-%m-%dT%H:%M}" in lines
    assert_error(await thief.create(), 409, "limit_reached")
    await site(thief.world, "UPDATE ledger_transfers SET created_at = created_at - 47 * 3600")
    assert await sendable(thief) == (5 * COINS, COINS)
    await site(thief.world, "UPDATE ledger_transfers SET created_at = created_at - 2 * 3600")
    assert await sendable(thief) == (5 * COINS, 5 * COINS)
    await site(thief.world, "UPDATE ledger_transfers SET created_at = created_at + 49 * 3600")


@only_mercadopago
async def test_refunds_never_make_the_used_amount_negative(limited: PaymentClient) -> None:
    donation = await limited.create_donation()
    payments = [await limited.pay(donation) for _ in range(4)]
    await wait_for_balance(limited, 4 * COINS)
    for left, payment in ((3, payments[0]), (2, payments[1]), (1, payments[2])):
        await limited.change_payment(payment, status="refunded")
        await wait_for_balance(limited, left * COINS)
        assert await used(limited) == left * CAP
    assert_error(await limited.create(), 409, "limit_reached")
    await limited.change_payment(payments[3], status="refunded")
    await wait_for_balance(limited, 0)
    assert await used(limited) == 0


async def test_chargeback_does_not_free_the_cap(thief: PaymentClient, case: ProviderCase) -> None:
    donation = await thief.create_donation()
    payment = await thief.pay(donation)
    await thief.wait_for(donation, status="completed")
    if case.name == "stripe":
        change = {"status": "needs_response"}
        await thief.provider_http.post(f"/_control/stripe/{payment}/dispute", json=change)
    else:
        await thief.change_payment(payment, status="charged_back")
    await thief.wait_for(donation, status="refunded")
    assert await used(thief) == CAP
    assert_error(await thief.create(), 409, "limit_reached")


@only_mercadopago
async def test_pending_payment_counts_after_its_checkout_ended(limited: PaymentClient) -> None:
    """A ticket can be paid for a month."""
    donation = await limited.create_donation()
    await limited.pay(donation, "pending")
    await limited.wait_until_idle()
    await site(limited.world, "UPDATE donations SET created_at = created_at - 8 * 86400, expires_at = 1")
    assert_error(await limited.create(), 409, "limit_reached")

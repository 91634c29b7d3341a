"""Searches of the whole account by date: lost webhooks, lost donations, and payments of other sites."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncGenerator, Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from fixtures.installed import World
from fixtures.payment_snapshots import COINS
from fixtures.provider import Provider as FakeProvider
from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.sealing import DataKeys
from gateway.features.payments import PaymentProcessor, PaymentSearch
from gateway.features.payments.mercadopago import PAGE
from gateway.features.payments.orders import MAX_AGE_SECONDS, DonationOrder, OrderSeals, order_hash
from gateway.features.payments.provider import Provider
from gateway.features.payments.provider_payment import PaymentRef
from gateway.features.payments.reconcile import reconcile
from gateway.features.payments.search import DonationRef
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import clear_money, open_site
from gateway.tests.support.payment_app import (
    PAYMENT_FIELDS,
    checkout_order,
    insert_donation,
    open_mercadopago,
    pay_order,
    read_balances,
    set_fault,
)
from gateway.tests.support.payment_providers import PROVIDERS, ProviderCase
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response

KEYS = DataKeys([f"k1:{'A' * 43}="])
OTHER_KEYS = DataKeys([f"k1:{'B' * 43}="])
OTHER_NAMES = DataKeys([f"k2:{'A' * 43}="])
ORDER = DonationOrder(
    account="ann",
    character_id=1,
    character_name="Aurelion",
    amount=500_000,
    currency="ARS",
    base_coins=COINS,
    bonus_coins=0,
    created_at=int(time.time()),
    price=((5000, 14),),
)


@dataclass
class SearchSite:
    """A search at one provider, without webhooks."""

    world: World
    http: httpx.AsyncClient
    case: ProviderCase
    client: Provider
    seals: OrderSeals
    payment_search: PaymentSearch

    async def pay(self, donation: str, sealed_order: str = "", pesos: int = 5000) -> str:
        """Returns the payment's reference."""
        order = checkout_order(donation, sealed_order, pesos)
        _, reference = await pay_order(self.world, self.http, self.client, order)
        return reference

    async def begin(self) -> str:
        return await insert_donation(self.world, "ann", provider=self.case.name)

    async def search(self) -> dict[str, int]:
        return dict(await self.payment_search.search_since(int(time.time()) - 60))

    async def payments(self) -> list[tuple[object, ...]]:
        return [tuple(row) for row in await site(self.world, "SELECT donation_id, mismatch FROM payments")]


def open_search(
    database: Database, client: Provider, seals: OrderSeals, switched_off: Collection[str] = ()
) -> PaymentSearch:
    return PaymentSearch(database, PaymentProcessor(database, [client], seals), 7 * 86400, switched_off)


only_mercadopago = pytest.mark.parametrize("case", PROVIDERS[:1], ids=["mercadopago"])
"""For tests of the search by dates, which Stripe does not have."""


@pytest.fixture
async def search_site(
    payment_world: World,
    database: Database,
    provider: FakeProvider,
    provider_http: httpx.AsyncClient,
    case: ProviderCase,
) -> AsyncGenerator[SearchSite]:
    await clear_money(payment_world)
    await set_fault(provider_http, "drop_notices")
    await provider_http.post("/_control/forget")
    async with case.open(provider, 30.0) as client:
        seals = OrderSeals(database, KEYS)
        payment_search = open_search(database, client, seals)
        yield SearchSite(payment_world, provider_http, case, client, seals, payment_search)
    await set_fault(provider_http, "none")


async def test_search_creates_a_lost_donation_again(search_site: SearchSite) -> None:
    donation = str(uuid.uuid4())
    await search_site.pay(donation, await seal(search_site, donation))
    assert [await search_site.search() for _ in range(2)] == [{"moved": 1}, {"unchanged": 1}]
    assert (await read_balances(search_site.world, "ann"))["wallet"] == COINS
    columns = "id, account, character_name, amount, total_coins, status, created_at"
    (row,) = await site(search_site.world, f"SELECT {columns} FROM donations")
    assert tuple(row) == (donation, "ann", "Aurelion", 500_000, COINS, "completed", ORDER.created_at)


@pytest.mark.parametrize(
    ("order", "pesos", "mismatch"),
    [
        (replace(ORDER, created_at=ORDER.created_at - MAX_AGE_SECONDS - 1), 5000, "order"),
        (ORDER, 5001, "amount"),
        (replace(ORDER, currency="USD"), 5000, "currency"),
    ],
)
async def test_lost_donation_that_does_not_fit_waits_for_an_operator(
    search_site: SearchSite, order: DonationOrder, pesos: int, mismatch: str
) -> None:
    donation = str(uuid.uuid4())
    await search_site.pay(donation, await search_site.seals.seal(donation, order), pesos)
    assert await search_site.search() == {"mismatched": 1}
    assert [row[1] for row in await search_site.payments()] == [mismatch]
    assert await read_balances(search_site.world, "ann") == {}


async def test_payment_is_ours_only_under_our_key_installation_and_donation(
    search_site: SearchSite, database: Database
) -> None:
    donation = str(uuid.uuid4())
    sealed_order = await search_site.seals.seal(donation, ORDER)
    assert await search_site.seals.open(donation, sealed_order) == ORDER
    assert await search_site.seals.open(str(uuid.uuid4()), sealed_order) == "foreign"
    assert await OrderSeals(database, OTHER_KEYS).open(donation, sealed_order) == "foreign"
    assert await OrderSeals(database, OTHER_NAMES).open(donation, sealed_order) == "key_lost"
    for text in ("", "k2:AAAA", "k1:", sealed_order[:-4], "k1:é"):
        await search_site.pay(donation, text)
    assert await search_site.search() == {"foreign": 5}
    assert await search_site.payments() == []


async def test_two_sites_on_one_account_ignore_each_other(search_site: SearchSite, service_world: World) -> None:
    """Even under the same key, as after a copied configuration."""
    donation = str(uuid.uuid4())
    await search_site.pay(donation, await seal(search_site, donation))
    async with open_site(service_world) as database:
        other_search = open_search(database, search_site.client, OrderSeals(database, KEYS))
        assert dict(await other_search.search_since(int(time.time()) - 60)) == {"foreign": 1}
    statement = f"SELECT id FROM donations WHERE id = '{donation}'"
    assert len(await site(service_world, statement)) == 0
    assert await search_site.search() == {"moved": 1}


async def test_known_donation_is_credited_by_its_own_order_alone(search_site: SearchSite, service_world: World) -> None:
    """Orders of another donation, of another installation under the same keys, and under others of the same name."""
    donation = await search_site.begin()
    async with open_site(service_world) as other_database:
        for seals, name in (
            (search_site.seals, str(uuid.uuid4())),
            (OrderSeals(other_database, KEYS), donation),
            (OrderSeals(other_database, OTHER_KEYS), donation),
        ):
            await search_site.pay(donation, await seals.seal(name, ORDER))
    assert await search_site.search() == {"foreign": 3}
    assert (await search_site.payments(), await read_balances(search_site.world, "ann")) == ([], {})
    await search_site.pay(donation, await seal(search_site, donation))
    assert await search_site.search() == {"foreign": 3, "moved": 1}


async def test_payment_of_a_lost_key_is_recognised_or_waits(search_site: SearchSite, database: Database) -> None:
    """What was credited follows its refund; the hash of its order proves an open checkout ours; without a hash, as that
    of an earlier release, a payment is neither credited nor dropped.
    """
    credited, hashed, waiting, other = [await search_site.begin() for _ in range(4)]
    credited_payment = await search_site.pay(credited, await seal(search_site, credited))
    assert await search_site.search() == {"moved": 1}
    await search_site.case.refund_silently(search_site.http, credited_payment)
    for donation in (hashed, waiting, other):
        await search_site.pay(donation, sealed_order := await seal(search_site, donation))
        hash_text = {hashed: order_hash(sealed_order), other: order_hash("another")}.get(donation)
        if hash_text:
            await site(search_site.world, f"UPDATE donations SET order_hash = '{hash_text}' WHERE id = '{donation}'")
    without_key = open_search(database, search_site.client, OrderSeals(database, OTHER_NAMES))
    counts = await without_key.search_since(int(time.time()) - 60)
    assert dict(counts) == {"deferred": 1, "foreign": 1, "moved": 2}
    assert (await read_balances(search_site.world, "ann"))["wallet"] == COINS
    assert len(await site(search_site.world, "SELECT id FROM webhook_inbox WHERE status = 'waiting'")) == 1
    assert await search_site.search() == {"moved": 2, "unchanged": 2}
    assert (await read_balances(search_site.world, "ann"))["wallet"] == 3 * COINS


async def seal(search_site: SearchSite, donation: str) -> str:
    return await search_site.seals.seal(donation, replace(ORDER, provider=search_site.case.name))


async def test_payment_that_an_earlier_release_took_from_another_site_is_shown(
    search_site: SearchSite, service_world: World, database: Database
) -> None:
    """Its coins stay until an operator decides."""
    donation = await search_site.begin()
    async with open_site(service_world) as other_database:
        sealed_order = await OrderSeals(other_database, KEYS).seal(donation, ORDER)
    reference = await search_site.pay(donation, sealed_order)
    payment, now = await search_site.client.payment(reference), int(time.time())
    assert await reconcile(database, search_site.client.merchant, payment, now) == "moved"
    await search_site.case.refund_silently(search_site.http, reference)
    assert await search_site.search() == {"mismatched": 1}
    assert await search_site.payments() == [(donation, "installation")]
    assert (await read_balances(search_site.world, "ann"))["wallet"] == COINS
    await clear_money(search_site.world)


async def test_search_finds_a_refund_without_a_webhook(search_site: SearchSite) -> None:
    payment = await search_site.pay(await search_site.begin())
    payment_search = search_site.payment_search
    assert dict(await payment_search.search_changed()) == {"moved": 1}
    await search_site.case.refund_silently(search_site.http, payment)
    assert [dict(await payment_search.search_changed()) for _ in range(2)] == [{"moved": 1}, {"unchanged": 1}]
    assert (await read_balances(search_site.world, "ann"))["wallet"] == 0
    series = f'fishi_payments_found_by_search_total{{provider="{search_site.case.name}"}}'
    assert dict(payment_search.processor.metrics.samples())[series] == 2


async def add_payments(search_site: SearchSite, payments: list[dict[str, Any]]) -> None:
    answer = await search_site.http.post("/_control/payments", json={"data": payments})
    assert answer.json() == {"remembered": len(payments)}


@only_mercadopago
async def test_search_reads_every_page_once(search_site: SearchSite) -> None:
    """Changes of one millisecond may fill more than a page."""
    moments = [f"2026-11-20T12:00:{max(0, number - 2 * PAGE):02}.007-03:00" for number in range(3 * PAGE)]
    rows = [PAYMENT_FIELDS | {"id": 10 + n, "date_last_updated": moment} for n, moment in enumerate(moments)]
    await add_payments(search_site, rows)
    counts = await search_site.payment_search.search_since(1)
    assert dict(counts) == {"foreign": len(rows)}


def days_ago(days: float) -> str:
    return datetime.fromtimestamp(int(time.time() - days * DAY), UTC).isoformat(timespec="milliseconds")


async def read_positions(search_site: SearchSite) -> list[int]:
    return [row[0] for row in await site(search_site.world, "SELECT reached FROM job_positions")]


@only_mercadopago
async def test_search_goes_on_where_another_process_ended(search_site: SearchSite, database: Database) -> None:
    """After an outage of five days."""
    began = int(time.time())
    assert dict(await search_site.payment_search.search_changed()) == {}
    assert (await read_positions(search_site))[0] >= began
    await site(search_site.world, f"UPDATE job_positions SET reached = {began - 5 * DAY}")
    rows = [PAYMENT_FIELDS | {"id": 10 + days, "date_last_updated": days_ago(days)} for days in range(1, 8)]
    await add_payments(search_site, rows)
    restarted_search = open_search(database, search_site.client, search_site.seals)
    assert dict(await restarted_search.search_changed()) == {"foreign": 5}
    assert (await read_positions(search_site))[0] >= began
    assert dict(await search_site.payment_search.search_changed()) == {}


async def test_search_position_in_the_future_counts_as_none(search_site: SearchSite) -> None:
    """A clock that was ahead for one run of the job must not end the search for years."""
    payment = await search_site.pay(await search_site.begin())
    payment_search, now = search_site.payment_search, int(time.time())
    assert dict(await payment_search.search_changed()) == {"moved": 1}
    await site(search_site.world, f"UPDATE job_positions SET reached = {now + 9 * 365 * DAY}")
    await search_site.case.refund_silently(search_site.http, payment)
    assert dict(await payment_search.search_changed()) == {"moved": 1}
    (position,) = await read_positions(search_site)
    assert now <= position <= time.time()
    await site(search_site.world, f"UPDATE job_positions SET reached = {now - 60}")
    assert dict(await payment_search.search_changed()) == {"unchanged": 1}
    assert (await read_positions(search_site))[0] >= now


async def test_provider_that_is_off_is_searched_while_it_has_donations(
    search_site: SearchSite, database: Database
) -> None:
    name = search_site.case.name
    payment_search = open_search(database, search_site.client, search_site.seals, switched_off={name})
    assert dict(await payment_search.search_changed()) == {}
    assert await read_positions(search_site) == []
    await search_site.pay(await search_site.begin())
    assert dict(await payment_search.search_changed()) == {"moved": 1}


@only_mercadopago
async def test_failed_search_goes_on_after_its_last_page(
    search_site: SearchSite, database: Database, scripted_provider: ScriptedServer
) -> None:
    changed_at = days_ago(3)
    page = {"results": [PAYMENT_FIELDS | {"date_last_updated": changed_at}]}
    scripted_provider.respond_with(http_response(200, page), http_response(400))
    await site(search_site.world, "INSERT INTO job_positions VALUES ('search_payments', 1)")
    async with open_mercadopago(scripted_provider, 30.0) as client:
        payment_search = open_search(database, client, search_site.seals)
        assert dict(await payment_search.search_changed()) == {"foreign": 1, "deferred": 1}
    assert await read_positions(search_site) == [int(datetime.fromisoformat(changed_at).timestamp())]


async def test_payment_that_fails_in_a_search_is_repeated_and_blocks_no_other(search_site: SearchSite) -> None:
    """A transfer written by hand under a payment's key makes its reconciliation fail; nothing is posted over it."""
    references = [await search_site.pay(await search_site.begin()) for _ in range(2)]
    key = f"{PaymentRef(search_site.case.name, references[0]).ledger_key}:credit"
    columns = "idempotency_key, kind, reference, created_at"
    await site(search_site.world, f"INSERT INTO ledger_transfers ({columns}) VALUES ('{key}', 'credit', 'x', 1)")
    assert await search_site.search() == {"deferred": 1, "moved": 1}
    assert (await read_balances(search_site.world, "ann"))["wallet"] == COINS
    rows = await site(search_site.world, "SELECT reference FROM webhook_inbox")
    assert [row[0] for row in rows] == references[:1]
    await clear_money(search_site.world)


@only_mercadopago
async def test_donation_of_last_winter_is_still_found(search_site: SearchSite) -> None:
    """Without dates, the provider searches three months."""
    donation = await insert_donation(search_site.world, "ann")
    await add_payments(search_site, [PAYMENT_FIELDS | {"external_reference": donation, "date_created": days_ago(170)}])
    assert (await search_site.client.search(donation, "")).size == 1


@only_mercadopago
async def test_unreadable_or_failing_payment_does_not_block_others(search_site: SearchSite) -> None:
    donation = await insert_donation(search_site.world, "ann")
    now = time.strftime("%Y-%m-%dT%H:%M:%S.000+00:00", time.gmtime())
    unreadable = {"id": 77, "status": "paid", "external_reference": donation, "date_last_updated": now}
    unreadable["date_created"] = now
    await add_payments(search_site, [PAYMENT_FIELDS | unreadable])
    await search_site.pay(donation)
    pending = DonationRef(donation, 1, "pending", "mercadopago", None)
    assert dict(await search_site.payment_search.search(pending)) == {"deferred": 1, "moved": 1}
    assert (await search_site.search())["unchanged"] == 1


async def test_donation_that_fails_is_not_the_first_to_be_polled(search_site: SearchSite) -> None:
    donation = await search_site.begin()
    await search_site.pay(donation)
    await set_fault(search_site.http, "http_500")
    await site(search_site.world, "UPDATE donations SET created_at = created_at - 700")
    assert [dict(await search_site.payment_search.poll_pending()) for _ in range(2)] == [{"deferred": 1}, {}]
    ((checked_at,),) = await site(search_site.world, f"SELECT checked_at FROM donations WHERE id = '{donation}'")
    assert checked_at is not None

"""`gateway refund` gives back once, however often it is asked for and whatever answer was lost."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator

import msgspec
import pytest

from fixtures.installed import World
from gateway.database.database import Database
from gateway.features.payments.mercadopago import MercadoPago
from gateway.features.payments.provider import ProviderFailed, ProviderRefused, ProviderTimeout
from gateway.features.payments.provider_payment import ProviderRefund
from gateway.features.payments.refund import refund
from gateway.features.payments.refund_requests import UNCERTAIN_SECONDS, NothingToRefund, RefundPending
from gateway.tests.conftest import WorldFactory
from gateway.tests.features.payments.test_mercadopago import REFUND, client
from gateway.tests.features.payments.test_provider_payment import PAYMENT
from gateway.tests.support.account_app import site
from gateway.tests.support.payment_app import site_door
from gateway.tests.support.scripted_http_server import Teller, said, teller

ID = 1300000001
MADE = ProviderRefund(1500000001, 150_050, "approved")


@pytest.fixture(scope="module")
def its_world(world: WorldFactory) -> World:
    return world("mobius", characters=120, seed=62)


@pytest.fixture
async def books(its_world: World) -> AsyncGenerator[Database]:
    await site(its_world, "DELETE FROM refunds")
    async with site_door(its_world) as opened:
        yield opened


@pytest.fixture(scope="module")
async def provider() -> AsyncGenerator[Teller]:
    async with teller() as made:
        yield made


@pytest.fixture
async def door(provider: Teller) -> AsyncGenerator[MercadoPago]:
    async with client(provider, 30.0) as made:
        yield made


def paid(refunded: float = 0) -> bytes:
    return said(200, {**PAYMENT, "transaction_amount": 5000, "transaction_amount_refunded": refunded})


def keys(provider: Teller) -> list[str]:
    """Under which refunds were asked for."""
    found = [asked.headers["x-idempotency-key"] for asked in provider.asked if asked.line.startswith("POST")]
    assert all(uuid.UUID(key).version == 4 for key in found)
    return found


async def lost(books: Database, provider: Teller, amount: int | None, refunded: float = 0) -> str:
    """Asks for a refund whose answer never comes; its key."""
    async with client(provider, 1.0) as hasty:
        provider.will(paid(refunded), None)
        with pytest.raises(ProviderTimeout):
            await refund(books, hasty, ID, amount)
    (key,) = keys(provider)
    return key


async def test_lost_response_is_repeated_under_the_same_key(
    books: Database, provider: Teller, door: MercadoPago
) -> None:
    """As long as the payment does not show it, whatever else has gone back meanwhile."""
    for amount in (150_000, None):
        first = await lost(books, provider, amount)
        provider.will(paid(1000), said(503), said(201, REFUND))
        _, wanted, made = await refund(books, door, ID, amount)
        assert (wanted.amount, made) == (amount or 500_000, MADE)
        assert set(keys(provider)) == {first}
        assert msgspec.json.decode(provider.asked[1].body) == ({"amount": 1500} if amount else {})


@pytest.mark.parametrize(("amount", "shown"), [(150_000, 1500), (150_000, 2500), (None, 5000)])
async def test_applied_refund_is_not_requested_again(
    books: Database, provider: Teller, door: MercadoPago, amount: int | None, shown: int
) -> None:
    await lost(books, provider, amount)
    provider.will(paid(shown))
    before, wanted, made = await refund(books, door, ID, amount)
    assert (before.refunded, wanted.amount, made) == (shown * 100, amount or 500_000, None)
    assert keys(provider) == []


async def test_same_amount_after_an_answer_is_a_new_refund(
    books: Database, provider: Teller, door: MercadoPago
) -> None:
    found = [await lost(books, provider, 150_000)]
    provider.will(paid(1500))
    assert (await refund(books, door, ID, 150_000))[2] is None
    for refunded in (1500, 3000):
        provider.will(paid(refunded), said(201, REFUND))
        assert (await refund(books, door, ID, 150_000))[2] == MADE
        found += keys(provider)
    assert len(set(found)) == 3


async def test_another_amount_is_refused_while_pending(
    its_world: World, books: Database, provider: Teller, door: MercadoPago
) -> None:
    await lost(books, provider, 150_000)
    for amount in (100_000, None):
        provider.will(paid())
        with pytest.raises(RefundPending, match=r"1,500\.00"):
            await refund(books, door, ID, amount)
        assert len(provider.asked) == 1
    provider.will(paid(1500), said(201, REFUND))  # now the payment shows it
    assert (await refund(books, door, ID, 100_000))[2] == MADE
    await lost(books, provider, 200_000, 2500)
    await site(its_world, f"UPDATE refunds SET asked_at = asked_at - {UNCERTAIN_SECONDS}")  # it would by now
    provider.will(paid(2500), said(201, REFUND))
    assert (await refund(books, door, ID, None))[2] == MADE


async def test_refused_refund_is_not_pending(books: Database, provider: Teller, door: MercadoPago) -> None:
    for status in (400, 404):
        provider.will(paid(), said(status))
        with pytest.raises(ProviderFailed):
            await refund(books, door, ID, 150_000)
    provider.will(paid(), said(201, REFUND))
    assert (await refund(books, door, ID, 100_000))[2] == MADE


async def test_refund_above_the_rest_is_refused(books: Database, provider: Teller, door: MercadoPago) -> None:
    wrong: list[tuple[float, int | None]] = [(0, 500_001), (5000, None), (1000, 400_001)]
    for refunded, amount in wrong:
        provider.will(paid(refunded))
        with pytest.raises(NothingToRefund):
            await refund(books, door, ID, amount)
        assert len(provider.asked) == 1
    provider.will(said(500))
    with pytest.raises(ProviderRefused):  # as nothing was asked for yet
        await refund(books, door, ID, None)


async def test_refund_that_cannot_be_recorded_is_not_requested(
    its_world: World, books: Database, provider: Teller, door: MercadoPago
) -> None:
    await site(its_world, "RENAME TABLE refunds TO refunds_away")
    try:
        provider.will(paid(), said(201, REFUND))
        with pytest.raises(ProviderRefused):
            await refund(books, door, ID, 150_000)
    finally:
        await site(its_world, "RENAME TABLE refunds_away TO refunds")
    assert keys(provider) == []

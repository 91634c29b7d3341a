"""`gateway refund` refunds once, however often it is repeated and whichever response is lost."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator

import msgspec
import pytest

from fixtures.installed import World
from gateway.database.database import Database
from gateway.features.payments.mercadopago import MercadoPago
from gateway.features.payments.provider import ProviderFailed, ProviderRefused, ProviderTimeout
from gateway.features.payments.provider_payment import PaymentRef, ProviderRefund
from gateway.features.payments.refund import refund
from gateway.features.payments.refund_requests import UNCERTAIN_SECONDS, NothingToRefund, RefundPending, RefundRequest
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import clear_money
from gateway.tests.support.payment_app import PAYMENT_FIELDS, REFUND_FIELDS, open_mercadopago
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response

PAYMENT = PaymentRef("mercadopago", "1300000001")
APPROVED = ProviderRefund("1500000001", 150_050, "approved")
REFUNDED = http_response(201, REFUND_FIELDS)


def payment(refunded: float = 0) -> bytes:
    """A payment of 5,000 pesos of which so many are refunded."""
    change = {"transaction_amount": 5000, "transaction_amount_refunded": refunded}
    return http_response(200, PAYMENT_FIELDS | change)


class RefundClient:
    """Refunds one payment at a scripted provider; amounts in centavos."""

    def __init__(self, world: World, site: Database, provider: ScriptedServer, client: MercadoPago) -> None:
        self.world, self.provider = world, provider
        self._site, self._client = site, client

    async def refund(self, amount: int | None, *responses: bytes) -> tuple[RefundRequest, ProviderRefund | None]:
        self.provider.respond_with(*responses)
        _, request, made = await refund(self._site, self._client, PAYMENT, amount)
        return request, made

    async def lose_response(self, amount: int | None, refunded: float = 0) -> str:
        """Requests a refund whose response never arrives; returns its idempotency key."""
        self.provider.respond_with(payment(refunded), None)
        async with open_mercadopago(self.provider, 1.0) as client:
            with pytest.raises(ProviderTimeout):
                await refund(self._site, client, PAYMENT, amount)
        (key,) = self.keys()
        return key

    def keys(self) -> list[str]:
        """Returns the idempotency keys of the refunds that the provider received."""
        posts = [request for request in self.provider.requests if request.line.startswith("POST")]
        keys = [request.headers["x-idempotency-key"] for request in posts]
        assert all(uuid.UUID(key).version == 4 for key in keys)
        return keys


@pytest.fixture
async def refunds(
    payment_world: World, database: Database, scripted_provider: ScriptedServer
) -> AsyncGenerator[RefundClient]:
    await clear_money(payment_world)
    async with open_mercadopago(scripted_provider, 30.0) as client:
        yield RefundClient(payment_world, database, scripted_provider, client)


@pytest.mark.parametrize("amount", [150_000, None])
async def test_lost_response_is_repeated_under_the_same_key(refunds: RefundClient, amount: int | None) -> None:
    """As long as the payment does not show the refund, even if another refund was made since."""
    key = await refunds.lose_response(amount)
    request, made = await refunds.refund(amount, payment(1000), http_response(503), REFUNDED)
    assert (request.amount, made) == (amount or 500_000, APPROVED)
    assert set(refunds.keys()) == {key}
    assert msgspec.json.decode(refunds.provider.requests[1].body) == ({"amount": 1500} if amount else {})


@pytest.mark.parametrize(("amount", "shown"), [(150_000, 1500), (150_000, 2500), (None, 5000)])
async def test_applied_refund_is_not_requested_again(refunds: RefundClient, amount: int | None, shown: int) -> None:
    await refunds.lose_response(amount)
    request, made = await refunds.refund(amount, payment(shown))
    assert (request.amount, made, refunds.keys()) == (amount or 500_000, None, [])


async def test_same_amount_after_a_response_is_a_new_refund(refunds: RefundClient) -> None:
    keys = [await refunds.lose_response(150_000)]
    assert (await refunds.refund(150_000, payment(1500)))[1] is None
    for refunded in (1500, 3000):
        assert (await refunds.refund(150_000, payment(refunded), REFUNDED))[1] == APPROVED
        keys += refunds.keys()
    assert len(set(keys)) == 3


async def test_another_amount_is_refused_while_pending(refunds: RefundClient) -> None:
    await refunds.lose_response(150_000)
    for amount in (100_000, None):
        with pytest.raises(RefundPending, match=r"1,500\.00"):
            await refunds.refund(amount, payment())
        assert len(refunds.provider.requests) == 1
    # The payment shows the pending refund.
    assert (await refunds.refund(100_000, payment(1500), REFUNDED))[1] == APPROVED
    await refunds.lose_response(200_000, refunded=2500)
    # An applied refund would be shown by now.
    await site(refunds.world, f"UPDATE refunds SET asked_at = asked_at - {UNCERTAIN_SECONDS}")
    assert (await refunds.refund(None, payment(2500), REFUNDED))[1] == APPROVED


@pytest.mark.parametrize("status", [400, 404])
async def test_refused_refund_is_not_pending(refunds: RefundClient, status: int) -> None:
    with pytest.raises(ProviderFailed):
        await refunds.refund(150_000, payment(), http_response(status))
    assert (await refunds.refund(100_000, payment(), REFUNDED))[1] == APPROVED


@pytest.mark.parametrize(("refunded", "amount"), [(0, 500_001), (5000, None), (1000, 400_001)])
async def test_refund_above_the_rest_is_refused(refunds: RefundClient, refunded: float, amount: int | None) -> None:
    with pytest.raises(NothingToRefund):
        await refunds.refund(amount, payment(refunded))
    assert len(refunds.provider.requests) == 1


async def test_refund_without_the_payment_or_a_record_is_not_requested(refunds: RefundClient) -> None:
    with pytest.raises(ProviderRefused):
        await refunds.refund(None, http_response(500))
    await site(refunds.world, "RENAME TABLE refunds TO refunds_away")
    try:
        with pytest.raises(ProviderRefused):
            await refunds.refund(150_000, payment(), REFUNDED)
    finally:
        await site(refunds.world, "RENAME TABLE refunds_away TO refunds")
    assert refunds.keys() == []

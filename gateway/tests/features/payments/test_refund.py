"""`gateway refund` refunds once, however often it is repeated and whichever response is lost."""

import uuid
from collections.abc import AsyncGenerator

import pytest

from fixtures.installed import World
from gateway.database.database import Database
from gateway.features.payments.provider import Provider, ProviderFailed, ProviderRefused, ProviderTimeout
from gateway.features.payments.provider_payment import ProviderRefund
from gateway.features.payments.refund import refund
from gateway.features.payments.refund_requests import UNCERTAIN_SECONDS, NothingToRefund, RefundPending, RefundRequest
from gateway.tests.support.account_app import site
from gateway.tests.support.databases import clear_money
from gateway.tests.support.payment_providers import ProviderCase
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response


class RefundClient:
    """Refunds one payment of 5,000 pesos at a scripted provider; amounts in centavos."""

    def __init__(
        self, world: World, site: Database, provider: ScriptedServer, client: Provider, case: ProviderCase
    ) -> None:
        self.world, self.provider, self.case = world, provider, case
        self.response, self.part = case.refund_response, case.part
        self._site, self._client = site, client

    def payment(self, refunded_amount: int = 0) -> bytes:
        return self.case.payment(self.case.ref, refunded=refunded_amount)

    async def refund(self, amount: int | None, *responses: bytes) -> tuple[RefundRequest, ProviderRefund | None]:
        self.provider.respond_with(*responses)
        _, request, provider_refund = await refund(self._site, self._client, self.case.ref, amount)
        return request, provider_refund

    async def lose_response(self, amount: int | None, refunded_amount: int = 0) -> str:
        """Requests a refund whose response never arrives; returns its idempotency key."""
        self.provider.respond_with(self.payment(refunded_amount), None)
        async with self.case.open(self.provider, 1.0) as client:
            with pytest.raises(ProviderTimeout):
                await refund(self._site, client, self.case.ref, amount)
        (key,) = self.keys()
        return key

    def keys(self) -> list[str]:
        """Returns the idempotency keys of the refunds that the provider received."""
        posts = [request for request in self.provider.requests if request.line.startswith("POST")]
        keys = [request.headers[self.case.idempotency_header] for request in posts]
        assert all(uuid.UUID(key).version == 4 for key in keys)
        return keys


@pytest.fixture
async def refunds(
    payment_world: World, database: Database, scripted_provider: ScriptedServer, case: ProviderCase
) -> AsyncGenerator[RefundClient]:
    await clear_money(payment_world)
    async with case.open(scripted_provider, 30.0) as client:
        yield RefundClient(payment_world, database, scripted_provider, client, case)


@pytest.mark.parametrize("amount", [150_000, None])
async def test_lost_response_is_repeated_under_the_same_key(refunds: RefundClient, amount: int | None) -> None:
    """As long as the payment does not show the refund, even if another refund was made since."""
    key = await refunds.lose_response(amount)
    request, provider_refund = await refunds.refund(
        amount, refunds.payment(100_000), http_response(503), refunds.response
    )
    assert (request.amount, provider_refund) == (amount or 500_000, refunds.part)
    assert set(refunds.keys()) == {key}
    assert refunds.case.refunded_amount(refunds.provider.requests[1]) == amount


@pytest.mark.parametrize(("amount", "refunded_amount"), [(150_000, 150_000), (150_000, 250_000), (None, 500_000)])
async def test_applied_refund_is_not_requested_again(
    refunds: RefundClient, amount: int | None, refunded_amount: int
) -> None:
    await refunds.lose_response(amount)
    request, provider_refund = await refunds.refund(amount, refunds.payment(refunded_amount))
    assert (request.amount, provider_refund, refunds.keys()) == (amount or 500_000, None, [])


async def test_same_amount_after_a_response_is_a_new_refund(refunds: RefundClient) -> None:
    keys = [await refunds.lose_response(150_000)]
    assert (await refunds.refund(150_000, refunds.payment(150_000)))[1] is None
    for refunded_amount in (150_000, 300_000):
        assert (await refunds.refund(150_000, refunds.payment(refunded_amount), refunds.response))[1] == refunds.part
        keys += refunds.keys()
    assert len(set(keys)) == 3


async def test_another_amount_is_refused_while_pending(refunds: RefundClient) -> None:
    await refunds.lose_response(150_000)
    for amount in (100_000, None):
        with pytest.raises(RefundPending, match=r"1,500\.00"):
            await refunds.refund(amount, refunds.payment())
        assert len(refunds.provider.requests) == 1
    # The payment shows the pending refund.
    assert (await refunds.refund(100_000, refunds.payment(150_000), refunds.response))[1] == refunds.part
    await refunds.lose_response(200_000, refunded_amount=250_000)
    # An applied refund would be shown by now.
    await site(refunds.world, f"UPDATE refunds SET asked_at = asked_at - {UNCERTAIN_SECONDS}")
    assert (await refunds.refund(None, refunds.payment(250_000), refunds.response))[1] == refunds.part


@pytest.mark.parametrize("status", [400, 404])
async def test_refused_refund_is_not_pending(refunds: RefundClient, status: int) -> None:
    with pytest.raises(ProviderFailed):
        await refunds.refund(150_000, refunds.payment(), http_response(status))
    assert (await refunds.refund(100_000, refunds.payment(), refunds.response))[1] == refunds.part


@pytest.mark.parametrize(("refunded_amount", "amount"), [(0, 500_001), (500_000, None), (100_000, 400_001)])
async def test_refund_above_the_rest_is_refused(
    refunds: RefundClient, refunded_amount: int, amount: int | None
) -> None:
    with pytest.raises(NothingToRefund):
        await refunds.refund(amount, refunds.payment(refunded_amount))
    assert len(refunds.provider.requests) == 1


async def test_refund_without_the_payment_or_a_record_is_not_requested(refunds: RefundClient) -> None:
    with pytest.raises(ProviderRefused):
        await refunds.refund(None, http_response(500))
    await site(refunds.world, "RENAME TABLE refunds TO refunds_away")
    try:
        with pytest.raises(ProviderRefused):
            await refunds.refund(150_000, refunds.payment(), refunds.response)
    finally:
        await site(refunds.world, "RENAME TABLE refunds_away TO refunds")
    assert refunds.keys() == []

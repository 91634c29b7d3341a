"""The table of payment providers: tests of faults run for each of them."""

import json
import time
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from typing import Any, ClassVar, Protocol

import httpx

from fixtures.payment_snapshots import AMOUNT, COLLECTOR, stripe_intent
from fixtures.provider import Provider as FakeProvider
from fixtures.provider.notices import event_signature, signed
from gateway.config.payments import StripeSettings
from gateway.features.payments.provider import Provider
from gateway.features.payments.provider_payment import MERCADOPAGO, STRIPE, PaymentRef, ProviderRefund
from gateway.features.payments.stripe import Stripe
from gateway.tests.support.payment_app import (
    CHECKOUT_OPENED,
    CHECKOUT_URL,
    PAYMENT_FIELDS,
    REFUND_FIELDS,
    open_mercadopago,
)
from gateway.tests.support.scripted_http_server import ReceivedRequest, ScriptedServer, http_response


class ProviderCase(Protocol):
    """A provider as tests speak to it. `ref`: its scripted payment; `refund_response`: to a refund of 1,500.50 pesos,
    `part` as its client reads it.
    """

    name: ClassVar[str]
    key_prefix: ClassVar[str]
    idempotency_header: ClassVar[str]
    checkout_path: ClassVar[str]
    checkout_opened: ClassVar[bytes]
    ref: ClassVar[PaymentRef]
    part: ClassVar[ProviderRefund]
    refund_response: ClassVar[bytes]

    def open(
        self, provider: ScriptedServer | FakeProvider, seconds: float
    ) -> AbstractAsyncContextManager[Provider]: ...

    def ref_of(self, number: int) -> PaymentRef: ...

    def payment(self, ref: PaymentRef, donation: str = "", *, refunded: int = 0) -> bytes:
        """Returns the provider's response: a payment of 5,000 pesos, of which so many centavos are refunded."""
        ...

    def refunded_amount(self, request: ReceivedRequest) -> int | None:
        """Returns the centavos that a request for a refund names; None: the rest."""
        ...

    async def notify(self, http: httpx.AsyncClient, provider: FakeProvider, reference: str, number: int) -> None:
        """Sends the notice with this number of a change, as the provider does."""
        ...

    async def refund_silently(self, provider_http: httpx.AsyncClient, reference: str) -> None:
        """The operator refunds the payment at the provider's own page, and no notice arrives."""
        ...

    async def dispute_in_vain(self, provider_http: httpx.AsyncClient, reference: str) -> None:
        """The buyer disputes the payment, and the bank decides for the site; sends both notices."""
        ...


async def _control(provider_http: httpx.AsyncClient, path: str, change: dict[str, Any]) -> None:
    response = await provider_http.post(f"/_control/{path}", json=change)
    assert response.status_code == 200, response.text


class _MercadoPago:
    name: ClassVar = MERCADOPAGO
    key_prefix: ClassVar = "mp"
    idempotency_header: ClassVar = "x-idempotency-key"
    checkout_path: ClassVar = "/checkout/preferences"
    checkout_opened: ClassVar = CHECKOUT_OPENED
    ref: ClassVar = PaymentRef(MERCADOPAGO, "1300000001")
    part: ClassVar = ProviderRefund("1500000001", 150_050, "approved")
    refund_response: ClassVar = http_response(201, REFUND_FIELDS)

    def open(self, provider: ScriptedServer | FakeProvider, seconds: float) -> AbstractAsyncContextManager[Provider]:
        return open_mercadopago(provider, seconds)

    def ref_of(self, number: int) -> PaymentRef:
        return PaymentRef(MERCADOPAGO, str(number))

    def payment(self, ref: PaymentRef, donation: str = "", *, refunded: int = 0) -> bytes:
        change = {"id": int(ref.reference), "external_reference": donation or PAYMENT_FIELDS["external_reference"]}
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        change |= {"collector_id": COLLECTOR, "date_approved": now, "date_last_updated": now}
        amounts = {"transaction_amount": AMOUNT // 100, "transaction_amount_refunded": refunded / 100}
        return http_response(200, PAYMENT_FIELDS | change | amounts)

    def refunded_amount(self, request: ReceivedRequest) -> int | None:
        amount = json.loads(request.body).get("amount")
        return None if amount is None else round(amount * 100)

    async def notify(self, http: httpx.AsyncClient, provider: FakeProvider, reference: str, number: int) -> None:
        headers = signed(provider.secret.encode(), reference, "r1", int(time.time() * 1000))
        body = {"id": number, "type": "payment", "action": "payment.updated", "data": {"id": reference}}
        params = {"data.id": reference, "type": "payment"}
        response = await http.post("/api/donations/webhook", params=params, json=body, headers=headers)
        assert response.status_code == 200, response.text

    async def refund_silently(self, provider_http: httpx.AsyncClient, reference: str) -> None:
        await _control(provider_http, f"payments/{reference}", {"status": "refunded", "silent": True})

    async def dispute_in_vain(self, provider_http: httpx.AsyncClient, reference: str) -> None:
        for status in ("in_mediation", "approved"):
            await _control(provider_http, f"payments/{reference}", {"status": status})


class _Stripe:
    name: ClassVar = STRIPE
    key_prefix: ClassVar = "st"
    idempotency_header: ClassVar = "idempotency-key"
    checkout_path: ClassVar = "/v1/checkout/sessions"
    checkout_opened: ClassVar = http_response(200, {"id": "cs_test_1", "url": CHECKOUT_URL})
    ref: ClassVar = PaymentRef(STRIPE, "pi_13")
    part: ClassVar = ProviderRefund("re_1", 150_050, "succeeded")
    refund_response: ClassVar = http_response(200, {"id": "re_1", "amount": 150_050, "status": "succeeded"})

    @asynccontextmanager
    async def open(self, provider: ScriptedServer | FakeProvider, seconds: float) -> AsyncGenerator[Provider]:
        is_fake = isinstance(provider, FakeProvider)
        settings = StripeSettings(
            api_url=provider.url, secret_key=provider.token if is_fake else "our-token", live_mode=not is_fake
        )
        client = Stripe(settings, int(seconds * 1000))
        try:
            yield client
        finally:
            await client.close()

    def ref_of(self, number: int) -> PaymentRef:
        return PaymentRef(STRIPE, f"pi_{number}")

    def payment(self, ref: PaymentRef, donation: str = "", *, refunded: int = 0) -> bytes:
        metadata = {"donation": donation or "5f3c9c1e"}
        return http_response(200, stripe_intent(refunded=refunded, id=ref.reference, metadata=metadata))

    def refunded_amount(self, request: ReceivedRequest) -> int | None:
        amount = httpx.QueryParams(request.body.decode()).get("amount")
        return None if amount is None else int(amount)

    async def notify(self, http: httpx.AsyncClient, provider: FakeProvider, reference: str, number: int) -> None:
        charge = {"object": "charge", "payment_intent": reference}
        raw = json.dumps({"id": f"evt_{number}", "type": "charge.refunded", "data": {"object": charge}}).encode()
        headers = event_signature(provider.secret.encode(), raw, int(time.time()))
        response = await http.post("/api/donations/webhook/stripe", content=raw, headers=headers)
        assert response.status_code == 200, response.text

    async def refund_silently(self, provider_http: httpx.AsyncClient, reference: str) -> None:
        await _control(provider_http, f"stripe/{reference}/refund", {"silent": True})

    async def dispute_in_vain(self, provider_http: httpx.AsyncClient, reference: str) -> None:
        for status in ("needs_response", "won"):
            await _control(provider_http, f"stripe/{reference}/dispute", {"status": status})


PROVIDERS: tuple[ProviderCase, ...] = (_MercadoPago(), _Stripe())

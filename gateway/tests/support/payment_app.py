"""Players who donate at a service with a fake or scripted payment provider."""

import json
import time
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx

from fixtures.installed import World
from fixtures.payment_snapshots import COINS, COLLECTOR
from fixtures.provider import Provider
from fixtures.provider.notices import signed
from fixtures.provider.payments import COLLECTOR_ID
from fixtures.provider.provider_settings import payment_settings
from fixtures.service import Service
from gateway.config.payments import PaymentSettings
from gateway.features.payments.mercadopago import MercadoPago
from gateway.features.payments.provider import CheckoutOrder, OnCall
from gateway.features.payments.provider import Provider as PaymentProvider
from gateway.features.payments.provider_payment import MERCADOPAGO
from gateway.tests.support.account_app import APP_ENV, bearer, site, token_of
from gateway.tests.support.polling import wait_for_answer
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response
from gateway.tests.support.wait_until import until

RETURN_PATH = "/player?tab=donations&status="
PREVIOUS_SECRET, TEST_SECRET = "previous-secret", "test-secret"
UNKNOWN_PAYMENTS = range(900, 1000)
"""Ids in webhooks of tests that the provider does not know: the service asks for them again and again."""
CHECKOUT_URL = "https://pay.example/checkout?pref_id=1"
CHECKOUT_OPENED = http_response(201, {"id": "preference-1", "init_point": CHECKOUT_URL})
_checkout_ends = count(int(time.time()) + 3600)
PAYMENT_FIELDS: dict[str, Any] = {
    "id": 1300000001,
    "date_created": "2026-11-20T12:00:00.000-03:00",
    "date_approved": "2026-11-20T12:00:01.250-03:00",
    "date_last_updated": "2026-11-20T12:00:02.007-03:00",
    "payment_method_id": "visa",
    "status": "approved",
    "status_detail": "accredited",
    "currency_id": "ARS",
    "live_mode": True,
    "collector_id": 100200300,
    "external_reference": "5f3c9c1e-0000-4000-8000-000000000001",
    "transaction_amount": 5000.1,
    "transaction_amount_refunded": 0,
    "refunds": [],
    "fee_details": [
        {"type": "mercadopago_fee", "amount": 314.51, "fee_payer": "collector"},
        {"type": "financing_fee", "amount": 99, "fee_payer": "payer"},
    ],
    "transaction_details": {"net_received_amount": 4685.59, "total_paid_amount": 5099.1},
    "money_release_date": "2026-11-30T12:00:01.250-03:00",
    "payer": {"id": "501020304", "email": "buyer@example.org"},
}
REFUND_FIELDS = {"id": 1500000001, "payment_id": 1300000001, "amount": 1500.5, "status": "approved"}
"""A payment and a refund as the provider sends them."""


PRICES = {
    "GATEWAY_PRICES_PACKAGES": "USD 4.99:50, USD 9.99:100:10, JPY 500:50, VND 50000:50",
    "GATEWAY_PRICES_RATES": "USD 1000:2026-11-28, JPY 10:2026-11-28, VND 0.1:2026-11-28",
}
"""Price lists at Stripe; the fake one takes no VND."""
DOLLARS: dict[str, Any] = {"amount": 0, "amount_minor": 499, "currency": "USD", "provider": "stripe"}
YEN: dict[str, Any] = DOLLARS | {"amount_minor": 500, "currency": "JPY"}


def payment_environment(provider: Provider, port: int) -> dict[str, str]:
    """Returns the settings of a service on this port with the fake provider."""
    secrets = {
        "GATEWAY_PAYMENTS_WEBHOOK_SECRET_PREVIOUS": PREVIOUS_SECRET,
        "GATEWAY_PAYMENTS_WEBHOOK_SECRET_TEST": TEST_SECRET,
    }
    return APP_ENV | payment_settings(provider, [f"http://127.0.0.1:{port}"]) | secrets | PRICES


def scripted_environment(provider: ScriptedServer, public_url: str) -> dict[str, str]:
    """Returns the settings of a service with a scripted provider."""
    return APP_ENV | {
        "GATEWAY_SERVER_PUBLIC_URL": public_url,
        "GATEWAY_PAYMENTS_PROVIDER": "fake",
        "GATEWAY_PAYMENTS_API_URL": provider.url,
        "GATEWAY_PAYMENTS_ACCESS_TOKEN": "token",
        "GATEWAY_PAYMENTS_WEBHOOK_SECRET": "secret",
        "GATEWAY_PAYMENTS_COLLECTOR_ID": "1",
        "GATEWAY_PAYMENTS_CHECKOUT_HOSTS": "pay.example,pay.example:8443",
        "GATEWAY_PAYMENTS_TIMEOUT_MS": "20000",
        "GATEWAY_STRIPE_ENABLED": "true",
        "GATEWAY_STRIPE_API_URL": provider.url,
        "GATEWAY_STRIPE_SECRET_KEY": "token",
        "GATEWAY_STRIPE_WEBHOOK_SECRET": "secret",
        "GATEWAY_STRIPE_CHECKOUT_HOSTS": "pay.example",
    }


@asynccontextmanager
async def open_mercadopago(
    provider: ScriptedServer | Provider, seconds: float, on_call: OnCall | None = None
) -> AsyncGenerator[MercadoPago]:
    """Opens the provider's client with this time limit."""
    is_fake = isinstance(provider, Provider)
    settings = PaymentSettings(
        api_url=provider.url,
        access_token=provider.token if is_fake else "our-token",
        collector_id=COLLECTOR_ID if is_fake else COLLECTOR,
        live_mode=not is_fake,
        timeout_ms=int(seconds * 1000),
    )
    client = MercadoPago(settings, on_call)
    try:
        yield client
    finally:
        await client.close()


async def insert_donation(world: World, account: str, coins: int = COINS, provider: str = MERCADOPAGO) -> str:
    """Inserts a pending donation of 5,000 pesos; returns its id."""
    donation = str(uuid.uuid4())
    await site(
        world,
        "INSERT INTO donations (id, account, character_id, character_name, amount, currency, base_coins, bonus_coins, "
        f"total_coins, provider, created_at) VALUES ('{donation}', '{account}', 1, 'Aurelion', 500000, 'ARS', {coins}, "
        f"0, {coins}, '{provider}', {int(time.time())})",
    )
    return donation


async def read_balances(world: World, account: str = "demo") -> dict[str, int]:
    """Returns the balances by kind, without those that were never used."""
    rows = await site(world, f"SELECT kind, balance FROM wallets WHERE owner = '{account}'")
    return {str(kind): int(balance) for kind, balance in rows}


async def wallet_balance(world: World, account: str) -> int:
    return (await read_balances(world, account)).get("wallet", 0)


async def set_fault(provider_http: httpx.AsyncClient, mode: str) -> None:
    assert (await provider_http.post("/_control/faults", json={"mode": mode})).status_code == 200


def checkout_order(donation: str, sealed_order: str = "", pesos: int = 5000) -> CheckoutOrder:
    """Each checkout ends at another time: Stripe repeats none that is equal."""
    url = "https://play.example/"
    return CheckoutOrder(
        donation_id=donation,
        title="57 coins",
        amount=pesos * 100,
        currency="ARS",
        success_url=url,
        failure_url=url,
        pending_url=url,
        notification_url=url,
        expires_at=next(_checkout_ends),
        sealed_order=sealed_order,
    )


async def pay_order(
    world: World, provider_http: httpx.AsyncClient, client: PaymentProvider, order: CheckoutOrder
) -> tuple[str, str]:
    """Pays a donation without a service. Returns the ids of the checkout and of the payment."""
    preference = await client.open_preference(order)
    await site(world, f"UPDATE donations SET preference_id = '{preference.id}' WHERE id = '{order.donation_id}'")
    return preference.id, await pay_checkout(provider_http, preference.init_point)


async def pay_checkout(provider_http: httpx.AsyncClient, url: str, outcome: str = "approved") -> str:
    """Returns the payment's reference: Mercado Pago adds it to the return URL."""
    response = await provider_http.post(url, data={"outcome": outcome})
    assert response.status_code == 303, response.text
    return response.headers.get("x-payment") or httpx.URL(response.headers["location"]).params["payment_id"]


class Donor:
    """A logged-in player with a character that receives coins. `payment_provider`: of donations that name none."""

    def __init__(
        self, http: httpx.AsyncClient, token: str, characters: list[dict[str, Any]], payment_provider: str | None
    ) -> None:
        self.http, self.headers, self.characters = http, bearer(token), characters
        self.payment_provider = payment_provider

    def form(self, **change: Any) -> dict[str, Any]:
        character = self.characters[0]
        form = {"amount": 5000, "character_id": character["id"], "character_name": character["name"]}
        urls = {f"{outcome}_url": RETURN_PATH + outcome for outcome in ("success", "failure", "pending")}
        provider_field = {"provider": self.payment_provider} if self.payment_provider else {}
        return form | urls | provider_field | change

    async def create(self, key: str = "", **change: Any) -> httpx.Response:
        headers = self.headers | ({"Idempotency-Key": key} if key else {})
        return await self.http.post("/api/donations/create", json=self.form(**change), headers=headers)

    async def create_donation(self, key: str = "", **change: Any) -> dict[str, Any]:
        response = await self.create(key, **change)
        assert response.status_code == 201, response.text
        return response.json()


async def log_in_donor(http: httpx.AsyncClient, name: str, payment_provider: str | None = None) -> Donor:
    token = await token_of(http, name)
    response = await http.get("/api/donations/characters", headers=bearer(token))
    return Donor(http, token, response.json()["data"], payment_provider)


class PaymentClient(Donor):
    """A donor at a service whose fake provider the test controls."""

    def __init__(self, world: World, provider: Provider, provider_http: httpx.AsyncClient, donor: Donor) -> None:
        self.world, self.provider, self.provider_http = world, provider, provider_http
        self.http, self.headers, self.characters = donor.http, donor.headers, donor.characters
        self.payment_provider = donor.payment_provider

    async def get(self, path: str) -> dict[str, Any]:
        response = await self.http.get(path, headers=self.headers)
        assert response.status_code == 200, response.text
        return response.json()

    async def pay(self, donation: dict[str, Any], outcome: str = "approved") -> str:
        """Returns the payment's reference."""
        return await pay_checkout(self.provider_http, donation["init_point"], outcome)

    async def change_payment(self, payment: str, **change: Any) -> None:
        response = await self.provider_http.post(f"/_control/payments/{payment}", json=change)
        assert response.status_code == 200, response.text

    async def set_fault(self, mode: str) -> None:
        await set_fault(self.provider_http, mode)

    async def send_webhook(
        self,
        payment: object,
        secret: str = "",
        *,
        webhook_id: int = 77,
        signed_at: float | None = None,
        headers: dict[str, str] | None = None,
        params: dict[str, str] | None = None,
        content: bytes | None = None,
    ) -> httpx.Response:
        """Sends a webhook as the provider does, or with changes."""
        timestamp_ms = int((signed_at or time.time()) * 1000)
        signature = signed((secret or self.provider.secret).encode(), str(payment), "r1", timestamp_ms)
        body = {"id": webhook_id, "type": "payment", "action": "payment.updated", "data": {"id": str(payment)}}
        return await self.http.post(
            "/api/donations/webhook",
            params={"data.id": str(payment), "type": "payment"} | (params or {}),
            content=json.dumps(body).encode() if content is None else content,
            headers=signature | (headers or {}),
        )

    async def inbox(self) -> dict[int, str]:
        """Returns the status of the webhooks by payment."""
        rows = await site(self.world, "SELECT payment_id, status FROM webhook_inbox")
        return {int(payment): str(status) for payment, status in rows}

    async def wait_until_idle(self) -> None:
        """Waits until the provider has sent all webhooks and the service has processed them."""

        async def is_idle() -> bool:
            pending = (await self.provider_http.get("/_control/on_their_way")).json()
            inbox = await self.inbox()
            waiting_payments = {payment for payment, status in inbox.items() if status == "waiting"}
            return pending == {"notices": 0} and waiting_payments <= set(UNKNOWN_PAYMENTS)

        await until(is_idle)

    async def donation(self, donation: dict[str, Any]) -> dict[str, Any]:
        return await self.get(f"/api/donations/{donation['donation_id']}")

    async def wait_for(self, donation: dict[str, Any], **fields: object) -> dict[str, Any]:
        """Returns the donation as soon as it has these values."""
        row: dict[str, Any] = {}

        async def has_values() -> bool:
            nonlocal row
            row = await self.donation(donation)
            return fields.items() <= row.items()

        try:
            await until(has_values)
        except TimeoutError:
            raise AssertionError(f"expected {fields}: {row}") from None
        return row


@asynccontextmanager
async def open_payment_client(world: World, provider: Provider, service: Service) -> AsyncGenerator[PaymentClient]:
    async with (
        httpx.AsyncClient(base_url=service.url, timeout=30) as http,
        httpx.AsyncClient(base_url=provider.url, timeout=30) as provider_http,
    ):
        await wait_for_answer(http, "/api/rankings/pvp")
        client = PaymentClient(world, provider, provider_http, await log_in_donor(http, "demo"))
        try:
            yield client
        finally:
            await client.set_fault("none")

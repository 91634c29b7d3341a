"""A service that takes money from the stand-in provider: what a buyer, the provider and a test do with it."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
from msgspec.structs import replace

from fixtures.installed import World
from fixtures.provider import Provider
from fixtures.provider.provider_settings import payment_settings
from fixtures.service import Service
from gateway.database.database import Database, Databases, limits_for
from gateway.tests.support.account_app import OWN, bearer, site, token_of
from gateway.tests.support.polling import answered
from gateway.tests.support.wait_until import until

BACK = "/player?tab=donations&status="
MADE_UP = range(900, 1000)
"""Payments of which a test tells and the provider does not know: the service goes on asking for them."""

PREVIOUS, TRIAL = "previous-secret", "trial-secret"


def environment(provider: Provider, port: int) -> dict[str, str]:
    """What the service is told of the stand-in, and of itself."""
    return (
        OWN
        | payment_settings(provider, [f"http://127.0.0.1:{port}"])
        | {"GATEWAY_PAYMENTS_WEBHOOK_SECRET_PREVIOUS": PREVIOUS, "GATEWAY_PAYMENTS_WEBHOOK_SECRET_TEST": TRIAL}
    )


@asynccontextmanager
async def site_door(world: World) -> AsyncGenerator[Database]:
    """The site's schema with the service's own login, and patience with a machine that has much to do."""
    limits = replace(limits_for(world.settings, "site"), queue_seconds=60.0)
    opened = Databases.open(world.settings, site=limits)
    try:
        yield opened.site
    finally:
        await opened.close()


class Shop:
    """Logged in as a player of a world; `http` is the gateway, `bank` the provider."""

    def __init__(self, world: World, provider: Provider, http: httpx.AsyncClient, bank: httpx.AsyncClient) -> None:
        self.world, self.provider, self.http, self.bank = world, provider, http, bank
        self.character: dict[str, Any] = {}

    async def form(self, amount: int = 5000, **change: Any) -> dict[str, Any]:
        if not self.character:
            found = await self.http.get("/api/donations/characters")
            self.character = found.json()["data"][0]
        form = {"amount": amount, "character_id": self.character["id"], "character_name": self.character["name"]}
        return form | {f"{word}_url": BACK + word for word in ("success", "failure", "pending")} | change

    async def begin(self, amount: int = 5000) -> dict[str, Any]:
        answer = await self.http.post("/api/donations/create", json=await self.form(amount), timeout=30)
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def choose(self, begun: dict[str, Any], outcome: str = "approved") -> str:
        """The payment's id, as the address of the return says."""
        answer = await self.bank.post(begun["init_point"], data={"outcome": outcome})
        assert answer.status_code == 303, answer.text
        return httpx.URL(answer.headers["location"]).params["payment_id"]

    async def turn(self, payment: str, **change: Any) -> None:
        answer = await self.bank.post(f"/_control/payments/{payment}", json=change)
        assert answer.status_code == 200, answer.text

    async def fault(self, mode: str) -> None:
        assert (await self.bank.post("/_control/faults", json={"mode": mode})).status_code == 200

    async def all_done(self) -> None:
        """Waits for notices of what is settled already, a look at a donation may have been faster than they are, and
        for what comes of those: the service answers them first and works afterwards."""

        async def is_told() -> bool:
            return (await self.bank.get("/_control/on_their_way")).json() == {"notices": 0}

        async def is_worked_through() -> bool:
            return all(status != "waiting" or int(payment) in MADE_UP for payment, status, _ in await self.inbox())

        await until(is_told)
        await until(is_worked_through)

    async def donation(self, begun: dict[str, Any]) -> dict[str, Any]:
        answer = await self.http.get(f"/api/donations/{begun['donation_id']}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def settled(self, begun: dict[str, Any], done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The donation as soon as it is as it should be."""
        found: dict[str, Any] = {}

        async def is_done() -> bool:
            nonlocal found
            found = await self.donation(begun)
            return done(found)

        try:
            await until(is_done)
        except TimeoutError:
            raise AssertionError(f"the donation stays as it is: {found}") from None
        return found

    async def coins(self) -> dict[str, int]:
        """Balances by the ledger's tables."""
        rows = await site(self.world, "SELECT kind, balance FROM wallets WHERE owner = 'demo'")
        return {str(kind): int(balance) for kind, balance in rows}

    async def tell(self, payment: object, secret: str = "", **change: Any) -> httpx.Response:
        """A notice as the provider sends it, or with something changed."""
        stamp = change.pop("ts", int(time.time() * 1000))
        body = {
            "id": change.pop("id", 77),
            "type": "payment",
            "action": "payment.updated",
            "data": {"id": str(payment)},
        }
        manifest = f"id:{payment};request-id:r1;ts:{stamp};"
        code = hmac.new((secret or self.provider.secret).encode(), manifest.encode(), hashlib.sha256).hexdigest()
        headers = {"x-signature": f"ts={stamp},v1={code}", "x-request-id": "r1"} | change.pop("headers", {})
        params = {"data.id": str(payment), "type": "payment"} | change.pop("params", {})
        content = change.pop("content", json.dumps(body).encode())
        assert not change
        return await self.http.post("/api/donations/webhook", params=params, content=content, headers=headers)

    async def all_answered(self) -> bool:
        return all(status != "waiting" for _, status, _ in await self.inbox())

    async def inbox(self) -> list[tuple[Any, ...]]:
        return [
            tuple(row) for row in await site(self.world, "SELECT payment_id, status, deliveries FROM webhook_inbox")
        ]


@asynccontextmanager
async def shop(world: World, provider: Provider, service: Service) -> AsyncGenerator[Shop]:
    async with (
        httpx.AsyncClient(base_url=service.url, timeout=30) as http,
        httpx.AsyncClient(base_url=provider.url, timeout=30) as bank,
    ):
        await answered(http, "/api/rankings/pvp")
        http.headers.update(bearer(await token_of(http, "demo")))
        made = Shop(world, provider, http, bank)
        try:
            yield made
        finally:
            await made.fault("none")

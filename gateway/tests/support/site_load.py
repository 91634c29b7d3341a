"""Load on one instance of the service: visitors and the player `demo` send requests of each kind in a sequence."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from uuid import uuid4

import httpx

from fixtures.world import PASSWORD
from gateway.tests.support.account_app import bearer, token_of
from gateway.tests.support.wait_until import until

Send = Callable[[], Awaitable[httpx.Response]]

DEMO = {"username": "demo2", "password": PASSWORD}
RAISED_LIMITS = {
    f"GATEWAY_LIMITS_{limit}": "100000"
    for limit in ("REGISTRATIONS", "REGISTRATIONS_TOTAL", "DONATIONS", "DELIVERIES", "SEED_ROTATIONS")
} | {"GATEWAY_ROULETTE_COOLDOWN_SECONDS": "0", "GATEWAY_ROULETTE_MAX_DAILY_SPINS": "0"}
"""Limits under which one player and one address make the requests of days in a moment."""

_RETURN_URLS = {f"{word}_url": f"/player/donations?status={word}" for word in ("success", "failure", "pending")}
_numbers = count(1)


class SiteLoad:
    """`answers`: kind → requests. `failures`: kind and status, or error → requests."""

    def __init__(self, http: httpx.AsyncClient, token: str) -> None:
        self.answers: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self._http, self._headers = http, bearer(token)
        self._requests: dict[str, Send] = {
            "rankings": lambda: http.get("/api/rankings/pvp", params={"page": next(_numbers) % 5 + 1}),
            "status": lambda: http.get("/api/server/status"),
            "login": lambda: http.post("/api/auth/login", json=DEMO),
            "register": lambda: http.post("/api/auth/register", json=_newcomer()),
            "characters": lambda: http.get("/api/player/characters", headers=self._headers),
            "coins": lambda: http.get("/api/player/coins", headers=self._headers),
        }

    async def add_money(self, provider: httpx.AsyncClient) -> None:
        """Adds spins, new seeds, donations, which are paid at once, and deliveries to the first character."""
        answer = await self._http.get("/api/donations/characters", headers=self._headers)
        character = answer.json()["data"][0]
        receiver = {"character_id": character["id"], "character_name": character["name"]}

        async def donate() -> httpx.Response:
            answer = await self._post("/api/donations/create", {"amount": 5000, **receiver, **_RETURN_URLS})
            if answer.is_success:
                await provider.post(answer.json()["init_point"], data={"outcome": "approved"})
            return answer

        self._requests |= {
            "spin": lambda: self._post("/api/roulette/spin"),
            "seeds": lambda: self._post("/api/roulette/fairness/rotate", {"client_seed": uuid4().hex}),
            "donation": donate,
            "delivery": lambda: self._post("/api/player/deliveries", {"character_id": character["id"], "amount": 3}),
        }

    async def _post(self, path: str, body: dict[str, object] | None = None) -> httpx.Response:
        return await self._http.post(path, json=body, headers={**self._headers, "Idempotency-Key": str(uuid4())})

    async def _repeat(self, kind: str) -> None:
        while True:
            try:
                answer = await self._requests[kind]()
                is_refused = kind == "spin" and answer.is_success and not answer.json()["success"]
                failure = "refused" if is_refused else "" if answer.is_success else str(answer.status_code)
            except httpx.HTTPError as error:
                failure = repr(error)
            self.answers[kind] += 1
            if failure:
                self.failures[f"{kind} {failure}"] += 1

    async def more(self, answers: int = 3) -> None:
        """Returns after so many more answers of each kind."""
        goals = {kind: self.answers[kind] + answers for kind in self._requests}

        async def has_reached() -> bool:
            return all(self.answers[kind] >= goal for kind, goal in goals.items())

        await until(has_reached)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        tasks = [asyncio.create_task(self._repeat(kind)) for kind in self._requests]
        try:
            await self.more()
            yield
            await self.more()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def site_load(url: str, *, money: bool = False) -> AsyncGenerator[SiteLoad]:
    """Runs the load on the service at this URL; `money`: see `add_money`."""
    # A service may close an idle connection while a request is on its way; browsers repeat that request.
    limits = httpx.Limits(max_keepalive_connections=0)
    async with (
        httpx.AsyncClient(base_url=url, timeout=30, limits=limits) as http,
        httpx.AsyncClient(timeout=30, limits=limits) as bank,
    ):
        load = SiteLoad(http, await token_of(http, "demo"))
        if money:
            await load.add_money(bank)
        async with load.running():
            yield load


def _newcomer() -> dict[str, str]:
    name = f"load{next(_numbers)}"
    return {"username": name, "email": f"{name}@example.org", "password": "secret-77"}

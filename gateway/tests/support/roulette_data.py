"""Spins of tests: rules without limits, fixed clocks, and many spins at once."""

import asyncio
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import httpx
from msgspec.structs import replace

from fixtures import site_schema
from fixtures.installed import World
from fixtures.site_schema import NOW, SETTINGS, credit, post_transfer
from gateway.database.database import Database
from gateway.features.ledger import post
from gateway.features.roulette.eligibility import SpinRules, spin_rules
from gateway.features.roulette.seeds import Clock, SeedPair, open_seed
from gateway.features.roulette.spin import CommittedSpin, SpinRefused, spin
from gateway.features.roulette.wheel import SLOTS, parse

CONCURRENT = 64
COST = 10
ZERO_WHEEL = parse(("TINY_WIN:0:1",) * SLOTS)
"""A wheel whose prizes are all 0."""


def rules_with(*, daily: int = 0, cooldown: int = 0, **changes: object) -> SpinRules:
    """The default wheel without limits, except for the given ones."""
    return replace(spin_rules(SETTINGS), max_daily_spins=daily, cooldown_seconds=cooldown, **changes)


def clock_at(moment: float) -> Clock:
    return lambda: moment


def server_seed(login: str, pair: SeedPair) -> str:
    seed = open_seed(spin_rules(SETTINGS).keys, login, pair.server_seed_hash, pair.sealed_seed)
    assert seed is not None
    return seed


async def fund(site: Database, login: str, coins: int) -> str:
    assert await post_transfer(site, post, credit(f"fund:{login}", login, coins)) == "done"
    return login


async def try_spin(
    site: Database,
    rules: SpinRules,
    login: str,
    key: str | None = None,
    at: float = NOW,
    proved_at: int | None = None,
) -> CommittedSpin | str:
    """Returns the spin, or the reason of its refusal."""
    try:
        return await spin(site, rules, login, key, clock_at(at), proved_at)
    except SpinRefused as error:
        return error.reason


async def must_spin(
    site: Database, rules: SpinRules, login: str, key: str | None = None, at: float = NOW
) -> CommittedSpin:
    outcome = await try_spin(site, rules, login, key, at)
    assert isinstance(outcome, CommittedSpin), outcome
    return outcome


async def spin_concurrently(
    sites: Sequence[Database],
    rules: SpinRules,
    login: str,
    keys: Iterable[str | None] = (None,) * CONCURRENT,
    at: float = NOW,
) -> tuple[list[CommittedSpin], Counter[str]]:
    """Spins at once over the clients in turn. Returns the spins, and the number of refusals by reason."""
    requests = (try_spin(sites[n % len(sites)], rules, login, key, at) for n, key in enumerate(keys))
    outcomes = await asyncio.gather(*requests)
    spins = [outcome for outcome in outcomes if isinstance(outcome, CommittedSpin)]
    return spins, Counter(outcome for outcome in outcomes if isinstance(outcome, str))


async def give_coins(world: World, login: str, coins: int) -> None:
    async with site_schema.connect(world.environment["GATEWAY_DATABASE_SITE_DSN"]) as site:
        assert await post_transfer(site, post, credit(f"given:{uuid.uuid4()}", login, coins)) == "done"


async def request_spin(http: httpx.AsyncClient, key: str = "") -> dict[str, Any]:
    response = await http.post("/api/roulette/spin", headers={"Idempotency-Key": key} if key else {}, timeout=60)
    assert response.status_code == 200, response.text
    assert response.headers["cache-control"] == "no-store"
    return response.json()

"""Queries of the roulette pages: totals, history and cooldown. They read without locks."""

from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.roulette.eligibility import SpinRules, cooldown_remaining, refusal, spins_left
from gateway.features.roulette.schemas import (
    RouletteCooldown,
    RouletteHistory,
    RouletteSpin,
    RouletteStats,
    WheelTable,
    slots_of,
)
from gateway.features.roulette.spin import VERSION, name_of, read_context, version_of
from gateway.features.roulette.wheel import Tier, Wheel, read


class StoredSpin(Struct, frozen=True):
    """`total` counts the spins before the limit."""

    seed_id: int
    nonce: int
    wheel_version: int
    position: int
    prize_tier: Tier
    cost: int
    prize: int
    client_seed: str
    created_at: int
    server_seed_hash: str
    server_seed: str | None
    total: int


class StoredWheel(Struct, frozen=True):
    version: int
    slots: str


STATS = query("roulette.stats", RouletteStats)
HISTORY = query("roulette.history", StoredSpin)
WHEELS = query("roulette.wheels", StoredWheel)


async def version(site: Database, wheel: Wheel, now: int) -> int:
    row = await site.one(VERSION, slots=wheel.text)
    return row.version if row else await ledger.run(site, lambda session: version_of(session, wheel, now))


async def stats(site: Database, login: str) -> RouletteStats:
    return await site.one(STATS, account=login) or RouletteStats(0, 0, 0, 0, 0)


async def history(site: Database, login: str, limit: int) -> RouletteHistory:
    rows = await site.read(HISTORY, account=login, limit=limit)
    versions = sorted({row.wheel_version for row in rows})
    wheels = await site.read(WHEELS, ids=versions) if versions else []
    return RouletteHistory(
        spins=[_spin(row) for row in rows],
        total=rows[0].total if rows else 0,
        wheels=[WheelTable(wheel.version, slots_of(read(wheel.slots))) for wheel in wheels],
    )


def _spin(row: StoredSpin) -> RouletteSpin:
    return RouletteSpin(
        id=name_of(row.seed_id, row.nonce),
        prize_tier=row.prize_tier,
        prize_won=row.prize,
        timestamp=datetime.fromtimestamp(row.created_at, UTC),
        position=row.position,
        cost=row.cost,
        nonce=row.nonce,
        client_seed=row.client_seed,
        server_seed_hash=row.server_seed_hash,
        wheel_version=row.wheel_version,
        server_seed=msgspec.UNSET if row.server_seed is None else row.server_seed,
    )


async def cooldown(site: Database, rules: SpinRules, login: str, now: int) -> RouletteCooldown:
    wallet, debt = ledger.wallet(login), ledger.debt(login)
    balances = await ledger.read_balances(site, [wallet, debt])
    context = await read_context(site, rules, login, None, now)
    account = context.eligibility(balances[wallet], balances[debt])
    reason = refusal(rules, account, now)
    return RouletteCooldown(
        can_spin=reason is None,
        reason=reason,
        cooldown_remaining=cooldown_remaining(rules, account, now),
        daily_spins_used=account.spins_today,
        daily_spins_left=spins_left(rules, account),
    )

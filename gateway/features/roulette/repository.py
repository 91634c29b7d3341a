"""What an account's spins come to, and what the page is told before the next one. Read without locks."""

from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.roulette.eligibility import Terms, cooldown_remaining, refusal, spins_left
from gateway.features.roulette.schemas import (
    RouletteCooldown,
    RouletteHistory,
    RouletteSpin,
    RouletteStats,
    tables_of,
)
from gateway.features.roulette.spin import VERSION, name_of, standing, version_of
from gateway.features.roulette.wheel import Tier, Wheel, read
from gateway.features.wallet.balances import books


class Sums(Struct, frozen=True):
    total_spins: int
    total_spent: int
    total_won: int
    biggest_win: int


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


STATS = query("roulette.stats", Sums)
HISTORY = query("roulette.history", StoredSpin)
WHEELS = query("roulette.wheels", StoredWheel)


async def version(site: Database, wheel: Wheel, now: int) -> int:
    found = await site.one(VERSION, slots=wheel.text)
    return found.version if found else await ledger.run(site, lambda session: version_of(session, wheel, now))


async def stats(site: Database, login: str) -> RouletteStats:
    found = await site.one(STATS, account=login) or Sums(0, 0, 0, 0)
    net = found.total_won - found.total_spent
    return RouletteStats(found.total_spins, found.total_spent, found.total_won, net, found.biggest_win)


async def history(site: Database, login: str, limit: int) -> RouletteHistory:
    rows = await site.read(HISTORY, account=login, limit=limit)
    versions = sorted({row.wheel_version for row in rows})
    wheels = await site.read(WHEELS, ids=versions) if versions else []
    return RouletteHistory(
        spins=[_spin(row) for row in rows],
        total=rows[0].total if rows else 0,
        wheels=tables_of((each.version, read(each.slots)) for each in wheels),
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


async def cooldown(site: Database, terms: Terms, login: str, now: int) -> RouletteCooldown:
    known = await books(site, login)
    found = await standing(site, terms, login, known.wallet, owes=known.debt > 0, now=now)
    reason = refusal(terms, found, now)
    return RouletteCooldown(
        can_spin=reason is None,
        reason=reason,
        cooldown_remaining=cooldown_remaining(terms, found, now),
        daily_spins_used=found.spins_today,
        daily_spins_left=spins_left(terms, found),
    )

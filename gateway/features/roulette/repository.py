"""Queries of the roulette pages: totals, history and cooldown. They read without locks."""

from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.roulette.eligibility import SpinRules, cooldown_remaining, refusal, spins_left
from gateway.features.roulette.schemas import RouletteCooldown, RouletteHistory, RouletteSpin, RouletteStats
from gateway.features.roulette.spin import name_of, read_context
from gateway.features.roulette.wheel import Tier
from gateway.features.roulette.wheel_versions import tables
from gateway.features.spending_limits import spin_limit


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
    created_at: datetime
    server_seed_hash: str
    operator_verifiable: int
    server_seed: str | None
    total: int


STATS = query("roulette.stats", RouletteStats)
HISTORY = query("roulette.history", StoredSpin)


async def stats(site: Database, login: str) -> RouletteStats:
    return await site.one(STATS, account=login) or RouletteStats(
        total_spins=0, total_spent=0, total_won=0, net_result=0, biggest_win=0
    )


async def history(site: Database, login: str, limit: int, cursor: tuple[int, int] = (0, 0)) -> RouletteHistory:
    """`cursor`: seed pair and nonce of the last spin of the previous page; an unknown spin gives an empty page."""
    seed_id, nonce = cursor
    rows = await site.read(HISTORY, account=login, before_seed=seed_id, before_nonce=nonce, limit=limit)
    return RouletteHistory(
        spins=[_spin(row) for row in rows],
        total=rows[0].total if rows else 0,
        wheels=await tables(site, (row.wheel_version for row in rows)),
    )


def _spin(row: StoredSpin) -> RouletteSpin:
    return RouletteSpin(
        id=name_of(row.seed_id, row.nonce),
        prize_tier=row.prize_tier,
        prize_won=row.prize,
        timestamp=row.created_at,
        position=row.position,
        cost=row.cost,
        nonce=row.nonce,
        client_seed=row.client_seed,
        server_seed_hash=row.server_seed_hash,
        wheel_version=row.wheel_version,
        operator_verifiable=bool(row.operator_verifiable),
        server_seed=msgspec.UNSET if row.server_seed is None else row.server_seed,
    )


async def cooldown(site: Database, rules: SpinRules, login: str, now: int) -> RouletteCooldown:
    wallet, debt = ledger.wallet(login), ledger.debt(login)
    balances = await ledger.read_balances(site, [wallet, debt])
    context = await read_context(site, rules, login, None, now)
    pair = context.pair(rules.keys, login)
    if pair:
        rules = pair.own_rules(rules)
    account = context.eligibility(balances[wallet], balances[debt], pair and pair.problem(rules, now))
    account = replace(account, own_limit=await spin_limit(site, login, rules.cost, rules.zone, now))
    reason = refusal(rules, account, now)
    return RouletteCooldown(
        can_spin=reason is None,
        reason=reason,
        cooldown_remaining=cooldown_remaining(rules, account, now),
        daily_spins_used=account.spins_today,
        daily_spins_left=spins_left(rules, account),
    )

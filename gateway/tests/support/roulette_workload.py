"""Random spins by many workers under idempotency keys, with a journal of requests and committed spins."""

import time

import msgspec

from gateway.database.database import Database
from gateway.features.roulette.spin import spin
from gateway.tests.support.databases import ask
from gateway.tests.support.ledger_workload import CrashResult, Journal, Record, run_requests
from gateway.tests.support.roulette_data import fund, rules_with
from gateway.tests.support.wallet_invariants import assert_consistent

PLAYERS = 6
REPLAYED_KEYS = 20
"""Answered keys that are requested again by `verify`."""

KEYS = ask("SELECT idempotency_key FROM roulette_spins WHERE idempotency_key IS NOT NULL")
DUPLICATES = ask("SELECT idempotency_key FROM roulette_spins GROUP BY account, idempotency_key HAVING COUNT(*) > 1")


class SpinJournal(Journal):
    """The outcome of a key is the committed spin as JSON, the same for each request."""

    def record(self, outcome: str, key: str) -> None:
        if outcome != "asked":
            assert self.outcomes.get(key, outcome) == outcome, f"{key}: another spin than before"
        super().record(outcome, key)


async def spin_outcome(site: Database, key: str) -> str:
    player = f"player{int(key.rpartition(':')[2]) % PLAYERS}"
    return msgspec.json.encode(await spin(site, rules_with(), player, key, time.time)).decode()


async def fund_players(site: Database) -> None:
    for number in range(PLAYERS):
        await fund(site, f"player{number}", 1_000_000)


async def run_workload(site: Database, record: Record, name: str) -> None:
    """Spins until the database is gone."""
    await run_requests(site, record, name, spin_outcome)


async def verify(site: Database, journal: Journal) -> CrashResult:
    """Answered spins are recorded and the ledger is consistent. Then repeats the unanswered and the last answered
    requests, which leaves each spun once, with the same result. Raises AssertionError.
    """
    recorded_keys = {row.value for row in await site.read(KEYS)}
    lost_keys = journal.outcomes.keys() - recorded_keys
    assert not lost_keys, f"answered and lost: {sorted(lost_keys)[:5]}"
    await assert_consistent(site)
    unanswered_keys, answered_keys = journal.unanswered_keys, list(journal.outcomes)
    for key in (*unanswered_keys, *answered_keys[-REPLAYED_KEYS:]):
        journal.record(await spin_outcome(site, key), key)
    assert await site.read(DUPLICATES) == []
    await assert_consistent(site)
    assert len(await site.read(KEYS)) == len(journal.requests.keys() | recorded_keys)
    return CrashResult(len(answered_keys), len(unanswered_keys), len(recorded_keys.intersection(unanswered_keys)))

"""Seed pairs: the active one, the next one whose hash is already published, and the rotation that reveals the first.

A player sees the hashes of both. The client seed is joined to a server seed whose hash is already published, and a
server seed is revealed only after its last draw.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.roulette.fairness import hashed

_SERVER_BYTES: Final = 32
_CLIENT_BYTES: Final = 8

Clock = Callable[[], float]


class ActiveSeedPair(Struct, frozen=True):
    """The pair of the next spin."""

    id: int
    server_seed: str
    client_seed: str
    nonce: int


class SeedPair(Struct, frozen=True):
    state: str
    server_seed: str
    server_seed_hash: str
    client_seed: str
    nonce: int


class SeedPairs(Struct, frozen=True):
    active: SeedPair
    next: SeedPair


PAIRS = query("roulette.pairs", SeedPair)
ADD = query("roulette.add_seed", None)
REVEAL = query("roulette.reveal", None)
ACTIVATE = query("roulette.activate", None)


async def shown(site: Database, login: str, clock: Clock) -> SeedPairs:
    """Returns both pairs; creates them for an account that has none."""
    pairs = _both(await site.read(PAIRS, account=login))
    return pairs or await ledger.run(site, lambda session: _read_or_create(session, login, int(clock())))


async def rotate(site: Database, login: str, client_seed: str | None, clock: Clock) -> tuple[SeedPair, SeedPairs]:
    """Returns the revealed pair and the new ones. Without a client seed the current one is kept."""

    async def work(session: Session) -> tuple[SeedPair, SeedPairs]:
        await ledger.lock_balances(session, [ledger.wallet(login)])  # excludes concurrent spins
        now = int(clock())
        before = await _read_or_create(session, login, now)
        await session.write(REVEAL, account=login, revealed_at=now)
        await session.write(ACTIVATE, account=login, client_seed=client_seed or before.active.client_seed)
        await _add(session, login, "next", now)
        return before.active, await _read_or_create(session, login, now)

    return await ledger.run(site, work)


async def _read_or_create(session: Session, login: str, now: int) -> SeedPairs:
    pairs = _both(await session.read(PAIRS, account=login))
    if pairs is None:
        await create(session, login, now)
        pairs = _both(await session.read(PAIRS, account=login))
    if pairs is None:
        raise AssertionError(f"{login} does not have one active and one next seed pair")
    return pairs


async def create(session: Session, login: str, now: int) -> None:
    """Creates the first two pairs; existing ones stay unchanged."""
    with suppress(DuplicateKey):
        for state in ("active", "next"):
            await _add(session, login, state, now)


def _both(pairs: list[SeedPair]) -> SeedPairs | None:
    return SeedPairs(*pairs) if [pair.state for pair in pairs] == ["active", "next"] else None


async def _add(session: Session, login: str, state: str, now: int) -> None:
    server_seed = secrets.token_hex(_SERVER_BYTES)
    await session.write(
        ADD,
        account=login,
        server_seed=server_seed,
        server_seed_hash=hashed(server_seed),
        state=state,
        client_seed=secrets.token_hex(_CLIENT_BYTES),
        created_at=now,
    )

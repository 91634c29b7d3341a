"""Seed pairs: the active one, the next one whose hash is already published, and the rotation that reveals the first.

A player sees the hashes of both. The client seed is joined to a server seed whose hash is already published: the
browser chooses it, and the service never does. A server seed is sealed until its last draw, and then revealed. A pair
draws on one wheel: the latest one at its creation, which is published with the hash. A rotation chooses no wheel: it
knows the client seed, so a choice among wheels of equal odds would be a choice of prizes.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.database.sealing import DataKeys, KeyLost, SealBroken, SealedRow
from gateway.features import ledger
from gateway.features.roulette.eligibility import SpinRules
from gateway.features.roulette.fairness import hash_of
from gateway.features.roulette.wheel_versions import version_of

_SERVER_BYTES: Final = 32

Clock = Callable[[], float]


class ClientSeedInUse(Exception):  # noqa: N818 - the rules refuse; nothing failed
    """A rotation asked for the client seed of the active pair; nothing was changed."""


class ClientSeedFixed(Exception):  # noqa: N818 - the rules refuse; nothing failed
    """The active pair has another client seed, or was spun without one; nothing was changed."""


class SeedPair(Struct, frozen=True):
    """`server_seed` is the clear text of a pair that the previous release made, else None."""

    id: int
    state: str
    server_seed: str | None
    sealed_seed: str | None
    server_seed_hash: str
    client_seed: str
    nonce: int
    wheel_version: int | None
    activated_at: int | None
    operator_verifiable: int

    @property
    def is_bound(self) -> bool:
        return self.wheel_version is not None and self.activated_at is not None


class SeedPairs(Struct, frozen=True):
    active: SeedPair
    next: SeedPair

    @property
    def ready(self) -> bool:
        """True if both seeds are sealed and have their wheels, and the active pair has its beginning."""
        has_wheels = self.active.is_bound and self.next.wheel_version is not None
        return has_wheels and bool(self.active.sealed_seed and self.next.sealed_seed)


class RestoredSeeds(Struct, frozen=True):
    """`accounts`: those with a seed in use that a backup brought back."""

    accounts: int


PAIRS = query("roulette.pairs", SeedPair)
RESTORED_SEEDS = query("roulette.restored_seeds", RestoredSeeds)
ADD = query("roulette.add_seed", None)
SEAL = query("roulette.seal", None)
BIND = query("roulette.bind", None)
BIND_NEXT = query("roulette.bind_next", None)
SET_CLIENT_SEED = query("roulette.set_client_seed", None)
REVEAL = query("roulette.reveal", None)
ACTIVATE = query("roulette.activate", None)


def row_of(login: str, server_seed_hash: str) -> SealedRow:
    return SealedRow("roulette_seeds", login, server_seed_hash)


def open_seed(keys: DataKeys, login: str, server_seed_hash: str, sealed_seed: str | None) -> str | None:
    """Returns the server seed; None if its key is lost, or if its text was changed."""
    try:
        return keys.open(sealed_seed or "", row_of(login, server_seed_hash))
    except (KeyLost, SealBroken):
        return None


async def pairs_of(site: Database, rules: SpinRules, login: str, clock: Clock) -> SeedPairs:
    """Returns both pairs; creates them for an account that has none."""
    pairs = _active_and_next(await site.read(PAIRS, account=login))
    if pairs and pairs.ready:
        return pairs

    async def work(session: Session) -> SeedPairs:
        await ledger.lock_balances(session, [ledger.wallet(login)])
        return await ensure(session, rules, login, int(clock()))

    return await ledger.run(site, work)


async def set_client_seed(site: Database, rules: SpinRules, login: str, client_seed: str, clock: Clock) -> SeedPairs:
    """Joins the browser's seed to the active pair, once and before its first spin. Raises ClientSeedFixed."""

    async def work(session: Session) -> SeedPairs:
        await ledger.lock_balances(session, [ledger.wallet(login)])  # excludes concurrent spins
        active = (await ensure(session, rules, login, int(clock()))).active
        changed_rows = await session.write(SET_CLIENT_SEED, id=active.id, client_seed=client_seed)
        if not changed_rows and active.client_seed != client_seed:
            raise ClientSeedFixed
        return await _existing(session, login)

    return await ledger.run(site, work)


async def rotate(
    site: Database, rules: SpinRules, login: str, client_seed: str, clock: Clock
) -> tuple[str | None, SeedPairs]:
    """Returns the revealed server seed (None: its key is lost) and the new pairs. Raises ClientSeedInUse."""

    async def work(session: Session) -> tuple[str | None, SeedPairs]:
        await ledger.lock_balances(session, [ledger.wallet(login)])  # excludes concurrent spins
        now = int(clock())
        pairs = await ensure(session, rules, login, now)
        if client_seed == pairs.active.client_seed:
            raise ClientSeedInUse
        revealed_seed = await advance(session, rules, login, pairs, client_seed, now)
        return revealed_seed, await _existing(session, login)

    return await ledger.run(site, work)


async def advance(
    session: Session, rules: SpinRules, login: str, pairs: SeedPairs, client_seed: str, now: int
) -> str | None:
    """Ends the active pair; the next one becomes active, on its own wheel. Returns the revealed seed.

    If the next seed cannot be opened, both pairs are replaced; the new ones have no client seed, since one that is
    known before the server seed is made proves nothing.
    """
    revealed_seed = await end(session, rules, login, pairs.active, now)
    next_pair = pairs.next
    if open_seed(rules.keys, login, next_pair.server_seed_hash, next_pair.sealed_seed) is None:
        await end(session, rules, login, next_pair, now)
        await create(session, rules, login, now)
        return revealed_seed
    await session.write(
        ACTIVATE,
        id=next_pair.id,
        client_seed=client_seed,
        verifiable=int(client_seed != ""),
        activated_at=now,
    )
    await _add(session, rules, login, "next", now)
    return revealed_seed


async def replace_next(session: Session, rules: SpinRules, login: str, pair: SeedPair, now: int) -> None:
    """Reveals the seed of the next pair, which was never used, and creates another one on the latest wheel."""
    await end(session, rules, login, pair, now)
    await _add(session, rules, login, "next", now)


async def end(session: Session, rules: SpinRules, login: str, pair: SeedPair, now: int) -> str | None:
    """Reveals the seed of the pair and returns it; None if its key is lost."""
    server_seed = open_seed(rules.keys, login, pair.server_seed_hash, pair.sealed_seed)
    await session.write(REVEAL, id=pair.id, server_seed=server_seed, revealed_at=now)
    return server_seed


async def end_both(session: Session, rules: SpinRules, login: str, now: int) -> None:
    """Reveals both seeds of an account, if it has any. The caller holds the wallet's lock."""
    if await session.read(PAIRS, account=login):
        pairs = await ensure(session, rules, login, now)
        for pair in (pairs.active, pairs.next):
            await end(session, rules, login, pair, now)


async def ensure(session: Session, rules: SpinRules, login: str, now: int) -> SeedPairs:
    """Returns both pairs, sealed and with their wheels; the caller holds the wallet's lock.

    Creates missing ones, and seals those that the previous release made. A next pair of that release gets the wheel of
    the active pair: the request may carry the client seed, so nothing is left to choose.
    """
    pairs = _active_and_next(await session.read(PAIRS, account=login))
    if pairs and pairs.ready:
        return pairs
    if pairs is None:
        await create(session, rules, login, now)
        pairs = await _existing(session, login)
    for pair in (pairs.active, pairs.next):
        if pair.server_seed is not None:
            sealed_seed = rules.keys.seal(pair.server_seed, row_of(login, pair.server_seed_hash))
            await session.write(SEAL, id=pair.id, sealed=sealed_seed)
    if not pairs.active.is_bound:
        await session.write(BIND, id=pairs.active.id, wheel_version=await version_of(session, rules, now), now=now)
    await session.write(BIND_NEXT, account=login)
    return await _existing(session, login)


async def create(session: Session, rules: SpinRules, login: str, now: int) -> None:
    """Creates both pairs; existing ones stay unchanged."""
    with suppress(DuplicateKey):
        await _add(session, rules, login, "active", now)
        await _add(session, rules, login, "next", now)


async def _existing(session: Session, login: str) -> SeedPairs:
    pairs = _active_and_next(await session.read(PAIRS, account=login))
    if pairs is None:
        raise AssertionError(f"{login} does not have one active and one next seed pair")
    return pairs


def _active_and_next(pairs: list[SeedPair]) -> SeedPairs | None:
    return SeedPairs(*pairs) if [pair.state for pair in pairs] == ["active", "next"] else None


async def _add(session: Session, rules: SpinRules, login: str, state: str, now: int) -> None:
    server_seed = secrets.token_hex(_SERVER_BYTES)
    server_seed_hash = hash_of(server_seed)
    await session.write(
        ADD,
        account=login,
        sealed_seed=rules.keys.seal(server_seed, row_of(login, server_seed_hash)),
        server_seed_hash=server_seed_hash,
        state=state,
        wheel_version=await version_of(session, rules, now),
        activated_at=now if state == "active" else None,
        created_at=now,
    )

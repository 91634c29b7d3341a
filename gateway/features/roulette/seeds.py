"""Seed pairs: the one in use, the one that is promised to follow it, and how the first is revealed.

A player is shown the hashes of both. He gives his own seed to a pair only when its hash has long been fixed, and a
server's seed is told only when no spin can be drawn from it any more.
"""

import secrets
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.roulette.fairness import hashed

_SERVER_BYTES: Final = 32
_CLIENT_BYTES: Final = 8

Clock = Callable[[], float]


class Active(Struct, frozen=True):
    """The pair that the next spin is drawn from."""

    id: int
    server_seed: str
    client_seed: str
    nonce: int


class Pair(Struct, frozen=True):
    state: str
    server_seed: str
    server_seed_hash: str
    client_seed: str
    nonce: int


class Pairs(Struct, frozen=True):
    active: Pair
    next: Pair


ACTIVE = query("roulette.active", Active)
PAIRS = query("roulette.pairs", Pair)
ADD = query("roulette.add_seed", None)
REVEAL = query("roulette.reveal", None)
ACTIVATE = query("roulette.activate", None)


async def active(session: Session, login: str, now: int) -> Active:
    """The pair in use, under the wallet's lock; made for whoever has none."""
    found = await session.one(ACTIVE, account=login)
    if found is None:
        await _open(session, login, now)
        found = await session.one(ACTIVE, account=login)
    if found is None:
        raise AssertionError(f"the seeds of {login} were made and are not there")
    return found


async def shown(site: Database, login: str, clock: Clock) -> Pairs:
    """Both pairs, made for whoever has none yet."""
    found = _both(await site.read(PAIRS, account=login))
    if found is None:
        await ledger.run(site, lambda session: _open(session, login, int(clock())))
        found = _both(await site.read(PAIRS, account=login))
    if found is None:
        raise AssertionError(f"the seeds of {login} were made and are not there")
    return found


async def rotate(site: Database, login: str, client_seed: str | None, clock: Clock) -> tuple[Pair, Pairs]:
    """The pair that is revealed, and those after it. Without a client seed the old one is kept."""

    async def work(session: Session) -> tuple[Pair, Pairs]:
        await ledger.balances(session, [ledger.wallet(login)])  # no spin is drawn meanwhile
        now = int(clock())
        await active(session, login, now)
        before = await _known(session, login)
        await session.write(REVEAL, account=login, revealed_at=now)
        await session.write(ACTIVATE, account=login, client_seed=client_seed or before.active.client_seed)
        await _add(session, login, "next", now)
        return before.active, await _known(session, login)

    return await ledger.run(site, work)


async def _known(session: Session, login: str) -> Pairs:
    found = _both(await session.read(PAIRS, account=login))
    if found is None:
        raise AssertionError(f"{login} has not one active pair of seeds and one to follow it")
    return found


def _both(pairs: list[Pair]) -> Pairs | None:
    return Pairs(*pairs) if [pair.state for pair in pairs] == ["active", "next"] else None


async def _open(session: Session, login: str, now: int) -> None:
    """The first two pairs; where somebody else has made them in the meantime, they are left as they are."""
    try:
        for state in ("active", "next"):
            await _add(session, login, state, now)
    except DuplicateKey:
        return


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

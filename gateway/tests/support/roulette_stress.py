"""Spins by many workers, with a journal of what was asked and what was answered; also as a process that can be killed.

python -m gateway.tests.support.roulette_stress DSN NAME
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable
from itertools import count

import msgspec

from fixtures import site_schema
from fixtures.site_schema import credit, posted
from gateway.database.database import Database, DatabaseUnavailable
from gateway.features.ledger import post
from gateway.features.roulette.spin import CommittedSpin, spin
from gateway.tests.support.databases import ask
from gateway.tests.support.roulette_data import sound, spun, terms

WORKERS = 16
PLAYERS = 6
AGAIN = 0.25  # of the spins repeat a key of before, or one that is on its way
ASKED_AGAIN = 20
Said = Callable[[str, CommittedSpin | None], None]
"""A key, and the spin that was answered; None: it is being asked."""

KEYS = ask("SELECT idempotency_key FROM roulette_spins WHERE idempotency_key IS NOT NULL")
TWICE = ask("SELECT idempotency_key FROM roulette_spins GROUP BY account, idempotency_key HAVING COUNT(*) > 1")


class Journal:
    """What was asked, and what was answered to it."""

    def __init__(self) -> None:
        self.asked: dict[str, None] = {}
        self.answered: dict[str, CommittedSpin] = {}
        self._heard = asyncio.Event()

    def say(self, key: str, answer: CommittedSpin | None) -> None:
        if answer is None:
            self.asked[key] = None
            return
        assert self.answered.setdefault(key, answer) == answer, "the same key was answered otherwise"
        self._heard.set()

    async def reach(self, answers: int) -> None:
        while len(self.answered) < answers:
            self._heard.clear()
            await self._heard.wait()

    @property
    def unanswered(self) -> list[str]:
        return [key for key in self.asked if key not in self.answered]


def player_of(key: str) -> str:
    return f"player{int(key.rpartition('-')[2]) % PLAYERS}"


async def make(site: Database) -> None:
    """The players, rich enough for whatever comes."""
    for number in range(PLAYERS):
        player = f"player{number}"
        assert await posted(site, post, credit(f"rich:{player}", player, 1_000_000)) == "done"


async def mix(site: Database, say: Said, name: str) -> None:
    """Spins until the database is gone."""
    numbers, asked = count(), [f"{name}-0"]

    async def work(worker: int) -> None:
        chance = random.Random(f"{name}:{worker}")
        for number in numbers:
            key = chance.choice(asked[-20:]) if chance.random() < AGAIN else f"{name}-{number}"
            asked.append(key)
            say(key, None)
            try:
                say(key, await spin(site, terms(), player_of(key), key, time.time))
            except DatabaseUnavailable:
                return

    await asyncio.gather(*(work(worker) for worker in range(WORKERS)))


async def verify(site: Database, journal: Journal) -> int:
    """Nothing answered is lost or otherwise, every rule of the books holds; then what got no answer is asked again,
    and the last answers are. How many of the former had been spun. Raises AssertionError.
    """
    there = {row.value for row in await site.read(KEYS)}
    lost = journal.answered.keys() - there
    assert not lost, f"answered and lost: {sorted(lost)[:5]}"
    await sound(site)
    arrived = len(there.intersection(journal.unanswered))
    for key in (*journal.unanswered, *list(journal.answered)[-ASKED_AGAIN:]):
        found = await spun(site, terms(), player_of(key), key, time.time)
        assert found == journal.answered.get(key, found), f"{key} was answered otherwise"
    assert await site.read(TWICE) == []
    await sound(site)
    assert len(await site.read(KEYS)) == len(journal.asked.keys() | there)
    return arrived


async def _process(dsn: str, name: str) -> None:
    def say(key: str, answer: CommittedSpin | None) -> None:
        print(key, msgspec.json.encode(answer).decode(), flush=True)

    async with site_schema.connect(dsn) as site:
        await mix(site, say, name)


if __name__ == "__main__":
    asyncio.run(_process(*sys.argv[1:]))

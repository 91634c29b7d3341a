"""The items of everybody who waits, in one scan: for families whose `items` has no index on the owner.

Such a question reads the whole of the largest table of the game. So there is at most one at a time, and one in
`items.scan_seconds`, over all processes; whoever asks meanwhile waits for the next. Who asked a short while ago rides
along, so that somebody who keeps looking rarely waits. What was found is good for a minute.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog
from cachetools import TLRUCache, TTLCache

from gateway.concurrency.background_tasks import ended
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.queries import query
from gateway.features.inventory.scan_coordination import (
    KEEP_SECONDS,
    REMEMBER_SECONDS,
    Asked,
    Board,
    Ended,
    Found,
    ItemRow,
)
from gateway.observability.logging import Rarely
from gateway.redis.cache import RedisDoor

MOST_OWNERS: Final = 200
"""Owners in one scan."""
MOST_ROWS: Final = 20_000
"""Rows that one scan brings; owners who no longer fit wait for the next."""
MOST_WAITING: Final = 2000
PATIENCE: Final = 3.0
"""How much longer than the pause between two scans, and the scan itself, a caller waits."""

_GATHER: Final = 0.05  # a page asks several things at once, of any process: they share the first scan
_POLL: Final = 0.1
_ANNOUNCE: Final = 1.0
_GONE: Final = 3 * _ANNOUNCE  # who has not been heard of for so long does not wait any more
_BREATH: Final = 1.0  # between two attempts to reach a database that is away
_KEPT_ROWS: Final = 200_000

OF_OWNERS = query("inventory.of_owners", ItemRow)

log = structlog.stdlib.get_logger("gateway.inventory")
rarely = Rarely(log)


class _Wait:
    """One owner that somebody here waits for. The answer is None for a refusal."""

    def __init__(self, now: float) -> None:
        self.since = now
        self.looked = -1.0  # which end of a scan it last looked for its answer after
        self.answer: asyncio.Future[list[ItemRow] | None] = asyncio.get_running_loop().create_future()

    def settle(self, answer: list[ItemRow] | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)


class Scans:
    """Answers from what scans found, and scans when it is time."""

    def __init__(self, game: Database, redis: RedisDoor | None, every: float) -> None:
        # One connection of its own, with room for the rows of many: the pool of the others is not held up.
        limits = msgspec.structs.replace(game.limits, rows=MOST_ROWS, connections=1)
        self._door = game.beside(limits)
        self._every = every
        self._longest = limits.statement_ms / 1000
        self._board = Board(redis, hashlib.sha256(game.dsn.place.encode()).hexdigest()[:12])
        self._found: TLRUCache[int, Found] = TLRUCache(
            _KEPT_ROWS,
            ttu=lambda _owner, found, _now: found.at + KEEP_SECONDS,
            timer=time.time,
            getsizeof=lambda found: 1 + len(found.rows),
        )
        self._asked: TTLCache[int, Asked] = TTLCache(MOST_WAITING, REMEMBER_SECONDS)
        self._waits: dict[int, _Wait] = {}
        self._not_before = 0.0
        self._announced = 0.0
        self._runner: asyncio.Task[None] | None = None

    async def rows(self, owners: Sequence[int]) -> dict[int, list[ItemRow]]:
        """The items of each owner, at most a minute old.

        Waits for the next scan for as long as that may take; raises DatabaseUnavailable then, or when the scan failed.
        Whoever goes away while he waits takes nothing from the others.
        """
        now = time.time()
        found = {owner: kept.rows for owner in owners if (kept := self._found.get(owner))}
        self._asked.update({owner: Asked(0.0, now) for owner in owners})
        waits = {owner: self._wait(owner, now) for owner in owners if owner not in found}
        if not waits:
            return found
        answers = [wait.answer for wait in waits.values()]
        _, late = await asyncio.wait(answers, timeout=self._every + self._longest + PATIENCE)
        if late:
            raise DatabaseUnavailable("game", "no scan of the items came to its turn in time")
        for owner, wait in waits.items():
            if (rows := wait.answer.result()) is None:
                raise DatabaseUnavailable("game", "the scan of the items failed")
            found[owner] = rows
        return found

    async def close(self) -> None:
        if self._runner:
            await ended([self._runner])
        self._refuse()  # a runner that was ended before it began refuses nobody
        await self._door.close()

    def _wait(self, owner: int, now: float) -> _Wait:
        if owner not in self._waits:
            if len(self._waits) >= MOST_WAITING:
                raise DatabaseUnavailable("game", "too many wait for a scan of the items")
            self._waits[owner] = _Wait(now)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())
        return self._waits[owner]

    async def _run(self) -> None:
        """Lives as long as anybody waits."""
        try:
            await self._announce()
            await asyncio.sleep(_GATHER)
            while self._waits:
                await self._look()
                if self._waits and time.time() >= self._not_before and await self._take():
                    await self._scan()
                elif self._waits:
                    await self._announce()
                    await asyncio.sleep(_POLL)
        except Exception:
            log.exception("items_scan_broken")
        finally:
            self._refuse()

    async def _take(self) -> bool:
        return await self._board.take(max(self._every, self._longest + 1))

    async def _look(self) -> None:
        """Whether another process has found what is waited for here, or has failed at it."""
        ended = await self._board.ended()
        if ended and not ended.well and time.time() < ended.at + self._every:
            self._refuse()
        mark = ended.at if ended else 0.0
        for owner, wait in list(self._waits.items()):
            if wait.looked != mark:
                wait.looked = mark
                if found := await self._board.found(owner):
                    self._hold(owner, found)

    async def _announce(self) -> None:
        now = time.time()
        if now - self._announced >= _ANNOUNCE:
            self._announced = now
            await self._board.ask(self._asking(now))

    def _asking(self, now: float) -> dict[int, Asked]:
        return {**self._asked, **{owner: Asked(wait.since, now) for owner, wait in self._waits.items()}}

    async def _scan(self) -> None:
        began = time.time()
        self._not_before = began + self._every
        asked = await self._board.asked(began) | self._asking(began)
        owners = _chosen(asked, began)
        try:
            rows = await self._door.read(OF_OWNERS, ids=owners, count=MOST_ROWS)
        except DatabaseUnavailable as wrong:
            rarely.warning("items_scan_failed", reason=str(wrong), owners=len(owners))
            await self._fail(wrong)
            return
        answers = by_owner(owners, rows)
        log.debug("items_scanned", owners=len(owners), rows=len(rows), seconds=round(time.time() - began, 3))
        for owner, its in answers.items():
            self._hold(owner, Found(began, its))
        for owner, its in answers.items():
            await self._board.keep(owner, Found(began, its))
        await self._board.end(Ended(time.time(), True))
        await self._board.ask({owner: Asked(0.0, asked[owner].seen) for owner in answers})
        await self._board.rest(self._not_before - time.time())

    async def _fail(self, wrong: DatabaseUnavailable) -> None:
        """A scan that the database ended is not tried again before its time; one that never began may be."""
        if type(wrong) is DatabaseUnavailable and not wrong.code:
            self._not_before = time.time() + _BREATH
        else:
            await self._board.end(Ended(time.time(), False))
        await self._board.rest(self._not_before - time.time())
        self._refuse()

    def _hold(self, owner: int, found: Found) -> None:
        self._found[owner] = found
        if wait := self._waits.pop(owner, None):
            wait.settle(found.rows)

    def _refuse(self) -> None:
        waits, self._waits = self._waits, {}
        for wait in waits.values():
            wait.settle(None)


def _chosen(asked: dict[int, Asked], now: float) -> list[int]:
    """Who waits, longest first; then who asked of late, latest first. As many as fit one scan."""
    waiting = {owner: each for owner, each in asked.items() if each.since and now - each.seen <= _GONE}
    riding = [owner for owner in asked if owner not in waiting]
    first = sorted(waiting, key=lambda owner: waiting[owner].since)
    return (first + sorted(riding, key=lambda owner: -asked[owner].seen))[:MOST_OWNERS]


def by_owner(owners: Sequence[int], rows: Sequence[ItemRow], most: int = MOST_ROWS) -> dict[int, list[ItemRow]]:
    """Rows, ordered by owner, to each owner his own; an owner without any has an empty list.

    Where the limit cut them off, the last one's are not all there: he and those after him are left out, unless he is
    the first.
    """
    answers: dict[int, list[ItemRow]] = {owner: [] for owner in owners}
    for row in rows:
        answers[row.owner_id].append(row)
    if len(rows) < most or rows[0].owner_id == rows[-1].owner_id:
        return answers if len(rows) < most else {rows[0].owner_id: answers[rows[0].owner_id]}
    return {owner: its for owner, its in answers.items() if owner < rows[-1].owner_id}


__all__ = ["ItemRow", "Scans", "by_owner"]

"""Deliveries into the game's own table, at most once each.

The row there and our own `deliveries` are two systems, so one comes first: the claim, for good and all, and then one
row, written once. Between the two a crash or a reply that is lost leaves a claim of which nobody knows whether its row
was written. It is looked for from then on. Where it is found, all is well; where it is not, it may have been handed
out and deleted already, so it is never written again: after ten minutes the delivery is stuck, and an operator who can
look into the game settles it.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

import structlog
from msgspec import Struct

from gateway.database.database import Database, DatabaseError, DatabaseUnavailable, DuplicateKey
from gateway.database.queries import query
from gateway.features.deliveries.game_table.game_tables import HandoverError, Shape, add, find, standing, uptime
from gateway.features.deliveries.game_table.rows import (
    Parcel,
    Standing,
    Unfit,
    check,
    in_the_way,
    may_be_lost,
    second_of,
    verdict,
)
from gateway.observability.logging import Rarely

OPEN_ROWS: Final = 200
NEW_ROWS: Final = 50
"""Rows of one look: enough for hundreds a minute, and little to the live game."""
PROMPT_SECONDS: Final = 20
"""A process that was frozen between its claim and its row for longer than this writes none: the claim may have been
found stuck and settled meanwhile."""

log = structlog.stdlib.get_logger("gateway.deliveries")
rarely = Rarely(log)


class New(Struct, frozen=True):
    id: int
    character_id: int
    item_id: int
    amount: int


class Open(Struct, frozen=True):
    id: int
    character_id: int
    item_id: int
    amount: int
    handover_second: int
    claimed_at: int
    handed_at: int | None


WAITING = query("handover.waiting", New)
CLAIM = query("handover.claim", None)
OPEN = query("handover.open", Open)
HANDED = query("handover.handed", None)
LOST = query("handover.lost", None)
CONFIRM = query("handover.confirm", None)


class Courier:
    """`table`: asks for the name of the family's table and raises HandoverError where it has none."""

    def __init__(
        self,
        site: Database,
        game: Database,
        table: Callable[[], Awaitable[str]],
        *,
        sender: str,
        coins: str,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._site, self._game, self._table = site, game, table
        self._sender, self._coins, self._now = sender, coins, now
        self._shape: Shape | None = None
        self._after = 0
        self._written: set[int] = set()
        """Deliveries whose row was acknowledged and not yet noted down."""

    async def close(self) -> None:
        await self._game.close()

    async def work(self) -> int:
        """One look at what was handed out, then what waits; how many rows were written.

        Raises DatabaseUnavailable; what does not go away by itself is logged, for an operator to run the doctor.
        """
        try:
            shape = self._shape = self._shape or await find(self._game, await self._table())
            return await self._work(shape)
        except (HandoverError, DatabaseError) as wrong:
            self._shape = None  # the table may be another when it is back
            if isinstance(wrong, DatabaseUnavailable):
                raise
            rarely.warning("handover_impossible", reason=str(wrong))
        return 0

    async def _work(self, shape: Shape) -> int:
        # What is open is read before the table: a row that was known to stand and does not now has gone in between.
        opened = await self._site.read(OPEN, after=self._after, limit=OPEN_ROWS)
        self._after = opened[-1].id if len(opened) == OPEN_ROWS else 0
        new = self._fit(shape, await self._site.read(WAITING, limit=NEW_ROWS))
        rows = await standing(self._game, shape, [*(_parcel(each) for each in opened), *new])
        for each in opened:
            await self._settle(shape, each, rows)
        new = [parcel for parcel in new if not in_the_way(parcel, rows, alike=shape.alike)]
        if not new:
            return 0
        await self._game.write(shape.probe)  # whatever keeps a row out keeps this out, and nothing is claimed
        return sum([await self._hand_over(shape, parcel) for parcel in new])

    def _fit(self, shape: Shape, waiting: Sequence[New]) -> list[Parcel]:
        second, found = second_of(self._now()), list[Parcel]()
        for each in waiting:
            try:
                found.append(
                    check(Parcel(each.id, each.character_id, each.item_id, each.amount, second), shape.item_most)
                )
            except Unfit as wrong:
                rarely.warning("delivery_unfit", delivery=each.id, table=shape.table, reason=str(wrong))
        return found

    async def _settle(self, shape: Shape, each: Open, rows: Sequence[Standing]) -> None:
        parcel, handed = _parcel(each), each.handed_at is not None or each.id in self._written
        became = verdict(parcel, rows, handed=handed, keeps=shape.keeps)
        if became == "given" and not shape.keeps and await self._may_be_lost(each):
            became = "unknown"
        if became == "given":
            receipt = f"{shape.table}: {parcel.text}"
            await self._site.write(CONFIRM, id=each.id, now=int(self._now()), receipt=receipt)
            log.info("handed_out", delivery=each.id, table=shape.table)
        elif became == "waits" and each.handed_at is None:
            await self._site.write(HANDED, id=each.id, now=int(self._now()))
        elif became == "unknown" and handed:
            await self._site.write(LOST, id=each.id)
            log.error("handover_row_vanished", delivery=each.id, table=shape.table)
        self._written.discard(each.id)

    async def _may_be_lost(self, each: Open) -> bool:
        # Asked after the table was read: a server that began anew in between has lost nothing that we saw gone.
        now = self._now()
        return may_be_lost(each.claimed_at, each.handed_at or int(now), now, await uptime(self._game))

    async def _hand_over(self, shape: Shape, parcel: Parcel) -> bool:
        claimed_at = self._now()
        try:
            claimed = await self._site.write(CLAIM, id=parcel.id, now=int(claimed_at), second=parcel.second)
        except DuplicateKey:
            return False  # its receiver had a row of this second: the next look takes another
        if not claimed or abs(self._now() - claimed_at) > PROMPT_SECONDS:
            return False
        try:
            await add(self._game, shape, parcel, sender=self._sender, coins=self._coins)
        except DatabaseError as error:
            log.error("handover_uncertain", delivery=parcel.id, table=shape.table, reason=str(error))
            with suppress(DatabaseError):
                await self._look_for(shape, parcel)
            raise
        self._written.add(parcel.id)
        await self._site.write(HANDED, id=parcel.id, now=int(self._now()))
        self._written.discard(parcel.id)
        return True

    async def _look_for(self, shape: Shape, parcel: Parcel) -> None:
        """At once, before the game takes the row away."""
        rows = await standing(self._game, shape, [parcel])
        if verdict(parcel, rows, handed=False, keeps=shape.keeps) != "unknown":
            await self._site.write(HANDED, id=parcel.id, now=int(self._now()))


def _parcel(each: Open) -> Parcel:
    return Parcel(each.id, each.character_id, each.item_id, each.amount, each.handover_second)

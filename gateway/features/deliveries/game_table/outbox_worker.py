"""Outbox worker: writes deliveries into the game's own table, each at most once.

No transaction spans both databases. We claim first, then insert once (at-most-once); an unknown outcome goes to manual
resolution. After a crash or a lost reply between claim and insert, the worker only looks for the row: if it appears,
the delivery continues. If it does not, it may have been delivered and deleted already, so it is never written again;
after ten minutes the delivery is stuck, and an operator who can look into the game resolves it.

A row that the game has removed is given, not delivered: `SaveTracker` waits for the game's save.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import structlog
from msgspec import Struct

from gateway.database.database import Database, DatabaseError, DatabaseUnavailable, DuplicateKey
from gateway.database.queries import query
from gateway.features.deliveries.game_table.game_tables import (
    GameTableError,
    TableKind,
    add_row,
    existing_rows,
    find_table,
    table_of,
    uptime,
)
from gateway.features.deliveries.game_table.rows import (
    DeliveryRow,
    ExistingRow,
    UnsupportedDelivery,
    conflicts,
    may_be_lost,
    outcome,
    row_timestamp,
    validate,
)
from gateway.features.deliveries.game_table.save_tracker import CONFIRM, GoneRow, SaveTracker
from gateway.observability.logging import RateLimitedLogger

OPEN_BATCH: Final = 200
NEW_BATCH: Final = 50
"""Rows of one pass: enough for hundreds a minute, and a small load on the live game."""
CLAIM_TO_INSERT_SECONDS: Final = 20
"""A process that was suspended for longer between claim and insert does not insert: the claim may have been resolved as
stuck meanwhile."""

log = structlog.stdlib.get_logger("gateway.deliveries")
rate_limited_log = RateLimitedLogger(log)


class PendingDelivery(Struct, frozen=True):
    id: int
    character_id: int
    item_id: int
    amount: int

    def row(self, second: int) -> DeliveryRow:
        return DeliveryRow(
            id=self.id, receiver=self.character_id, item_id=self.item_id, amount=self.amount, second=second
        )


class ClaimedDelivery(PendingDelivery, frozen=True):
    handover_second: int
    claimed_at: int
    handed_at: int | None


PENDING_DELIVERIES = query("outbox.pending", PendingDelivery)
CLAIM = query("outbox.claim", None)
CLAIMED_DELIVERIES = query("outbox.claimed_deliveries", ClaimedDelivery)
MARK_WRITTEN = query("outbox.mark_written", None)
MARK_LOST = query("outbox.mark_lost", None)


class OutboxWorker:
    """`game` is the client of the game's table; `saves` follows what the game takes from it."""

    def __init__(
        self,
        site: Database,
        game: Database,
        saves: SaveTracker,
        *,
        sender: Callable[[], str],
        coins: Callable[[], str],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._site = site
        self._game = game
        self.saves = saves
        self._sender = sender
        self._coins = coins
        self._now = now
        self._kind: TableKind | None = None
        self._last_claimed_id = self._last_pending_id = 0
        """Ends of the last batches, or 0 after the last one: deliveries that wait do not hold others back."""
        self._round_began_at = 0
        """When the first batch of claimed deliveries was read."""
        self._unrecorded_ids: set[int] = set()
        """Deliveries with an acknowledged insert that is not recorded in our own table yet."""

    async def close(self) -> None:
        await self._game.close()

    async def work(self) -> int:
        """One pass: checks claimed deliveries, then writes pending ones. Returns the number of rows written.

        Raises DatabaseUnavailable; permanent errors are logged, for an operator to run the doctor.
        """
        try:
            kind = self._kind = self._kind or await find_table(self._game, table_of(await self.saves.family()))
            return await self._work(kind)
        except (GameTableError, DatabaseError) as error:
            self._kind = None  # the table may have changed by the next pass
            if isinstance(error, DatabaseUnavailable):
                raise
            rate_limited_log.warning("game_table_unusable", reason=str(error))
        return 0

    async def _work(self, kind: TableKind) -> int:
        # Claimed deliveries are read before the table: a row that was recorded and is now missing has left in between.
        if not self._last_claimed_id:
            self._round_began_at = int(self._now())
        claimed_deliveries = await self._site.read(CLAIMED_DELIVERIES, after=self._last_claimed_id, limit=OPEN_BATCH)
        self._last_claimed_id = claimed_deliveries[-1].id if len(claimed_deliveries) == OPEN_BATCH else 0
        pending_deliveries = await self._site.read(PENDING_DELIVERIES, after=self._last_pending_id, limit=NEW_BATCH)
        self._last_pending_id = pending_deliveries[-1].id if len(pending_deliveries) == NEW_BATCH else 0
        new_rows = self._supported_rows(kind, pending_deliveries)
        existing = await existing_rows(
            self._game, kind, [*(delivery.row(delivery.handover_second) for delivery in claimed_deliveries), *new_rows]
        )
        gone_rows = [row for delivery in claimed_deliveries if (row := await self._settle(kind, delivery, existing))]
        await self._hand_on(gone_rows, is_needed=bool(claimed_deliveries))
        new_rows = [row for row in new_rows if not conflicts(row, existing, deletes_by_content=kind.deletes_by_content)]
        if not new_rows:
            return 0
        await self._game.write(kind.probe)  # fails for every reason that an insert would fail, before a claim
        return sum([await self._deliver(kind, row) for row in new_rows])

    def _supported_rows(self, kind: TableKind, pending: Sequence[PendingDelivery]) -> list[DeliveryRow]:
        second, rows = row_timestamp(self._now()), list[DeliveryRow]()
        for delivery in pending:
            try:
                rows.append(validate(delivery.row(second), kind.item_max))
            except UnsupportedDelivery as error:
                rate_limited_log.warning(
                    "delivery_unsupported", delivery=delivery.id, table=kind.table, reason=str(error)
                )
        return rows

    async def _settle(
        self, kind: TableKind, delivery: ClaimedDelivery, existing: Sequence[ExistingRow]
    ) -> GoneRow | None:
        """Records what the table says of a claimed delivery. Returns its row if the game has removed it."""
        row = delivery.row(delivery.handover_second)
        row_seen = delivery.handed_at is not None or delivery.id in self._unrecorded_ids
        state = outcome(row, existing, row_seen=row_seen, marks_delivered=kind.marks_delivered)
        if state == "delivered" and not kind.marks_delivered and await self._may_be_lost(delivery):
            state = "unknown"
        gone_row: GoneRow | None = None
        if state == "delivered":
            receipt = f"{kind.table}: {row.text}"
            gone_row = GoneRow(
                id=row.id,
                character_id=row.receiver,
                item_id=row.item_id,
                amount=row.amount,
                claimed_at=delivery.claimed_at,
                receipt=receipt,
            )
        elif state == "waiting" and delivery.handed_at is None:
            await self._site.write(MARK_WRITTEN, id=delivery.id, now=int(self._now()))
        elif state == "unknown" and row_seen:
            await self._site.write(MARK_LOST, id=delivery.id)
            log.error("delivery_row_lost", delivery=delivery.id, table=kind.table)
        self._unrecorded_ids.discard(delivery.id)
        return gone_row

    async def _hand_on(self, gone_rows: Sequence[GoneRow], *, is_needed: bool) -> None:
        """Hands the rows that the game has removed to the tracker of its saves."""
        seen_until = await self.saves.rows_seen_until()
        if seen_until is None:
            # The first round of this release: what the game took before was delivered by the rule of the previous one.
            for row in gone_rows:
                await self._site.write(
                    CONFIRM, id=row.id, now=int(self._now()), receipt=row.receipt, saved_at=None, saved_by=None
                )
        else:
            await self.saves.mark_gone(gone_rows, seen_until)
        if not self._last_claimed_id and (is_needed or seen_until is None):
            await self.saves.keep_rows_seen(self._round_began_at)

    async def _may_be_lost(self, delivery: ClaimedDelivery) -> bool:
        # The uptime is read after the table: a restart in between has not lost a row that we saw missing before it.
        now = self._now()
        return may_be_lost(delivery.claimed_at, delivery.handed_at or int(now), now, await uptime(self._game))

    async def _deliver(self, kind: TableKind, row: DeliveryRow) -> bool:
        claimed_at = self._now()
        try:
            is_claimed = await self._site.write(CLAIM, id=row.id, now=int(claimed_at), second=row.second)
        except DuplicateKey:
            return False  # the receiver has a row of this second; the next pass takes another
        if not is_claimed or abs(self._now() - claimed_at) > CLAIM_TO_INSERT_SECONDS:
            return False
        try:
            await add_row(self._game, kind, row, sender=self._sender(), coins=self._coins())
        except DatabaseError as error:
            log.error("delivery_outcome_unknown", delivery=row.id, table=kind.table, reason=str(error))
            with suppress(DatabaseError):
                await self._look_for(kind, row)
            raise
        self._unrecorded_ids.add(row.id)
        await self._site.write(MARK_WRITTEN, id=row.id, now=int(self._now()))
        self._unrecorded_ids.discard(row.id)
        return True

    async def _look_for(self, kind: TableKind, row: DeliveryRow) -> None:
        """Looks for the row at once, before the game can remove it."""
        existing = await existing_rows(self._game, kind, [row])
        if outcome(row, existing, row_seen=False, marks_delivered=kind.marks_delivered) != "unknown":
            await self._site.write(MARK_WRITTEN, id=row.id, now=int(self._now()))

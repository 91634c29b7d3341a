"""Tracks what the game has taken from its table until a save is proven, or an operator has to decide.

It reads the receivers through the view `characters` and the runs of the game from the site schema. It posts nothing to
the ledger: coins go back to a wallet by an operator's command alone.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.installation import OWNER_INDEX, RECORDED_VALUE
from gateway.database.queries import query
from gateway.features.deliveries.game_table.saves import (
    READ_SECONDS,
    RESTART_SECONDS,
    GameWatch,
    GivenDelivery,
    Look,
    ReceiverRow,
    SaveProof,
    Verdict,
    continue_watch,
    is_saved_at_once,
    judge,
    last_answer,
)
from gateway.features.inventory.handlers import MONEY
from gateway.features.server_status.game_runs import GameRun, runs_since
from gateway.game.families import Family

WATCH_SECONDS: Final = 5
"""Period of the job."""
BATCH: Final = 200
SEEN = "deliveries_seen"
WATCHED = "game_watched"
ANSWERED = "game_answered"

log = structlog.stdlib.get_logger("gateway.deliveries")


class GoneRow(Struct, frozen=True, kw_only=True):
    """A delivery with a row that is missing now. `claimed_at`: before the row was written; `receipt` names the row."""

    id: int
    character_id: int
    item_id: int
    amount: int
    claimed_at: int
    receipt: str


class Position(Struct, frozen=True):
    job: str
    reached: int


POSITIONS = query("outbox.positions", Position)
KEEP_POSITION = query("outbox.keep_position", None)
RECEIVERS = query("characters.receivers", ReceiverRow)
MARK_GONE = query("outbox.mark_gone", None)
GIVEN_DELIVERIES = query("outbox.given_deliveries", GivenDelivery)
NOTE_SAVE = query("outbox.note_save", None)
MARK_UNCONFIRMED = query("outbox.mark_unconfirmed", None)
CONFIRM = query("outbox.confirm", None)


class SaveTracker:
    """`game` reads the views of the game; `family` returns its family. `is_delivering`: new rows may be taken."""

    def __init__(
        self,
        site: Database,
        game: Database,
        family: Callable[[], Awaitable[Family]],
        *,
        is_delivering: bool = True,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._site = site
        self._game = game
        self.family = family
        self._now = now
        self._is_delivering = is_delivering
        self._looks: dict[int, Look] = {}
        """Last look at the receiver of each delivery."""
        self._positions: dict[str, int] | None = None
        self._last_id = 0

    def forget(self) -> None:
        """Another process has continued, or will."""
        self._looks.clear()
        self._positions = None
        self._last_id = 0

    async def rows_seen_until(self) -> int | None:
        """Returns the time of the last complete look at the rows; None before the first one of this release."""
        return (await self._stored_positions()).get(SEEN)

    async def keep_rows_seen(self, at: int) -> None:
        await self._keep(SEEN, at)

    async def mark_gone(self, rows: Sequence[GoneRow], seen_until: int) -> None:
        """Records that the game has removed these rows, and what its database says of the receivers at that time.

        seen_until: time of the last look at which the rows were there, if they had been written
        """
        if not rows:
            return
        at, saves = int(self._now()), (await self.family()).item_saves
        looks = await self._look(at, [row.character_id for row in rows])
        counts = await self._item_counts(rows)
        watch = await self._game_watch(at, min(max(row.claimed_at, seen_until) for row in rows))
        for row in rows:
            if is_saved_at_once(saves, row.item_id):
                await self._confirm(row.id, row.receipt, at, "save")
                continue
            look = looks[row.character_id]
            delivery = _given(row, look, seen_until)
            await self._site.write(
                MARK_GONE,
                id=row.id,
                now=at,
                row_seen_at=delivery.row_seen_at,
                receipt=row.receipt,
                playtime=delivery.gone_playtime,
                access=delivery.gone_access,
                items=counts.get((row.character_id, row.item_id), 0) if counts is not None else None,
                saved_at=judge(delivery, look, None, saves, watch).saved_at,
            )
            self._looks[row.id] = look
            log.info("delivery_given", delivery=row.id)

    async def watch(self) -> None:
        """One pass over the deliveries that the game has taken. Raises DatabaseUnavailable."""
        at = int(self._now())
        deliveries = await self._site.read(GIVEN_DELIVERIES, after=self._last_id, limit=BATCH)
        self._last_id = deliveries[-1].id if len(deliveries) == BATCH else 0
        if not deliveries and not self._is_delivering:
            return
        looks = await self._look(at, [delivery.character_id for delivery in deliveries])
        looked_at = int(self._now())
        previous_looks = self._looks if looked_at - at <= READ_SECONDS else {}
        # The runs are read after the receivers, so that a stop before that look is among them or leaves a gap.
        runs = await runs_since(self._site, min((delivery.row_seen_at for delivery in deliveries), default=at))
        watch = GameWatch(runs, await self._continue_watch(looked_at, runs))
        saves = (await self.family()).item_saves
        for delivery in deliveries:
            look = looks[delivery.character_id]
            verdict = judge(delivery, look, previous_looks.get(delivery.id), saves, watch)
            self._looks[delivery.id] = look
            await self._record(delivery, verdict, at)

    async def _record(self, delivery: GivenDelivery, verdict: Verdict, at: int) -> None:
        if verdict.state == "saved" and verdict.saved_at and verdict.saved_by:
            await self._confirm(delivery.id, "", verdict.saved_at, verdict.saved_by)
        elif verdict.state == "unconfirmed":
            await self._site.write(MARK_UNCONFIRMED, id=delivery.id, now=at, saved_at=verdict.saved_at)
            self._looks.pop(delivery.id, None)
            log.error("delivery_unconfirmed", delivery=delivery.id)
        elif verdict.saved_at and not delivery.saved_at:
            await self._site.write(NOTE_SAVE, id=delivery.id, saved_at=verdict.saved_at)

    async def _confirm(self, delivery_id: int, receipt: str, saved_at: int, saved_by: SaveProof) -> None:
        now = int(self._now())
        await self._site.write(
            CONFIRM, id=delivery_id, now=now, receipt=receipt or None, saved_at=saved_at, saved_by=saved_by
        )
        self._looks.pop(delivery_id, None)
        log.info("delivery_completed", delivery=delivery_id, proof=saved_by)

    async def _look(self, at: int, character_ids: Sequence[int]) -> dict[int, Look]:
        """Returns the present rows of the receivers by id."""
        ids = sorted(set(character_ids))
        rows = await self._game.read(RECEIVERS, ids=ids) if ids else []
        receivers = {row.character_id: row for row in rows}
        return {id_: Look(at, receivers.get(id_)) for id_ in ids}

    async def _item_counts(self, rows: Sequence[GoneRow]) -> dict[tuple[int, int], int] | None:
        """Returns (character, item) → its count, for the operator; None where that would read the whole table."""
        record = await self._site.one(RECORDED_VALUE, name=OWNER_INDEX)
        if record is None or record.value != "yes":
            return None
        counts: dict[tuple[int, int], int] = {}
        for item in {row.item_id for row in rows}:
            owners = sorted({row.character_id for row in rows if row.item_id == item})
            amounts = await self._game.read(MONEY, ids=owners, coin=item)
            counts |= {(amount.owner_id, item): int(amount.amount) for amount in amounts if amount.item_id == item}
        return counts

    async def _game_watch(self, at: int, since: int) -> GameWatch:
        positions = await self._stored_positions()
        is_current = at - positions.get(ANSWERED, 0) <= RESTART_SECONDS
        return GameWatch(await runs_since(self._site, since), positions.get(WATCHED) or None if is_current else None)

    async def _continue_watch(self, at: int, runs: Sequence[GameRun]) -> int | None:
        """Returns the time since which no restart can have been missed, and stores it."""
        positions = await self._stored_positions()
        answered_at = last_answer(runs) or 0
        since = continue_watch(positions.get(WATCHED) or None, positions.get(ANSWERED, 0), at, runs)
        for job, value in ((WATCHED, since or 0), (ANSWERED, answered_at)):
            if positions.get(job, 0) != value:
                await self._keep(job, value)
        return since

    async def _stored_positions(self) -> dict[str, int]:
        if self._positions is None:
            self._positions = {row.job: row.reached for row in await self._site.read(POSITIONS)}
        return self._positions

    async def _keep(self, job: str, at: int) -> None:
        (await self._stored_positions())[job] = at
        await self._site.write(KEEP_POSITION, job=job, at=at)


def _given(row: GoneRow, look: Look, seen_until: int) -> GivenDelivery:
    receiver = look.receiver
    return GivenDelivery(
        id=row.id,
        character_id=row.character_id,
        item_id=row.item_id,
        amount=row.amount,
        row_seen_at=max(row.claimed_at, seen_until),
        gone_at=look.at,
        gone_playtime=receiver.playtime if receiver else None,
        gone_access=receiver.last_access if receiver else None,
        saved_at=None,
    )

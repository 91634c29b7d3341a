"""Records history from the snapshots: run by the leader, once a minute.

In memory it has the last snapshot. The site schema gets the values of each full hour and, by the first snapshot after
midnight, the day. The day's row in `history_days` is written when all its values are in `character_now`; then they are
copied. A process that ends before repeats the day with a later snapshot; one that ends after only repeats the copy.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import tzinfo
from typing import Any, Final

import msgspec
import numpy as np
import structlog

from gateway.concurrency.durations import HOUR
from gateway.config.site_days import SiteDays, date_of, first_of_month
from gateway.database.batches import ROWS_AT_ONCE, write_rows
from gateway.database.database import Database
from gateway.database.errors import DatabaseError
from gateway.database.installation import site_days
from gateway.extras import world_events
from gateway.extras.history import clans, gains, milestones, samples, score_table, storage, tracked
from gateway.extras.history.memory import return_freed_memory
from gateway.extras.history.tracked import Columns, week_of
from gateway.extras.world_events import Season
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Snapshot

LATE_SECONDS: Final = 900
"""The game saves a player within 15 minutes; a day closed later than that after midnight is marked."""
SUNDAY: Final = 7
CLOSE_SECONDS: Final = 5.0
BASELINE_ROWS_PER_SECOND: Final = 5000
OnPublish = Callable[[Columns, float, int], Awaitable[object]]
"""Called with the tracked characters, the time of the snapshot, and its day: all days before it are closed."""
log = structlog.stdlib.get_logger("gateway.history")


class HistoryRecorder:
    """`record` is called with one snapshot at a time. After a DatabaseError the next call continues."""

    def __init__(
        self,
        site: Database,
        zone: tzinfo,
        rows_per_second: int = BASELINE_ROWS_PER_SECOND,
        days: int = 400,
        between_snapshots: Callable[[], Awaitable[object]] = lambda: asyncio.sleep(0),
        *,
        has_boards: bool = True,
        on_published: OnPublish | None = None,
    ) -> None:
        """`between_snapshots` returns while no snapshot is being read; the first values wait for that.

        `on_published`: called with the values of each full hour, before they count as published.

        `rows_per_second`: of the first values. `days`: for which values are kept.

        `has_boards`: false leaves the boards of gains empty, for days of the past, on which they are not read.
        """
        self._site = site
        self._zone = zone
        self._site_days = SiteDays(zone)
        self._rows_per_second = rows_per_second
        self._days = days
        self._between_snapshots = between_snapshots
        self._has_boards = has_boards
        self.on_published = on_published
        self._key = b""
        self._characters = tracked.empty()
        self._is_loaded = False
        self._claimed_firsts: set[str] = set()
        self._season = world_events.FIRST_SEASON
        self._begins_season = False
        self._published_at = 0.0
        self._seen_at = 0.0
        self._day = 0
        self._last_day = 0
        self._last_count = 0
        self._incomplete: list[int] = []
        self._baselines: gains.Baselines | None = None
        self._snapshot: Snapshot | None = None
        self._pending: list[tuple[list[milestones.PassedMilestone], float, int]] = []

    async def account_key(self) -> bytes:
        """Key of the hashes of logins, which the snapshots must have."""
        self._key = self._key or await storage.account_key(self._site)
        return self._key

    async def record(self, snapshot: Snapshot) -> None:
        """Skips a snapshot with another key, of the season before, or with less than half of the characters."""
        now = snapshot.stats.taken_at
        season = (await world_events.seasons(self._site))[-1]
        if snapshot.stats.account_key != await self.account_key() or now <= max(self._seen_at, season.started_at):
            return
        previous_count, self._last_count = self._last_count, snapshot.ranked_count
        if 2 * snapshot.ranked_count < previous_count:
            log.warning("history_snapshot_skipped", characters=snapshot.ranked_count, before=previous_count)
            return
        publication = await self._site.one(storage.PUBLISHED_AT)
        if not self._is_loaded or (publication.at if publication else 0) != int(self._published_at):
            await self._load(snapshot)  # at the start, or after another leader
            await self._load_firsts(season)
        elif season != self._season:
            await self._load_firsts(season)
        await self._finish_copies()
        self._site_days = await site_days(self._site, self._zone)
        today = self._site_days.day_of(now)
        if self._published_at and self._open_day < today:
            await self._close_days(snapshot, today)
        await self._observe(snapshot, today)
        await return_freed_memory()
        if not self._published_at or int(now) // HOUR != int(self._published_at) // HOUR:
            await self._publish(snapshot)

    async def close(self) -> None:
        """Writes the changes since the last full hour, at the end of the process."""
        if self._snapshot is None or not self._published_at:
            return
        with suppress(DatabaseError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._save(self._snapshot)

    @property
    def _open_day(self) -> int:
        """The day that the values in the site schema belong to."""
        return max(self._site_days.day_of(self._published_at), self._last_day + 1)

    async def _load(self, snapshot: Snapshot) -> None:
        days = await self._site.read(storage.DAYS)
        publication = await self._site.one(storage.PUBLISHED_AT)
        self._last_day = days[-1].day if days else 0
        self._incomplete = [row.day for row in days if not row.is_complete]
        self._published_at = self._seen_at = float(publication.at) if publication else 0.0
        if not publication:
            await samples.take_over(self._site, snapshot, self._site_days.day_of(snapshot.stats.taken_at))
        self._characters = await storage.load_tracked(self._site, snapshot.accounts.hash.exact)
        self._is_loaded = True

    async def _load_firsts(self, season: Season) -> None:
        """Loads the firsts that are claimed; those of a season are older than it if it was undone and begun again."""
        firsts = await self._site.one(storage.STATE, name=milestones.state_name(season))
        is_known = firsts is not None and firsts.at >= season.started_at
        self._claimed_firsts = set(msgspec.json.decode(firsts.body, type=list[str])) if firsts and is_known else set()
        self._begins_season = season.number != world_events.FIRST_SEASON.number and not is_known
        self._season = season

    async def _observe(self, snapshot: Snapshot, day: int) -> None:
        """Takes the snapshot over in memory; milestones are written at once."""
        season_day = self._site_days.day_of(self._season.started_at) if self._season.started_at else 0
        merge = await asyncio.to_thread(
            tracked.merge, self._characters, snapshot, day, season_day, begins_season=self._begins_season
        )
        claimed_firsts = set(self._claimed_firsts)
        passed_milestones = await asyncio.to_thread(milestones.passed_milestones, merge, claimed_firsts)
        now = snapshot.stats.taken_at
        if passed_milestones:
            self._pending.append((passed_milestones, now, int(now - self._seen_at)))
        has_firsts = self._begins_season or claimed_firsts != self._claimed_firsts
        self._claimed_firsts = claimed_firsts
        self._characters = merge.characters
        self._snapshot = snapshot
        self._seen_at = now
        self._day = day
        await self._add_milestones()
        if has_firsts:
            body = msgspec.json.encode(sorted(claimed_firsts)).decode()
            await self._site.write(storage.SET_STATE, name=milestones.state_name(self._season), at=int(now), body=body)
            self._begins_season = False

    async def _add_milestones(self) -> None:
        while self._pending:
            passed_milestones, at, accuracy = self._pending[0]
            rows = ([row.character_id, row.first_day, row.kind] for row in passed_milestones)
            await write_rows(self._site, storage.ADD_MILESTONES, rows, at=int(at), accuracy_seconds=accuracy)
            events = [
                milestones.first_event(milestone, int(at), accuracy)
                for milestone in passed_milestones
                if milestone.scopes
            ]
            await world_events.add(self._site, events, self._zone, at)
            del self._pending[0]

    async def _close_days(self, snapshot: Snapshot, today: int) -> None:
        """Closes the open day, and yesterday if it is another one, with the changes since the open day."""
        yesterday = self._site_days.before(today)
        is_outage = self._open_day < yesterday
        if is_outage:
            await self._close(self._open_day, self._published_at, is_late=True)
        midnight_passed = snapshot.stats.taken_at - self._site_days.start_of(today)
        await self._observe(snapshot, yesterday)
        await self._save(snapshot)
        await self._add_clans(snapshot, yesterday)
        await self._close(yesterday, snapshot.stats.taken_at, is_late=is_outage or midnight_passed > LATE_SECONDS)
        for day in range(yesterday, today):
            if date_of(day).isoweekday() == SUNDAY:
                await self._add_scores(day)
                await self._add_week(snapshot, day)
        await self._thin(today)
        await self._publish(snapshot)

    async def _add_scores(self, day: int) -> None:
        scores = self._characters["pvp_kills"][~self._characters["is_gone"]]
        body = await asyncio.to_thread(score_table.encode, scores)
        await self._site.write(storage.SET_STATE, name=score_table.STATE_NAME.format(day=day), at=day, body=body)

    async def _close(self, day: int, taken_at: float, *, is_late: bool) -> None:
        await self._site.write(storage.BEGIN_DAY, day=day, taken_at=int(taken_at), is_late=int(is_late))
        self._incomplete.append(day)
        self._last_day, self._baselines = day, None
        await self._finish_copies()
        log.info("history_day_closed", day=day, late=is_late)

    async def _finish_copies(self) -> None:
        while self._incomplete:
            day = self._incomplete[0]
            has_changed = self._characters["changed_day"] == day
            await storage.copy_day(self._site, day, self._characters["character_id"][has_changed])
            del self._incomplete[0]

    async def _publish(self, snapshot: Snapshot) -> None:
        """Saves the values of this hour, then the boards of gains."""
        await self._save(snapshot)
        today = self._site_days.day_of(snapshot.stats.taken_at)
        if self._baselines is None or self._baselines.today != today:
            empty = gains.Baselines(today, {})
            self._baselines = await gains.load_baselines(self._site, today) if self._has_boards else empty
        boards = await asyncio.to_thread(gains.boards, self._characters, self._baselines)
        boards = await gains.with_falls(self._site, boards)
        if self.on_published:
            await self.on_published(self._characters, snapshot.stats.taken_at, today)
        body, at = msgspec.json.encode(boards).decode(), snapshot.stats.taken_at
        await self._site.write(storage.SET_STATE, name="gains", at=int(at), body=body)
        self._published_at = at

    async def _save(self, snapshot: Snapshot) -> None:
        columns = self._characters
        leavers = np.flatnonzero((columns["unsaved"] & tracked.PRESENCE_CHANGED != 0) & columns["is_gone"])
        present = np.flatnonzero((columns["unsaved"] != 0) & ~columns["is_gone"])
        rows_of = await asyncio.to_thread(snapshot.rows_of, columns["character_id"][present])
        for first in range(0, present.size, ROWS_AT_ONCE):
            part = slice(first, first + ROWS_AT_ONCE)
            if not self._published_at:
                await self._between_snapshots()
            began = asyncio.get_running_loop().time()
            begun_count = await self._save_batch(snapshot, present[part], rows_of[part])
            if begun_count:
                pause = begun_count / self._rows_per_second - (asyncio.get_running_loop().time() - began)
                await asyncio.sleep(max(0.0, pause))
        for first in range(0, leavers.size, ROWS_AT_ONCE):
            part = leavers[first : first + ROWS_AT_ONCE]
            ids = columns["character_id"][part].tolist()
            await self._site.write(storage.SET_GONE, day=self._day, ids=ids)
            columns["unsaved"][part] &= ~np.uint8(tracked.PRESENCE_CHANGED)

    async def _save_batch(self, snapshot: Snapshot, places: Array, rows: Array) -> int:
        """Returns the number of histories that begin."""
        columns, site = self._characters, self._site
        names = snapshot.names_of(rows)
        lists = {name: columns[name][places].tolist() for name in columns}
        order = ("character_id", "first_day", "changed_day", "account")
        values = [lists[name] for name in tracked.VALUES]
        every = list(zip(*(lists[name] for name in order), names, lists["clan_id"], *values, strict=True))
        unsaved_bits = lists["unsaved"]
        begun_rows = [row for row, bits in zip(every, unsaved_bits, strict=True) if bits & tracked.HISTORY_BEGUN]
        await write_rows(site, storage.BEGIN_HISTORIES, begun_rows, seen_at=int(snapshot.stats.taken_at))
        await self._add_changes(every, unsaved_bits)
        await write_rows(site, storage.SET_NOW, every)
        columns["unsaved"][places] = 0
        return len(begun_rows)

    async def _add_clans(self, snapshot: Snapshot, day: int) -> None:
        """Writes the sums of the clans with a member that changed, and the names of all clans."""
        has_changed = (self._characters["changed_day"] == day) | (self._characters["first_day"] == day)
        has_changed &= ~self._characters["is_gone"]
        rows = clans.sums(snapshot, snapshot.rows_of(self._characters["character_id"][has_changed]))
        await write_rows(self._site, storage.ADD_CLAN_DAYS, rows, day=day)
        await write_rows(self._site, storage.SET_CLAN_NAMES, clans.names(snapshot))

    async def _add_week(self, snapshot: Snapshot, day: int) -> None:
        """Writes the highest gains of the week that this day ends."""
        board = await gains.week_board(self._site, self._characters, day)
        body, at = msgspec.json.encode(board).decode(), int(snapshot.stats.taken_at)
        await self._site.write(storage.SET_STATE, name=f"week:{week_of(date_of(day))}", at=at, body=body)

    async def _thin(self, today: int) -> None:
        """Once a month, keeps the last row of each month of the days past the retention."""
        kept_from = first_of_month(today - self._days)
        days = await self._site.read(storage.DAYS)
        state = await self._site.one(storage.STATE, name="thinned")
        if days[0].day >= kept_from or (state and state.at >= kept_from):
            return
        ids = self._characters["character_id"]
        for first in range(0, ids.size, ROWS_AT_ONCE):
            part = ids[first : first + ROWS_AT_ONCE]
            await self._site.write(storage.THIN, kept_from=kept_from, first_id=int(part[0]), last_id=int(part[-1]))
        await self._site.write(storage.SET_STATE, name="thinned", at=kept_from, body="")
        log.info("history_thinned", kept_from=kept_from)

    async def _add_changes(self, rows: Sequence[Sequence[Any]], unsaved_bits: list[int]) -> None:
        changes: list[tuple[int, str, str]] = []
        for (character_id, _, _, _, name, clan_id, *_), bits in zip(rows, unsaved_bits, strict=True):
            if bits & tracked.NAME_CHANGED:
                changes.append((character_id, "name", name))
            if bits & tracked.CLAN_CHANGED:
                changes.append((character_id, "clan", str(clan_id)))
        await write_rows(self._site, storage.ADD_CHANGES, changes, day=self._day)

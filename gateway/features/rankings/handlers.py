"""GET /api/rankings/pvp and /pk: pages of the snapshot."""

import time
import unicodedata
from datetime import UTC, date, datetime
from typing import Annotated, Final, Literal, Protocol

import numpy as np
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter
from msgspec import Struct
from msgspec.structs import replace

from gateway.game.classes import CLASSES
from gateway.http.errors import UNAVAILABLE, ValidationFailed, response_specs, unavailable
from gateway.http.paging import page_count
from gateway.http.response_cache import public
from gateway.observability.signals import SNAPSHOT_AGE, SNAPSHOT_TABLES
from gateway.registration.feature import Feature, value_of
from gateway.texts import Text, text
from gateway.world_snapshot.columns import RankingRow
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Filters, Kind, Snapshot
from gateway.world_snapshot.snapshot import Page as Ranked
from gateway.world_snapshot.snapshot_store import Snapshots

STALE_SECONDS: Final = 24 * 3600
"""Age up to which a snapshot is served, with its age, while the game's database is away."""
LONGEST_NAME: Final = 16
NAME_TOO_LONG: Final = text("fields.max_length.text", limit=LONGEST_NAME)
_LAST_PAGE: Final = 1_000_000_000

Page = Annotated[int, Parameter(ge=1, le=_LAST_PAGE, description="From 1; a page past the end is empty.")]
PageSize = Annotated[int, Parameter(ge=1, le=100, description="Rows of a page.")]
SearchName = Annotated[
    str | None,
    Parameter(
        description="Part of a name, 1 to 16 characters, compared as case-folded NFC text; empty counts as absent.",
        schema_extra={"maxLength": LONGEST_NAME},
    ),
]
Race = Annotated[int | None, Parameter(ge=0, le=4, description="0 Human, 1 Elf, 2 Dark Elf, 3 Orc, 4 Dwarf.")]
ClassId = Annotated[int | None, Parameter(ge=0, description="One of the 89 classes; matches the base class exactly.")]
Level = Annotated[int | None, Parameter(ge=1, le=85, description="Level of the base class, inclusive.")]
OnlineOnly = Annotated[bool, Parameter(description="Only characters that are in the game now.")]


AtDay = Annotated[
    date | None,
    Parameter(description="A recorded day, as YYYY-MM-DD: the rankings at its close, of characters ranked now."),
]


class RankingHistory(Protocol):
    """The recorded days of the rankings."""

    def rank_changes(
        self, kind: Kind, character_ids: Array, ranks: Array, /
    ) -> list[tuple[int | None, int | None]]: ...

    async def as_of(self, snapshot: Snapshot, day: date, /) -> Snapshot | None: ...


class NoHistory:
    """Without recorded days, no rank has changed, and no day can be asked for."""

    def rank_changes(self, _kind: Kind, _character_ids: Array, ranks: Array) -> list[tuple[int | None, int | None]]:
        return [(None, None)] * len(ranks)

    async def as_of(self, _snapshot: Snapshot, _day: date) -> Snapshot | None:
        return None


class RankingDays:
    """`history`: where days are recorded, set before the first request."""

    def __init__(self) -> None:
        self.history: RankingHistory = NoHistory()


class RankingPage(Struct, frozen=True, kw_only=True):
    """`generated_at`: start of the reading, today or on the day asked for. `total_pages` is 0 for no rows."""

    data: list[RankingRow]
    total: int
    total_pages: int
    page: int
    page_size: int
    generated_at: datetime


def current_or_raise(snapshots: Snapshots) -> tuple[Snapshot, int]:
    """Returns the snapshot and its age in seconds if the next one is overdue (else 0).

    Raises GameUnavailable without a snapshot of the last 24 hours.
    """
    snapshot = snapshots.current
    if snapshot is None:
        raise unavailable("game", "no_snapshot")
    age = int(time.time() - snapshot.stats.taken_at)
    if age > STALE_SECONDS:
        raise unavailable("game", "no_snapshot")
    return snapshot, age if age > snapshots.stale_after else 0


def age_header(age: int) -> dict[str, str]:
    """`age`: as `current_or_raise` returns it."""
    return {"Age": str(age)} if age else {}


def _filters(
    search_name: str | None,
    race: int | None,
    class_id: int | None,
    min_level: int | None,
    max_level: int | None,
    online_only: bool,
) -> Filters:
    errors: dict[str, Text] = {}
    name = unicodedata.normalize("NFC", search_name or "")
    if len(name) > LONGEST_NAME:
        errors["search_name"] = NAME_TOO_LONG
    if class_id is not None and class_id not in CLASSES:
        errors["class_id"] = text("fields.unknown_class")
    if min_level is not None and max_level is not None and min_level > max_level:
        errors["min_level"] = text("fields.level_order")
    if errors:
        raise ValidationFailed(fields=errors)
    return Filters(
        search_name=name,
        race=race,
        class_id=class_id,
        min_level=min_level,
        max_level=max_level,
        online_only=online_only,
    )


def _ranking(snapshots: Snapshots, days: RankingDays, kind: Kind, title: Literal["PvP", "PK"]) -> HTTPRouteHandler:
    @get(
        f"/api/rankings/{kind}",
        opt=public(
            max_age=15,
            stale=STALE_SECONDS,
            version="rankings",
            fold={"search_name"},
            direct=True,
            waits_with={"at"},
        ),
        responses=response_specs(ValidationFailed, *UNAVAILABLE),
        operation_id=f"get{title}Rankings",
        summary=f"Characters by {title} kills, each with its place among all, whatever the filters",
        tags=["rankings"],
    )
    async def ranking(
        page: Page = 1,
        page_size: PageSize = 50,
        search_name: SearchName = None,
        race: Race = None,
        class_id: ClassId = None,
        min_level: Level = None,
        max_level: Level = None,
        online_only: OnlineOnly = False,
        at: AtDay = None,
    ) -> Response[RankingPage]:
        filters = _filters(search_name, race, class_id, min_level, max_level, online_only)
        snapshot, age = current_or_raise(snapshots)
        if at is not None:
            snapshot = await days.history.as_of(snapshot, at)
            if snapshot is None:
                raise ValidationFailed(fields={"at": text("fields.day_not_recorded")})
        result = snapshot.page(kind, filters, page, page_size)
        rows = result.rows if at else _with_changes(days.history, kind, result)
        generated_at = datetime.fromtimestamp(int(snapshot.stats.taken_at), UTC)
        answer = RankingPage(
            data=rows,
            total=result.total,
            total_pages=page_count(result.total, page_size),
            page=page,
            page_size=page_size,
            generated_at=generated_at,
        )
        return Response(answer, headers=age_header(age))

    return ranking


def _with_changes(history: RankingHistory, kind: Kind, page: Ranked) -> list[RankingRow]:
    ranks = np.array([row.rank for row in page.rows], np.int64)
    changes = history.rank_changes(kind, page.character_ids, ranks)
    return [
        replace(row, rank_change_day=day, rank_change_week=week)
        for row, (day, week) in zip(page.rows, changes, strict=True)
    ]


def feature(snapshots: Snapshots, days: RankingDays) -> Feature:
    started_at = time.time()

    async def snapshot_age(now: int) -> float:
        """Returns the seconds since the snapshot, before the first one since the process started."""
        return max(0.0, now - (snapshots.stats.taken_at if snapshots.stats else started_at))

    return Feature(
        name="rankings",
        signals={
            SNAPSHOT_AGE: snapshot_age,
            SNAPSHOT_TABLES: value_of(lambda: len(snapshots.stats.failed) if snapshots.stats else None),
        },
        routes=[_ranking(snapshots, days, "pvp", "PvP"), _ranking(snapshots, days, "pk", "PK")],
        versions={"rankings": lambda: snapshots.version},
        tasks={"snapshots": snapshots.run},
        samples=[snapshots.samples],
    )

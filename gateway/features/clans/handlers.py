"""GET /api/clans and /api/clans/{name}."""

from datetime import UTC, datetime
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, Parameter
from msgspec import Struct

from gateway.features.character_pages.lookup import NoPublicPage, id_in
from gateway.features.clans.board import ClanBoard, ClanRankingRow, ClanSort
from gateway.features.privacy.public_snapshot import PublicSnapshots
from gateway.features.rankings.handlers import Page, PageSize
from gateway.features.rankings.serialization import Array
from gateway.features.rankings.snapshot import Snapshot
from gateway.features.rankings.visibility import Privacy, ShownCharacter
from gateway.http.errors import GameUnavailable, ValidationFailed
from gateway.http.response_cache import public
from gateway.http.routes import get

Sort = Annotated[ClanSort, Parameter(description="Column, highest first; equal clans by PvP kills.")]


class ClanRankings(Struct, frozen=True):
    data: list[ClanRankingRow]
    total: int
    total_pages: int
    page: int
    page_size: int
    generated_at: datetime


class ClanMember(Struct, frozen=True):
    """A hidden member has no figures."""

    char_name: str
    char_id: int | None
    privacy: Privacy
    level: int | None
    class_name: str | None
    race: int | None
    pvp_kills: int | None
    is_leader: bool


class ClanSummary(Struct, frozen=True):
    clan_id: int
    clan_name: str
    level: int
    members: int


class ClanPage(Struct, frozen=True):
    """`clan`: its sums, with the rank by PvP kills. `leader`: null if it is no ranked character.
    `members`: by PvP rank.
    """

    clan: ClanRankingRow
    leader: ShownCharacter | None
    allies: list[ClanSummary]
    members: list[ClanMember]
    also_named: list[ClanSummary]
    generated_at: datetime


class ClanBoards:
    """The board of the current snapshot; made once for each."""

    def __init__(self, snapshots: PublicSnapshots) -> None:
        self._snapshots = snapshots
        self._made: tuple[Snapshot, ClanBoard] | None = None

    def current(self) -> tuple[Snapshot, ClanBoard]:
        """Raises GameUnavailable."""
        snapshot = self._snapshots.current()
        if self._made is None or self._made[0] is not snapshot:
            self._made = snapshot, ClanBoard(snapshot)
        return self._made


def clan_page(snapshot: Snapshot, board: ClanBoard, numbers: list[int]) -> ClanPage:
    number, *others = numbers
    rows, leader_id = board.member_rows(number), int(snapshot.columns["clan_leaders"][number])
    leaders = snapshot.columns["character_ids"][rows] == leader_id
    leader = snapshot.shown(rows[leaders], "board")
    return ClanPage(
        clan=board.row(number, board.rank(number)),
        leader=leader[0] if leader else None,
        allies=[_summary(board, ally) for ally in board.allies(number)],
        members=_members(snapshot, rows, leader_id),
        also_named=[_summary(board, other) for other in others],
        generated_at=_taken_at(snapshot),
    )


def _members(snapshot: Snapshot, rows: Array, leader_id: int) -> list[ClanMember]:
    ids = snapshot.columns["character_ids"][rows].tolist()
    return [
        ClanMember(row.char_name, None, row.privacy, None, None, None, None, character_id == leader_id)
        if row.privacy == "hidden"
        else ClanMember(
            *(row.char_name, row.char_id, row.privacy, row.level, row.class_name, row.race, row.score),
            character_id == leader_id,
        )
        for row, character_id in zip(snapshot.ranking_rows("pvp", rows), ids, strict=True)
    ]


def _summary(board: ClanBoard, number: int) -> ClanSummary:
    row = board.row(number, 0)
    return ClanSummary(row.clan_id, row.clan_name, row.level, row.members)


def _taken_at(snapshot: Snapshot) -> datetime:
    return datetime.fromtimestamp(int(snapshot.stats.taken_at), UTC)


def find(board: ClanBoard, name: str) -> list[int]:
    """Returns the numbers of the clans of this name or id. Raises NoPublicPage."""
    clan_id = id_in(name)
    numbers = board.numbers_named(name) if clan_id is None else board.numbers_of_id(clan_id)
    if not numbers:
        raise NoPublicPage
    return numbers


def routes(snapshots: PublicSnapshots) -> list[HTTPRouteHandler]:
    boards = ClanBoards(snapshots)

    @get("/api/clans", ValidationFailed, GameUnavailable, opt=public(max_age=15, stale=3600, version="rankings"))
    async def get_clans(page: Page = 1, page_size: PageSize = 50, sort: Sort = "pvp") -> ClanRankings:
        """Clans with the sums of their ranked members."""
        snapshot, board = boards.current()
        total = int(board.numbers.size)
        rows = board.page(sort, page, page_size)
        return ClanRankings(rows, total, -(-total // page_size), page, page_size, _taken_at(snapshot))

    @get("/api/clans/{name:str}", NoPublicPage, GameUnavailable, opt=public(max_age=2, version="characters"))
    async def get_clan(name: FromPath[str]) -> ClanPage:
        """A clan's public page, by name or by `~` and id."""
        snapshot, board = boards.current()
        return clan_page(snapshot, board, find(board, name))

    return [get_clans, get_clan]

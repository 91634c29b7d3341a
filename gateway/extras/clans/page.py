"""The page of a clan, from the snapshot and the last reading of the world. Pure."""

from datetime import UTC, datetime

import msgspec
from msgspec import UNSET, Struct

from gateway.extras.clans.board import ClanBoard, ClanRankingRow
from gateway.extras.world.crests import Crests
from gateway.extras.world.facts import castle_name, hall_facts
from gateway.extras.world.names import moment
from gateway.extras.world.reading import owners_of_castles, owners_of_halls
from gateway.extras.world.state import WorldState
from gateway.pictures.card_texts import CardTexts
from gateway.pictures.share_card import CardFigure, ShareCard
from gateway.world_snapshot.columns import shared_values
from gateway.world_snapshot.serialization import Array
from gateway.world_snapshot.snapshot import Snapshot
from gateway.world_snapshot.visibility import HiddenMark, Privacy, ShownCharacter


class ClanMember(Struct, frozen=True, kw_only=True):
    """A hidden member has no figures."""

    char_name: str
    char_id: int | None
    privacy: Privacy
    level: int | None
    class_id: int | None
    class_name: str | None
    race: int | None
    pvp_kills: int | None
    is_leader: bool


class ClanSummary(Struct, frozen=True, kw_only=True):
    clan_id: int
    clan_name: str
    level: int
    members: int
    crest: str | None
    castle_ids: list[int]
    clan_hidden: HiddenMark = UNSET


class OwnCastle(Struct, frozen=True):
    """`siege_at` is null while the next date is not known."""

    castle_id: int
    name: str
    tax_percent: int | None
    siege_at: datetime | None


class ClanPage(Struct, frozen=True, kw_only=True):
    """`clan`: its sums, with the rank by PvP kills among `clans`. `leader`: null if it is no ranked character.
    `members`: by PvP rank. `castles` and `halls`: those of now.
    """

    clan: ClanRankingRow
    clans: int
    leader: ShownCharacter | None
    allies: list[ClanSummary]
    members: list[ClanMember]
    castles: list[OwnCastle]
    halls: list[str]
    also_named: list[ClanSummary]
    generated_at: datetime


def clan_page(
    snapshot: Snapshot, board: ClanBoard, numbers: list[int], world: WorldState | None, crests: Crests, now: float
) -> ClanPage:
    """`numbers`: of the clan, and of others with the same name."""
    number, *namesakes = numbers
    rows, leader_id = board.member_rows(number), int(snapshot.columns["clan_leaders"][number])
    leaders = snapshot.columns["character_ids"][rows] == leader_id
    leader = snapshot.shown_characters(rows[leaders], "board")
    clan = with_crest(board.row(number, board.rank(number), "pvp"), crests)
    return ClanPage(
        clan=clan,
        clans=int(board.numbers.size),
        leader=leader[0] if leader else None,
        allies=[_summary(board, ally, crests) for ally in board.allies(number)],
        members=_members(snapshot, rows, leader_id),
        castles=_castles(world, clan.clan_id, now) if world else [],
        halls=_halls(world, clan.clan_id) if world else [],
        also_named=[_summary(board, namesake, crests) for namesake in namesakes],
        generated_at=datetime.fromtimestamp(int(snapshot.stats.taken_at), UTC),
    )


def card(page: ClanPage, banner: str, crest: bytes, texts: CardTexts) -> ShareCard:
    """Returns the link preview of the page."""
    clan, number = page.clan, texts.number
    return ShareCard(
        title=clan.clan_name,
        kicker=texts("clan.allies", name=clan.alliance) if clan.alliance else "",
        subtitle=texts("cards.leader", name=page.leader.char_name) if page.leader else "",
        badges=tuple(texts("clan.holdsCastle", castle=castle.name) for castle in page.castles),
        figures=(
            CardFigure(texts("cards.clanRank"), f"#{number(clan.rank)}", texts("cards.ofTotal", total=page.clans)),
            CardFigure(texts("game.pvpKills"), number(clan.pvp_kills)),
            CardFigure(texts("clan.members"), number(clan.members)),
            CardFigure(texts("clan.reputation"), number(clan.reputation)),
        ),
        banner="plain" if crest else banner,
        shield=str(clan.level),
        crest=crest,
        note=texts.date(page.generated_at),
    )


def with_crest(row: ClanRankingRow, crests: Crests) -> ClanRankingRow:
    return msgspec.structs.replace(row, crest=crests.address(row.clan_id))


def _members(snapshot: Snapshot, rows: Array, leader_id: int) -> list[ClanMember]:
    ids = snapshot.columns["character_ids"][rows].tolist()
    return [
        ClanMember(
            char_name=row.char_name,
            char_id=None,
            privacy=row.privacy,
            level=None,
            class_id=None,
            class_name=None,
            race=None,
            pvp_kills=None,
            is_leader=character_id == leader_id,
        )
        if row.privacy == "hidden"
        else ClanMember(
            **shared_values(row, ClanMember),
            pvp_kills=row.score,
            is_leader=character_id == leader_id,
        )
        for row, character_id in zip(snapshot.ranking_rows("pvp", rows), ids, strict=True)
    ]


def _summary(board: ClanBoard, number: int, crests: Crests) -> ClanSummary:
    row = with_crest(board.row(number, 0), crests)
    return ClanSummary(
        clan_id=row.clan_id,
        clan_name=row.clan_name,
        clan_hidden=row.clan_hidden,
        level=row.level,
        members=row.members,
        crest=row.crest,
        castle_ids=row.castle_ids,
    )


def _castles(world: WorldState, clan_id: int, now: float) -> list[OwnCastle]:
    rows = {row.castle_id: row for row in world.reading.castles}
    owners = owners_of_castles(world.reading).items()
    return [
        OwnCastle(
            castle,
            castle_name(castle),
            rows[castle].tax_percent,
            moment(siege_at if (siege_at := rows[castle].siege_at) and siege_at > now else None),
        )
        for castle, owner in owners
        if owner == clan_id and castle in rows
    ]


def _halls(world: WorldState, clan_id: int) -> list[str]:
    hall_ids = sorted(hall for hall, owner in owners_of_halls(world.reading).items() if owner == clan_id)
    return [hall_facts(hall).name for hall in hall_ids]

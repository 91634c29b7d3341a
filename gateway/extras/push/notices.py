"""Kinds of notices, and the choices of an account. Pure."""

from collections.abc import Iterable, Set
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from gateway.extras.world.facts import CASTLES, boss_facts, boss_of

MAX_BOSSES: Final = 300
BossId = Annotated[int, Meta(ge=1, le=10_000_000)]
CastleId = Annotated[int, Meta(ge=1, le=1000)]

NoticeKind = Literal[
    "boss_killed",
    "boss_window",
    "siege_soon",
    "castle_taken",
    "hero",
    "milestone",
    "rank_lost",
    "prize_paid",
    "announcement",
]
Starred = tuple[str, int]
"""Kind and id of what has a star."""


class PushChoices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`raid_bosses`: all of them; `bosses` names others. `milestones` and `rank_lost`: of the account's characters;
    `milestones` includes prizes of competitions. `stars`: bosses, castles, clans and characters that the account has
    starred."""

    bosses: Annotated[list[BossId], Meta(max_length=MAX_BOSSES)]
    raid_bosses: bool
    castles: Annotated[list[CastleId], Meta(max_length=len(CASTLES))]
    milestones: bool
    rank_lost: bool
    stars: bool = False


NO_CHOICES: Final = PushChoices(bosses=[], raid_bosses=False, castles=[], milestones=False, rank_lost=False)


class Notice(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """`subject_id`: a boss, castle or character; 0 for an announcement, which `announcement` names. `value`: an owner's
    clan, a rank, a competition, or the end of a window."""

    kind: NoticeKind
    subject_id: int
    at: int
    expires_at: int
    value: int = 0
    milestone: str = ""
    announcement: str = ""

    @property
    def subject(self) -> str:
        """Replaces an undelivered message of the same subject."""
        if self.announcement:
            return self.announcement
        return f"{_NOUNS[self.kind]}-{self.subject_id}{self.milestone and f'-{self.milestone}'}"


_NOUNS: Final[dict[NoticeKind, str]] = {
    "boss_killed": "boss",
    "boss_window": "boss",
    "siege_soon": "castle",
    "castle_taken": "castle",
    "hero": "hero",
    "milestone": "milestone",
    "rank_lost": "rank",
    "prize_paid": "prize",
    "announcement": "announcement",
}


def starred_by(notice: Notice) -> list[Starred]:
    """Returns the subjects of the notice: it goes to those with a star on one of them."""
    match notice.kind:
        case "boss_killed" | "boss_window":
            return [("boss", notice.subject_id)]
        case "castle_taken":
            return [("castle", notice.subject_id), ("clan", notice.value)]
        case "siege_soon":
            return [("castle", notice.subject_id)]
        case "hero":
            return [("character", notice.subject_id)]
        case _:
            return []


def select_notices(
    choices: PushChoices,
    notices: Iterable[Notice],
    own_characters: Iterable[int],
    stars: Set[Starred] = frozenset(),
) -> list[Notice]:
    """Returns the notices for one account."""
    own_ids = set(own_characters)
    return [
        notice
        for notice in notices
        if (choices.stars and not stars.isdisjoint(starred_by(notice))) or _is_chosen(choices, notice, own_ids)
    ]


def _is_chosen(choices: PushChoices, notice: Notice, own_ids: set[int]) -> bool:
    match notice.kind:
        case "boss_killed" | "boss_window":
            is_raid = choices.raid_bosses and boss_facts(notice.subject_id).kind == "raid"
            return is_raid or notice.subject_id in map(boss_of, choices.bosses)
        case "siege_soon" | "castle_taken":
            return notice.subject_id in choices.castles
        case "milestone" | "prize_paid":
            return choices.milestones and notice.subject_id in own_ids
        case "rank_lost":
            return choices.rank_lost and notice.subject_id in own_ids
        case "announcement":
            return True
        case "hero":
            return False

"""Competitions in the administration: list, open, close and pay them as `gateway competition` does."""

import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import date, datetime, tzinfo
from typing import Annotated, Final

from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct, field

from gateway.administration.changes import Change, ChangeForm, ChangeResult, Work
from gateway.administration.fields import NeedsPlayers
from gateway.administration.needs import Need
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.players.hits import MAX_BY_NAME, SearchHit
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator
from gateway.config.settings import Settings
from gateway.config.site_days import EPOCH_DAY, SiteDays, date_of
from gateway.database.database import Database, Databases, Session
from gateway.database.installation import site_days
from gateway.database.times import to_datetime
from gateway.extras.competitions import changes, payout, repository
from gateway.extras.competitions.changes import CompetitionRefused
from gateway.extras.competitions.payout import Payout, PrizeRules, Winner
from gateway.extras.competitions.repository import CompetitionRecord, Outcome, Prize, Stage, stage_of
from gateway.extras.competitions.rules import BoardRow, Competition, Entrants, payable_at
from gateway.extras.history.gains import Mark, Metric
from gateway.features.accounts.repository import AccountRepository
from gateway.features.operators import operator_log
from gateway.features.operators.site_controls import NoticeLanguage, NoticeTexts, encode_texts
from gateway.game.classes import class_name
from gateway.http.errors import Conflict, GameUnavailable, NotFound, ValidationFailed
from gateway.registration.extra import Parts
from gateway.texts import Text, text

_LOG_ROWS: Final = 100

CompetitionId = Annotated[int, PathParameter(ge=1, le=2**32 - 1)]


class ListedCompetition(Struct, frozen=True, kw_only=True):
    """`state`: `due` while prizes of a final result wait for payment, `paid` once all are settled. `coins`: of all
    prizes; `paid`: those that were paid. `payable_at`: from then on prizes can be paid."""

    id: int
    title: str
    titles: NoticeTexts
    metric: Metric
    entrants: Entrants
    first_day: date
    last_day: date
    state: Stage
    min_level: int
    max_level: int
    classes: list[str]
    prizes: list[int]
    coins: int
    paid: int
    payable_at: datetime


class CompetitionList(Struct, frozen=True):
    """The last to end first."""

    data: list[ListedCompetition]


class CompetitionPlace(Struct, frozen=True, kw_only=True):
    """`name`: of the character or clan; empty if the game does not have it any more. `leader`: of a clan.

    `account`: the one that has the prize, or would get it now; null for an operator without the right to players.
    `outcome`: null until the prize is settled.
    """

    place: int
    name: str
    leader: str | None
    account: Annotated[str | None, NeedsPlayers]
    gain: int
    mark: Mark | None
    coins: int | None
    outcome: Outcome | None
    settled_at: datetime | None


class CompetitionDetail(Struct, frozen=True, kw_only=True):
    """`counted_at`: null before the first values. `opened_by` and `reason`: as in the log of operators."""

    competition: ListedCompetition
    counted_at: datetime | None
    opened_by: str
    reason: str
    data: list[CompetitionPlace]


class OpeningForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """Days count in full, in the site's time zone. `classes`: ids; none: all. `prizes`: coins by place.

    `titles`: in other languages; empty ones are left out.
    """

    title: Annotated[str, Meta(max_length=200)]
    titles: dict[NoticeLanguage, Annotated[str, Meta(max_length=200)]] = field(
        default_factory=dict[NoticeLanguage, str]
    )
    metric: Metric
    entrants: Entrants = "characters"
    first_day: date
    last_day: date
    min_level: int = 1
    max_level: int = 80
    classes: Annotated[list[int], Meta(max_length=200)] = field(default_factory=list[int])
    prizes: Annotated[list[int], Meta(max_length=200)] = field(default_factory=list[int])


class CompetitionPrizes(Struct, frozen=True):
    """Parts of the application that find and pay the winners."""

    game: Database
    accounts: AccountRepository
    rules: PrizeRules
    zone: tzinfo


class CompetitionCases(Struct, frozen=True):
    """Competitions in the overview and in the search."""

    site: Database
    zone: tzinfo

    async def due(self, now: int) -> list[Need]:
        """Final results with prizes that wait for payment."""
        days = await site_days(self.site, self.zone)
        return [
            Need(
                kind="competition_due",
                subject=f"competition:{row.competition.id}",
                since=int(payable_at(row.competition, days)),
                coins=sum(prize.coins for prize in row.prizes if prize.outcome is None),
                text=row.competition.title,
            )
            for row in await repository.due_records(self.site, now, days)
        ]

    async def titled(self, text: str) -> list[SearchHit]:
        rows = [row for row in await self.site.read(repository.LIST) if text.casefold() in row.title.casefold()]
        return [
            SearchHit(kind="competition", id=str(row.id), account="", title=row.title) for row in rows[:MAX_BY_NAME]
        ]


def pages(parts: Parts) -> OperatorPages:
    settings, databases = parts.get(Settings), parts.get(Databases)
    site = databases.site
    prizes = CompetitionPrizes(
        databases.game,
        parts.get(AccountRepository),
        PrizeRules(settings.payments.new_account_days, settings.privacy.default_level),
        settings.server.zone,
    )

    zone = prizes.zone
    cases = CompetitionCases(site, zone)

    @get("/api/admin/competitions", permission="competitions.read")
    async def list_competitions(operator: Operator) -> CompetitionList:
        """All competitions with their states."""
        now, days = time.time(), await site_days(site, zone)
        return CompetitionList([_listed_competition(row, now, days) for row in await repository.records(site)])

    @get("/api/admin/competitions/{competition_id:int}", NotFound, GameUnavailable, permission="competitions.read")
    async def get_admin_competition(operator: Operator, competition_id: CompetitionId) -> CompetitionDetail:
        """A competition with its board and its prizes."""
        record = await _record(site, competition_id)
        board = record.board
        log = await operator_log.entries(site, [f"competition:{competition_id}"], _LOG_ROWS)
        opening = next((row for row in log if row.command == "competition open"), None)
        return CompetitionDetail(
            competition=_listed_competition(record, time.time(), await site_days(site, zone)),
            counted_at=to_datetime(board.at) if board else None,
            opened_by=opening.operator if opening else "",
            reason=opening.reason if opening else "",
            data=await _places(prizes.game, record, board.rows if board else []),
        )

    @post("/api/admin/competitions", Conflict, ValidationFailed, permission="competitions.change")
    async def open_competition(change: Change, data: JSONBody[OpeningForm]) -> ChangeResult:
        """Announce a competition."""

        async def work(session: Session) -> None:
            await changes.open_competition(session, _competition(data), data.prizes, int(time.time()), zone)

        return await change.apply(data, "competition", _with_field_errors(work), command="competition open")

    @post("/api/admin/competitions/{competition_id:int}/close", Conflict, permission="competitions.change")
    async def close_competition(
        change: Change, competition_id: CompetitionId, data: JSONBody[ChangeForm]
    ) -> ChangeResult:
        """End a competition without prizes, or withdraw one that has not begun."""

        async def work(session: Session) -> None:
            await changes.close_competition(session, competition_id, int(time.time()), zone)

        subject = f"competition:{competition_id}"
        return await change.apply(data, subject, _with_field_errors(work), command="competition close")

    @post(
        "/api/admin/competitions/{competition_id:int}/pay",
        Conflict,
        NotFound,
        GameUnavailable,
        permission="competitions.pay",
    )
    async def pay_competition(
        change: Change, competition_id: CompetitionId, data: JSONBody[ChangeForm]
    ) -> ChangeResult:
        """Settle all prizes that are not settled yet, in one transaction."""

        async def work(joined_site: Database) -> Text:
            record, now = await _record(joined_site, competition_id), int(time.time())
            try:
                changes.require_final(record, now, await site_days(joined_site, zone))
            except CompetitionRefused as error:
                raise Conflict(error.reason) from None
            settler = Payout(joined_site, prizes.game, prizes.accounts, prizes.rules)
            settlements = await settler.settlements(record, now)
            settled_prizes = [row for row in settlements if await payout.settle(joined_site, competition_id, row, now)]
            coins = sum(row.coins for row in settled_prizes if row.outcome == "paid")
            return text("reasons.coins_paid", coins=coins) if settled_prizes else text("reasons.prizes_settled")

        return await change.apply(data, f"competition:{competition_id}", work, command="competition pay")

    return OperatorPages(
        routes=[list_competitions, get_admin_competition, open_competition, close_competition, pay_competition],
        needs=[cases.due],
        hits=[cases.titled],
    )


def _with_field_errors(work: Callable[[Session], Awaitable[None]]) -> Work:
    """Turns a refusal of the change into an error of its field, or a conflict."""

    async def change(joined_site: Database) -> None:
        async with joined_site.transaction() as session:
            try:
                await work(session)
            except CompetitionRefused as error:
                if error.field:
                    raise ValidationFailed(fields={error.field: error.reason}) from None
                raise Conflict(error.reason) from None

    return change


async def _record(site: Database, competition_id: int) -> CompetitionRecord:
    record = await repository.record_of(site, competition_id)
    if record is None:
        raise NotFound
    return record


def _competition(form: OpeningForm) -> Competition:
    return Competition(
        id=0,
        title=form.title.strip(),
        metric=form.metric,
        first_day=form.first_day.toordinal() - EPOCH_DAY,
        last_day=form.last_day.toordinal() - EPOCH_DAY,
        min_level=form.min_level,
        max_level=form.max_level,
        classes=",".join(map(str, sorted(set(form.classes)))),
        closed_at=None,
        entrants=form.entrants,
        titles=encode_texts({language: title.strip() for language, title in form.titles.items()}),
    )


def _listed_competition(record: CompetitionRecord, now: float, days: SiteDays) -> ListedCompetition:
    competition, prizes = record.competition, record.prizes
    return ListedCompetition(
        id=competition.id,
        title=competition.title,
        titles=competition.translations,
        metric=competition.metric,
        entrants=competition.entrants,
        first_day=date_of(competition.first_day),
        last_day=date_of(competition.last_day),
        state=stage_of(record, now, days),
        min_level=competition.min_level,
        max_level=competition.max_level,
        classes=[class_name(number) for number in competition.class_ids],
        prizes=[prize.coins for prize in prizes],
        coins=sum(prize.coins for prize in prizes),
        paid=sum(prize.coins for prize in prizes if prize.outcome == "paid"),
        payable_at=to_datetime(int(payable_at(competition, days))),
    )


async def _places(game: Database, record: CompetitionRecord, rows: Sequence[BoardRow]) -> list[CompetitionPlace]:
    """Returns a row for each place of the board, and for each prize."""
    entrants = record.competition.entrants
    winners = await payout.winners_of(game, entrants, [row.entrant_id for row in rows])
    prizes = {prize.place: prize for prize in record.prizes}
    count = max(len(rows), len(prizes))
    return [
        _place(place, rows[place - 1] if place <= len(rows) else None, winners, prizes.get(place), entrants)
        for place in range(1, count + 1)
    ]


def _place(
    place: int, row: BoardRow | None, winners: dict[int, Winner], prize: Prize | None, entrants: Entrants
) -> CompetitionPlace:
    winner = winners.get(row.entrant_id) if row else None
    settled_at = prize.settled_at if prize else None
    return CompetitionPlace(
        place=place,
        name=winner.entrant_name if winner else "",
        leader=winner.name if winner and entrants == "clans" else None,
        account=(prize and prize.account) or (winner.account_name.lower() if winner else ""),
        gain=row.gain if row else 0,
        mark=row.mark if row else None,
        coins=prize.coins if prize else None,
        outcome=prize.outcome if prize else None,
        settled_at=to_datetime(settled_at),
    )

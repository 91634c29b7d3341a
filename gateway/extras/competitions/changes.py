"""Opens a competition, and closes it without prizes, as a logged change in the caller's transaction."""

from collections.abc import Sequence
from datetime import tzinfo

from gateway.config.site_days import SiteDays, date_of
from gateway.database.database import Session
from gateway.database.installation import site_days
from gateway.extras.competitions import repository
from gateway.extras.competitions.repository import CompetitionRecord
from gateway.extras.competitions.rules import Competition, refusal, state_of
from gateway.features.operators import operator_log
from gateway.game.classes import class_name
from gateway.texts import Refusal, Text, text


class CompetitionRefused(Refusal):
    """The text says why nothing was changed. `field`: of the form; empty for none."""

    def __init__(self, reason: Text, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


class CompetitionClosed(CompetitionRefused):
    """It was closed before."""


async def open_competition(
    session: Session, competition: Competition, coins: Sequence[int], now: int, zone: tzinfo
) -> int:
    """Returns the id. `coins`: the prizes by place. Raises CompetitionRefused."""
    days = await site_days(session, zone)
    if problem := refusal(competition, coins, days.day_of(now)):
        field, reason = problem
        raise CompetitionRefused(reason, field)
    number = await repository.open_competition(session, competition, coins, now)
    await operator_log.record(session, f"competition:{number}", after=describe(competition, coins))
    return number


async def close_competition(session: Session, competition_id: int, now: int, zone: tzinfo) -> None:
    """Ends a competition without prizes; one that has not begun is withdrawn so. Raises CompetitionRefused."""
    competition = await session.one(repository.LOCK, id=competition_id)
    record = await repository.record_of(session, competition_id)
    if competition is None or record is None:
        raise CompetitionRefused(text("reasons.competition_unknown"))
    if competition.closed_at is not None:
        raise CompetitionClosed(text("reasons.competition_closed"))
    if await session.read(repository.LOCK_SETTLED_PRIZES, competition_id=competition_id):
        raise CompetitionRefused(text("reasons.competition_settled"))
    await session.write(repository.CLOSE, id=competition_id, at=now)
    state = state_of(competition, record.board, now, await site_days(session, zone))
    old_values = {"title": competition.title, "state": state}
    await operator_log.record(
        session, f"competition:{competition_id}", before=old_values, after={**old_values, "state": "closed"}
    )


def require_final(record: CompetitionRecord, now: float, days: SiteDays) -> None:
    """Raises CompetitionRefused unless the result is final, since only then prizes are paid."""
    if state_of(record.competition, record.board, now, days) != "final":
        raise CompetitionRefused(text("reasons.competition_not_final"))


def describe(competition: Competition, coins: Sequence[int]) -> dict[str, object]:
    """Returns the values of a competition as operators read them."""
    return {
        "title": competition.title,
        **{f"title {language}": title for language, title in competition.translations.items()},
        "metric": competition.metric,
        "entrants": competition.entrants,
        "days": f"{date_of(competition.first_day)} to {date_of(competition.last_day)}",
        "levels": f"{competition.min_level} to {competition.max_level}",
        "classes": ", ".join(map(class_name, competition.class_ids)) or "all",
        "prizes": ", ".join(f"{prize:,}" for prize in coins) or "none",
        "coins": f"{sum(coins):,}",
    }

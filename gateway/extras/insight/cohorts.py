"""New accounts by week of registration and by source, with their retention and revenue. Pure.

An account is retained at day n if it played n days after its registration or later, in days of the site's time zone.
It counts at day n once that day is over. A figure is complete when all accounts count, and the week is over.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date
from typing import Final, TypedDict, TypeVar

from msgspec import Struct

from gateway.config.currencies import minor_digits
from gateway.config.site_days import SiteDays, date_of

RETENTION_DAYS: Final = (1, 7, 30)
WEEKS: Final = 13
_WEEK: Final = 7


class RegisteredRow(Struct, frozen=True):
    login: str
    at: int
    source: str
    campaign: str


class SaleRow(Struct, frozen=True):
    """A payment. Its amounts are in minor units of `currency`, `net` in those of `settled_in`; None: not reported."""

    id: int
    account: str
    provider: str
    currency: str
    settled_in: str
    amount: int
    refunded_amount: int
    net: int | None


class NewAccount(Struct, frozen=True, kw_only=True):
    """`day`: of the registration. `week`: its Monday. `last_day`: on which it played; 0: never."""

    login: str
    day: int
    week: int
    source: str
    campaign: str
    last_day: int


class RetentionFigure(Struct, frozen=True):
    """`accounts`: day `day` is over for them; `played` of them played on it or later. `complete`: over for all."""

    day: int
    accounts: int
    played: int
    complete: bool


class CohortRevenue(Struct, frozen=True, kw_only=True):
    """Payments of a cohort through one provider in one currency, in minor units of `digits` decimal places.

    `net` is before refunds, in `settled_in`; `unreported` payments have none. `buyers`: accounts that paid more than
    was returned.
    """

    provider: str
    currency: str
    digits: int
    gross: int
    returned: int
    settled_in: str
    settled_digits: int
    net: int
    unreported: int
    buyers: int


class Cohort(Struct, frozen=True, kw_only=True):
    """`buyers`, `revenue`: null without the permission to read money."""

    accounts: int
    retention: list[RetentionFigure]
    buyers: int | None
    revenue: list[CohortRevenue] | None


class WeekCohort(Cohort, frozen=True, kw_only=True):
    """`week`: its Monday."""

    week: date


class SourceCohort(Cohort, frozen=True, kw_only=True):
    """Empty texts: unknown."""

    source: str
    campaign: str


class SourceWeekCohort(SourceCohort, frozen=True, kw_only=True):
    week: date


class _Figures(TypedDict):
    accounts: int
    retention: list[RetentionFigure]
    buyers: int | None
    revenue: list[CohortRevenue] | None


Sales = Mapping[str, Sequence[SaleRow]]
"""Account → its payments."""
Key = TypeVar("Key", bound=Hashable)


def monday_of(day: int) -> int:
    return day - date_of(day).weekday()


def first_week(today: int) -> int:
    """Returns the Monday of the first of the shown weeks; the last one is that of today."""
    return monday_of(today) - (WEEKS - 1) * _WEEK


def new_accounts(rows: Sequence[RegisteredRow], last_days: Iterable[int], days: SiteDays) -> list[NewAccount]:
    accounts: list[NewAccount] = []
    for row, last_day in zip(rows, last_days, strict=True):
        day = days.day_of(row.at)
        accounts.append(
            NewAccount(
                login=row.login,
                day=day,
                week=monday_of(day),
                source=row.source,
                campaign=row.campaign,
                last_day=last_day,
            )
        )
    return accounts


def retention(accounts: Sequence[NewAccount], until: int, end: int = 0) -> list[RetentionFigure]:
    """`until`: the last closed day. `end`: the last day of the registrations; 0: that of the accounts."""
    figures: list[RetentionFigure] = []
    for days in RETENTION_DAYS:
        due = [account for account in accounts if account.day + days <= until]
        active_count = sum(account.last_day >= account.day + days for account in due)
        figures.append(
            RetentionFigure(
                day=days,
                accounts=len(due),
                played=active_count,
                complete=end + days <= until and len(due) == len(accounts),
            )
        )
    return figures


def revenue(accounts: Iterable[NewAccount], sales: Sales) -> list[CohortRevenue]:
    """Returns one row for each provider and pair of currencies: currencies are never added up."""
    groups: dict[tuple[str, str, str], list[SaleRow]] = defaultdict(list)
    for account in accounts:
        for sale in sales.get(account.login, ()):
            groups[sale.provider, sale.currency, sale.settled_in].append(sale)
    return [_revenue(*key, rows) for key, rows in sorted(groups.items())]


def _revenue(provider: str, currency: str, settled_in: str, rows: Sequence[SaleRow]) -> CohortRevenue:
    amounts: dict[str, int] = defaultdict(int)
    for row in rows:
        amounts[row.account] += row.amount - row.refunded_amount
    return CohortRevenue(
        provider=provider,
        currency=currency,
        digits=minor_digits(currency),
        gross=sum(row.amount for row in rows),
        returned=sum(row.refunded_amount for row in rows),
        settled_in=settled_in,
        settled_digits=minor_digits(settled_in),
        net=sum(row.net or 0 for row in rows),
        unreported=sum(row.net is None for row in rows),
        buyers=sum(amount > 0 for amount in amounts.values()),
    )


def buyers(accounts: Iterable[NewAccount], sales: Sales) -> int:
    """Counts the accounts with a payment that was not refunded in full."""
    return sum(any(sale.amount > sale.refunded_amount for sale in sales.get(account.login, ())) for account in accounts)


def by_week(accounts: Sequence[NewAccount], first: int, until: int, sales: Sales | None) -> list[WeekCohort]:
    """Returns all shown weeks, also those without a new account; the newest last. `sales`: None without permission."""
    groups = _group_by(accounts, lambda account: account.week)
    return [
        WeekCohort(week=date_of(week), **_figures(groups.get(week, []), until, sales, end=week + _WEEK - 1))
        for week in range(first, first + WEEKS * _WEEK, _WEEK)
    ]


def by_source(accounts: Sequence[NewAccount], until: int, sales: Sales | None) -> list[SourceCohort]:
    """Returns the sources with the most new accounts first."""
    groups = _group_by(accounts, lambda account: (account.source, account.campaign))
    sorted_groups = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [
        SourceCohort(source=source, campaign=campaign, **_figures(rows, until, sales))
        for (source, campaign), rows in sorted_groups
    ]


def by_week_and_source(accounts: Sequence[NewAccount], until: int, sales: Sales | None) -> list[SourceWeekCohort]:
    groups = _group_by(accounts, lambda account: (account.week, account.source, account.campaign))
    return [
        SourceWeekCohort(
            week=date_of(week), source=source, campaign=campaign, **_figures(rows, until, sales, end=week + _WEEK - 1)
        )
        for (week, source, campaign), rows in sorted(groups.items())
    ]


def _figures(accounts: Sequence[NewAccount], until: int, sales: Sales | None, end: int = 0) -> _Figures:
    return {
        "accounts": len(accounts),
        "retention": retention(accounts, until, end),
        "buyers": None if sales is None else buyers(accounts, sales),
        "revenue": None if sales is None else revenue(accounts, sales),
    }


def _group_by(accounts: Iterable[NewAccount], key_of: Callable[[NewAccount], Key]) -> dict[Key, list[NewAccount]]:
    groups: dict[Key, list[NewAccount]] = defaultdict(list)
    for account in accounts:
        groups[key_of(account)].append(account)
    return groups

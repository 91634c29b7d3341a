"""GET /api/admin/insight: retention, activity, punch card, sources and revenue of new accounts; absent accounts."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import date, datetime
from typing import Annotated, Final

from litestar.params import QueryParameter
from litestar.response import Stream
from msgspec import Struct

from gateway.administration.access_log import csv_response, record_access
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.permissions import PERMISSIONS
from gateway.administration.routes import get
from gateway.administration.sessions import Operator, OperatorIdentity
from gateway.config.settings import Settings
from gateway.config.site_days import date_of
from gateway.database.database import Databases
from gateway.database.times import to_datetime
from gateway.extras.insight import files
from gateway.extras.insight.activity import BANDS, LONGEST_ABSENCE, Band, band_counts
from gateway.extras.insight.cohorts import (
    NewAccount,
    SourceCohort,
    WeekCohort,
    by_source,
    by_week,
    by_week_and_source,
)
from gateway.extras.insight.reader import AbsentAccount, BandAccount, InsightData, InsightReader, PunchCard
from gateway.extras.insight.settings import InsightSettings
from gateway.http.errors import GameUnavailable
from gateway.registration.extra import Parts

UNKNOWN: Final = "-"
"""Filter for accounts without a known source, or without a known campaign."""
_PAGE_ROWS: Final = 50
_NEW_ACCOUNT_ROWS: Final = 200
_EXPORT_ROWS: Final = 10_000

SourceFilter = Annotated[str, QueryParameter(max_length=64)]
Week = Annotated[date, QueryParameter()]
BandName = Annotated[Band, QueryParameter()]
Absence = Annotated[int, QueryParameter(ge=3, le=LONGEST_ABSENCE)]


class ActivityBand(Struct, frozen=True):
    """`from_index`: the lowest index of the band. `week_before`: accounts a week before."""

    band: Band
    from_index: float
    accounts: int
    week_before: int


class Insight(Struct, frozen=True, kw_only=True):
    """`last_day`: the last closed day of the history, up to which play counts; null before the first one.

    `weekly_minutes`: T of the activity index. `weeks`: of the filter's accounts, the newest last. `punch_card`: average
    players by weekday (Monday first) and hour of the site's time zone; null where nothing was counted.
    """

    measured_at: datetime
    last_day: date | None
    weekly_minutes: int
    weeks: list[WeekCohort]
    sources: list[SourceCohort]
    bands: list[ActivityBand]
    punch_card: PunchCard


class AbsentAccounts(Struct, frozen=True):
    """`total`: accounts that match; `data` has the most active of them."""

    total: int
    data: list[AbsentAccount]


class BandAccounts(Struct, frozen=True):
    """`total`: accounts of the band; `data` has the most active of them."""

    total: int
    data: list[BandAccount]


class ListedNewAccount(Struct, frozen=True, kw_only=True):
    """`last_day`: on which the account played; null: never."""

    account: str
    day: date
    source: str
    campaign: str
    last_day: date | None


class NewAccountList(Struct, frozen=True):
    """`total`: accounts that match; `data` has the newest of them."""

    total: int
    data: list[ListedNewAccount]


def reads_money(operator: OperatorIdentity) -> bool:
    return operator.role in PERMISSIONS["money.read"].roles


def insight_of(data: InsightData, weekly_minutes: int, source: str, campaign: str, with_money: bool) -> Insight:
    sales, activity = data.sales if with_money else None, data.activity
    bands = band_counts(activity.index[activity.is_present])
    previous_bands = band_counts(activity.index_before[activity.is_present])
    return Insight(
        measured_at=to_datetime(data.read_at),
        last_day=date_of(data.until) if data.until else None,
        weekly_minutes=weekly_minutes,
        weeks=by_week(_filter_accounts(data.accounts, source, campaign), data.first_week, data.until, sales),
        sources=by_source(data.accounts, data.until, sales),
        bands=[
            ActivityBand(band, low, accounts=bands[band], week_before=previous_bands[band])
            for band, low in BANDS.items()
        ],
        punch_card=data.punch_card,
    )


def _filter_accounts(accounts: Sequence[NewAccount], source: str, campaign: str) -> list[NewAccount]:
    def fits(value: str, choice: str) -> bool:
        return choice in ("", value) or (choice == UNKNOWN and value == "")

    return [account for account in accounts if fits(account.source, source) and fits(account.campaign, campaign)]


def pages(parts: Parts) -> OperatorPages:
    databases, settings = parts.get(Databases), parts.get(Settings)
    site = databases.site
    reader = InsightReader(site, databases.game, settings.server.zone, settings.of(InsightSettings).weekly_minutes)

    @get("/api/admin/insight", permission="insight.read")
    async def get_insight(operator: Operator, source: SourceFilter = "", campaign: SourceFilter = "") -> Insight:
        """New accounts of thirteen weeks, activity of all accounts, and players by hour."""
        data, with_money = await reader.data(), reads_money(operator)
        return await asyncio.to_thread(insight_of, data, reader.weekly_minutes, source, campaign, with_money)

    @get("/api/admin/insight/accounts", permission="insight.read")
    async def list_new_accounts(
        operator: Operator, week: Week, source: SourceFilter = "", campaign: SourceFilter = ""
    ) -> NewAccountList:
        """Accounts that registered in the week of a Monday."""
        data = await reader.data()
        matching_accounts = _filter_accounts(data.accounts, source, campaign)
        accounts = [account for account in matching_accounts if date_of(account.week) == week]
        accounts.sort(key=lambda account: (-account.day, account.login))
        return NewAccountList(len(accounts), [_listed_account(account) for account in accounts[:_NEW_ACCOUNT_ROWS]])

    @get("/api/admin/insight/absent", GameUnavailable, permission="insight.read")
    async def list_absent_accounts(operator: Operator, days: Absence = 14) -> AbsentAccounts:
        """Accounts that were regular or more active, and have not played for so many days."""
        return AbsentAccounts(*await reader.absent(days, _PAGE_ROWS, with_money=reads_money(operator)))

    @get("/api/admin/insight/band", GameUnavailable, permission="insight.read")
    async def list_band_accounts(operator: Operator, band: BandName) -> BandAccounts:
        """Accounts of a band of activity, the most active of them first."""
        return BandAccounts(*await reader.in_band(band, _PAGE_ROWS))

    @get("/api/admin/insight/cohorts.csv", permission="insight.export")
    async def export_cohorts(operator: Operator) -> Stream:
        """New accounts by week and source as comma-separated values."""
        data = await reader.data()
        await record_access(site, operator, "insight:cohorts")
        sales = data.sales if reads_money(operator) else None
        cohorts = await asyncio.to_thread(by_week_and_source, data.accounts, data.until, sales)
        return csv_response(f"cohorts-{date_of(data.until)}", _lines(files.cohort_lines(cohorts)))

    @get("/api/admin/insight/absent.csv", GameUnavailable, permission="insight.export")
    async def export_absent_accounts(operator: Operator, days: Absence = 14) -> Stream:
        """Accounts that were regular or more active and are absent, as comma-separated values."""
        _, accounts = await reader.absent(days, _EXPORT_ROWS, with_money=reads_money(operator))
        await record_access(site, operator, f"insight:absent:{days}")
        return csv_response(f"absent-{days}-days", _lines(files.absent_lines(accounts)))

    return OperatorPages(
        routes=[
            get_insight,
            list_new_accounts,
            list_absent_accounts,
            list_band_accounts,
            export_cohorts,
            export_absent_accounts,
        ]
    )


def _listed_account(account: NewAccount) -> ListedNewAccount:
    last_day = date_of(account.last_day) if account.last_day else None
    return ListedNewAccount(
        account=account.login,
        day=date_of(account.day),
        source=account.source,
        campaign=account.campaign,
        last_day=last_day,
    )


async def _lines(text: str) -> AsyncGenerator[str]:
    yield text

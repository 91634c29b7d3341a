"""Retention and revenue against examples computed by hand: clock changes, unfinished weeks, currencies."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from gateway.config.site_days import EPOCH_DAY, SiteDays
from gateway.extras.insight.cohorts import (
    NewAccount,
    RegisteredRow,
    SaleRow,
    WeekCohort,
    buyers,
    by_source,
    by_week,
    first_week,
    new_accounts,
    retention,
    revenue,
)
from gateway.extras.insight.reader import punch_card
from gateway.extras.population.repository import AverageCount

pytestmark = pytest.mark.unit

MADRID = ZoneInfo("Europe/Madrid")


def number(text: str) -> int:
    return date.fromisoformat(text).toordinal() - EPOCH_DAY


def seconds(text: str, zone: ZoneInfo = MADRID) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp())


def account(login: str, day: str, last: str = "", source: str = "", campaign: str = "") -> NewAccount:
    at = number(day)
    return NewAccount(
        login=login,
        day=at,
        week=at - date.fromisoformat(day).weekday(),
        source=source,
        campaign=campaign,
        last_day=number(last) if last else 0,
    )


def figures(accounts: list[NewAccount], until: str) -> list[tuple[int, int, bool]]:
    return [(figure.accounts, figure.played, figure.complete) for figure in retention(accounts, number(until))]


def test_days_and_weeks_of_registrations_follow_the_zone_through_both_clock_changes() -> None:
    moments = {
        "2026-03-29T00:30": ("2026-03-29", "2026-03-23"),  # a Sunday of 23 hours
        "2026-03-29T23:59": ("2026-03-29", "2026-03-23"),
        "2026-03-30T00:00": ("2026-03-30", "2026-03-30"),
        "2026-10-25T23:59": ("2026-10-25", "2026-10-19"),  # a Sunday of 25 hours
        "2026-10-26T00:00": ("2026-10-26", "2026-10-26"),
    }
    rows = [RegisteredRow("a", seconds(text), "", "") for text in moments]
    accounts = new_accounts(rows, [0] * len(rows), SiteDays(MADRID))
    days = [(new_account.day, new_account.week) for new_account in accounts]
    assert days == [(number(day), number(week)) for day, week in moments.values()]


def test_retention_counts_play_on_the_day_or_later_and_days_not_hours() -> None:
    # Registered on the Sunday of 25 hours: day 1 is the Monday, day 7 the next Sunday.
    accounts = [
        account("never", "2026-10-25"),
        account("same_day", "2026-10-25", "2026-10-25"),
        account("next_day", "2026-10-25", "2026-10-26"),
        account("sixth", "2026-10-25", "2026-10-31"),
        account("seventh", "2026-10-25", "2026-11-01"),
        account("later", "2026-10-25", "2026-11-30"),
    ]
    assert figures(accounts, "2026-11-30") == [(6, 4, True), (6, 2, True), (6, 1, True)]
    assert figures(accounts, "2026-11-01") == [(6, 4, True), (6, 2, True), (0, 0, False)]


def test_retention_of_an_unfinished_week_counts_accounts_whose_day_is_over() -> None:
    accounts = [
        account("monday", "2026-11-16", "2026-11-23"),
        account("tuesday", "2026-11-17", "2026-11-18"),
        account("sunday", "2026-11-22", "2026-11-22"),
    ]
    assert figures(accounts, "2026-11-22") == [(2, 2, False), (0, 0, False), (0, 0, False)]
    assert figures(accounts, "2026-11-23") == [(3, 2, True), (1, 1, False), (0, 0, False)]
    assert figures([], "2026-11-23") == [(0, 0, True)] * 3
    assert figures(accounts, "1970-01-01") == [(0, 0, False)] * 3


def test_thirteen_weeks_end_with_the_one_of_today_and_empty_ones_are_shown() -> None:
    today = number("2026-11-26")
    first = first_week(today)
    assert first == number("2026-08-31")
    weeks: list[WeekCohort] = by_week([account("a", "2026-11-22")], first, today, None)
    assert [weeks[0].week, weeks[-1].week] == [date(2026, 8, 31), date(2026, 11, 23)]
    assert [week.accounts for week in weeks] == [0] * 11 + [1, 0]
    assert {week.buyers for week in weeks} == {None}
    complete = [[figure.complete for figure in week.retention] for week in weeks]
    assert complete[-1] == [False] * 3, "the week is not over"
    assert complete[-2] == [True, False, False]
    assert complete[0] == [True] * 3


def test_revenue_is_never_added_up_across_currencies_and_returned_payments_make_no_buyer() -> None:
    accounts = [
        account("a", "2026-11-16", source="x.com"),
        account("b", "2026-11-16", source="x.com"),
        account("c", "2026-11-17"),
    ]
    sales = {
        "a": [
            SaleRow(1, "a", "mercadopago", "ARS", "ARS", 10_000, 0, 9_000),
            SaleRow(2, "a", "mercadopago", "ARS", "ARS", 5_000, 5_000, None),
            SaleRow(3, "a", "stripe", "USD", "EUR", 700, 200, 600),
        ],
        "b": [SaleRow(4, "b", "mercadopago", "ARS", "ARS", 4_000, 4_000, 3_600)],
        "c": [SaleRow(5, "c", "stripe", "JPY", "JPY", 900, 0, 800)],
        "stranger": [SaleRow(6, "stranger", "stripe", "USD", "EUR", 1, 0, 1)],
    }
    names = ("provider", "currency", "digits", "gross", "returned", "settled_in", "net", "unreported", "buyers")
    assert [tuple(getattr(row, name) for name in names) for row in revenue(accounts, sales)] == [
        ("mercadopago", "ARS", 2, 19_000, 9_000, "ARS", 12_600, 1, 1),
        ("stripe", "JPY", 0, 900, 0, "JPY", 800, 0, 1),
        ("stripe", "USD", 2, 700, 200, "EUR", 600, 0, 1),
    ]
    assert buyers(accounts, sales) == 2
    sources = by_source(accounts, number("2026-11-22"), sales)
    assert [(row.source, row.accounts, row.buyers) for row in sources] == [("x.com", 2, 1), ("", 1, 1)]


def test_punch_card_averages_the_minutes_of_a_weekday_and_hour_of_the_zone() -> None:
    hour = 3600
    # The hour from 2:00 comes twice on 25 October, a Sunday, and not at all on 29 March.
    autumn_start = int(datetime(2026, 10, 25, 0, tzinfo=UTC).timestamp())
    spring_start = int(datetime(2026, 3, 29, 1, tzinfo=UTC).timestamp())
    counts = [
        AverageCount(autumn_start, 60, 600),
        AverageCount(autumn_start + hour, 20, 1000),
        AverageCount(spring_start, 15, 30),
    ]
    card = punch_card(counts, MADRID)
    assert (card[6][2], card[6][3]) == (20.0, 2.0)
    assert sum(value is not None for hours in card for value in hours) == 2
    kathmandu = punch_card([AverageCount(autumn_start + 900, 15, 15)], ZoneInfo("Asia/Kathmandu"))
    assert kathmandu[6][6] == 1.0, "00:15 UTC is 6:00 there"

"""Days of news: crowded subjects and days are folded, and long lists are paged by whole days."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import numpy as np

from gateway.extras.history.score_table import ScoreTable
from gateway.extras.watch.news import NewsEntry, page
from gateway.extras.watch.star_news import CharacterDay, NewsValues, rank_figures, record_figures
from gateway.extras.watch.subjects import WatchedSubject

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def subject(number: int) -> WatchedSubject:
    return WatchedSubject(kind="clan", key=f"~{number}", name=f"Clan{number}", id=number)


def entries(day: int, number: int, count: int) -> Iterable[NewsEntry]:
    """News of a clan, of so many days before the first one."""
    for minute in range(count):
        yield NewsEntry(
            at=NOON - timedelta(days=day, minutes=minute),
            accuracy_seconds=0,
            kind="war_declared",
            source="star",
            is_unread=True,
            subject=subject(number),
            event=None,
            values=NewsValues(),
        )


def test_news_of_a_crowded_subject_are_one_entry_at_its_newest_place() -> None:
    newest, *older_news = entries(0, 2, 5)
    [day], following = page([newest, *entries(0, 1, 21), *older_news], None, UTC)
    assert [(entry.kind, entry.subject and entry.subject.id) for entry in day.entries] == [
        ("war_declared", 2),
        ("folded", 1),
        *[("war_declared", 2)] * 4,
    ]
    assert (day.folded, day.entries[1].values.count, day.entries[1].is_unread, following) == (21, 21, True, None)
    [quiet_day], _ = page([*entries(0, 1, 20)], None, UTC)
    assert (quiet_day.folded, len(quiet_day.entries)) == (0, 20)


def test_thousand_news_of_a_day_are_at_most_a_hundred_entries() -> None:
    [day], _ = page([entry for number in range(200) for entry in entries(0, number, 5)], None, UTC)
    assert (len(day.entries), day.folded) == (100, 900)


def closes(*kills: tuple[int, int]) -> list[CharacterDay]:
    """Closes of days with these PvP kills in all."""
    return [CharacterDay(1, day, level=80, exp=0, pvp_kills=count, pk_kills=0) for day, count in kills]


def test_record_is_a_day_with_more_kills_than_each_before() -> None:
    rows = closes((100, 50), (101, 60), (108, 75), (109, 80), (110, 60), (112, 77))
    assert list(record_figures(rows, 0)) == [(108, NewsValues(pvp=15)), (112, NewsValues(pvp=17))]
    assert list(record_figures(rows, 16)) == [(112, NewsValues(pvp=17))]
    assert list(record_figures(closes((100, 50), (109, 60)), 0)) == []


def test_rank_is_compared_with_the_week_before() -> None:
    tables = [ScoreTable(day, np.array([0, 10, 20, 30]), np.array([9, 6, 3, 0])) for day in (94, 101, 108, 115, 129)]
    rows = closes((101, 10), (105, 20), (120, 30))
    assert list(rank_figures(rows, tables)) == [(108, NewsValues(place=4, place_before=7))]
    assert list(rank_figures(closes((102, 10), (105, 20)), tables)) == []


def test_pages_have_whole_days_and_lead_to_the_days_before() -> None:
    news = [entry for day in range(6) for number in range(3) for entry in entries(day, number, 15)]
    days, following = page(news, None, UTC)
    assert ([len(day.entries) for day in days], following) == ([45, 45, 45], date(2026, 11, 18))
    last_days, end = page(news, following, UTC)
    assert ([day.day.day for day in last_days], end) == ([17, 16, 15], None)

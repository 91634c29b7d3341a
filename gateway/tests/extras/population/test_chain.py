"""Rules of the population chain: hashes by hand, totals of a day, the badge, the feed."""

import hashlib
from datetime import date

import pytest
from msgspec.structs import replace

from gateway.concurrency.durations import DAY
from gateway.extras.population import badge, feed
from gateway.extras.population.chain import START, Count, hash_of, totals

NOON = 20_000 * DAY + 12 * 3600


def minute(number: int, players: int = 5, *, online: bool = True, planned: bool = False) -> Count:
    return Count(NOON + number * 60, int(online), int(planned), players if online else 0, 2)


def test_hash_is_that_of_the_published_line() -> None:
    first_hash = hash_of(START, Count(60, 1, 0, 1284, 431))
    assert first_hash == hashlib.sha256(b"0" * 64 + b" 60 up 1284 431").hexdigest()
    for count, line in ((Count(120, 0, 1, 0, None), b" 120 planned 0 -"), (Count(120, 0, 0, 0, 0), b" 120 down 0 0")):
        assert hash_of(first_hash, count) == hashlib.sha256(first_hash.encode() + line).hexdigest()


@pytest.mark.parametrize("change", [{"players": 6}, {"traders": None}, {"at": NOON + 121}, {"planned": 1, "online": 0}])
def test_hash_changes_with_every_value(change: dict[str, int | None]) -> None:
    assert hash_of(START, replace(minute(2), **change)) != hash_of(START, minute(2))


def test_totals_counts_minutes_by_state() -> None:
    counts = [
        minute(0),
        minute(1, online=False),
        minute(2, online=False),
        minute(3, 9),
        minute(4, online=False, planned=True),
        minute(5, online=False),
        minute(20, online=False),
        minute(21, 9),
    ]
    sums = totals(counts)
    assert (sums.minutes, sums.up, sums.planned) == (8, 3, 1)
    assert (sums.peak_players, sums.peak_at, sums.peak_traders) == (9, NOON + 180, 2)


def test_totals_of_a_day_without_players_has_no_peak() -> None:
    sums = totals([Count(NOON, 0, 0, 0, None)])
    assert (sums.peak_players, sums.peak_at, sums.peak_traders) == (0, None, None)


def test_badge_escapes_the_name_and_rounds_uptime_down() -> None:
    hostile = '<script>"&'
    for size in ("small", "large"):
        svg = badge.draw(size, hostile, 1284, badge.uptime(2880, 2879), 2).decode()
        assert "<script>" not in svg
        assert "&lt;script&gt;&quot;&amp;" in svg
        assert "1,284" in svg
        assert ("99.96% up over 2 days" in svg) == (size == "large")
    for language, words in (
        ("es", "1.284 jugadores, 99,96% en línea en 2 días"),
        ("pt", "1.284 jogadores, 99,96% online em 2 dias"),
    ):
        svg = badge.draw("large", "Fishi", 1284, 99.96, 2, language).decode()  # pyright: ignore[reportArgumentType]
        assert words in svg
    assert badge.uptime(2880, 2879) == 99.96
    assert badge.uptime(0, 0) is None


def test_feed_lists_newest_head_first_and_escapes_the_name() -> None:
    days = [(date(2024, 10, 4), "a" * 64), (date(2024, 10, 5), "b" * 64)]
    text = feed.status_feed(days, "<b>", "https://play.example", "en").decode()
    assert text.index("b" * 64) < text.index("a" * 64)
    assert "<b>" not in text
    assert "tag:play.example,2026:population/2024-10-04" in text


def test_feed_is_in_its_language() -> None:
    text = feed.status_feed([], "Fishi", "https://play.example", "es", "?language=es", "/es").decode()
    assert "<title>Fishi: conteos de jugadores</title>" in text
    assert 'xml:lang="es"' in text
    assert 'rel="self" type="application/atom+xml" href="https://play.example/feeds/status.atom?language=es"' in text
    assert 'href="https://play.example/es/status"' in text

"""The doctor's findings on the market: families without rows of open shops, old readings, and traders without a row."""

import pytest

from gateway.extras.market.doctor import reading_findings
from gateway.extras.market.shops import LIVE_FAMILIES
from gateway.extras.market.store import MarketReading
from gateway.game.families import FAMILIES

NOW = 1_900_000_000


def reading(*, open_shops: int = 20, traders: int | None = 20, age: int = 60) -> MarketReading:
    finished_at = NOW - age
    return MarketReading(
        began_at=finished_at - 60,
        finished_at=finished_at,
        shops=30,
        open_shops=open_shops,
        offers=5 * open_shops,
        traders=traders,
        read_rows=400,
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_family_without_rows_of_open_shops_gets_its_reason(family: str) -> None:
    levels = [finding.level for finding in reading_findings(reading(open_shops=0, traders=None), family, NOW)]
    assert levels == (["ok"] if family in LIVE_FAMILIES else ["advice", "ok"])
    reasons = [finding.text for finding in reading_findings(reading(open_shops=0, traders=None), family, NOW)]
    assert family in LIVE_FAMILIES or FAMILIES[family].title.split()[0] in reasons[0]


def test_views_of_an_operator_may_give_shops_of_any_family() -> None:
    assert [finding.level for finding in reading_findings(reading(), "acis", NOW)] == ["ok"]


def test_market_that_was_not_read_gets_advice() -> None:
    assert [finding.level for finding in reading_findings(None, "mobius", NOW)] == ["advice"]
    (finding,) = reading_findings(reading(age=3600), "mobius", NOW)
    assert (finding.level, "read 60 minutes ago: 30 shops" in finding.text) == ("advice", True)


@pytest.mark.parametrize(
    ("family", "traders", "remedy"),
    [
        ("mobius", 22, None),
        ("mobius", 23, "StoreOfflineTradeInRealtime = True"),
        ("mobius_ct0", 40, "StoreOfflineTradeInRealtime = True"),
        ("rusacis", 40, "deletes the rows of all shops"),
        ("mobius", None, None),
    ],
)
def test_traders_without_a_row_are_counted(family: str, traders: int | None, remedy: str | None) -> None:
    counts, *findings = reading_findings(reading(traders=traders), family, NOW)
    assert counts.level == "ok"
    assert [remedy in finding.do for finding in findings if remedy] == ([True] if remedy else [])
    assert bool(findings) == bool(remedy)

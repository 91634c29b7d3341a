"""The market: what the last reading found, and why a family or a setting of the game leaves shops out."""

import time
from typing import Final

from gateway.concurrency.durations import MINUTE
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, at_level
from gateway.extras.market.extra import MARKET_AGE
from gateway.extras.market.shops import LIVE_FAMILIES
from gateway.extras.market.store import READING, MarketReading
from gateway.texts import text

_FEW: Final = 2
"""Traders who left a shop since the reading began, and have no row in it."""


async def check(context: DoctorContext) -> list[Finding]:
    if not context.answers("site"):
        return []
    return reading_findings(await context.db.site.one(READING), context.family_key, int(time.time()))


def reading_findings(reading: MarketReading | None, family: str, now: int) -> list[Finding]:
    """`reading`: the last complete one. `family`: its key; empty where it is not known."""
    findings = [] if reading and reading.open_shops else _of_family(family)
    if reading is None:
        return [*findings, advice(text("doctor.market.unread"), text("doctor.market.unread_do"))]
    age = max(0, now - reading.finished_at)
    counts = text(
        "doctor.market.counts",
        minutes=age // MINUTE,
        shops=reading.shops,
        open_shops=reading.open_shops,
        offers=reading.offers,
        rows=reading.read_rows,
    )
    findings.append(at_level(MARKET_AGE.level(age), counts, text("doctor.market.old_do")))
    return findings + _without_row(reading, family)


def _of_family(family: str) -> list[Finding]:
    """Returns why a family has no rows of open shops; nothing for one that has."""
    if not family or family in LIVE_FAMILIES:
        return []
    return [advice(text(f"doctor.market.families.{family}"), text("doctor.market.family_do"))]


def _without_row(reading: MarketReading, family: str) -> list[Finding]:
    """Compares the open shops with the offline traders that the game's own flags show."""
    traders = reading.traders or 0
    if family not in LIVE_FAMILIES or traders - reading.open_shops <= max(_FEW, traders // 10):
        return []
    missing = text("doctor.market.missing", traders=traders, open_shops=reading.open_shops)
    is_last_alone = family == "rusacis"
    return [advice(missing, text(f"doctor.market.{'last_alone_do' if is_last_alone else 'realtime_do'}"))]

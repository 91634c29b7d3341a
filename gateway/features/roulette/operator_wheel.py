"""GET /api/admin/wheel: spins measured against the stated odds, unusual winners, and where the coins are.

The measurement reads whole tables over a connection of its own, one at a time, at most every five minutes.
"""

import asyncio
import math
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.administration.routes import get
from gateway.administration.sessions import Operator
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators.command_line import site_connection
from gateway.features.roulette.eligibility import spin_rules
from gateway.features.roulette.operator_measured import (
    SIGMAS,
    MeasuredPrize,
    is_unusual,
    measured_prizes,
    prize_variance,
    sigmas,
)
from gateway.features.roulette.wheel import Wheel, read
from gateway.features.roulette.wheel_versions import StoredWheel

_FRESH_SECONDS: Final = 300
_MOST: Final = 100
_HOLDERS: Final = 20
_ROUNDING: Final = 0.999
"""The database computes with floats: it lists a little more than the exact test keeps."""


class UnusualWinner(Struct, frozen=True, kw_only=True):
    """`expected`: coins that so many spins win on average."""

    account: str
    spins: int
    won: int
    expected: float
    sigmas: float


class MeasuredWheel(Struct, frozen=True, kw_only=True):
    """`version`: null for the configured wheel before its first pair of seeds. `stated`, `measured`: prizes divided by
    cost; `measured` is null without a spin."""

    version: int | None
    is_current: bool
    spin_cost: int
    spins: int
    cost: int
    prize: int
    stated: float
    measured: float | None
    prizes: list[MeasuredPrize]
    winners: list[UnusualWinner]


class CoinAccount(Struct, frozen=True):
    """`account`: a kind of players' accounts (wallet, hold, debt), or a house account. `accounts`: for a house account
    the number of its entries."""

    account: str
    accounts: int
    coins: int


class CoinHolder(Struct, frozen=True):
    """A player's account. `kind`: as `account` of CoinAccount. `account`: the login."""

    kind: str
    account: str
    coins: int


class WheelReport(Struct, frozen=True, kw_only=True):
    """`wheels`: the newest first. Coins below zero came from the house account into the wallets. `holders`: the largest
    balances of each kind."""

    measured_at: datetime
    wheels: list[MeasuredWheel]
    players: list[CoinAccount]
    house: list[CoinAccount]
    holders: list[CoinHolder]


class _PositionSpins(Struct, frozen=True):
    wheel_version: int
    position: int
    spins: int
    cost: int
    prize: int


class _Winner(Struct, frozen=True):
    account: str
    spins: int
    won: int


WHEELS = query("admin_wheel.wheels", StoredWheel)
POSITIONS = query("admin_wheel.positions", _PositionSpins)
WINNERS = query("admin_wheel.winners", _Winner)
COINS = query("admin_wheel.coins", CoinAccount)
HOLDERS = query("admin_wheel.holders", CoinHolder)
HOUSE_ACCOUNTS = query("admin_wheel.house_accounts", CoinAccount)


class WheelMonitor:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = asyncio.Lock()
        self._report: WheelReport | None = None

    async def report(self) -> WheelReport:
        """Returns the last measurement, or a new one if it is too old. Raises DatabaseUnavailable."""
        async with self._lock:
            report = self._report
            if report is None or time.time() - report.measured_at.timestamp() > _FRESH_SECONDS:
                async with site_connection(self._settings) as site:
                    self._report = report = await measure(site, self._settings)
            return report


async def measure(site: Database, settings: Settings) -> WheelReport:
    rules, spins = spin_rules(settings), await site.read(POSITIONS)
    wheels: list[MeasuredWheel] = []
    configured_wheel = StoredWheel(0, rules.wheel.text, rules.cost)
    for stored_wheel in reversed(await site.read(WHEELS)):
        wheel = read(stored_wheel.slots)
        rows = [row for row in spins if row.wheel_version == stored_wheel.version]
        is_current = (stored_wheel.slots, stored_wheel.spin_cost) == (
            configured_wheel.slots,
            configured_wheel.spin_cost,
        )
        winners = await _winners(site, stored_wheel.version, wheel) if rows else []
        wheels.append(_measured_wheel(stored_wheel, wheel, rows, winners, is_current=is_current))
    if not any(wheel.is_current for wheel in wheels):
        wheels.insert(0, _measured_wheel(configured_wheel, rules.wheel, [], [], is_current=True))
    players = await site.read(COINS)
    holders = [row for kind in players for row in await site.read(HOLDERS, kind=kind.account, limit=_HOLDERS)]
    return WheelReport(
        measured_at=datetime.now(UTC),
        wheels=wheels,
        players=players,
        house=await site.read(HOUSE_ACCOUNTS),
        holders=holders,
    )


async def _winners(site: Database, version: int, wheel: Wheel) -> list[UnusualWinner]:
    mean, deviation = float(wheel.mean_prize), SIGMAS * math.sqrt(prize_variance(wheel)) * _ROUNDING
    rows = await site.read(WINNERS, version=version, mean=mean, deviation=deviation, limit=_MOST)
    return [
        UnusualWinner(
            account=row.account,
            spins=row.spins,
            won=row.won,
            expected=row.spins * mean,
            sigmas=sigmas(wheel, row.spins, row.won),
        )
        for row in rows
        if is_unusual(wheel, row.spins, row.won)
    ]


def _measured_wheel(
    stored_wheel: StoredWheel,
    wheel: Wheel,
    rows: Sequence[_PositionSpins],
    winners: list[UnusualWinner],
    *,
    is_current: bool,
) -> MeasuredWheel:
    cost, prize = sum(row.cost for row in rows), sum(row.prize for row in rows)
    return MeasuredWheel(
        version=stored_wheel.version or None,
        is_current=is_current,
        spin_cost=stored_wheel.spin_cost,
        spins=sum(row.spins for row in rows),
        cost=cost,
        prize=prize,
        stated=float(wheel.returns(stored_wheel.spin_cost)) if stored_wheel.spin_cost else 0.0,
        measured=prize / cost if cost else None,
        prizes=measured_prizes(wheel, {row.position: row.spins for row in rows}),
        winners=winners,
    )


def routes(monitor: WheelMonitor) -> list[HTTPRouteHandler]:
    @get("/api/admin/wheel", permission="wheel.read")
    async def get_wheel_report(operator: Operator) -> WheelReport:
        """Spins measured against the stated odds, unusual winners, and coins by account."""
        return await monitor.report()

    return [get_wheel_report]

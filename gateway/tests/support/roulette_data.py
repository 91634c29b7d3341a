"""A wheel for tests: what a spin comes to, many at once, and a clock that a test turns by hand."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from fixtures.site_schema import NOW, credit, posted
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.ledger import check, post
from gateway.features.roulette.eligibility import SpinRules, spin_rules
from gateway.features.roulette.seeds import Clock
from gateway.features.roulette.spin import CommittedSpin, SpinRefused, spin
from gateway.features.roulette.verification import ALL_RULES
from gateway.features.roulette.wheel import SLOTS, parse

AT_ONCE = 64
COST = 10
NOTHING = parse(tuple("TINY_WIN:0:1" for _ in range(SLOTS)))
"""A wheel whose prizes are all 0."""


def terms(*, daily: int = 0, cooldown: int = 0, **other: object) -> SpinRules:
    """The default wheel, without limits unless told otherwise."""
    return replace(spin_rules(Settings()), max_daily_spins=daily, cooldown_seconds=cooldown, **other)


def at(moment: float) -> Clock:
    return lambda: moment


STILL: Clock = at(NOW)


class Hands:
    """A clock that goes on by some seconds each time somebody looks at it."""

    def __init__(self, begin: float, step: float = 0.0) -> None:
        self.now, self.step = begin, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


async def rich(site: Database, login: str, coins: int) -> str:
    assert await posted(site, post, credit(f"rich:{login}", login, coins)) == "done"
    return login


async def outcome(
    site: Database, wanted: SpinRules, login: str, key: str | None = None, clock: Clock = STILL
) -> CommittedSpin | str:
    """The spin, or the reason why there was none."""
    try:
        return await spin(site, wanted, login, key, clock)
    except SpinRefused as refused:
        return refused.reason


async def spun(
    site: Database, wanted: SpinRules, login: str, key: str | None = None, clock: Clock = STILL
) -> CommittedSpin:
    found = await outcome(site, wanted, login, key, clock)
    assert isinstance(found, CommittedSpin), found
    return found


async def together(
    sites: Sequence[Database],
    wanted: SpinRules,
    login: str,
    keys: Iterable[str | None] = (None,) * AT_ONCE,
    **other: Clock,
) -> tuple[list[CommittedSpin], Counter[str]]:
    """Spins at once, over the doors in turn: those that were made, and how many were refused for what."""
    outcomes = await asyncio.gather(
        *(outcome(sites[n % len(sites)], wanted, login, key, **other) for n, key in enumerate(keys))
    )
    made = [each for each in outcomes if isinstance(each, CommittedSpin)]
    return made, Counter(each for each in outcomes if isinstance(each, str))


async def sound(site: Database) -> None:
    found = await check.broken_rules(site, ALL_RULES)
    assert found == [], found

"""Versions of the wheel: each table of slots has a number together with the cost of a spin. A version never changes."""

from collections.abc import Iterable
from contextlib import suppress

from msgspec import Struct

from gateway.database.database import Database, DuplicateKey, Session
from gateway.database.queries import query
from gateway.features import ledger
from gateway.features.roulette.eligibility import SpinRules
from gateway.features.roulette.schemas import WheelTable, slots_of
from gateway.features.roulette.wheel import read


class WheelVersion(Struct, frozen=True):
    version: int


class StoredWheel(Struct, frozen=True):
    version: int
    slots: str
    spin_cost: int


ADD_WHEEL = query("roulette.add_wheel", None)
VERSION = query("roulette.wheel_version", WheelVersion)
WHEELS = query("roulette.wheels", StoredWheel)


async def latest(site: Database, rules: SpinRules, now: int) -> int:
    """Returns the version of the configured wheel."""
    row = await site.one(VERSION, slots=rules.wheel.text, spin_cost=rules.cost)
    return row.version if row else await ledger.run(site, lambda session: version_of(session, rules, now))


async def version_of(session: Session, rules: SpinRules, now: int) -> int:
    """Returns the version of the wheel; records the wheel on first use."""
    terms = {"slots": rules.wheel.text, "spin_cost": rules.cost}
    row = await session.one(VERSION, **terms)
    if row is None:
        with suppress(DuplicateKey):  # recorded by another process meanwhile
            await session.write(ADD_WHEEL, **terms, created_at=now)
        row = await session.one(VERSION, **terms)
    if row is None:
        raise AssertionError("the wheel was recorded and is missing")
    return row.version


async def tables(site: Database, versions: Iterable[int]) -> list[WheelTable]:
    """Returns the wheels that exist, by version."""
    ids = sorted(set(versions))
    wheels = await site.read(WHEELS, ids=ids) if ids else []
    return [WheelTable(wheel.version, slots_of(read(wheel.slots)), wheel.spin_cost or None) for wheel in wheels]

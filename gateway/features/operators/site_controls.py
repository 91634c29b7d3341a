"""Switches, notices and blocks, which operators change while the site runs.

Each process reads those in force every two seconds, so its cost does not grow with the visitors. While the site schema
is unavailable the last known state holds.
"""

import asyncio
import time
from typing import Final, Literal, get_args

import structlog
from msgspec import Struct

from gateway.config.settings import Settings
from gateway.database.database import Database, DatabaseError, Session
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.features.operators.operator_log import Operation
from gateway.http.errors import Problem
from gateway.observability.logging import RateLimitedLogger

Feature = Literal["donations", "deliveries", "roulette", "registration"]
FEATURES: Final[tuple[Feature, ...]] = get_args(Feature)
Kind = Literal["switch", "notice", "block"]

POLL_SECONDS: Final = 2.0
_PAGE: Final = 500
_CLOSED: Final[dict[str, str]] = {
    "donations": "Donations are closed right now.",
    "deliveries": "Coins cannot be sent to characters right now.",
    "roulette": "The roulette is closed right now.",
    "registration": "Registration is closed right now.",
}

log = structlog.stdlib.get_logger("gateway.operators")


class FeatureDisabled(Problem):
    status, error, message = 403, "feature_disabled", "This is closed right now."


class AccountBlocked(Problem):
    status, error, message = 403, "account_blocked", "This account is blocked on this site."


class Control(Struct, frozen=True):
    """A row of `site_controls`; `until` None: until an operator removes it."""

    kind: Kind
    name: str
    starts_at: int
    until: int | None


class ListedControl(Control, frozen=True):
    operator: str
    reason: str
    changed_at: int


IN_FORCE = query("operators.controls", Control)
LISTED = query("operators.listed", ListedControl)
PUT = query("operators.put", None)
REMOVE = query("operators.remove", None)


class SiteControls:
    """The controls in force, as this process knows them."""

    def __init__(self, settings: Settings, site: Database) -> None:
        self._site = site
        self._configured: dict[Feature, bool] = {
            "donations": settings.payments.provider != "off",
            "deliveries": settings.deliveries.enabled,
            "roulette": settings.roulette.enabled,
            "registration": True,
        }
        self._controls: dict[tuple[str, str], Control] = {}
        self._quiet = RateLimitedLogger(log)

    async def run(self) -> None:
        """Never returns."""
        while True:
            await self.refresh()
            await asyncio.sleep(POLL_SECONDS)

    async def refresh(self) -> None:
        try:
            controls: dict[tuple[str, str], Control] = {(row.kind, row.name): row for row in await self._read()}
        except DatabaseError as error:
            self._quiet.warning("site_controls_not_read", reason=str(error))
            return
        if controls.keys() != self._controls.keys():
            off = [name for kind, name in controls if kind == "switch"]
            log.info("site_controls_changed", switched_off=off, controls=len(controls))
        self._controls = controls

    async def _read(self) -> list[Control]:
        controls: list[Control] = []
        last, now = Control("block", "", 0, None), int(time.time())
        while True:
            page = await self._site.read(IN_FORCE, now=now, after_kind=last.kind, after_name=last.name, limit=_PAGE)
            controls += page
            if len(page) < _PAGE:
                return controls
            last = page[-1]

    def is_on(self, feature: Feature) -> bool:
        """Returns whether the settings and the switch allow a feature."""
        return self._configured[feature] and ("switch", feature) not in self._controls

    def require(self, feature: Feature) -> None:
        """Raises FeatureDisabled."""
        if not self.is_on(feature):
            raise FeatureDisabled(_CLOSED[feature])

    def is_blocked(self, login: str) -> bool:
        block = self._controls.get(("block", login))
        return block is not None and _is_in_force(block)

    def notices(self) -> list[Control]:
        return [control for control in self._controls.values() if control.kind == "notice" and _is_in_force(control)]


def _is_in_force(control: Control) -> bool:
    return control.until is None or control.until > time.time()


async def put(session: Session, control: Control, operation: Operation) -> None:
    """Adds a control, or replaces that of the same name."""
    await session.write(
        PUT,
        kind=control.kind,
        name=control.name,
        starts_at=control.starts_at,
        until=control.until,
        operator=operation.operator,
        reason=operation.reason,
        now=int(time.time()),
    )
    await operator_log.record(session, operation, _subject(control.kind, control.name))


async def remove(session: Session, kind: Kind, name: str | None, operation: Operation) -> int:
    """Removes one control, or with None all of the kind. Returns how many there were."""
    removed = await session.write(REMOVE, kind=kind, name=name)
    if removed:
        await operator_log.record(session, operation, _subject(kind, name or ""))
    return removed


def _subject(kind: Kind, name: str) -> str:
    match kind:
        case "switch":
            return f"switch:{name}"
        case "block":
            return operator_log.account_subject(name)
        case "notice":
            return "notice"

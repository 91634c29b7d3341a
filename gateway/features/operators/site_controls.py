"""Switches, notices, blocks and muted alerts, which operators change while the site runs.

Each process reads those in force every two seconds, so its cost does not grow with the visitors. While the site schema
is unavailable the last known state holds.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final, Literal, get_args

import msgspec
import structlog
from msgspec import Meta, Struct
from msgspec.structs import asdict

from gateway.concurrency.durations import DAY
from gateway.config.settings import Settings
from gateway.database.database import Database, Session
from gateway.database.queries import query
from gateway.database.times import to_datetime
from gateway.features.operators import operator_log
from gateway.http.errors import Problem
from gateway.texts import languages, text

Feature = Literal["donations", "deliveries", "roulette", "registration"]
FEATURES: Final[tuple[Feature, ...]] = get_args(Feature)
Kind = Literal["switch", "notice", "block", "mute"]
NoticeLanguage = Annotated[str, Meta(pattern=rf"^({'|'.join(languages())})\Z")]
NoticeTexts = dict[NoticeLanguage, str]
"""Text of a notice by language; a language without one shows the notice's name."""

POLL_SECONDS: Final = 2.0
WORK_MAX_SECONDS: Final = DAY
_PAGE: Final = 500
log = structlog.stdlib.get_logger("gateway.operators")


class FeatureDisabled(Problem):
    status = 403
    error = "feature_disabled"


class AccountBlocked(Problem):
    """`until`: epoch seconds; None: until an operator lifts the block."""

    status = 403
    error = "account_blocked"

    def __init__(self, until: int | None = None) -> None:
        self.until = to_datetime(until)
        date = "" if self.until is None else f"{self.until:%Y-%m-%d %H:%M}"
        super().__init__(*[text("refusals.account_blocked"), text("details.blocked_until", date=date)] if date else [])


class Control(Struct, frozen=True):
    """A row of `site_controls`; `until` None: until an operator removes it. `texts`: JSON, of a notice."""

    kind: Kind
    name: str
    starts_at: int
    until: int | None
    operator: str
    reason: str
    changed_at: int
    texts: str | None = None

    @property
    def translations(self) -> NoticeTexts:
        return msgspec.json.decode(self.texts, type=NoticeTexts) if self.texts else {}

    @property
    def is_in_force(self) -> bool:
        return self.starts_at <= time.time() and (self.until is None or time.time() < self.until)


CONTROLS = query("operators.controls", Control)
CONTROL = query("operators.control", Control)
SET_CONTROL = query("operators.set_control", None)
REMOVE = query("operators.remove", None)


class SiteControls:
    """The controls in force, as this process knows them."""

    def __init__(self, settings: Settings, site: Database) -> None:
        self._site = site
        self._configured_features: dict[Feature, bool] = {
            "donations": settings.takes_donations,
            "deliveries": settings.deliveries.enabled,
            "roulette": settings.roulette.enabled,
            "registration": True,
        }
        self._controls: dict[tuple[str, str], Control] = {}
        self.sources: list[Callable[[], Sequence[Control]]] = []
        """Each returns switches and notices that follow from a state of the site, beside those of operators."""
        self._changes = 0

    @property
    def version(self) -> str:
        """Another one after each change in this process: answers that show the controls expire with it."""
        return str(self._changes)

    def expire(self) -> None:
        """Called when a source returns other controls than before."""
        self._changes += 1

    async def refresh(self) -> None:
        """Raises DatabaseError: what was read before holds."""
        controls: dict[tuple[str, str], Control] = {(row.kind, row.name): row for row in await read(self._site)}
        if controls.keys() != self._controls.keys():
            switches = [name for kind, name in controls if kind == "switch"]
            log.info("site_controls_changed", switched_off=switches, controls=len(controls))
        if controls != self._controls:
            self.expire()
        self._controls = controls

    def is_configured(self, feature: Feature) -> bool:
        """Returns whether the settings allow a feature."""
        return self._configured_features[feature]

    def is_on(self, feature: Feature) -> bool:
        """Returns whether the settings and the switch allow a feature."""
        if not self._configured_features[feature] or ("switch", feature) in self._controls:
            return False
        return all((control.kind, control.name) != ("switch", feature) for control in self._derived())

    def require(self, feature: Feature) -> None:
        """Raises FeatureDisabled."""
        if not self.is_on(feature):
            raise FeatureDisabled(text(f"details.{feature}_closed"))

    def block_of(self, login: str) -> Control | None:
        """Returns the block in force."""
        return self._in_force("block", login)

    def is_blocked(self, login: str) -> bool:
        return self.block_of(login) is not None

    def is_muted(self, rule: str) -> bool:
        """Returns whether an alert sends no messages."""
        return self._in_force("mute", rule) is not None

    def _in_force(self, kind: Kind, name: str) -> Control | None:
        control = self._controls.get((kind, name))
        return control if control and control.is_in_force else None

    def _derived(self) -> Iterator[Control]:
        return (control for source in self.sources for control in source())

    def notices(self) -> list[Control]:
        controls = (*self._derived(), *self._controls.values())
        return [control for control in controls if control.kind == "notice" and control.is_in_force]

    @property
    def is_work_planned(self) -> bool:
        """Returns whether a notice says until when something is under way; one of several days tells of an event."""
        periods = [notice.until - notice.starts_at for notice in self.notices() if notice.until is not None]
        return any(period <= WORK_MAX_SECONDS for period in periods)


def encode_texts(texts: NoticeTexts) -> str | None:
    """Returns the texts as the JSON of a control, without empty ones."""
    filled_texts = {key: text for key, text in texts.items() if text}
    return msgspec.json.encode(filled_texts).decode() if filled_texts else None


async def read(site: Database) -> list[Control]:
    """Returns the controls in force and those of the future, read in pages."""
    controls: list[Control] = []
    last_key, now = ("", ""), int(time.time())
    while True:
        page = await site.read(CONTROLS, now=now, after_kind=last_key[0], after_name=last_key[1], limit=_PAGE)
        controls += page
        if len(page) < _PAGE:
            return controls
        last_key = (page[-1].kind, page[-1].name)


async def put(session: Session, control: Control) -> bool:
    """Adds a control, or replaces that of the same name. Returns False, and changes nothing, if it is the same."""
    stored_control = await session.one(CONTROL, kind=control.kind, name=control.name)
    if stored_control and _is_same(stored_control, control):
        return False
    await session.write(SET_CONTROL, **asdict(control))
    await operator_log.record(
        session, _subject(control.kind, control.name), before=_values(stored_control), after=_values(control)
    )
    return True


def _is_same(stored_control: Control, control: Control) -> bool:
    """Returns True if only the operator and the time of the change differ. Starts that have passed are equal."""
    starts = [max(row.starts_at, control.changed_at) for row in (stored_control, control)]
    ends = [(row.until, row.reason, row.texts) for row in (stored_control, control)]
    return starts[0] == starts[1] and ends[0] == ends[1]


async def remove(session: Session, kind: Kind, name: str | None) -> int:
    """Removes one control, or with None all of the kind. Returns the number of rows."""
    stored_control = await session.one(CONTROL, kind=kind, name=name) if name else None
    count = await session.write(REMOVE, kind=kind, name=name)
    if count:
        await operator_log.record(session, _subject(kind, name or ""), before=_values(stored_control))
    return count


def _values(control: Control | None) -> dict[str, object] | None:
    """Returns the values that operators change."""
    return control and {name: getattr(control, name) for name in ("name", "starts_at", "until", "reason", "texts")}


def _subject(kind: Kind, name: str) -> str:
    return {"switch": f"switch:{name}", "block": f"account:{name}", "notice": "notice", "mute": f"alert:{name}"}[kind]

"""The opening day as a process knows it: read every second, so that all instances follow within two.

Operators open the game itself. A process that sees the game answer after the hour, by the probe of the status, records
it in the site schema, where the others read it. The clock alone opens nothing.
"""

import math
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import structlog
from babel.dates import format_date, format_time, get_timezone_name

from gateway.concurrency.durations import HOUR
from gateway.database.database import Database
from gateway.extras.opening.repository import Opening, Phase, mark_open, newest, phase_of
from gateway.features.operators.site_controls import Control, NoticeLanguage, SiteControls, encode_texts
from gateway.features.server_status.status import StatusMonitor
from gateway.registration.announcements import Announcement
from gateway.texts import SOURCE, Text, languages, locale, text

POLL_SECONDS: Final = 1.0
TOLD_SECONDS: Final = HOUR
"""A notice on every page says so long that the server is open."""

log = structlog.stdlib.get_logger("gateway.opening")


class OpeningDay:
    """`current`: the newest opening day."""

    def __init__(
        self,
        site: Database,
        monitor: StatusMonitor,
        controls: SiteControls,
        zone: ZoneInfo,
        site_name: Callable[[], str],
    ) -> None:
        self._site, self._monitor = site, monitor
        self._controls, self._zone = controls, zone
        self._site_name = site_name
        self._state: tuple[Opening | None, Phase, bool] = (None, "none", False)
        self._shown_controls: Sequence[Control] = ()
        self.current: Opening | None = None

    @property
    def phase(self) -> Phase:
        return phase_of(self.current, time.time())

    @property
    def is_closed(self) -> bool:
        return self.phase in {"waiting", "expected"}

    @property
    def version(self) -> str:
        """Names the announced day with its changes; the countdown page loads again when it differs."""
        return f"{self.current.id}.{self.current.sequence}" if self.current else ""

    @property
    def answer_version(self) -> str:
        return f"{self.version} {self.phase}"

    async def refresh(self) -> None:
        """Raises DatabaseError: what was read before holds."""
        opening = await newest(self._site)
        if opening and phase_of(opening, time.time()) == "expected" and self._has_answered(opening.opens_at):
            await mark_open(self._site, opening, int(time.time()))
            opening = await newest(self._site)
        self.current = opening
        is_shown = opening is not None and time.time() < (opening.opened_at or math.inf) + TOLD_SECONDS
        if (state := (opening, self.phase, is_shown)) != self._state:
            self._state = state
            self._shown_controls = self._make_controls(opening) if opening and is_shown else ()
            self._controls.expire()
            log.info("opening_changed", phase=self.phase, opens_at=opening.opens_at if opening else None)

    def _has_answered(self, since: int) -> bool:
        """Returns whether the game was seen to answer after that moment."""
        probe = self._monitor.probe
        return probe is not None and probe.game and probe.at >= since

    def controls(self) -> Sequence[Control]:
        """Returns the closed registration and the notice of every page. Their texts do not depend on the visitor."""
        return self._shown_controls

    def _make_controls(self, opening: Opening) -> list[Control]:
        phase = self.phase
        controls = [self._notice(phase, opening)]
        if phase != "open" and not opening.is_registration_open:
            controls.append(Control("switch", "registration", 0, None, operator="", reason="", changed_at=0))
        return controls

    def _notice(self, phase: Phase, opening: Opening) -> Control:
        texts: dict[NoticeLanguage, str] = {
            language: Text(
                f"opening.notices.{phase}", {"date": date_text(opening.opens_at, self._zone, language)}
            ).read(language)
            for language in languages()
        }
        since = opening.opened_at or 0
        return Control(
            "notice", texts[SOURCE], since, None, operator="", reason="", changed_at=since, texts=encode_texts(texts)
        )

    def announcements(self) -> Sequence[Announcement]:
        opening = self.current
        if opening is None:
            return ()
        site = self._site_name()
        headline = text("opening.headline", site=site)
        return [
            Announcement(
                key=f"opening-{opening.id}",
                starts_at=opening.opens_at,
                happened_at=opening.opened_at,
                sequence=opening.sequence + bool(opening.opened_at),
                changed_at=opening.changed_at,
                title=headline if opening.opened_at else text("opening.calendar", site=site),
                headline=headline,
                sentence=text("opening.sentence"),
                address="/",
            )
        ]

    async def overdue_seconds(self, now: int) -> float:
        """Returns the time since the hour at which the game should have answered; 0 at any other time."""
        opening = await newest(self._site)
        return now - opening.opens_at if opening and phase_of(opening, now) == "expected" else 0


def date_text(moment: int, zone: ZoneInfo, language: str) -> str:
    """Returns day, time and zone of a moment, as a reader of the language writes them."""
    point, place = datetime.fromtimestamp(moment, zone), locale(language)
    day, hour = format_date(point, "full", locale=place), format_time(point, "short", locale=place)
    hour = hour.replace("\u202f", " ")  # terminals show it as a code
    return f"{day}, {hour} ({get_timezone_name(point, locale=place)})"

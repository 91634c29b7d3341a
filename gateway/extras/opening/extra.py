"""The opening day: what is registered of it."""

from pathlib import Path
from typing import Final

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extras.opening.day import OpeningDay
from gateway.extras.opening.front_page import FrontPage
from gateway.extras.opening.page import CountdownPages
from gateway.extras.opening.settings import OpeningSettings
from gateway.features.operators.site_controls import SiteControls
from gateway.features.server_status.status import StatusMonitor
from gateway.features.site_content.content_store import ContentStore
from gateway.features.site_content.pages import SitePages
from gateway.observability.signals import Signal, Thresholds
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature

OPENING_OVERDUE: Final = Signal(
    name="opening_overdue",
    severity="warning",
    unit="seconds",
    thresholds=Thresholds(600, 0, 1, 0),
    page="/admin/opening",
)
"""Time since the announced hour without an answer of the game."""


def _open(parts: Parts) -> Feature:
    settings, controls = parts.get(Settings), parts.get(SiteControls)
    monitor = parts.get(StatusMonitor)
    content, pages = parts.get(ContentStore), parts.get(SitePages)
    day = OpeningDay(parts.get(Databases).site, monitor, controls, settings.server.zone, content.site_name)
    controls.sources.append(day.controls)
    monitor.is_closed = lambda: day.phase == "waiting"
    front_page = FrontPage(day, lambda: CountdownPages(settings, pages.files.languages), lambda: pages.files, content)
    if folder := settings.of(OpeningSettings).folder:
        front_page.use_folder(Path(folder))
    return Feature(
        name="opening",
        routes=front_page.routes(),
        signals={OPENING_OVERDUE: day.overdue_seconds},
        announcements=day.announcements,
        versions={"opening": lambda: day.answer_version},
        tasks={"opening": front_page.run},
        close=[front_page.close],
    )


EXTRA = Extra(
    name="opening",
    summary="a countdown page until the game answers on its opening day",
    signals=(OPENING_OVERDUE,),
    open=_open,
)

"""Alerts to operators: what is registered of them."""

from typing import Final

from gateway.concurrency.durations import DAY
from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Databases
from gateway.extras.alerts.feature import AlertsFeature, unknown_rules
from gateway.extras.alerts.monitor import EVALUATION_GAP
from gateway.extras.alerts.repository import PRUNE_ALERTS
from gateway.extras.alerts.settings import AlertSettings
from gateway.features.operators.site_controls import SiteControls
from gateway.features.site_content.content_store import ContentStore
from gateway.registration.extra import Extra, Parts
from gateway.registration.feature import Feature, RegisteredSignals, Retention

_HISTORY_DAYS: Final = 400


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    content = parts.get(ContentStore)
    if problem := unknown_rules(settings.of(AlertSettings)):
        raise SettingsError(problem)
    signals = parts.get(RegisteredSignals)
    return parts.add(AlertsFeature(settings, site, parts.get(SiteControls), content.site_name, signals)).feature()


def _retention(parts: Parts) -> list[Retention]:
    site = parts.get(Databases).site
    return [Retention("alerts", lambda now: site.prune(PRUNE_ALERTS, before=now - _HISTORY_DAYS * DAY))]


EXTRA = Extra(
    name="alerts",
    summary="messages to operators about what needs them, by mail, webhook and Discord",
    needs=("history", "notifications", "world"),
    signals=(EVALUATION_GAP,),
    retention=_retention,
    open=_open,
)

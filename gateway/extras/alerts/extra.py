"""Alerts to operators: what is registered of them."""

from gateway.config.settings import Settings
from gateway.database.database import Databases
from gateway.extra import Extra, Parts
from gateway.extras.alerts import AlertsFeature
from gateway.feature import Feature
from gateway.features.operators.alert_sources import AlertSources
from gateway.features.operators.site_controls import SiteControls
from gateway.features.site_content.content_store import ContentStore


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    content = parts.get(ContentStore)
    alerts = parts.add(AlertsFeature(settings, site, parts.get(SiteControls), lambda: content.site.name))
    return alerts.feature(parts.get(AlertSources))


EXTRA = Extra(
    name="alerts",
    summary="messages to operators about what needs them, by mail, webhook and Discord",
    needs=("history", "notifications", "world"),
    open=_open,
)

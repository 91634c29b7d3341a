"""Alerts to operators: what is registered of them."""

from gateway.config.settings import Settings, SettingsError
from gateway.database.database import Databases
from gateway.extra import Extra, Parts
from gateway.extras.alerts import EVALUATION_GAP, AlertsFeature, unknown_rules
from gateway.feature import Feature, RegisteredSignals
from gateway.features.operators.site_controls import SiteControls
from gateway.features.site_content.content_store import ContentStore


def _open(parts: Parts) -> Feature:
    settings, site = parts.get(Settings), parts.get(Databases).site
    content = parts.get(ContentStore)
    if problem := unknown_rules(settings.alerts):
        raise SettingsError(problem)
    signals = parts.get(RegisteredSignals)
    return parts.add(AlertsFeature(settings, site, parts.get(SiteControls), content.site_name, signals)).feature()


EXTRA = Extra(
    name="alerts",
    summary="messages to operators about what needs them, by mail, webhook and Discord",
    needs=("history", "notifications", "world"),
    signals=(EVALUATION_GAP,),
    open=_open,
)

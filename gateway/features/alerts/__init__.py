"""Alerts to operators: rules with hysteresis over what the administration shows, and their messages."""

from collections.abc import Callable

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.features.alerts.channels import channels_of
from gateway.features.alerts.monitor import AlertMonitor, Values
from gateway.features.alerts.sender import AlertSender
from gateway.features.operators.site_controls import SiteControls
from gateway.observability.metrics import Samples

__all__ = ["AlertMonitor", "AlertSender", "AlertsFeature", "Values"]


class AlertsFeature:
    """Creates and connects the parts of alerts. `sender`: None while alerts are off."""

    def __init__(
        self, settings: Settings, site: Database, controls: SiteControls, site_name: Callable[[], str]
    ) -> None:
        self.settings, self.channels = settings.alerts, channels_of(settings.alerts)
        self.monitor = AlertMonitor(site, settings.alerts, controls, self.channels)
        is_on = settings.alerts.enabled
        self.sender = AlertSender(settings, site, self.monitor.rules, site_name) if is_on else None

    def samples(self) -> Samples:
        return self.sender.table.samples() if self.sender else ()

    async def close(self) -> None:
        if self.sender:
            await self.sender.close()

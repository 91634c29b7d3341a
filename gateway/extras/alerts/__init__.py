"""Alerts to operators: rules with hysteresis over what the administration shows, and their messages."""

from collections.abc import Callable

from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.durations import MINUTE
from gateway.extras.alerts.channels import channels_of
from gateway.extras.alerts.monitor import AlertMonitor, Values
from gateway.extras.alerts.sender import AlertSender
from gateway.feature import Feature, Retention
from gateway.features.operators.alert_sources import AlertSources
from gateway.features.operators.site_controls import SiteControls
from gateway.jobs import MESSAGE_SECONDS, Job

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

    def feature(self, sources: AlertSources) -> Feature:
        monitor, sender = self.monitor, self.sender
        if sender is None:
            return Feature(name="alerts")
        read_values = sources.open_reader()

        async def evaluate(tick: int) -> int:
            return await monitor.evaluate(await read_values(), tick)

        return Feature(
            name="alerts",
            jobs=[
                Job("evaluate_alerts", MINUTE, evaluate),
                Job("send_alerts", MESSAGE_SECONDS, lambda _tick: sender.channel.work()),
            ],
            retention=[Retention("alerts", sender.prune_alerts)],
            close=[sender.close],
            samples=[sender.channel.samples],
        )

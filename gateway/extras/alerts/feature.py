"""What alerts register."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from gateway.concurrency.durations import MINUTE
from gateway.config.settings import Settings
from gateway.database.database import Database, DatabaseError
from gateway.extras.alerts.channels import channels_of
from gateway.extras.alerts.monitor import EVALUATION_GAP, AlertMonitor
from gateway.extras.alerts.sender import AlertSender
from gateway.extras.alerts.settings import AlertSettings
from gateway.features.operators.site_controls import SiteControls
from gateway.jobs import MESSAGE_SECONDS, Job
from gateway.registration.extra import all_signals
from gateway.registration.feature import Feature, RegisteredSignals
from gateway.texts import Text, text


def unknown_rules(settings: AlertSettings) -> Text | None:
    """Returns the problem of thresholds that no signal has; None without one. An extra that is off may have some."""
    names = all_signals()
    unknown_names = sorted(settings.limits().keys() - names.keys())
    if not unknown_names:
        return None
    return text("doctor.alerts.unknown_rules", names=", ".join(unknown_names), known=", ".join(names))


class AlertsFeature:
    """Creates and connects the parts of alerts. `sender`: None while alerts are off."""

    def __init__(
        self,
        settings: Settings,
        site: Database,
        controls: SiteControls,
        site_name: Callable[[], str],
        signals: RegisteredSignals,
    ) -> None:
        self._signals = signals
        self.settings, self.channels = settings.of(AlertSettings), channels_of(settings.of(AlertSettings))
        self.monitor = AlertMonitor(site, settings.of(AlertSettings), controls, self.channels, signals.readers)
        is_on = settings.of(AlertSettings).enabled
        self.sender = AlertSender(settings, site, self.monitor.signal_of, site_name) if is_on else None

    def feature(self) -> Feature:
        monitor, sender = self.monitor, self.sender
        if sender is None:
            return Feature(name="alerts")

        async def evaluate(tick: int) -> int:
            return await monitor.evaluate(await self._signals.read(int(time.time())), tick)

        return Feature(
            name="alerts",
            signals={EVALUATION_GAP: monitor.gap_seconds},
            tasks={"alerts": self._watch_leader},
            jobs=[
                Job("evaluate_alerts", MINUTE, evaluate, monitor.forget),
                Job("send_alerts", MESSAGE_SECONDS, lambda _tick: sender.channel.work()),
            ],
            close=[sender.close],
            samples=[sender.channel.samples, monitor.samples],
        )

    async def _watch_leader(self) -> None:
        """Sends the alert of a missing leader from a process that does not lead; never returns."""
        assert self.sender
        while True:
            await asyncio.sleep(MINUTE)
            with suppress(DatabaseError):
                if await self.monitor.miss_leader(int(time.time())):
                    await self.sender.channel.work()

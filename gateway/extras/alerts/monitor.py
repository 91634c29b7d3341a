"""Evaluates the signals once a minute, each by its rule: states, history and messages change in one transaction.

A crash before the commit leaves the state of the minute before, and a second evaluation of a minute changes nothing. So
an alert is neither lost nor noted twice.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

import structlog
from msgspec.structs import replace

from gateway.database.batches import write_rows
from gateway.database.database import Database, Session
from gateway.durations import MINUTE
from gateway.extras.alerts.channels import Channel
from gateway.extras.alerts.repository import CLEAR, LOCK_STATES, RAISE, STATES, STORE_STATES
from gateway.extras.alerts.sender import alert_message
from gateway.extras.alerts.settings import AlertSettings
from gateway.extras.alerts.state import RuleState, RuleStep, next_step
from gateway.features.messages import outbox
from gateway.features.operators.site_controls import SiteControls
from gateway.observability.metrics import Samples, series
from gateway.signals import Signal, Thresholds

EVALUATION_GAP: Final = Signal(
    name="evaluation_gap",
    severity="warning",
    unit="seconds",
    thresholds=Thresholds(600, 0, 600, 0),
    page="/admin/alerts",
)
Values = Mapping[str, float]
"""Present values by the name of the signal; one without is not known now."""

log = structlog.stdlib.get_logger("gateway.alerts")


class AlertMonitor:
    def __init__(
        self,
        site: Database,
        settings: AlertSettings,
        controls: SiteControls,
        channels: Collection[Channel],
        signals: Callable[[], Iterable[Signal]],
    ) -> None:
        """`signals`: those that are registered, known once all extras are open."""
        self._site = site
        self._settings = settings
        self._controls = controls
        self._channels = channels
        self._signals = signals
        self._values: Values = {}

    @cached_property
    def signals(self) -> dict[str, Signal]:
        """The registered signals by name, with the thresholds of the settings."""
        limits = self._settings.limits()
        return {
            signal.name: replace(signal, thresholds=limits.get(signal.name, signal.thresholds))
            for signal in self._signals()
        }

    def signal_of(self, name: str) -> Signal:
        """Returns the signal of a row, which may be older than the registered ones."""
        return self.signals.get(name) or Signal(name=name, severity="warning")

    async def gap_seconds(self, now: int) -> int | None:
        """Returns the time since the last evaluation by any process; None before the first one."""
        last = max((row.evaluated_at for row in await self._site.read(STATES)), default=0)
        return now - last if last else None

    async def evaluate(self, values: Values, now: int) -> int:
        """Returns the number of rules that were raised or cleared. Raises DatabaseUnavailable."""
        self._values = values
        steps = await self._site.transact(lambda session: self._evaluate(session, values, now))
        for step in steps:
            log.warning("alert_changed", rule=step.state.rule, change=step.change, value=step.state.value)
        return len(steps)

    async def _evaluate(self, session: Session, values: Values, now: int) -> list[RuleStep]:
        states = {row.rule: row for row in await session.read(LOCK_STATES)}
        last = max((row.evaluated_at for row in states.values()), default=0)
        if last > now - MINUTE // 2:
            return []  # the previous leader has evaluated this minute
        steps = [self._step(name, states, values, now) for name in self.signals]
        await write_rows(session, STORE_STATES, [step.state for step in steps])
        for step in steps:
            await self._store(session, step, now)
        return [step for step in steps if step.change]

    def _step(self, name: str, states: Mapping[str, RuleState], values: Values, now: int) -> RuleStep:
        state, muted = states.get(name) or RuleState(name), self._controls.is_muted(name)
        quiet = self._settings.quiet_minutes * MINUTE
        return next_step(self.signals[name], state, values.get(name), now, quiet_seconds=quiet, muted=muted)

    async def _store(self, session: Session, step: RuleStep, now: int) -> None:
        name, value = step.state.rule, step.state.value
        if step.change == "raised":
            await session.write(RAISE, rule=name, now=now, value=value)
        elif step.change == "cleared":
            await session.write(CLEAR, rule=name, now=now)
        if step.message and value is not None:
            ids = [channel.id for channel in self.channels_of(self.signals[name])]
            await outbox.add(session, [alert_message(id, name, step.message, value, now) for id in ids])

    def channels_of(self, signal: Signal) -> Sequence[Channel]:
        return [channel for channel in self._channels if self._settings.sends(signal, channel.kind)]

    def forget(self) -> None:
        self._values = {}

    def samples(self) -> Samples:
        for name, value in self._values.items():
            yield series("fishi_signal_value", signal=name), value

"""Evaluates the signals once a minute, each by its rule: states, history and messages change in one transaction.

A crash before the commit leaves the state of the minute before, and a second evaluation of a minute changes nothing. So
an alert is neither lost nor noted twice.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

import structlog
from msgspec.structs import replace

from gateway.concurrency.durations import MINUTE
from gateway.database.batches import write_rows
from gateway.database.database import Database, Session
from gateway.extras.alerts.channels import Channel
from gateway.extras.alerts.messages import AlertContent
from gateway.extras.alerts.repository import CLEAR, LOCK_STATES, RAISE, STATES, STORE_STATES
from gateway.extras.alerts.sender import alert_message
from gateway.extras.alerts.settings import AlertSettings
from gateway.extras.alerts.state import Event, RuleState, RuleStep, explains, next_step
from gateway.features.messages import outbox
from gateway.features.operators.site_controls import SiteControls
from gateway.observability.metrics import Samples, series
from gateway.observability.signals import NO_LEADER, PLANNED_WORK, Signal, Thresholds

EVALUATION_GAP: Final = Signal(
    name="evaluation_gap",
    severity="warning",
    unit="seconds",
    thresholds=Thresholds(600, 0, 600, 0),
    page="/admin/alerts",
    causes=(PLANNED_WORK,),
)
Values = Mapping[str, float]
"""Present values by the name of the signal; one without is not known now."""

_MISSED_TIMES: Final = 3

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
        self.site = site
        self._settings = settings
        self._controls = controls
        self._channels = channels
        self._signals = signals
        self._values: Values = {}
        self._missed = 0

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
        last = max((row.evaluated_at for row in await self.site.read(STATES)), default=0)
        return now - last if last else None

    async def miss_leader(self, now: int) -> bool:
        """Returns whether the rule of a missing leader is raised; any process may raise it. Raises DatabaseError.

        The absence has to be seen three times in a row: a database that returns is seen before its leader is.
        """
        states = await self.site.read(STATES)
        gap = now - max((row.evaluated_at for row in states), default=now)
        is_missing = gap >= self.signals[NO_LEADER.name].thresholds.raise_at
        self._missed = self._missed + 1 if is_missing else 0
        if self._missed >= _MISSED_TIMES:
            await self._apply({NO_LEADER.name: gap}, now)
            return True
        return any(row.is_raised for row in states if row.rule == NO_LEADER.name)

    async def evaluate(self, values: Values, now: int) -> int:
        """Returns the number of rules that were raised or cleared. Raises DatabaseUnavailable."""
        self._values = values
        return await self._apply(values, now)

    async def _apply(self, values: Values, now: int) -> int:
        steps = await self.site.transact(lambda session: self._evaluate(session, values, now))
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
        await self._note(session, steps, now)
        return [step for step in steps if step.change]

    def _step(self, name: str, states: Mapping[str, RuleState], values: Values, now: int) -> RuleStep:
        signal, controls = self.signals[name], self._controls
        causes = [self.signals[cause.name] for cause in signal.causes if cause.name in self.signals]
        return next_step(
            signal,
            states.get(name) or RuleState(name),
            values.get(name),
            now,
            quiet_seconds=self._settings.quiet_minutes * MINUTE,
            muted=controls.is_muted(name) or not signal.sends,
            explained=any(
                explains(cause, states.get(cause.name) or RuleState(cause.name), values.get(cause.name), now)
                for cause in causes
            ),
        )

    async def _store(self, session: Session, step: RuleStep, now: int) -> None:
        name, value = step.state.rule, step.state.value
        if step.change == "raised":
            await session.write(RAISE, rule=name, now=now, value=value)
        elif step.change == "cleared":
            await session.write(CLEAR, rule=name, now=now)

    async def _note(self, session: Session, steps: Sequence[RuleStep], now: int) -> None:
        """Adds the messages of an evaluation: signals that planned work explains are joined, the most severe first."""
        groups: dict[tuple[Event, str], list[RuleStep]] = {}
        for step in steps:
            if step.message:
                name = step.state.rule
                is_joined = PLANNED_WORK in self.signals[name].causes
                groups.setdefault((step.message, "" if is_joined else name), []).append(step)
        for (event, _), group in groups.items():
            first, *further = sorted(group, key=lambda step: self.signals[step.state.rule].severity == "warning")
            also = [step.state.rule for step in further]
            also += self._explained_by(group, steps) if event == "raised" else []
            for channel in self.channels_of(self.signals[first.state.rule]):
                content = AlertContent(first.state.rule, first.state.value or 0, also)
                await outbox.add(session, [alert_message(channel.id, content, event, now)])

    def _explained_by(self, causes: Sequence[RuleStep], steps: Sequence[RuleStep]) -> list[str]:
        """Returns the rules that are raised or about to be, and that one of `causes` explains."""
        cause_names = {step.state.rule for step in causes}
        return [
            step.state.rule
            for step in steps
            if cause_names.intersection(cause.name for cause in self.signals[step.state.rule].causes)
            and (step.state.is_raised or step.state.pending_since is not None)
            and step.state.rule not in cause_names
        ]

    def channels_of(self, signal: Signal) -> Sequence[Channel]:
        channels = self._channels if signal.sends else ()
        return [channel for channel in channels if self._settings.sends(signal, channel.kind)]

    def forget(self) -> None:
        self._values = {}

    def samples(self) -> Samples:
        for name, value in self._values.items():
            yield series("fishi_signal_value", signal=name), value

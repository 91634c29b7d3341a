"""Evaluates the rules once a minute: states, history and messages change in one transaction.

A crash before the commit leaves the state of the minute before, and a second evaluation of a minute changes nothing. So
an alert is neither lost nor noted twice.
"""

from collections.abc import Collection, Mapping, Sequence

import structlog

from gateway.config.alert_rules import AlertRule, RuleName
from gateway.config.alerts import AlertSettings
from gateway.database.batches import write_rows
from gateway.database.database import Database, Session
from gateway.durations import MINUTE
from gateway.extras.alerts.channels import Channel
from gateway.extras.alerts.repository import CLEAR, LOCK_STATES, RAISE, STORE_STATES
from gateway.extras.alerts.sender import alert_message
from gateway.extras.alerts.state import RuleState, RuleStep, next_step
from gateway.features.messages import outbox
from gateway.features.operators.site_controls import SiteControls

Values = Mapping[RuleName, float]
"""Present values; a rule without one is not known now."""

log = structlog.stdlib.get_logger("gateway.alerts")


class AlertMonitor:
    def __init__(
        self, site: Database, settings: AlertSettings, controls: SiteControls, channels: Collection[Channel]
    ) -> None:
        self._site = site
        self._settings = settings
        self._controls = controls
        self._channels = channels
        self.rules = settings.rules()

    async def evaluate(self, values: Values, now: int) -> int:
        """Returns the number of rules that were raised or cleared. Raises DatabaseUnavailable."""
        steps = await self._site.transact(lambda session: self._evaluate(session, values, now))
        for step in steps:
            log.warning("alert_changed", rule=step.state.rule, change=step.change, value=step.state.value)
        return len(steps)

    async def _evaluate(self, session: Session, values: Values, now: int) -> list[RuleStep]:
        states = {row.rule: row for row in await session.read(LOCK_STATES)}
        last = max((row.evaluated_at for row in states.values()), default=0)
        if last > now - MINUTE // 2:
            return []  # the previous leader has evaluated this minute
        values = {**values, "evaluation_gap": float(now - last)} if last else values
        steps = [self._step(name, states, values, now) for name in self.rules]
        await write_rows(session, STORE_STATES, [step.state for step in steps])
        for step in steps:
            await self._store(session, step, now)
        return [step for step in steps if step.change]

    def _step(self, name: RuleName, states: Mapping[str, RuleState], values: Values, now: int) -> RuleStep:
        state, muted = states.get(name) or RuleState(name), self._controls.is_muted(name)
        quiet = self._settings.quiet_minutes * MINUTE
        return next_step(self.rules[name], state, values.get(name), now, quiet_seconds=quiet, muted=muted)

    async def _store(self, session: Session, step: RuleStep, now: int) -> None:
        name, value = step.state.rule, step.state.value
        if step.change == "raised":
            await session.write(RAISE, rule=name, now=now, value=value)
        elif step.change == "cleared":
            await session.write(CLEAR, rule=name, now=now)
        if step.message and value is not None:
            ids = [channel.id for channel in self.channels_of(self.rules[name])]
            await outbox.add(session, [alert_message(id, name, step.message, value, now) for id in ids])

    def channels_of(self, rule: AlertRule) -> Sequence[Channel]:
        return [channel for channel in self._channels if self._settings.sends(rule, channel.kind)]

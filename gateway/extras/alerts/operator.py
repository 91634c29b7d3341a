"""GET /api/admin/alerts: rules with their present states, channels, and the history; mutes and test messages."""

import time
from datetime import datetime
from typing import Annotated, Final, Literal

from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from gateway.administration.changes import Change, ChangeForm, ChangeResult
from gateway.administration.controls import ListedControl, end_of, listed_control
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.routes import get, post, put
from gateway.administration.sessions import Operator
from gateway.concurrency.durations import DAY
from gateway.database.database import Database, Databases
from gateway.database.times import to_datetime
from gateway.extras.alerts.channels import Channel
from gateway.extras.alerts.feature import AlertsFeature
from gateway.extras.alerts.messages import AlertContent
from gateway.extras.alerts.repository import (
    ALERT_COUNTS,
    HISTORY,
    STATES,
    AlertRow,
)
from gateway.extras.alerts.sender import RULES, alert_message
from gateway.extras.alerts.settings import ChannelKind
from gateway.extras.alerts.state import RuleState
from gateway.features.messages import outbox
from gateway.features.messages.outbox import RECEIVERS, MessageState, ReceiverProblems
from gateway.features.operators import operator_log, site_controls
from gateway.features.operators.site_controls import Control
from gateway.http.errors import NotFound, ValidationFailed
from gateway.http.paging import LAST_ID, BeforeId, keyset_page
from gateway.observability.signals import Severity, Thresholds, Unit
from gateway.registration.extra import Parts
from gateway.texts import Text, text

_DAYS: Final = 30
_PAGE: Final = 50


class ListedAlertRule(Struct, frozen=True, kw_only=True):
    """`value`: null while it is not known. `changed_at`: when the rule was raised or cleared, null if never.

    `fired`: alerts of the last 30 days. `mute`: null for a rule that is not muted.
    """

    name: str
    severity: Severity
    unit: Unit
    page: str
    thresholds: Thresholds
    channels: list[str]
    value: float | None
    is_raised: bool
    changed_at: datetime | None
    fired: int
    mute: ListedControl | None


class AlertChannel(Struct, frozen=True, kw_only=True):
    """`waiting`, `unclear`, `refused`: messages of the last 30 days that need an operator."""

    id: str
    kind: ChannelKind
    label: str
    last_at: datetime | None
    last_state: MessageState | None
    waiting: int
    unclear: int
    refused: int


class AlertReport(Struct, frozen=True):
    """`enabled`: by the settings. `evaluated_at`: null before the first evaluation."""

    enabled: bool
    evaluated_at: datetime | None
    rules: list[ListedAlertRule]
    channels: list[AlertChannel]


class ListedAlert(Struct, frozen=True, kw_only=True):
    """`value`: when it was raised. `cleared_at`: null while it is raised."""

    id: int
    rule: str
    unit: Unit
    value: float
    raised_at: datetime
    cleared_at: datetime | None


class AlertHistory(Struct, frozen=True):
    """`next`: id to read on from, null on the last page."""

    data: list[ListedAlert]
    next: int | None


class MuteForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`until`: when a muted rule sends messages again; null: an operator unmutes it."""

    is_muted: bool
    until: datetime | None = None


class AlertReader:
    def __init__(self, site: Database, alerts: AlertsFeature) -> None:
        self._site, self._alerts = site, alerts

    async def report(self) -> AlertReport:
        """Raises DatabaseUnavailable."""
        site = self._site
        states = {row.rule: row for row in await site.read(STATES)}
        since = int(time.time()) - _DAYS * DAY
        alert_counts: dict[str, int] = {row.rule: row.alerts for row in await site.read(ALERT_COUNTS, since=since)}
        mutes = {row.name: row for row in await site_controls.read(site) if row.kind == "mute" and row.is_in_force}
        problems = {row.receiver: row for row in await site.read(RECEIVERS, channel=RULES.name)}
        evaluated_at = max((row.evaluated_at for row in states.values()), default=0)
        return AlertReport(
            self._alerts.settings.enabled,
            to_datetime(evaluated_at or None),
            [
                self._rule(name, states.get(name), alert_counts.get(name, 0), mutes.get(name))
                for name in self._alerts.monitor.signals
            ],
            [_channel(channel, problems.get(channel.id)) for channel in self._alerts.channels],
        )

    def _rule(self, name: str, state: RuleState | None, alert_count: int, mute: Control | None) -> ListedAlertRule:
        signal = self._alerts.monitor.signals[name]
        return ListedAlertRule(
            name=name,
            severity=signal.severity,
            unit=signal.unit,
            page=signal.page,
            thresholds=signal.thresholds,
            channels=[channel.id for channel in self._alerts.monitor.channels_of(signal)],
            value=state.value if state else None,
            is_raised=bool(state and state.is_raised),
            changed_at=to_datetime(state.changed_at or None) if state else None,
            fired=alert_count,
            mute=listed_control(mute) if mute else None,
        )

    async def history(self, cursor_id: int, rule: str, status: str) -> AlertHistory:
        kinds = {"raised": int(status != "cleared"), "cleared": int(status != "raised")}
        rows = await self._site.read(HISTORY, before=cursor_id, rule=rule, limit=_PAGE + 1, **kinds)
        page, next_id = keyset_page(rows, _PAGE, lambda row: row.id)
        return AlertHistory([self._alert(row) for row in page], next_id)

    def _alert(self, row: AlertRow) -> ListedAlert:
        unit = self._alerts.monitor.signal_of(row.rule).unit
        return ListedAlert(
            id=row.id, rule=row.rule, unit=unit, value=row.value, raised_at=row.raised_at, cleared_at=row.cleared_at
        )

    async def mute(self, site: Database, operator: str, rule: str, form: MuteForm) -> None:
        """Raises NotFound for an unknown rule, or one to unmute that is not muted."""
        if rule not in self._alerts.monitor.signals:
            raise NotFound
        now = int(time.time())
        async with site.transaction() as session:
            if form.is_muted:
                until = end_of(form.until, now)
                await site_controls.put(
                    session,
                    Control("mute", rule, now, until, operator=operator, reason=form.reason.strip(), changed_at=now),
                )
            elif not await site_controls.remove(session, "mute", rule):
                raise NotFound

    async def send_test(self, site: Database, id: str) -> Text:
        """Notes a test message. Raises NotFound for an unknown channel, ValidationFailed while alerts are off."""
        channel = next((channel for channel in self._alerts.channels if channel.id == id), None)
        if channel is None:
            raise NotFound
        if not self._alerts.settings.enabled:
            raise ValidationFailed(fields={"channel": text("reasons.alerts_off")})
        async with site.transaction() as session:
            await outbox.add(session, [alert_message(id, AlertContent("", 0), "test", int(time.time()))])
            await operator_log.record(session, f"alert_channel:{id}", after={"channel": channel.label, "sent": "test"})
        return text("reasons.alert_sent")


def _channel(channel: Channel, row: ReceiverProblems | None) -> AlertChannel:
    return AlertChannel(
        id=channel.id,
        kind=channel.kind,
        label=channel.label,
        last_at=row.last_at if row else None,
        last_state=row.last_state if row else None,
        waiting=row.waiting if row else 0,
        unclear=row.unclear if row else 0,
        refused=row.refused if row else 0,
    )


def pages(parts: Parts) -> OperatorPages:
    reader = AlertReader(parts.get(Databases).site, parts.get(AlertsFeature))

    @get("/api/admin/alerts", permission="alerts.read")
    async def get_alerts(operator: Operator) -> AlertReport:
        """Rules with thresholds and present states, and channels."""
        return await reader.report()

    @get("/api/admin/alerts/history", permission="alerts.read")
    async def list_alerts(
        operator: Operator,
        before: BeforeId = LAST_ID,
        rule: Annotated[str, QueryParameter(max_length=32)] = "",
        status: Annotated[Literal["raised", "cleared", ""], QueryParameter()] = "",
    ) -> AlertHistory:
        """Raised and cleared alerts, newest first."""
        return await reader.history(before, rule, status)

    @put("/api/admin/alerts/rules/{rule:str}/mute", NotFound, ValidationFailed, permission="alerts.change")
    async def change_mute(
        change: Change, rule: Annotated[str, PathParameter(max_length=32)], data: JSONBody[MuteForm]
    ) -> ChangeResult:
        """Mute a rule, with an end, or unmute it."""

        async def work(joined_site: Database) -> None:
            await reader.mute(joined_site, change.operator.name, rule, data)

        return await change.apply(data, f"alert:{rule}", work, command="mute" if data.is_muted else "unmute")

    @post("/api/admin/alerts/channels/{channel:str}/test", NotFound, ValidationFailed, permission="alerts.change")
    async def send_test_alert(
        change: Change, channel: Annotated[str, PathParameter(max_length=40)], data: JSONBody[ChangeForm]
    ) -> ChangeResult:
        """Send a test message to a channel."""

        async def work(joined_site: Database) -> Text:
            return await reader.send_test(joined_site, channel)

        return await change.apply(data, f"alert_channel:{channel}", work, command="alert test")

    return OperatorPages(routes=[get_alerts, list_alerts, change_mute, send_test_alert])

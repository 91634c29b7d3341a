"""A running site for `alerts/test_scenarios.py`, which evaluates its alerts minute by minute."""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from collections.abc import Collection
from typing import Any, Final

import httpx
from msgspec.structs import replace

from fixtures.fault_proxy import FaultProxy
from fixtures.installed import World
from fixtures.processes import free_port
from fixtures.provider import Provider
from gateway.app import Application
from gateway.concurrency.durations import MINUTE
from gateway.extras.alerts.feature import AlertsFeature
from gateway.extras.alerts.monitor import EVALUATION_GAP
from gateway.features.operators import site_controls
from gateway.features.operators.site_controls import Control, SiteControls
from gateway.features.server_status.status import StatusMonitor
from gateway.observability import signals
from gateway.observability.signals import Signal, Thresholds
from gateway.registration.feature import RegisteredSignals, jobs_of
from gateway.tests.support.account_app import log_in, site
from gateway.tests.support.mail_server import MailServer
from gateway.tests.support.scripted_http_server import ScriptedServer, http_response

TABLES: Final = ("alert_states", "alerts", "messages", "site_controls", "deliveries", "payments", "votes", "sessions")
ABOVE_ALL: Final = 200
"""Per cent: the machine of the tests may be as full as it is."""
Message = tuple[str, str, list[str]]
"""Event, rule, and the rules that have no message of their own."""


class Port:
    """A port of the game's machine, on which something listens or not."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.number, self._tls = free_port(), tls
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        if not self._server:
            self._server = await asyncio.start_server(_hang_up, "127.0.0.1", self.number, ssl=self._tls)

    async def close(self) -> None:
        if self._server:
            self._server.close()
            await self._server.wait_closed()
            self._server = None


async def _hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


class Site:
    """A running site. It evaluates its alerts minute by minute, as its leader does."""

    def __init__(self, world: World, application: Application, http: httpx.AsyncClient) -> None:
        self.world, self.application, self.http = world, application, http
        self.game_port, self.login_port = Port(), Port()
        self.character = 0
        self.now = 0
        self.started_at = 0

    mail: MailServer
    provider: Provider
    receiver: ScriptedServer
    databases: FaultProxy

    @property
    def alerts(self) -> AlertsFeature:
        return self.application.parts.get(AlertsFeature)

    async def set_ports(self, *, are_open: bool) -> None:
        for port in (self.game_port, self.login_port):
            await (port.open() if are_open else port.close())

    async def begin(self) -> None:
        """Begins a scenario four hours ago, so that its messages are due, with everything in order."""
        await self.set_ports(are_open=True)
        self.databases.cut = False
        for signal in (signals.DISK, signals.MEMORY):
            self.set_limits(signal, ABOVE_ALL)
        await site(self.world, *(f"DELETE FROM {table}" for table in TABLES))
        await self.application.parts.get(SiteControls).refresh()
        await self.job("count")
        self.now = self.started_at = int(time.time()) - 4 * 3600
        self.receiver.respond_with(http_response(204, b""))
        await self.pass_minutes(1)

    async def pass_minutes(
        self, minutes: int, timed_signals: Collection[Signal] = (), *, logins: int = 0
    ) -> list[Message]:
        """Returns the messages that arrive. `timed_signals`: signals that are read as if the minutes were real.

        `logins`: requests before each evaluation. Of many minutes every second one is evaluated, as at a slow leader.
        """
        end = self.now + minutes * MINUTE
        while self.now < end:
            self.now += 2 * MINUTE if end - self.now > 3 * MINUTE else MINUTE
            for number in range(logins):
                await log_in(self.http, "demo", "wrong", f"203.0.113.{number}")
            await self.application.parts.get(StatusMonitor).tick()
            await self.alerts.monitor.evaluate(await self._values(timed_signals), self.now)
        return await self.messages()

    async def messages(self) -> list[Message]:
        self.receiver.requests.clear()
        assert self.alerts.sender
        await self.alerts.sender.channel.work()
        bodies: list[Any] = [json.loads(request.body) for request in self.receiver.posts]
        return [(body["event"], body["rule"], body["also"]) for body in bodies]

    async def job(self, name: str) -> None:
        await next(job for job in jobs_of(self.application.features) if job.name == name).work(int(time.time()))

    async def _values(self, timed_signals: Collection[Signal]) -> dict[str, float]:
        registered, now = self.application.parts.get(RegisteredSignals), int(time.time())
        values = await registered.read(now)
        values |= {EVALUATION_GAP.name: await self.alerts.monitor.gap_seconds(self.now) or 0}
        for signal in timed_signals:
            value = await registered.readers()[signal](now + self.now - self.started_at)
            values |= {} if value is None else {signal.name: float(value)}
        return values

    async def plan_work(self) -> None:
        now = int(time.time())
        notice = Control("notice", "Restart", now, now + 1800, operator="ines", reason="Restart", changed_at=now)
        async with self.alerts.monitor.site.transaction() as session:
            await site_controls.put(session, notice)
        await self.application.parts.get(SiteControls).refresh()

    async def end_work(self) -> None:
        async with self.alerts.monitor.site.transaction() as session:
            await site_controls.remove(session, "notice", "Restart")
        await self.application.parts.get(SiteControls).refresh()

    def set_limits(self, signal: Signal, raise_at: float) -> None:
        limits = Thresholds(raise_at, signal.thresholds.raise_seconds, raise_at, signal.thresholds.clear_seconds)
        self.alerts.monitor.signals[signal.name] = replace(signal, thresholds=limits)

"""Connections to the ports of the game and login servers, which the status card reports."""

import asyncio

from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, ok
from gateway.features.server_status.status import is_reachable


async def check(context: DoctorContext) -> list[Finding]:
    status = context.settings.status
    game = _check_port("game", status.game_host, status.game_port, status.probe_timeout_ms)
    login = _check_port("login", status.login_host or status.game_host, status.login_port, status.probe_timeout_ms)
    return list(await asyncio.gather(game, login))


async def _check_port(server: str, host: str, port: int, timeout_ms: int) -> Finding:
    if await is_reachable(host, port, timeout_ms / 1000):
        return ok(f"{server} server: {host}:{port} accepts connections")
    return advice(
        f"{server} server: no connection to {host}:{port} within {timeout_ms} ms, so the site shows it as offline",
        f"if it runs, set status.{server}_host and status.{server}_port to an address that this machine reaches",
    )

"""Do the game's ports take a connection, as the status card will say."""

from __future__ import annotations

import asyncio
from typing import Final

from gateway.doctor.context import Patient
from gateway.doctor.findings import Finding, advice, ok
from gateway.features.server_status.status import reachable

TOPIC: Final = "status"


async def look(patient: Patient) -> list[Finding]:
    wanted = patient.settings.status
    ports = {
        "game": (wanted.game_host, wanted.game_port),
        "login": (wanted.login_host or wanted.game_host, wanted.login_port),
    }
    seconds = wanted.connect_ms / 1000
    answers = await asyncio.gather(*(reachable(host, port, seconds) for host, port in ports.values()))
    return [
        _told(which, host, port, seconds, open_)
        for (which, (host, port)), open_ in zip(ports.items(), answers, strict=True)
    ]


def _told(which: str, host: str, port: int, seconds: float, open_: bool) -> Finding:
    if open_:
        return ok(TOPIC, f"{which} server: {host}:{port} takes connections")
    return advice(
        TOPIC,
        f"{which} server: {host}:{port} took no connection within {seconds:g} s, so the site says that it is offline",
        f"if it runs, set status.{which}_host and status.{which}_port to where this machine reaches it",
    )

"""Connects of the probe to the ports of the game and login servers, at a distance that harms no player.

Some families refuse an address after a few connects less than a second apart, and a connect keeps it refused
(`Family.refuses_fast_connects`). So each connect to them is claimed in the site schema first: its rows are shared by
all processes, hosts and commands, and outlive a restart.
"""

import asyncio
from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.config.sections import StatusSettings
from gateway.database.database import Database, Session
from gateway.database.queries import query

OWN_ADDRESS_SECONDS: Final = 30.0
"""Distance between two connects to one port from an address that no player shares."""
SHARED_ADDRESS_SECONDS: Final = 310.0
"""The same from an address that players share: the servers forget an address after 300 s without a connect."""
PORTS_SECONDS: Final = 2.0
"""Distance between connects to different ports, of which an address filter may stand in front."""
REFUSED_SECONDS: Final = float(DAY)
"""Time after a refused connect for which the address counts as shared: our own connects alone are never refused."""
REFUSAL_WAIT_SECONDS: Final = 0.5
"""Time in which a server that refuses the address closes an accepted connection."""

ServerName = Literal["game", "login"]
Outcome = Literal["open", "refused", "closed", "silent"]
"""`refused`: accepted and closed at once. `closed`: nothing listens there. `silent`: no answer in time."""


class ProbeTarget(Struct, frozen=True):
    server: ServerName
    host: str
    port: int


class LastConnect(Struct, frozen=True):
    """Times in milliseconds since 1970; 0: never. `outcome`: of the connect that ended at `answered_at`."""

    server: ServerName
    connected_at: int
    answered_at: int
    outcome: Outcome | None
    refused_at: int


LAST_CONNECTS = query("probe_connects.last_connects", LastConnect)
LOCK_LAST_CONNECTS = query("probe_connects.lock_last_connects", LastConnect)
BEGIN_CONNECT = query("probe_connects.begin_connect", None)
END_CONNECT = query("probe_connects.end_connect", None)


def targets(settings: StatusSettings) -> tuple[ProbeTarget, ProbeTarget]:
    login_host = settings.login_host or settings.game_host
    return (
        ProbeTarget("game", settings.game_host, settings.game_port),
        ProbeTarget("login", login_host, settings.login_port),
    )


async def last_connects(site: Database) -> dict[ServerName, LastConnect]:
    return _by_server(await site.read(LAST_CONNECTS))


def _by_server(rows: list[LastConnect]) -> dict[ServerName, LastConnect]:
    return {row.server: row for row in rows}


def is_refused(connects: Mapping[ServerName, LastConnect], now: float) -> bool:
    """Returns whether a server has refused our address within a day."""
    return any(now - row.refused_at / 1000 < REFUSED_SECONDS for row in connects.values())


def distance_seconds(settings: StatusSettings, connects: Mapping[ServerName, LastConnect], now: float) -> float:
    """Returns the distance between two connects to one port."""
    is_own = bool(settings.source_address) or not settings.shared_address
    return OWN_ADDRESS_SECONDS if is_own and not is_refused(connects, now) else SHARED_ADDRESS_SECONDS


def is_due(connects: Mapping[ServerName, LastConnect], server: ServerName, seconds: float, now: float) -> bool:
    """Returns whether a server may be connected to at `now`, with `seconds` between two connects to one port.

    A port on which nothing listened is tried again sooner: no filter has counted that connect. Times in the future, of
    a clock that was set back, hold nothing up.
    """
    last = connects[server]
    distances = {name: seconds if name == server else PORTS_SECONDS for name in connects}
    if last.outcome == "closed" and last.answered_at >= last.connected_at:
        distances[server] = min(seconds, OWN_ADDRESS_SECONDS)
    passed = {name: now - row.connected_at / 1000 for name, row in connects.items()}
    return all(not -distances[name] < passed[name] < distances[name] for name in connects)


async def claim(site: Database, settings: StatusSettings, server: ServerName, now: float) -> bool:
    """Returns True if this process is to connect to the server now. Raises DatabaseUnavailable."""
    if not _is_due(settings, await last_connects(site), server, now):
        return False

    async def work(session: Session) -> bool:
        connects = _by_server(await session.read(LOCK_LAST_CONNECTS))
        if not _is_due(settings, connects, server, now):
            return False
        await session.write(BEGIN_CONNECT, server=server, at=round(now * 1000))
        return True

    return await site.transact(work)


def _is_due(
    settings: StatusSettings, connects: Mapping[ServerName, LastConnect], server: ServerName, now: float
) -> bool:
    return is_due(connects, server, distance_seconds(settings, connects, now), now)


async def store_outcome(site: Database, server: ServerName, outcome: Outcome, now: float) -> None:
    """Ends a claimed connect, for the other processes to read. Raises DatabaseUnavailable."""
    at = round(now * 1000)
    refused_at = at if outcome == "refused" else 0
    await site.write(END_CONNECT, server=server, at=at, outcome=outcome, refused_at=refused_at)


async def connect(target: ProbeTarget, settings: StatusSettings, *, refusal_wait_seconds: float = 0.0) -> Outcome:
    """Opens and closes one connection. Sends no data.

    `refusal_wait_seconds`: time in which the server may close it, which makes the outcome `refused`; 0: it is not
    waited for.
    """
    source = (settings.source_address, 0) if settings.source_address else None
    try:
        async with asyncio.timeout(settings.probe_timeout_ms / 1000):
            reader, writer = await asyncio.open_connection(target.host, target.port, local_addr=source)
    except ConnectionRefusedError:
        return "closed"
    except (OSError, TimeoutError):
        return "silent"
    outcome: Outcome = "open"
    try:
        async with asyncio.timeout(refusal_wait_seconds):
            outcome = "open" if await reader.read(1) else "refused"
    except TimeoutError:
        pass
    except OSError:
        outcome = "refused"  # closed by a reset
    writer.close()
    return outcome

"""Asks whether the game and login servers run, without harm to players.

On this machine the kernel lists their listening sockets, and nothing connects. Elsewhere, and in a container that does
not see their sockets, the probe connects (`probe_connects`).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gateway.config.sections import StatusSettings
from gateway.database.database import Database, DatabaseUnavailable
from gateway.database.installation import CONNECT_FILTER, RECORDED_VALUE
from gateway.features.server_status.listening_sockets import find_listener, local_addresses, read_listeners
from gateway.features.server_status.probe_connects import (
    REFUSAL_WAIT_SECONDS,
    ProbeTarget,
    ServerName,
    claim,
    connect,
    last_connects,
    store_outcome,
    targets,
)
from gateway.game.families import Family
from gateway.http.errors import Problem

Way = Literal["socket", "connect", "shared_connect"]
"""`socket`: the kernel's list. `connect`: at each probe. `shared_connect`: at a distance that all processes share."""
_ACCEPTING: Final = frozenset({"open", "refused"})


class PortAnswer(Struct, frozen=True, kw_only=True):
    """`at`: epoch seconds. `socket`: inode of the listening socket, where it is visible.

    `is_hidden`: the server runs on this machine, and no socket of it is visible, as from a container. `is_refused`: the
    server closes our connections at once.
    """

    at: float
    is_open: bool
    way: Way
    socket: int | None = None
    is_hidden: bool = False
    is_refused: bool = False


class ProbeAnswer(Struct, frozen=True):
    game: PortAnswer
    login: PortAnswer | None
    """None before the first answer of a port that is connected to at a distance."""


class VisiblePort(Struct, frozen=True):
    """`is_local`: the host is this machine. `socket`: inode of a socket that listens there; None if none is visible."""

    is_local: bool
    socket: int | None


def visible_ports(targets: Iterable[ProbeTarget]) -> dict[ServerName, VisiblePort]:
    """Reads which of the ports have a listening socket on this machine. Asks the resolver, so it may block."""
    addresses = {target: local_addresses(target.host) for target in targets}
    listeners = read_listeners() if any(addresses.values()) else []
    return {
        target.server: VisiblePort(bool(local), find_listener(listeners, local, target.port))
        for target, local in addresses.items()
    }


class ServerProbe:
    """Asks both ports. `family`: of the game's tables; raises DatabaseUnavailable or Problem while it is not known."""

    def __init__(
        self,
        settings: StatusSettings,
        *,
        site: Database,
        family: Callable[[], Awaitable[Family]],
        clock: Callable[[], float],
        refusal_wait_seconds: float = REFUSAL_WAIT_SECONDS,
    ) -> None:
        self._settings = settings
        self._site = site
        self._family = family
        self._clock = clock
        self._refusal_wait_seconds = refusal_wait_seconds
        self._socket_seen_at: dict[ServerName, float] = {}

    async def ask(self) -> ProbeAnswer | None:
        """Returns None while nothing is known of the game server. Raises DatabaseUnavailable."""
        answers = await self.ask_both()
        game = answers["game"]
        return ProbeAnswer(game, answers["login"]) if game else None

    async def ask_both(self) -> dict[ServerName, PortAnswer | None]:
        """Returns None for a port of which nothing is known. Raises DatabaseUnavailable."""
        servers = targets(self._settings)
        listening = await asyncio.to_thread(visible_ports, servers)
        return {target.server: await self._ask(target, listening[target.server]) for target in servers}

    async def _ask(self, target: ProbeTarget, listening: VisiblePort) -> PortAnswer | None:
        now = self._clock()
        if listening.socket is not None:
            self._socket_seen_at[target.server] = now
            return PortAnswer(at=now, is_open=True, way="socket", socket=listening.socket)
        answer = await self._ask_without_socket(target, now)
        return replace(answer, is_hidden=listening.is_local and answer.is_open) if answer else None

    async def _ask_without_socket(self, target: ProbeTarget, now: float) -> PortAnswer | None:
        """A port that had a socket here is closed, unless a later connect has reached a server of another namespace."""
        seen_at = self._socket_seen_at.get(target.server)
        try:
            answer = await self._connect(target, now)
        except DatabaseUnavailable:
            if seen_at is None:
                raise
            answer = None
        if seen_at is not None and (answer is None or answer.at <= seen_at):
            return PortAnswer(at=now, is_open=False, way="socket")
        return answer

    async def _connect(self, target: ProbeTarget, now: float) -> PortAnswer | None:
        if not await self._needs_distance():
            outcome = await connect(target, self._settings)
            return PortAnswer(at=now, is_open=outcome in _ACCEPTING, way="connect")
        if await claim(self._site, self._settings, target.server, now):
            outcome = await connect(target, self._settings, refusal_wait_seconds=self._refusal_wait_seconds)
            await store_outcome(self._site, target.server, outcome, now)
        row = (await last_connects(self._site))[target.server]
        if row.outcome is None:
            return None
        is_open, is_refused = row.outcome in _ACCEPTING, row.outcome == "refused"
        return PortAnswer(at=row.answered_at / 1000, is_open=is_open, way="shared_connect", is_refused=is_refused)

    async def _needs_distance(self) -> bool:
        """As install recorded it. A family that is not known yet may have the filter."""
        try:
            row = await self._site.one(RECORDED_VALUE, name=CONNECT_FILTER)
            return row.value == "yes" if row else (await self._family()).refuses_fast_connects
        except (Problem, DatabaseUnavailable):
            return True

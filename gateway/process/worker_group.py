"""The worker processes behind one port: Granian's process manager, through its public interface."""

import multiprocessing
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from granian import Granian
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels

from gateway.config.settings import Settings
from gateway.process import systemd, worker

HTTP_OPTIONS: dict[str, Any] = {
    "interface": Interfaces.ASGI,
    "runtime_threads": 1,
    "loop": Loops.uvloop,
    "http": HTTPModes.http1,
    "http1_settings": HTTP1Settings(header_read_timeout=10_000),
    "websockets": False,
    "backlog": 2048,
    "backpressure": 1024,  # requests at once per worker; more wait in the backlog
}

_LAST_REQUEST_SECONDS: Final = 0.2
"""Time for the request of an accepted connection to arrive."""


def run(settings: Settings, port: int) -> int:
    """Serves until SIGTERM, SIGHUP or SIGINT. Returns the exit code: 1 if a worker keeps failing."""
    # Forked workers share the memory of the imported code, the settings that were checked, and the pipe.
    multiprocessing.set_start_method("fork", force=True)
    drain = worker.DrainPipe()
    server: Any = Granian(
        f"{worker.__name__}:create",
        address=settings.server.host,
        port=port,
        workers=settings.server.workers,
        workers_kill_timeout=settings.server.shutdown_seconds,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
        log_dictconfig={"handlers": {}, "formatters": {}, "loggers": {}},  # the root logger's handler writes them
        **HTTP_OPTIONS,
    )
    server.on_startup(lambda: _drain_before_stop(drain, settings.server.drain_seconds, port))
    try:
        server.serve(target_loader=partial(worker.create, settings, drain), wrap_loader=False)
    except SystemExit as error:
        return int(error.code or 0)
    return 0


def _drain_before_stop(drain: worker.DrainPipe, seconds: float, port: int) -> None:
    """Precedes Granian's stop by a drain. SIGINT, or a second SIGTERM, stops without one.

    The drain ends by refusing connections: Granian's stop would drop accepted ones on which no request has arrived yet.
    """
    stop = signal.getsignal(signal.SIGINT)

    def start_drain(*_: object) -> None:
        if os.getpid() != drain.parent:
            os._exit(0)  # a forked worker that has no handler of its own yet
        systemd.notify("STOPPING=1")
        drain.close()
        signal.signal(signal.SIGTERM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds or 0.001)

    def refuse_connections(*_: object) -> None:
        for listener in _listeners(port):
            listener.shutdown(socket.SHUT_RDWR)
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, _LAST_REQUEST_SECONDS)

    signal.signal(signal.SIGALRM, refuse_connections)
    signal.signal(signal.SIGTERM, start_drain)
    signal.signal(signal.SIGHUP, start_drain)  # Granian would replace the workers, without new settings


def _listeners(port: int) -> Iterator[socket.socket]:
    """Returns duplicates of the sockets of this process that listen on a port. Granian gives no access to its own."""
    for path in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # closed in the meantime
            if not path.is_socket():
                continue
            with socket.socket(fileno=os.dup(int(path.name))) as candidate:
                is_listener = candidate.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
                if is_listener and candidate.getsockname()[1] == port:
                    yield candidate

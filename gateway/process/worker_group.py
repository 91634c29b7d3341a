"""One generation of workers: examines the databases, then keeps granian's worker processes behind the shared socket.

`gateway serve` starts one as a process of its own, and another beside it at each reload: new code and new settings are
read afresh. Run by nothing else.
"""

import asyncio
import gc
import importlib
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from math import inf
from multiprocessing.connection import wait
from threading import Thread
from typing import Any

import msgspec
import structlog
from granian._granian import SocketHolder
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from gateway.config import settings as configuration
from gateway.config.settings import Settings
from gateway.database import privileges
from gateway.observability.logging import configure
from gateway.process.serve import check
from gateway.process.supervisor import ASIDE, BACKLOG, CONTROL, LISTENER, OVERPRIVILEGED, RETIRE
from gateway.process.worker import REPLACED, STOPPING

APP = "gateway.process.worker:from_environment"
AT_ONCE = 1024  # requests in work per process; more wait in the backlog
HEADERS_WITHIN_MS = 10_000
ASIDE_SECONDS = 1.0  # in which a worker whose loop is alive stops accepting
CRASH_LOOP_SECONDS = 5.5  # a worker that dies again within them would do so for ever
ACCEPTED_SECONDS = 0.2  # in which a connection that was accepted last has said what it wants

log = structlog.stdlib.get_logger("gateway.process")


class Generation(MPServer):
    """Granian, but with a socket that its parent keeps open, and with workers that leave before they are ended.

    A worker of granian's own listens on a socket of its own, and what waits there is reset when it ends.
    """

    interrupt_children: list[int]

    def __init__(self, *args: Any, drain: int, closed: Callable[[], None], **options: Any) -> None:
        super().__init__(*args, **options)  # pyright: ignore[reportUnknownMemberType]
        self._drain = drain
        self._closed = closed
        self._replaced = self._hurried = False

    def begin(self) -> None:
        """Called by granian before the first worker."""
        self._aside, theirs = os.pipe()
        os.environ[ASIDE] = str(theirs)
        signal.signal(RETIRE, self._retire)
        signal.signal(STOPPING, signal.SIG_IGN)  # which a worker inherits until it has its own way with it

    def signal_handler_interrupt(self, *args: Any, **kwargs: Any) -> None:
        self._hurried = bool(args) and args[0] == signal.SIGINT
        super().signal_handler_interrupt(*args, **kwargs)  # pyright: ignore[reportUnknownMemberType]

    def _retire(self, *_: Any) -> None:
        """Others answer at the same socket already."""
        self._replaced = True
        super().signal_handler_interrupt()  # pyright: ignore[reportUnknownMemberType]

    def _init_shared_socket(self) -> None:
        descriptor = int(os.environ[LISTENER])
        self._ssp: Any = None
        self._sfd = descriptor
        self._shd = SocketHolder(descriptor, False, BACKLOG)  # pyright: ignore[reportCallIssue]
        self._sso = None  # granian would close it before its workers end
        self._listening = socket.socket(fileno=descriptor)

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        """As granian's, but whoever dies while another one is replaced is not forgotten, and workers that die in turns
        are no less a loop of crashes than one that dies again and again."""
        replaced: dict[int, float] = {}
        while True:
            self.main_loop_interrupt.wait()
            self.main_loop_interrupt.clear()  # first: who is put down from here on wakes us again
            if self.interrupt_signal:
                return
            while self.interrupt_children:
                worker, now = self.interrupt_children.pop(), time.monotonic()
                if now - replaced.get(worker, -inf) <= CRASH_LOOP_SECONDS:
                    log.error("crash_loop", worker=worker + 1)
                    self.interrupt_children.append(worker)  # by which granian knows that we did not end well
                    return
                replaced[worker] = now
                self._respawn_workers([worker], spawn_target, target_loader)  # pyright: ignore[reportUnknownMemberType]

    def _stop_workers(self) -> None:
        if not self._hurried:
            self._leave()
        end_workers(self.wrks, float(self.workers_kill_timeout or 0))

    def _leave(self) -> None:
        """Lets clients and load balancers go elsewhere of their own accord."""
        if not self._replaced:
            self._tell(STOPPING)
            time.sleep(self._drain)
        self._tell(REPLACED)
        if self._all_aside() and not self._replaced:
            # With the last of us who has it the socket goes: who comes then is refused and asks elsewhere, instead of
            # waiting for nobody. To shut it down would not do, since a worker of granian's then never ends.
            self._listening.close()
            self._closed()
        time.sleep(self._drain if self._replaced else ACCEPTED_SECONDS)

    def _all_aside(self) -> bool:
        said, deadline = 0, time.monotonic() + ASIDE_SECONDS
        while said < len(self.wrks) and (left := deadline - time.monotonic()) > 0:
            if select.select([self._aside], [], [], left)[0]:
                said += len(os.read(self._aside, 64))
        return said >= len(self.wrks)

    def _tell(self, what: signal.Signals) -> None:
        workers: list[Any] = self.wrks
        for worker in workers:
            if worker.is_alive():
                os.kill(worker.inner.pid, what)


def end_workers(workers: list[Any], seconds: float) -> None:
    """Waits for as long for all of them to finish what they have begun, and kills who has not.

    Whether a process is gone is asked of its pipe. Granian asks its thread, which may know it a moment after the kernel
    does: it would kill a process that has ended well.
    """
    for worker in workers:
        worker.terminate()
    deadline = time.monotonic() + seconds
    for worker in workers:
        if not wait([worker.inner.sentinel], max(0.0, deadline - time.monotonic())):
            log.warning("worker_killed", worker=worker.idx + 1, seconds=seconds)
            worker.kill()
        worker.join()
    workers.clear()


def main() -> int:
    """2: wrong settings, OVERPRIVILEGED: the databases let us do too much, 1: its workers failed, 0: told to end."""
    control = socket.socket(fileno=os.dup(int(os.environ[CONTROL])))
    try:
        settings = configuration.from_environment()
        check(settings)
        configure(settings.log)
        report = asyncio.run(privileges.at_start(settings))
    except (configuration.SettingsError, privileges.Overprivileged) as refused:
        sys.stderr.write(f"gateway: {refused}\n")
        control.sendall(b"refused " + msgspec.json.encode(str(refused)) + b"\n")
        return OVERPRIVILEGED if isinstance(refused, privileges.Overprivileged) else 2
    Thread(target=_follow, args=(control,), name="parent", daemon=True).start()
    watched = _Watched(settings, report)
    code = _serve(settings, control)
    return OVERPRIVILEGED if watched.refused else code


def _follow(control: socket.socket) -> None:
    """Ends with the parent, however that went; it says nothing as long as it lives."""
    control.recv(1)
    os.kill(os.getpid(), signal.SIGTERM)


class _Watched:
    """Ends the service if a database that was away at the start turns out to let us do too much."""

    def __init__(self, settings: Settings, report: privileges.Report) -> None:
        self.refused = False
        if report.away:
            Thread(target=self._watch, args=(settings, report), name="selftest", daemon=True).start()

    def _watch(self, settings: Settings, report: privileges.Report) -> None:
        try:
            asyncio.run(privileges.watch(settings, report))
        except privileges.Overprivileged as refused:
            log.error("overprivileged", reason=str(refused))
            self.refused = True
            os.kill(os.getpid(), signal.SIGINT)


def _serve(settings: Settings, control: socket.socket) -> int:
    _prepare()
    wanted = settings.server
    server: Any = Generation(
        APP,
        factory=True,
        address=wanted.host,
        port=wanted.port,
        interface=Interfaces.ASGI,
        workers=wanted.workers,
        runtime_threads=1,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_WITHIN_MS),
        websockets=False,
        backlog=BACKLOG,
        backpressure=AT_ONCE,
        workers_kill_timeout=wanted.shutdown_seconds,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
        # Granian's own words go through our logger.
        log_dictconfig={"handlers": {}, "formatters": {}, "loggers": {}, "disable_existing_loggers": False},
        drain=wanted.drain_seconds,
        closed=lambda: control.sendall(b"aside\n"),
    )
    server.on_startup(server.begin)
    stop_seconds = wanted.drain_seconds + wanted.shutdown_seconds
    server.on_startup(lambda: control.sendall(f"up {wanted.workers} {stop_seconds}\n".encode()))
    try:
        server.serve()
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def _prepare() -> None:
    """Imports what the workers run before they are forked: it is read once, and they share its memory."""
    gc.disable()
    importlib.import_module(APP.partition(":")[0])
    gc.freeze()
    gc.enable()


if __name__ == "__main__":
    sys.exit(main())

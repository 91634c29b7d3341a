"""A worker process: the application, which listens when it has data, and drains before it stops."""

import asyncio
import os
import signal
import sys
from typing import Any

import structlog

from gateway.app import Application
from gateway.config.settings import Settings
from gateway.http.anonymous_call import App
from gateway.http.responses import Scope, Send
from gateway.process import systemd

READY_WAIT_SECONDS = 5.0
READY_POLL_SECONDS = 0.05
PARENT_POLL_SECONDS = 0.5
SWITCH_SECONDS = 0.001
"""After each system call the event loop waits so long at most for a thread that runs Python code; Python's default is
five times that."""

log = structlog.stdlib.get_logger("gateway.process")


class DrainPipe:
    """Tells all workers to drain: its end of file reaches them when the parent closes it, or is killed."""

    def __init__(self) -> None:
        self.parent = os.getpid()
        self.reader, self._writer = os.pipe()

    def close(self) -> None:
        """Closes this process's copy of the write end; every worker has to close its own."""
        if self._writer >= 0:
            os.close(self._writer)
            self._writer = -1


def create(settings: Settings, drain: DrainPipe) -> App:
    """Returns the ASGI application of one worker, after the fork."""
    sys.setswitchinterval(SWITCH_SECONDS)
    drain.close()
    return Worker(Application(settings), drain)


class Worker:
    """The outermost ASGI application under `gateway serve`."""

    def __init__(self, application: Application, drain: DrainPipe) -> None:
        self._application = application
        self._drain_pipe = drain
        self._tasks: list[asyncio.Task[None]] = []

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if self._application.health.is_stopping:
            send = _closing(send)
        elif scope["type"] == "lifespan":
            send = self._delay_startup(send)
        await self._application.asgi(scope, receive, send)

    def _delay_startup(self, send: Send) -> Send:
        """Delays the end of the lifespan's start-up, after which Granian listens, until the process has data.

        Until then a proxy gets a refused connection, and retries. Without data, for example without a database, the
        process listens after a while all the same, and answers 503.
        """

        async def send_when_ready(message: dict[str, Any]) -> None:
            if message["type"] == "lifespan.startup.complete":
                asyncio.get_running_loop().add_reader(self._drain_pipe.reader, self._start_drain)
                ready = asyncio.create_task(self._announce_ready())
                self._tasks.append(ready)
                await asyncio.wait([ready], timeout=READY_WAIT_SECONDS)
            await send(message)

        return send_when_ready

    async def _announce_ready(self) -> None:
        while self._application.health.ready().status == "starting":  # noqa: ASYNC110 - two conditions of two tasks
            await asyncio.sleep(READY_POLL_SECONDS)
        if not self._application.health.is_stopping:
            systemd.notify("READY=1")

    def _start_drain(self) -> None:
        asyncio.get_running_loop().remove_reader(self._drain_pipe.reader)
        self._application.health.is_stopping = True
        self._tasks.append(asyncio.create_task(self._drain()))

    async def _drain(self) -> None:
        """Hands leadership to another process, then waits for the parent's SIGTERM, or for its death."""
        await self._application.release_leadership()
        while os.getppid() == self._drain_pipe.parent:  # noqa: ASYNC110 - the kernel has no event for it
            await asyncio.sleep(PARENT_POLL_SECONDS)
        log.error("parent_exited")
        os.kill(os.getpid(), signal.SIGTERM)


def _closing(send: Send) -> Send:
    async def close_connection(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return close_connection

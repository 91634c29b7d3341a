"""A worker process: the application, which says when it is ready, and leaves when it is told to.

Leaving takes no visitor's answer away: its last answer on a connection asks the client to open another one, what only
one process does goes to another at once, and only then does granian close what is idle.
"""

import asyncio
import os
import signal
import socket
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import structlog

from gateway import app
from gateway.config import settings
from gateway.http import health
from gateway.http.response_cache import App
from gateway.http.responses import Scope, Send
from gateway.observability.logging import configure
from gateway.process.supervisor import ASIDE, CONTROL, LISTENER, READY_SECONDS
from gateway.state import GatewayState

STOPPING = signal.SIGUSR2
"""Nobody takes our place: say so to whoever asks whether we are ready, and answer meanwhile."""
REPLACED = signal.SIGUSR1
"""Accept no more connections; those who wait at the socket are for others."""
READY_POLL_SECONDS = 0.05

log = structlog.stdlib.get_logger("gateway.process")


def from_environment() -> App:
    """What a worker process serves."""
    wanted = settings.from_environment()
    configure(wanted.log)
    state = app.new_state(wanted)
    return Worker(app.create_app(wanted, state), state)


class Worker:
    """The outermost ASGI application under `gateway serve`."""

    def __init__(self, inner: App, state: GatewayState) -> None:
        self._app = inner
        self._state = state
        self._control, self._listener = int(os.environ[CONTROL]), int(os.environ[LISTENER])
        self._leaving = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if self._leaving:
            send = _closing(send)
        elif scope["type"] == "lifespan":
            send = self._beginning(send)
        await self._app(scope, receive, send)

    def _beginning(self, send: Send) -> Send:
        async def begin(message: dict[str, Any]) -> None:
            if message["type"] == "lifespan.startup.complete":
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(STOPPING, self._say_stopping)
                loop.add_signal_handler(REPLACED, self._stand_back)
                loop.add_reader(self._control, self._orphaned)
                announced = self._do(self._announce())
                if _others_listen(self._listener):
                    await asyncio.wait([announced], timeout=READY_SECONDS)
            await send(message)

        return begin

    async def _announce(self) -> None:
        while health.ready(self._state).status == "starting" and not self._leaving:  # noqa: ASYNC110 - one of many
            await asyncio.sleep(READY_POLL_SECONDS)
        with suppress(BrokenPipeError):  # our parent is gone, as `_orphaned` hears
            os.write(self._control, b"ready\n")

    def _say_stopping(self) -> None:
        self._state.stopping = True
        self._leave()

    def _stand_back(self) -> None:
        """Puts a socket that nobody connects to in the place of ours: granian accepts from it in vain.

        Granian itself stops accepting only together with closing what is idle, and to it a connection whose request
        is still on its way is idle.
        """
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            nobody.listen(1)
            nobody.setblocking(False)  # granian's thread must not wait in accept
            os.dup2(nobody.fileno(), self._listener)
        os.write(int(os.environ[ASIDE]), b".")
        self._leave()

    def _leave(self) -> None:
        if not self._leaving:
            self._leaving = True
            self._do(self._hand_over())

    async def _hand_over(self) -> None:
        """Lets go of what only one process does."""
        await self._state.supervisor.end("jobs")
        await self._state.supervisor.end("leader")
        await self._state.leader.release()

    def _orphaned(self) -> None:
        """Our parent is gone without a word; whoever starts the service again needs the port."""
        asyncio.get_running_loop().remove_reader(self._control)
        log.error("orphaned")
        self._say_stopping()
        os.kill(os.getpid(), signal.SIGTERM)

    def _do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _others_listen(listener: int) -> bool:
    """Whether visitors are answered without us, so that we had better begin when we have answers.

    The first of all begins at once, to say that it is not ready yet.
    """
    with socket.socket(fileno=os.dup(listener)) as ours:
        return bool(ours.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def _closing(send: Send) -> Send:
    async def reply(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return reply

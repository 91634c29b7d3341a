"""The parent of `gateway serve`: holds the socket, and exchanges one generation of workers for the next.

It imports next to nothing and lives as long as the service; a generation is a process of its own that reads code and
settings afresh. At a reload the next one is ready before the one before it leaves, and one that does not get ready
changes nothing. The socket is the same all the time, so that no connection that waits at it is lost.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Coroutine
from typing import Any

import msgspec
import structlog

from gateway.process import systemd

CONTROL = "GATEWAY_CONTROL"  # descriptor of a generation's and its workers' socket to the parent
LISTENER = "GATEWAY_LISTENER"  # descriptor of the socket that every worker accepts from
ASIDE = "GATEWAY_ASIDE"  # descriptor of the pipe in which each worker says that it accepts no more
RETIRE = signal.SIGUSR1  # to a generation: another one has taken over
OVERPRIVILEGED = 77  # exit code of a generation that the databases let do too much
BACKLOG = 2048
READY_SECONDS = 300.0  # within which a new generation has its first snapshot
LATE_SECONDS = 5.0  # on top of what a generation says it needs to stop
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
CALM = 60.0  # seconds of service after which the pause before starting again is short

log = structlog.stdlib.get_logger("gateway.process")


class Generation:
    """A child with its workers, as its parent sees it."""

    def __init__(self, process: asyncio.subprocess.Process, control: socket.socket) -> None:
        self.process = process
        self.up, self.ready, self.aside = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.began = time.monotonic()
        self.reason = ""
        self._control = control
        self._workers = self._ready = 0
        self._stop_seconds = 0
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, listener: socket.socket) -> "Generation":
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *_command(),
                env={**os.environ, CONTROL: str(theirs.fileno()), LISTENER: str(listener.fileno())},
                pass_fds=(theirs.fileno(), listener.fileno()),
                process_group=0,  # a terminal's signals are for us
            )
        ours.setblocking(False)
        return cls(process, ours)

    async def _read(self) -> None:
        """What the child and its workers say, a line each, until all of them are gone."""
        reader, writer = await asyncio.open_connection(sock=self._control)
        try:
            while line := await reader.readline():
                self._hear(line.decode())
        finally:
            writer.close()

    def _hear(self, line: str) -> None:
        match line.split(maxsplit=1):
            case ["up", figures]:
                self._workers, self._stop_seconds = map(int, figures.split())
                self.up.set()
            case ["ready"]:
                self._ready += 1
            case ["aside"]:
                self.aside.set()
            case ["refused", reason]:
                self.reason = msgspec.json.decode(reason, type=str)
            case _:
                log.warning("unknown_word", line=line)
        if self._workers and self._ready >= self._workers:
            self.ready.set()

    async def end(self, how: signal.Signals) -> None:
        """Tells it to end, and waits until its last worker is gone; not much longer than it said it needs."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how if self.up.is_set() else signal.SIGKILL)
        try:
            async with asyncio.timeout(self._stop_seconds + LATE_SECONDS):
                await self.process.wait()
        except TimeoutError:
            log.warning("killed", pid=self.process.pid)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            await self.process.wait()
        self.close()

    async def last_words(self) -> None:
        """Returns when all that it said before it ended is heard."""
        await asyncio.wait([self._reader], timeout=LATE_SECONDS)

    def close(self) -> None:
        """Workers whose generation died without them end when this socket does."""
        self._reader.cancel()


def _command() -> list[str]:
    """Finds this very package, and no folder that happens to be called like it where we were started."""
    safe = [] if sys.path[0] in {"", os.getcwd()} else ["-P"]  # noqa: PTH109 - as sys.path has it
    return [sys.executable, *safe, "-m", "gateway.process.worker_group"]


class Generations:
    """Runs one generation after another until it is told to stop."""

    def __init__(self, listener: socket.socket, greeting: str) -> None:
        self._listener = listener
        self._greeting = greeting
        self._stopping, self._reload = asyncio.Event(), asyncio.Event()
        self._how = signal.SIGTERM
        self._served = False
        self._pause = FIRST_PAUSE
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> int:
        """The exit code: 0 when told to stop, else that of the generation without which it could not go on."""
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, self._stop, each)
        loop.add_signal_handler(signal.SIGHUP, self._reload.set)
        current = await Generation.start(self._listener)
        self._do(self._welcome(current))
        while not self._stopping.is_set():
            await _any(current.process.wait(), self._stopping.wait(), self._reload.wait())
            if self._stopping.is_set():
                break
            if (code := current.process.returncode) is not None:
                current.close()
                if code == OVERPRIVILEGED or not self._served:
                    return code if code == 2 else 1
                current = await self._again(current, code)
            else:
                self._reload.clear()
                current = await self._exchange(current)
        systemd.say("STOPPING=1")
        self._do(self._close(current))
        self._do(current.end(self._how))
        await asyncio.gather(*self._tasks)
        return 0

    def _stop(self, how: signal.Signals) -> None:
        self._how = how
        self._stopping.set()

    async def _welcome(self, first: Generation) -> None:
        await _any(first.up.wait(), first.process.wait(), self._stopping.wait())
        if first.up.is_set():
            sys.stdout.write(self._greeting)
            sys.stdout.flush()
        await _any(first.ready.wait(), first.process.wait(), self._stopping.wait())
        if first.ready.is_set():
            self._served = True
            systemd.say("READY=1", f"STATUS=Serving at {self._greeting.strip()}")

    async def _again(self, gone: Generation, code: int) -> Generation:
        """The next one after one that died, the later the more often that happens."""
        if time.monotonic() - gone.began > CALM:
            self._pause = FIRST_PAUSE
        log.error("generation_died", code=code, again_in=self._pause)
        await _any(asyncio.sleep(self._pause), self._stopping.wait())
        self._pause = min(LONGEST_PAUSE, self._pause * 2)
        return await Generation.start(self._listener)

    async def _exchange(self, current: Generation) -> Generation:
        """The generation that serves from now on: a new one, or the same if the new one does not get ready."""
        log.info("reloading")
        systemd.say("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}", "STATUS=Reloading")
        new = await Generation.start(self._listener)
        await _any(new.ready.wait(), new.process.wait(), self._stopping.wait(), asyncio.sleep(READY_SECONDS))
        if new.ready.is_set() and new.process.returncode is None:
            log.info("reloaded", pid=new.process.pid)
            systemd.say("READY=1", f"STATUS=Serving at {self._greeting.strip()}")
            self._do(self._retire(current))
            return new
        if not self._stopping.is_set():
            if new.process.returncode is not None:
                await new.last_words()
            reason = new.reason or ("it ended" if new.process.returncode is not None else "it did not get ready")
            log.error("reload_refused", reason=reason)
            systemd.say("READY=1", f"STATUS=Reload refused, the one before serves on: {reason.splitlines()[0]}")
        await new.end(RETIRE)
        return current

    async def _close(self, last: Generation) -> None:
        """Closes the socket as soon as nobody accepts from it any more."""
        await _any(last.aside.wait(), last.process.wait())
        self._listener.close()

    async def _retire(self, old: Generation) -> None:
        await old.end(RETIRE)
        log.info("retired", pid=old.process.pid)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _any(*waited: Coroutine[Any, Any, object]) -> None:
    """Returns with the first of them, and ends the others."""
    tasks = [asyncio.ensure_future(each) for each in waited]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()

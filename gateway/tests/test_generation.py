"""How a generation ends its workers: who leaves by himself is waited for, who does not is killed, each told apart."""

import multiprocessing
import signal
from multiprocessing.connection import wait
from threading import Thread
from typing import Any

import pytest
import structlog

from gateway.generation import end_workers

FORK = multiprocessing.get_context("fork")


def _leave_at_once(ready: Any) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    ready.set()
    signal.pause()


def _stay(ready: Any) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    ready.set()
    while True:
        signal.pause()


class Worker:
    """As granian has it: a process, and a thread that waits for its end, too."""

    def __init__(self, idx: int, work: Any) -> None:
        self.idx = idx
        self.killed = False
        ready = FORK.Event()
        self.inner = FORK.Process(target=work, args=(ready,))
        self.inner.start()
        assert ready.wait(30)
        Thread(target=self.inner.join, daemon=True).start()

    def is_alive(self) -> bool:
        """What the process's object says until the thread that was told of its end has written it down."""
        return True

    def terminate(self) -> None:
        self.inner.terminate()

    def kill(self) -> None:
        self.killed = True
        self.inner.kill()

    def join(self) -> None:
        self.inner.join()


@pytest.mark.parametrize("stubborn", [(), (1,), (0, 1)])
def test_only_who_stays_is_killed(stubborn: tuple[int, ...]) -> None:
    started = [Worker(idx, _stay if idx in stubborn else _leave_at_once) for idx in range(3)]
    workers: list[Any] = list(started)
    with structlog.testing.capture_logs() as told:
        end_workers(workers, 1.0)
    assert [worker.idx for worker in started if worker.killed] == list(stubborn)
    assert [each["worker"] for each in told] == [idx + 1 for idx in stubborn]
    assert len(wait([worker.inner.sentinel for worker in started], 0)) == len(started), "all are gone"
    assert workers == []

"""How a generation ends its workers: who leaves by himself is waited for, who does not is killed, each told apart.

And how it replaces those who died, whenever they do.
"""

import multiprocessing
import signal
from multiprocessing.connection import wait
from threading import Event, Thread
from typing import Any

import pytest
import structlog

from gateway.process.worker_group import Generation, end_workers

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


class Replacing(Generation):
    """Without processes: what dies, and dies while another is replaced, is written down."""

    def __init__(self, *dying_meanwhile: tuple[int, ...]) -> None:
        self.main_loop_interrupt, self.interrupt_signal = Event(), False
        self.interrupt_children: list[int] = []
        self.replaced: list[int] = []
        self._dying_meanwhile = list(dying_meanwhile)

    def die(self, *workers: int) -> None:
        self.interrupt_children.extend(workers)
        self.main_loop_interrupt.set()

    def _respawn_workers(self, workers: list[int], *_: Any, **__: Any) -> None:
        self.replaced += workers
        if self._dying_meanwhile:
            self.die(*self._dying_meanwhile.pop(0))
        else:
            self.interrupt_signal = True
            self.main_loop_interrupt.set()

    def run(self) -> list[int]:
        self._serve_loop(None, None)
        return self.replaced


def test_who_dies_while_another_is_replaced_is_replaced_too() -> None:
    generation = Replacing((1,), (2, 3), ())
    generation.die(0)
    assert sorted(generation.run()) == [0, 1, 2, 3]
    assert generation.interrupt_children == []


def test_workers_that_die_in_turns_are_a_loop_of_crashes() -> None:
    generation = Replacing(*[(worker % 2,) for worker in range(1, 100)])
    generation.die(0)
    with structlog.testing.capture_logs() as told:
        assert generation.run() == [0, 1]
    assert [line["event"] for line in told] == ["crash_loop"]
    assert generation.interrupt_children == [0], "which makes an exit code of it"


def test_a_worker_that_dies_now_and_then_is_no_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.process.worker_group.CRASH_LOOP_SECONDS", -1.0)
    generation = Replacing((0,), (0,), (0,))
    generation.die(0)
    assert generation.run() == [0] * 4

"""A worker process changes the interpreter for its event loop."""

import sys

import pytest

from gateway.process import worker
from gateway.tests.conftest import WorldFactory


def test_event_loop_waits_a_millisecond_for_threads(world: WorldFactory) -> None:
    seconds = sys.getswitchinterval()
    try:
        worker.create(world().settings, worker.DrainPipe())
        assert sys.getswitchinterval() == pytest.approx(worker.SWITCH_SECONDS)
    finally:
        sys.setswitchinterval(seconds)

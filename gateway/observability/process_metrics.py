"""Metrics of this process."""

import os
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from gateway.observability.metrics import Samples, series

_STARTED_AT = time.time()
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def _release() -> str:
    try:
        return version("fishi-gateway")
    except PackageNotFoundError:  # runs from a checkout
        return "source"


RELEASE = _release()


def process_samples(family: str) -> Samples:
    """`family`: empty while it is not known."""
    resident_pages = int(Path("/proc/self/statm").read_text().split()[1])
    yield series("fishi_build_info", version=RELEASE, family=family), 1
    yield series("process_start_time_seconds"), _STARTED_AT
    yield series("process_cpu_seconds_total"), time.process_time()
    yield series("process_resident_memory_bytes"), resident_pages * _PAGE_BYTES
    yield series("process_open_fds"), sum(1 for _ in Path("/proc/self/fd").iterdir())

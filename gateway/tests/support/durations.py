"""Durations of the test files, in seconds of a whole run: the longest begin first, so that the workers end together.

`make durations` writes them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("durations.txt")


def read() -> dict[str, float]:
    """Returns the seconds by the file's path in the repository."""
    rows = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines()]
    return {path: float(seconds) for seconds, path in rows}


def write(reports: Iterable[pytest.TestReport]) -> None:
    seconds = Counter[str]()
    for report in reports:
        seconds[report.nodeid.partition("::")[0]] += report.duration  # pyright: ignore[reportArgumentType]
    FILE.write_text(table(seconds), encoding="utf-8")


def table(seconds: Mapping[str, float]) -> str:
    """A difference below half a second changes no order that matters, and would be in every commit."""
    return "".join(f"{round(seconds[path])} {path}\n" for path in sorted(seconds))

"""What runs out on a machine: space of its file systems, and memory of the service or of all programs."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")
_CONTROL_GROUPS: Final = Path("/sys/fs/cgroup")


def disk_share(folders: Iterable[Path]) -> float | None:
    """Returns the used share of the fullest file system of these folders, in per cent; None without any.

    Space is what other users than root can have, as `df` counts it; a file system may also run out of files.
    """
    shares = [share for folder in folders for share in _shares(folder)]
    return max(shares, default=None)


def _shares(folder: Path) -> Iterator[float]:
    folder = folder.absolute()
    existing = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    try:
        state = os.statvfs(existing)
    except OSError:
        return
    for total, free, available in (
        (state.f_blocks, state.f_bfree, state.f_bavail),
        (state.f_files, state.f_ffree, state.f_favail),
    ):
        used = total - free
        if used + available > 0:
            yield 100 * used / (used + available)


def memory_share(proc: Path = _PROC, control_groups: Path = _CONTROL_GROUPS) -> float | None:
    """Returns the used share of the service's own limit or of the machine's memory, whichever is larger, in per cent.

    Caches of files count as free: the kernel takes them back. A limit: `MemoryMax` of systemd, or of a container.
    """
    shares = [*_machine_share(proc), *_limited_shares(proc, control_groups)]
    return max(shares, default=None)


def _machine_share(proc: Path) -> Iterator[float]:
    values = _numbers(proc / "meminfo")
    if values.get("MemTotal:") and "MemAvailable:" in values:
        yield 100 * (1 - values["MemAvailable:"] / values["MemTotal:"])


def _limited_shares(proc: Path, control_groups: Path) -> Iterator[float]:
    """Yields the share of each limit of the process's group and of the groups around it (cgroup v2)."""
    lines = _text(proc / "self" / "cgroup").splitlines()
    name = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), None)
    if name is None:
        return
    group = control_groups / name
    for folder in (group, *group.parents):
        limit, used = _text(folder / "memory.max").strip(), _text(folder / "memory.current").strip()
        if limit.isdigit() and used.isdigit() and int(limit):
            cached = _numbers(folder / "memory.stat").get("inactive_file", 0)
            yield 100 * max(0, int(used) - cached) / int(limit)
        if folder == control_groups:
            return


def _numbers(path: Path) -> dict[str, int]:
    """Returns the first number of each line by its first word."""
    rows = [line.split() for line in _text(path).splitlines()]
    return {row[0]: int(row[1]) for row in rows if len(row) > 1 and row[1].isdigit()}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""

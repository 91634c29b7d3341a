"""Space of file systems as `df` counts it, and memory of the machine and of the group's limit."""

import shutil
from pathlib import Path

import pytest

from gateway.observability.machine import disk_share, memory_share

MEMINFO = "MemTotal: 1000 kB\nMemFree: 10 kB\nMemAvailable: 400 kB\n"


def limit(folder: Path, most: str, used: int, cached: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "memory.max").write_text(f"{most}\n")
    (folder / "memory.current").write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"anon 1\ninactive_file {cached}\n")


@pytest.mark.parametrize(
    ("service", "slice_", "share"),
    [
        (("max", 900, 0), ("max", 900, 0), 60),
        (("1000", 900, 50), ("max", 990, 0), 85),
        (("1000", 900, 850), ("2000", 1900, 0), 95),
    ],
)
def test_largest_share_of_the_limits_and_of_the_machine_counts_without_caches(
    tmp_path: Path, service: tuple[str, int, int], slice_: tuple[str, int, int], share: float
) -> None:
    proc, groups = tmp_path / "proc", tmp_path / "groups"
    (proc / "self").mkdir(parents=True)
    (proc / "meminfo").write_text(MEMINFO)
    (proc / "self" / "cgroup").write_text("4:memory:/old\n0::/system.slice/gateway.service\n")
    limit(groups / "system.slice" / "gateway.service", *service)
    limit(groups / "system.slice", *slice_)
    assert memory_share(proc, groups) == pytest.approx(share)


def test_machine_that_tells_nothing_has_no_share(tmp_path: Path) -> None:
    assert memory_share(tmp_path, tmp_path) is None


def test_this_machine_has_shares(tmp_path: Path) -> None:
    usage = shutil.disk_usage(tmp_path)
    share = 100 * usage.used / (usage.used + usage.free)
    assert share - 1 < (disk_share([tmp_path / "not" / "made yet"]) or 0) <= 100, (
        "or that of the files, if it is larger"
    )
    assert 0 < (memory_share() or 0) < 100

"""The private servers: what the demo and every other test stand on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fixtures.admin import execute
from fixtures.processes import FolderInUseError, is_frozen, lock_folder
from fixtures.servers import MariaDB, Redis

PARENT = """
import signal, sys, time
from pathlib import Path
from fixtures.servers import MariaDB, Redis
signal.signal(signal.SIGINT, signal.default_int_handler)  # a test that runs in the background inherits deafness to it
folder = Path(sys.argv[1])
with MariaDB(folder / "db") as mariadb, Redis(folder / "redis") as redis:
    print(mariadb.pid, redis.pid, flush=True)
    time.sleep(600)
"""


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # gone before, or while it was read
        return False
    return state != "Z"


def _wait_gone(*pids: int) -> None:
    while any(_alive(pid) for pid in pids):
        time.sleep(0.02)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_servers_end_with_the_process_that_started_them(tmp_path: Path, end: signal.Signals) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", PARENT, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root, text=True) as parent:
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        assert len(pids) == 2
        assert all(_alive(pid) for pid in pids)
        parent.send_signal(end)
    _wait_gone(*pids)  # the test's own time limit ends this if they live on


async def test_data_outlive_a_stop_and_a_crash(tmp_path: Path) -> None:
    with MariaDB(tmp_path) as mariadb:
        await execute(mariadb.dsn(), "CREATE SCHEMA kept", "CREATE TABLE kept.t (a INT) ENGINE=InnoDB")
        mariadb.stop()
        mariadb.start()
        await execute(mariadb.dsn("kept"), "INSERT INTO t VALUES (7)")
        mariadb.kill()
        mariadb.start()
        assert await execute(mariadb.dsn("kept"), "SELECT a FROM t") == [(7,)]


def test_a_folder_has_one_server_at_a_time(tmp_path: Path) -> None:
    with Redis(tmp_path), pytest.raises(FolderInUseError, match="in use"):
        lock_folder(tmp_path, patience=0)
    os.close(lock_folder(tmp_path, patience=5))


def test_a_folder_too_deep_for_a_socket_still_works(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    with Redis(deep) as redis:
        assert not redis.socket.is_relative_to(deep)
        sockets = redis.socket.parent
    assert not sockets.exists()


def test_a_paused_server_is_stopped_all_the_same(tmp_path: Path) -> None:
    with Redis(tmp_path) as redis:
        redis.pause()
        pid = redis.pid
        assert is_frozen(pid)
    assert not _alive(pid)

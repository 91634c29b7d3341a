"""Files of name tables and snapshots are whole or absent, also after faults of the writer, the folder or the file."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.world_snapshot.serialization import PackError
from gateway.world_snapshot.table_files import TableFiles


@pytest.fixture
def files(tmp_path: Path) -> TableFiles:
    return TableFiles(tmp_path / "run")


def set_back(path: Path) -> None:
    """As if it had not been used for a thousand seconds."""
    moment = time.time() - 1000
    os.utime(path, (moment, moment))


def shared_pages() -> int:
    """Pages of mapped files that this process holds in memory."""
    return int(Path("/proc/self/statm").read_text().split()[2])


def test_file_stays_until_it_is_deleted_and_mapped_bytes_longer(files: TableFiles) -> None:
    files.write("ab", [b"first"])
    data = files.map("ab")
    files.write("ab", [b"sec", memoryview(b"ond")])
    assert (bytes(data), bytes(files.map("ab"))) == (b"first", b"first"), "two writers share one file"
    files.delete("ab")
    files.write("ab", [b"sec", memoryview(b"ond")])
    assert (bytes(data), bytes(files.map("ab"))) == (b"first", b"second")
    assert [path.name for path in files.folder.iterdir()] == ["names-ab.table"]
    files.delete("ab")
    with pytest.raises(PackError):
        files.map("ab")


def test_released_file_leaves_memory_and_can_still_be_read(files: TableFiles) -> None:
    content = os.urandom(1 << 20) * 20 + b"end"
    files.write("ab", [content])
    data = files.map("ab")
    assert data == content
    pages = shared_pages()
    files.release(data)
    assert pages - shared_pages() >= len(content) // os.sysconf("SC_PAGESIZE") * 9 // 10
    assert data == content


def test_map_refuses_empty_files_links_and_ids_that_are_paths(files: TableFiles) -> None:
    files.write("ab", [b""])
    (files.folder / "names-cd.table").symlink_to(files.folder / "names-ab.table")
    for table_id in ("ab", "cd", "ef", "../run/names-ab", ""):
        with pytest.raises(PackError):
            files.map(table_id)


KILLED_WRITER = """
import os, signal, sys
from pathlib import Path
from gateway.world_snapshot.table_files import TableFiles

def chunks():
    yield bytes(1 << 20)
    os.kill(os.getpid(), signal.SIGKILL)

TableFiles(Path(sys.argv[1])).write("ab", chunks())
"""


def test_killed_writer_leaves_no_table_and_its_part_is_deleted(files: TableFiles) -> None:
    process = subprocess.run([sys.executable, "-c", KILLED_WRITER, str(files.folder)], check=False)
    assert process.returncode == -signal.SIGKILL
    (part,) = files.folder.iterdir()
    with pytest.raises(PackError):
        files.map("ab")
    files.write("ab", [b"whole"])
    files.keep("ab")
    assert part.exists(), "another builder may be writing it"
    set_back(part)
    files.keep("ab")
    assert [path.name for path in files.folder.iterdir()] == ["names-ab.table"]


def test_failed_write_leaves_nothing(files: TableFiles) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"some"
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        files.write("ab", chunks())
    assert not list(files.folder.iterdir())


def test_keep_deletes_unused_tables_alone(files: TableFiles) -> None:
    for table_id in ("old", "used", "new"):
        files.write(table_id, [b"table"])
    (files.folder / "notes.txt").write_text("of somebody else")
    for path in files.folder.iterdir():
        if path.name != "names-new.table":
            set_back(path)
    TableFiles(files.folder, "snapshot").write("1-a", [b"table"])
    files.keep("used")
    remaining = {path.name for path in files.folder.iterdir()}
    assert remaining == {"names-used.table", "names-new.table", "notes.txt", "snapshot-1-a.table"}


def test_folder_that_others_may_write_to_or_a_link_is_refused(files: TableFiles, tmp_path: Path) -> None:
    link = tmp_path / "link"
    files.write("ab", [b"table"])
    link.symlink_to(files.folder)
    with pytest.raises(PermissionError):
        TableFiles(link).write("cd", [b"table"])
    files.folder.chmod(0o777)
    with pytest.raises(PermissionError):
        files.write("cd", [b"table"])
    with pytest.raises(PackError, match="PermissionError"):
        files.map("ab")

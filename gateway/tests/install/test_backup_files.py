"""Archives that no backup has made are refused."""

import io
import tarfile
from pathlib import Path

import pytest

from gateway.install.backup_files import extract, open_backup
from gateway.install.names import InstallError


def archive_with(path: Path, member: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        member.size = 4 if member.isreg() else 0
        archive.addfile(member, io.BytesIO(b"text"))
    return path


def link(kind: bytes) -> tarfile.TarInfo:
    member = tarfile.TarInfo("link")
    member.type, member.linkname = kind, "/etc/passwd"
    return member


@pytest.mark.parametrize(
    "member",
    [
        tarfile.TarInfo("../outside"),
        tarfile.TarInfo("/tmp/outside"),
        tarfile.TarInfo("in/../../outside"),
        link(tarfile.SYMTYPE),
        link(tarfile.LNKTYPE),
        link(tarfile.FIFOTYPE),
    ],
    ids=lambda member: f"{member.name}-{member.type.decode()}",
)
def test_extract_refuses_what_leads_outside(tmp_path: Path, member: tarfile.TarInfo) -> None:
    path = archive_with(tmp_path / "content.tar.gz", member)
    with pytest.raises(InstallError, match="which no backup does"):
        extract(path, tmp_path / "content")
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == [path]


def test_extract_writes_files_and_folders(tmp_path: Path) -> None:
    path = archive_with(tmp_path / "content.tar.gz", tarfile.TarInfo("./news/opening.md"))
    extract(path, tmp_path / "content")
    assert (tmp_path / "content" / "news" / "opening.md").read_text() == "text"


@pytest.mark.parametrize("data", [b"", b"text", None])
def test_open_backup_refuses_other_files(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / "backup.tar.gz"
    if data is None:
        archive_with(path, tarfile.TarInfo("notes.txt"))
    else:
        path.write_bytes(data)
    with pytest.raises(InstallError, match=r"neither the folder of a backup|holds 0 backups"), open_backup(path):
        pass

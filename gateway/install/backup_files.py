"""The folder of a backup: its manifest, the rows of each table, the content folder and the configuration.

It is written under a hidden name, read back, and then renamed: a folder with a manifest is a verified backup.
"""

import gzip
import hashlib
import os
import shutil
import tarfile
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from gateway.install.names import InstallError
from gateway.install.table_rows import Digest, RowsDigest

MANIFEST: Final = "manifest.json"
CONTENT: Final = "content.tar.gz"
CONFIGURATION: Final = "gateway.toml"
_FORMAT: Final = 1
_BLOCK: Final = 1 << 20


class BackedUpTable(Struct, frozen=True, kw_only=True):
    """`columns`: name → type, in the order of the values of a row. `create`: the statement that makes the table."""

    rows: RowsDigest
    file: str
    columns: Mapping[str, str]
    create: str


class LedgerPosition(Struct, frozen=True):
    """`anchor`: the newest one, as in the file of anchors; empty before the first."""

    transfers: int
    last_transfer: int
    anchor: str = ""


class Manifest(Struct, frozen=True, kw_only=True):
    """What a backup holds, and what it does not.

    `installation`: the mark that the record of the site schema and the views share. `files`: file → SHA-256.
    `created_at`: the moment of the rows; `verified_at`: when they were read back. `migration`: the last one that ran.
    `content_files`: the number of files in the content folder; null: the site uses the sample content.
    `missing_settings`: those that hold secrets. `data_keys`: ids of the keys that sealed secrets need.
    """

    format: int = _FORMAT
    release: str
    installation: str
    site_schema: str
    game_schema: str
    server: str
    created_at: int
    verified_at: int
    migration: int
    ledger: LedgerPosition
    tables: Mapping[str, BackedUpTable]
    files: Mapping[str, str]
    content_files: int | None
    missing_settings: Sequence[str]
    data_keys: Sequence[str]

    @property
    def rows(self) -> int:
        return sum(table.rows.rows for table in self.tables.values())


class TableWriter:
    """Writes the lines of one table, compressed."""

    def __init__(self, path: Path) -> None:
        self._file = new_file(path)
        self._archive = gzip.GzipFile(fileobj=self._file, mode="wb", compresslevel=6, mtime=0)
        self._digest = Digest()

    def add(self, lines: bytes) -> None:
        self._archive.write(lines)
        self._digest.add(lines)

    def close(self) -> RowsDigest:
        """Returns once everything is on the disk."""
        self._archive.close()
        flush(self._file)
        return self._digest.result()

    def abandon(self) -> None:
        self._file.close()


def new_file(path: Path) -> BinaryIO:
    """Creates a file that its owner alone may read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def flush(file: BinaryIO) -> None:
    """Closes the file once it is on the disk."""
    file.flush()
    os.fsync(file.fileno())
    file.close()


def write_file(path: Path, data: bytes) -> None:
    file = new_file(path)
    try:
        file.write(data)
        flush(file)
    finally:
        file.close()


def flush_folder(path: Path) -> None:
    """Returns once the names in the folder are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_content(folder: Path, path: Path) -> int:
    """Writes an archive of the content folder. Returns the number of its files. Raises OSError."""
    if not folder.is_dir():
        raise InstallError(f"the content folder {folder} is not there: mend content.folder, or put it back")
    file = new_file(path)
    try:
        with tarfile.open(fileobj=file, mode="w:gz", dereference=True) as archive:
            archive.add(folder, arcname=".")
            count = sum(1 for member in archive.getmembers() if member.isfile())
        flush(file)
    finally:
        file.close()
    return count


def extract(path: Path, folder: Path) -> None:
    """Unpacks the files and folders of a tar archive into a new folder. Raises InstallError or OSError.

    An archive with links, or with names that lead out of the folder, is none that a backup has made.
    """
    folder.mkdir()
    with tarfile.open(path) as archive:
        for member in archive:
            target = folder / member.name
            is_inside = target.is_relative_to(folder) and ".." not in target.parts
            if not is_inside or not (member.isdir() or member.isreg()):
                raise InstallError(f"{path}: it holds {member.name!r}, which no backup does; nothing was changed")
            target.parent.mkdir(parents=True, exist_ok=True)
            if member.isdir():
                target.mkdir(exist_ok=True)
                continue
            stream = archive.extractfile(member)
            assert stream
            with stream, target.open("xb") as file:
                shutil.copyfileobj(stream, file)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    write_file(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")


def read_manifest(folder: Path) -> Manifest:
    """Raises InstallError for a folder that is no backup of this release or of an earlier one."""
    path = folder / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise InstallError(f"{folder} is no backup: it has no {MANIFEST}") from None
    except OSError as error:
        raise InstallError(f"{path}: {error.strerror}") from None
    except msgspec.MsgspecError as error:
        raise InstallError(f"{path}: {error}; this is no manifest of a backup, or it was changed") from None
    if manifest.format != _FORMAT:
        raise InstallError(f"{path}: a newer release wrote this backup; restore it with that one")
    return manifest


def check_files(folder: Path, manifest: Manifest) -> None:
    """Reads every file. Raises InstallError for one that is missing, changed or incomplete."""
    try:
        for name, sha256 in manifest.files.items():
            if file_hash(folder / name) != sha256:
                raise InstallError(f"{folder / name}: its SHA-256 is not that of the manifest")
        for name, table in manifest.tables.items():
            digest = Digest()
            for line in read_table(folder, table):
                digest.add(line)
            if digest.result() != table.rows:
                raise InstallError(f"{folder / table.file}: it has not the {table.rows.rows:,} rows of {name}")
        if manifest.content_files is not None:
            with tarfile.open(folder / CONTENT) as archive:
                count = sum(1 for member in archive if member.isfile())
            if count != manifest.content_files:
                raise InstallError(f"{folder / CONTENT}: it has {count:,} files of {manifest.content_files:,}")
    except (OSError, EOFError, tarfile.TarError) as error:
        raise InstallError(f"{folder}: this backup cannot be read: {str(error).splitlines()[0]}") from None


def read_table(folder: Path, table: BackedUpTable) -> Iterator[bytes]:
    """Yields the lines of the rows."""
    with gzip.open(folder / table.file) as archive:
        yield from archive


@contextmanager
def open_backup(path: Path) -> Generator[Path]:
    """Yields the folder of a backup: the path itself, or the folder inside a tar archive, unpacked until the end."""
    if path.is_dir():
        yield path
        return
    if path.name == MANIFEST:
        yield path.parent
        return
    with tempfile.TemporaryDirectory(prefix="gateway-restore-") as temporary_folder:
        unpacked_folder = Path(temporary_folder) / "backup"
        try:
            extract(path, unpacked_folder)
        except (OSError, EOFError, tarfile.TarError) as error:
            reason = getattr(error, "strerror", None)
            text = f"{path}: this is neither the folder of a backup nor a tar archive of one"
            raise InstallError(f"{text}: {reason}" if reason else text) from None
        manifests = sorted(unpacked_folder.rglob(MANIFEST))
        if len(manifests) != 1:
            raise InstallError(f"{path}: it holds {len(manifests)} backups, and one can be restored")
        yield manifests[0].parent


def backups_of(folder: Path, installation: str) -> list[Path]:
    """Returns the verified backups of an installation in a folder, the oldest first."""
    backups: list[tuple[int, Path]] = []
    for path in folder.glob(f"*/{MANIFEST}"):
        if path.parent.name.startswith("."):
            continue
        try:
            manifest = read_manifest(path.parent)
        except InstallError:
            continue
        if manifest.installation == installation:
            backups.append((manifest.created_at, path.parent))
    return [path for _, path in sorted(backups)]


@contextmanager
def new_backup(folder: Path, name: str, mark: str) -> Generator[Path]:
    """Yields a hidden folder, which gets its name at the end; after an exception it is removed. Raises InstallError.

    `mark`: of the installation.
    """
    hidden_path = folder / f".{name}{_end_of_part(mark)}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        hidden_path.mkdir(mode=0o700)
        try:
            yield hidden_path
            hidden_path.rename(folder / name)
        except BaseException:
            shutil.rmtree(hidden_path, ignore_errors=True)
            raise
        flush_folder(folder)
    except OSError as error:
        reason = f"cannot write the backup: {error.filename or folder}: {error.strerror}"
        raise InstallError(f"{reason}. Nothing is left of it; earlier backups stay") from error


def prune(folder: Path, mark: str, keep: int) -> list[str]:
    """Removes what a killed run has left, and all but the newest backups of an installation. Returns their names.

    `keep`: 0: all stay.
    """
    for path in folder.glob(f".*{_end_of_part(mark)}"):
        shutil.rmtree(path, ignore_errors=True)
    names: list[str] = []
    for path in backups_of(folder, mark)[:-keep] if keep else []:
        with suppress(OSError):
            hidden_path = path.with_name(f".{path.name}{_end_of_part(mark)}")
            path.rename(hidden_path)  # half a backup is never taken for one
            shutil.rmtree(hidden_path)
            names.append(path.name)
    return names


def _end_of_part(mark: str) -> str:
    """Returns the end of the name of a folder that is no backup, or no backup yet."""
    return f".{mark}.part"

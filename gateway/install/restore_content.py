"""The content folder of a backup, put in place of the present one."""

import os
import shutil
from pathlib import Path

from gateway.install import backup_files
from gateway.install.backup_files import Manifest
from gateway.install.names import InstallError


class ContentRestore:
    """The content folder: unpacked beside the present one, which it replaces at the end."""

    def __init__(self, configured_folder: str, backup_folder: Path, manifest: Manifest) -> None:
        self._folder = Path(configured_folder).resolve() if configured_folder else None
        self._archive = backup_folder / backup_files.CONTENT
        self._has_content = manifest.content_files is not None

    def unpack(self) -> None:
        """Raises InstallError, with nothing changed."""
        if not (self._folder and self._has_content):
            return
        try:
            shutil.rmtree(self._unpacked(self._folder), ignore_errors=True)
            backup_files.extract(self._archive, self._unpacked(self._folder))
        except OSError as error:
            raise InstallError(f"cannot unpack the content: {error}; nothing was changed") from error

    def replace(self, stamp: str) -> str:
        """Returns the line of the report. Raises OSError."""
        if not self._has_content:
            return "content     none in the backup; the folder stays as it is"
        if not self._folder:
            return f"content     not restored: content.folder is not set; the files are in {backup_files.CONTENT}"
        folder, unpacked = self._folder, self._unpacked(self._folder)
        if _files(unpacked) == _files(folder):
            shutil.rmtree(unpacked)
            return f"content     {folder} is as in the backup"
        line = f"content     {folder}"
        if folder.exists():
            status = folder.stat()
            for path in (unpacked, *unpacked.rglob("*")):
                os.chown(path, status.st_uid, status.st_gid)
            unpacked.chmod(status.st_mode & 0o777)
            kept_folder = folder.with_name(f"{folder.name}.before-{stamp}")
            folder.rename(kept_folder)
            line += f"; the former files are in {kept_folder}"
        unpacked.rename(folder)
        return line

    def remove(self) -> None:
        if self._folder:
            shutil.rmtree(self._unpacked(self._folder), ignore_errors=True)

    @staticmethod
    def _unpacked(folder: Path) -> Path:
        return folder.with_name(f".{folder.name}.restoring")


def _files(folder: Path) -> dict[str, str]:
    """Returns name → SHA-256."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): backup_files.file_hash(path) for path in files}

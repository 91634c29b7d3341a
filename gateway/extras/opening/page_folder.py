"""The countdown page in a folder that a proxy serves: the service is asked for nothing while its visitors wait."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

ANSWER: Final = "opening.json"
_READABLE: Final = 0o644
"""By the user of the proxy, whatever the service's mask is."""


class PageFolder:
    """Several processes write the same files; each is replaced as a whole."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._bodies: dict[str, bytes] = {}

    def put(self, files: Mapping[str, bytes]) -> None:
        """Writes files that are new, other than before, or missing. Raises OSError."""
        for name, body in files.items():
            file = self._folder / name
            if self._bodies.get(name) == body and file.exists():
                continue
            if not file.exists() or file.read_bytes() != body:
                new_file = self._folder / f".{name}.{id(self):x}"
                new_file.write_bytes(body)
                new_file.chmod(_READABLE)
                new_file.replace(file)
            self._bodies[name] = body

    def clear(self) -> None:
        """Removes the page: the proxy asks the service again. Raises OSError."""
        self._bodies = {}
        for file in (*self._folder.glob("*.html"), self._folder / ANSWER):
            with suppress(FileNotFoundError):
                file.unlink()


def file_name(address: str) -> str:
    """`/` → `index.html`, `/es` → `es.html`: as the shipped configurations of nginx and Caddy look for it."""
    return f"{address.removeprefix('/') or 'index'}.html"

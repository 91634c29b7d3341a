"""The guide's file as a process has it open, and the next one once the import has written it."""

import asyncio
from pathlib import Path
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from gateway.extras.guide.guide_file import GuideFile, GuideFileError, Records
from gateway.extras.guide.records import GuideItem, GuideMonster, ItemBrief, MonsterBrief

log = structlog.stdlib.get_logger("gateway.guide")


class GuideRates(Struct, frozen=True, kw_only=True):
    """Multipliers of an ordinary monster's drops. `adena`: of its amount."""

    items: float
    adena: float
    spoil: float
    raid_items: float


class GuideAbout(Struct, frozen=True, kw_only=True):
    """`read_at`: epoch seconds of the import that first read this content."""

    read_at: int
    rates: GuideRates


class Sources(Struct, frozen=True, kw_only=True):
    """Where an import has read. `newest`: modification time of its newest file, epoch nanoseconds."""

    folder: str
    game_config: str
    newest: int
    family: str


class OpenFile:
    """Raises GuideFileError."""

    def __init__(self, path: Path) -> None:
        file = GuideFile(path)
        self.version: Final = file.version
        self.items: Final = Records(file, "items", GuideItem, ItemBrief)
        self.monsters: Final = Records(file, "monsters", GuideMonster, MonsterBrief)
        self.about: Final = msgspec.json.decode(file.facts("about"), type=GuideAbout)
        self.sources: Final = msgspec.json.decode(file.facts("sources"), type=Sources)


class Guide:
    """The file that the settings name. Without one, or while it cannot be read, the guide is empty."""

    def __init__(self, path: str) -> None:
        self._path = Path(path) if path else None
        self._identity: tuple[int, int, int] | None = None
        self.file: OpenFile | None = None
        try:
            self._take(self._open())
        except GuideFileError as error:
            log.error("guide_not_read", reason=str(error))

    @property
    def version(self) -> str:
        return self.file.version if self.file else ""

    async def refresh(self) -> None:
        """Opens the file again if it was replaced. The former one stays in use while the new one cannot be read.

        Raises GuideFileError.
        """
        self._take(await asyncio.to_thread(self._open))

    def _open(self) -> tuple[OpenFile, tuple[int, int, int]] | None:
        """Returns None if the file is the one that is open, or there is none."""
        if self._path is None:
            return None
        try:
            stat = self._path.stat()
        except OSError as error:
            raise GuideFileError(f"guide.file: {self._path}: {error.strerror}") from None
        identity = stat.st_ino, stat.st_mtime_ns, stat.st_size
        return None if identity == self._identity else (OpenFile(self._path), identity)

    def _take(self, new_file: tuple[OpenFile, tuple[int, int, int]] | None) -> None:
        if new_file:
            self.file, self._identity = new_file
            log.info("guide_read", version=self.version)

"""Client of the process that draws link previews, which ends when none was asked for in a minute."""

import asyncio
import time
from pathlib import Path
from typing import Final, Literal

import msgspec

from gateway.http.rendering.helper_process import HelperLost, HelperProcess
from gateway.pictures.share_card import ShareCard
from gateway.pictures.share_picture import Brand

_MODULE: Final = "gateway.pictures.card_main"
_IDLE_SECONDS: Final = 60.0


PictureForm = Literal["preview", "card", "signature"]
"""`preview`: a JPEG of 1200 by 630 pixels; `card`: the same as PNG; `signature`: a PNG of 468 by 60."""


class CardRequest(msgspec.Struct, frozen=True, array_like=True):
    brand: Brand
    card: ShareCard
    form: PictureForm = "preview"


class CardProcess(HelperProcess):
    """Draws one picture at a time. The process has about 45 MB while it runs."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError for an incomplete build."""
        super().__init__(_MODULE, msgspec.json.encode(str(folder)))
        self.cover = (folder / "card.jpg").read_bytes()
        """The built picture without names."""
        self._lock = asyncio.Lock()
        self._drawn_at = 0.0

    @classmethod
    def open(cls, folder: Path) -> "CardProcess | None":
        """Returns None for a build without the files."""
        return cls(folder) if (folder / "card.jpg").is_file() else None

    async def draw(self, brand: Brand, card: ShareCard, form: PictureForm = "preview") -> bytes:
        """Raises ValueError for a card that cannot be drawn."""
        async with self._lock:
            try:
                succeeded, answer = await self.ask(msgspec.json.encode(CardRequest(brand, card, form)))
            except HelperLost as error:
                raise ValueError(f"the process failed: {error}") from None
            self._drawn_at = time.monotonic()
        if not succeeded:
            raise ValueError(answer.decode("utf-8", "replace")[:300])
        return answer

    async def run(self) -> None:
        """Ends the process while it is idle, and with the service. Never returns."""
        try:
            while True:
                await asyncio.sleep(_IDLE_SECONDS)
                async with self._lock:
                    if time.monotonic() - self._drawn_at >= _IDLE_SECONDS:
                        await self.close()
        finally:
            await self.close()

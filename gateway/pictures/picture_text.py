"""Text on drawn pictures, in the page's own fonts. Names come from the game; they are only ever drawn as text."""

import unicodedata
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from PIL import ImageDraw, ImageFont

SHADOW: Final = "#05070b"
_MAX_LENGTH: Final = 160
"""Above that of any sentence with two names: the width of the picture cuts, not this."""


class FontFile(msgspec.Struct, frozen=True):
    """`ranges`: pairs of first and last code point that the file has."""

    file: str
    family: str
    ranges: list[tuple[int, int]]

    def has(self, sign: str) -> bool:
        return any(first <= ord(sign) <= last for first, last in self.ranges)


class Style(NamedTuple):
    family: str
    size: int
    weight: int | None = None
    """None for a font of one weight."""


class PictureText:
    def __init__(self, folder: Path) -> None:
        """Raises OSError or msgspec.MsgspecError for an incomplete build."""
        self._folder = folder
        self._files = msgspec.json.decode((folder / "fonts.json").read_bytes(), type=list[FontFile])
        self._fonts: dict[tuple[str, Style], ImageFont.FreeTypeFont] = {}

    def forget(self) -> None:
        """Frees the loaded fonts."""
        self._fonts.clear()

    def fitting_style(self, text: str, styles: Sequence[Style], width: int) -> Style:
        """Returns the first style in which the text has the width, else the last one."""
        return next((style for style in styles if self.width(text, style) <= width), styles[-1])

    def name_style(self, name: str, sizes: Sequence[int], width: int) -> Style | None:
        """Returns the largest fitting style of the first family with all characters of the name; None without one."""
        for styles in ([Style("display", size) for size in sizes], [Style("body", size - 4, 600) for size in sizes]):
            if self.has(name, styles[0]):
                return self.fitting_style(name, styles, width)
        return None

    def cut(self, text: str, style: Style, width: int) -> str:
        """Returns the text, or as much of its beginning as has the width together with an ellipsis."""
        if self.width(text, style) <= width:
            return text
        while text and self.width(f"{text}…", style) > width:
            text = text[:-1].rstrip()
        return f"{text}…"

    def width(self, text: str, style: Style) -> float:
        return sum(font.getlength(part) for font, part in self._parts(text, style))

    def has(self, text: str, style: Style) -> bool:
        return all(self._file_of(sign, style) for sign in text)

    def write(self, canvas: ImageDraw.ImageDraw, x: float, y: int, text: str, style: Style, colour: str) -> None:
        """`x`, `y`: left end of the baseline."""
        for font, part in self._parts(text, style):
            canvas.text((x + 2, y + 2), part, fill=SHADOW, font=font, anchor="ls")
            canvas.text((x, y), part, fill=colour, font=font, anchor="ls")
            x += font.getlength(part)

    def _parts(self, text: str, style: Style) -> list[tuple[ImageFont.FreeTypeFont, str]]:
        """Splits the text by the file that has its characters, and leaves out those in none."""
        parts = groupby(text, key=lambda sign: self._file_of(sign, style))
        return [(self._font(file, style), "".join(part)) for file, part in parts if file]

    def _file_of(self, sign: str, style: Style) -> str:
        return next((font.file for font in self._files if font.family == style.family and font.has(sign)), "")

    def _font(self, file: str, style: Style) -> ImageFont.FreeTypeFont:
        font = self._fonts.get((file, style))
        if font is None:
            font = self._fonts[file, style] = ImageFont.truetype(self._folder / file, style.size)
            if style.weight:
                font.set_variation_by_axes([style.weight])
        return font


def drawable_text(text: str) -> str:
    """Returns a text of bounded length without control characters and marks that join no letter."""
    composed_text = unicodedata.normalize("NFC", text)
    signs = (sign for sign in composed_text if sign.isprintable() and not unicodedata.combining(sign))
    return "".join(signs)[:_MAX_LENGTH]

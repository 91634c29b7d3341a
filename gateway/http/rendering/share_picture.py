"""Draws the link previews: the operator's name and mark over the built pictures, and for the rankings the three first
of the PvP board.

Names come from the game; they are only ever drawn as text, in the page's own fonts.
"""

import io
import unicodedata
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from PIL import Image, ImageDraw, ImageFont, ImageOps

PLACES: Final = 3
_LEFT, _NAME_LEFT, _RIGHT, _FIRST_ROW, _ROW_HEIGHT = 72, 190, 1128, 224, 122
_MAX_WIDTH, _MAX_LENGTH, _MIN_NAME_SIZE = 600, 40, 30
_TEXT, _MUTED, _SHADOW = "#e9e4d8", "#b8b2a2", "#05070b"
_SIZE: Final = (1200, 630)
_VEIL, _VEIL_WIDTH, _VEIL_OPACITY = "#080b12", 900, (230, 26)
_MARK_SIZE, _COVER_WIDTH = 150, 760


class Brand(NamedTuple):
    """What link previews take from the site: `game` follows the name, `mark` is a picture, empty without one."""

    name: str
    game: str = "Lineage 2 Interlude"
    color: str = "#f0d79a"
    mark: bytes = b""


class PodiumPlace(msgspec.Struct, frozen=True):
    """The drawn part of a row of the rankings."""

    char_name: str
    class_name: str
    level: int
    score: int


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


class PodiumDrawing:
    """The built picture without names, and the fonts."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError or msgspec.MsgspecError for an incomplete build."""
        self._folder = folder
        self._picture = (folder / "podium.jpg").read_bytes()
        self._files = msgspec.json.decode((folder / "fonts.json").read_bytes(), type=list[FontFile])
        self._covers = msgspec.json.decode((folder / "covers.json").read_bytes(), type=dict[str, str])
        self._fonts: dict[tuple[str, Style], ImageFont.FreeTypeFont] = {}

    @classmethod
    def open(cls, folder: Path) -> "PodiumDrawing | None":
        """Returns None for a build without the files."""
        return cls(folder) if (folder / "covers.json").is_file() else None

    def draw(self, brand: Brand, places: Sequence[PodiumPlace]) -> bytes:
        """Returns a JPEG of 1200 by 630 pixels."""
        with Image.open(io.BytesIO(self._picture)) as built:
            picture = built.convert("RGB")
        canvas = ImageDraw.Draw(picture)
        self._draw_head(canvas, brand)
        for row, place in enumerate(places[:PLACES]):
            self._draw_place(canvas, _FIRST_ROW + row * _ROW_HEIGHT, place, brand.color)
        return self._finished(picture)

    def covers(self, brand: Brand) -> dict[str, bytes]:
        """Returns the link preview of each page without live names: a JPEG with the site's mark and name."""
        return {page: self._cover(self._folder.parent / file, brand) for page, file in self._covers.items()}

    def _cover(self, file: Path, brand: Brand) -> bytes:
        with Image.open(file) as built:
            picture = ImageOps.fit(built.convert("RGB"), _SIZE, centering=(1.0, 0.5))
        picture.paste(_VEIL, mask=_veil())
        canvas, middle = ImageDraw.Draw(picture), _SIZE[1] // 2
        if brand.mark:
            with Image.open(io.BytesIO(brand.mark)) as opened:
                mark = ImageOps.contain(opened.convert("RGBA"), (_MARK_SIZE * 2, _MARK_SIZE))
            picture.paste(mark, (_LEFT, middle - 50 - _MARK_SIZE), mark)
        name, game, small = drawable_text(brand.name), drawable_text(brand.game), Style("body", 34, 400)
        if style := self._style_of(name, range(96, 47, -4), _COVER_WIDTH):
            self._write(canvas, _LEFT, middle + 40, self._cut(name, style, _COVER_WIDTH), style, brand.color)
        self._write(canvas, _LEFT + 2, middle + 100, self._cut(game, small, _COVER_WIDTH), small, _TEXT)
        return self._finished(picture)

    def _finished(self, picture: Image.Image) -> bytes:
        self._fonts.clear()
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=84, optimize=True, progressive=True)
        return out.getvalue()

    def _style_of(self, name: str, sizes: Sequence[int], width: int) -> Style | None:
        """Returns the first style in which the fonts have the name, the largest that fits; None if none has it."""
        for styles in ([Style("display", size) for size in sizes], [Style("body", size - 4, 600) for size in sizes]):
            if self._has(name, styles[0]):
                return next((style for style in styles if self._width(name, style) <= width), styles[-1])
        return None

    def _draw_head(self, canvas: ImageDraw.ImageDraw, brand: Brand) -> None:
        name, small = drawable_text(brand.name), Style("body", 28, 400)
        if style := self._style_of(name, [60], _MAX_WIDTH):
            self._write(canvas, _LEFT, 92, self._cut(name, style), style, brand.color)
        self._write(canvas, _LEFT + 2, 150, self._cut(drawable_text(brand.game), small), small, _MUTED)
        self._write_right(canvas, 150, "PvP", Style("display", 44), brand.color)

    def _draw_place(self, canvas: ImageDraw.ImageDraw, top: int, place: PodiumPlace, color: str) -> None:
        name, below = drawable_text(place.char_name), f"{place.class_name}, level {place.level}"
        style = self._fitting(name)
        if not name or not self._has(name, style):
            name, below, style = place.class_name, f"Level {place.level}", self._fitting(place.class_name)
        self._write(canvas, _NAME_LEFT, top + 44, self._cut(name, style), style, _TEXT)
        self._write(canvas, _NAME_LEFT, top + 84, below, Style("body", 26, 400), _MUTED)
        self._write_right(canvas, top + 62, f"{place.score:,}", Style("display", 46), color)

    def _fitting(self, name: str) -> Style:
        sizes = range(48, _MIN_NAME_SIZE, -2)
        styles = (Style("body", size, 600) for size in sizes)
        return next((style for style in styles if self._width(name, style) <= _MAX_WIDTH), Style("body", 30, 600))

    def _cut(self, text: str, style: Style, width: int = _MAX_WIDTH) -> str:
        while self._width(text, style) > width:
            text = text[:-1]
        return text

    def _width(self, text: str, style: Style) -> float:
        return sum(font.getlength(part) for font, part in self._parts(text, style))

    def _write_right(self, canvas: ImageDraw.ImageDraw, y: int, text: str, style: Style, colour: str) -> None:
        self._write(canvas, _RIGHT - self._width(text, style), y, text, style, colour)

    def _write(self, canvas: ImageDraw.ImageDraw, x: float, y: int, text: str, style: Style, colour: str) -> None:
        """`x`, `y`: left end of the baseline."""
        for font, part in self._parts(text, style):
            canvas.text((x + 2, y + 2), part, fill=_SHADOW, font=font, anchor="ls")
            canvas.text((x, y), part, fill=colour, font=font, anchor="ls")
            x += font.getlength(part)

    def _has(self, text: str, style: Style) -> bool:
        return all(self._file_of(sign, style) for sign in text)

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


def _veil() -> Image.Image:
    """Returns how opaque the dark ground of the text is: most at the left."""
    first, last = _VEIL_OPACITY
    ramp = Image.linear_gradient("L").rotate(90).resize((_VEIL_WIDTH, _SIZE[1]))
    veil = Image.new("L", _SIZE, last)
    veil.paste(ramp.point([first + (last - first) * step // 255 for step in range(256)]))
    return veil


def drawable_text(text: str) -> str:
    """Returns a text of bounded length without control characters and marks that join no letter."""
    composed = unicodedata.normalize("NFC", text)
    signs = (sign for sign in composed if sign.isprintable() and not unicodedata.combining(sign))
    return "".join(signs)[:_MAX_LENGTH]

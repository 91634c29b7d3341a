"""Draws the link previews: the operator's name and mark over the built pictures, and for the rankings the three first
of the PvP board.

Names come from the game; they are only ever drawn as text, in the page's own fonts.
"""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from PIL import Image, ImageDraw, ImageOps

from gateway.pictures.picture_text import PictureText, Style, drawable_text

PLACES: Final = 3
_LEFT = 72
_NAME_LEFT = 190
_RIGHT = 1128
_FIRST_ROW = 224
_ROW_HEIGHT = 122
_MAX_WIDTH, _MIN_NAME_SIZE = 600, 30
_TEXT, _MUTED = "#e9e4d8", "#b8b2a2"
_SIZE: Final = (1200, 630)
_VEIL = "#080b12"
_VEIL_WIDTH = 900
_VEIL_OPACITY = (230, 26)
_MARK_SIZE, _COVER_WIDTH = 150, 760


class Brand(NamedTuple):
    """The site in link previews: `game` follows the name, `mark` is a picture, empty without one."""

    name: str
    game: str = "Lineage 2 Interlude"
    color: str = "#f0d79a"
    mark: bytes = b""


BUILT_BRAND: Final = Brand("Fishi")
"""The brand on the built pictures."""


class PodiumPlace(msgspec.Struct, frozen=True):
    """The drawn part of a row of the rankings."""

    char_name: str
    class_name: str
    level: int
    score: int


class PodiumDrawing:
    """The built picture without names, and the covers of the other pages."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError or msgspec.MsgspecError for an incomplete build."""
        self._folder = folder
        self._picture = (folder / "podium.jpg").read_bytes()
        self._text = PictureText(folder)
        self._covers = msgspec.json.decode((folder / "covers.json").read_bytes(), type=dict[str, str])

    @classmethod
    def open(cls, folder: Path) -> "PodiumDrawing | None":
        """Returns None for a build without the files."""
        return cls(folder) if (folder / "covers.json").is_file() else None

    def draw(self, brand: Brand, places: Sequence[PodiumPlace]) -> bytes:
        """Returns a JPEG of 1200 by 630 pixels."""
        with Image.open(io.BytesIO(self._picture)) as template:
            picture = template.convert("RGB")
        canvas = ImageDraw.Draw(picture)
        self._draw_head(canvas, brand)
        for row, place in enumerate(places[:PLACES]):
            self._draw_place(canvas, _FIRST_ROW + row * _ROW_HEIGHT, place, brand.color)
        return self._finish(picture)

    def covers(self, brand: Brand) -> dict[str, bytes]:
        """Returns the link preview of each page without live names: a JPEG with the site's mark and name."""
        return {page: self._cover(self._folder.parent / file, brand) for page, file in self._covers.items()}

    def _cover(self, file: Path, brand: Brand) -> bytes:
        with Image.open(file) as template:
            picture = ImageOps.fit(template.convert("RGB"), _SIZE, centering=(1.0, 0.5))
        picture.paste(_VEIL, mask=veil())
        canvas, middle = ImageDraw.Draw(picture), _SIZE[1] // 2
        if brand.mark:
            with Image.open(io.BytesIO(brand.mark)) as mark_image:
                mark = ImageOps.contain(mark_image.convert("RGBA"), (_MARK_SIZE * 2, _MARK_SIZE))
            picture.paste(mark, (_LEFT, middle - 50 - _MARK_SIZE), mark)
        name = drawable_text(brand.name)
        game = drawable_text(brand.game)
        small = Style("body", 34, 400)
        if style := self._text.name_style(name, range(96, 47, -4), _COVER_WIDTH):
            self._text.write(canvas, _LEFT, middle + 40, self._text.cut(name, style, _COVER_WIDTH), style, brand.color)
        self._text.write(canvas, _LEFT + 2, middle + 100, self._text.cut(game, small, _COVER_WIDTH), small, _TEXT)
        return self._finish(picture)

    def _finish(self, picture: Image.Image) -> bytes:
        self._text.forget()
        return to_jpeg(picture)

    def _draw_head(self, canvas: ImageDraw.ImageDraw, brand: Brand) -> None:
        name, small = drawable_text(brand.name), Style("body", 28, 400)
        if style := self._text.name_style(name, [60], _MAX_WIDTH):
            self._text.write(canvas, _LEFT, 92, self._text.cut(name, style, _MAX_WIDTH), style, brand.color)
        game = self._text.cut(drawable_text(brand.game), small, _MAX_WIDTH)
        self._text.write(canvas, _LEFT + 2, 150, game, small, _MUTED)
        self._write_right(canvas, 150, "PvP", Style("display", 44), brand.color)

    def _draw_place(self, canvas: ImageDraw.ImageDraw, top: int, place: PodiumPlace, color: str) -> None:
        name, caption = drawable_text(place.char_name), f"{place.class_name}, level {place.level}"
        style = self._fitting_style(name)
        if not name or not self._text.has(name, style):
            name = place.class_name
            caption = f"Level {place.level}"
            style = self._fitting_style(place.class_name)
        self._text.write(canvas, _NAME_LEFT, top + 44, self._text.cut(name, style, _MAX_WIDTH), style, _TEXT)
        self._text.write(canvas, _NAME_LEFT, top + 84, caption, Style("body", 26, 400), _MUTED)
        self._write_right(canvas, top + 62, f"{place.score:,}", Style("display", 46), color)

    def _fitting_style(self, name: str) -> Style:
        sizes = range(48, _MIN_NAME_SIZE - 1, -2)
        return self._text.fitting_style(name, [Style("body", size, 600) for size in sizes], _MAX_WIDTH)

    def _write_right(self, canvas: ImageDraw.ImageDraw, y: int, text: str, style: Style, colour: str) -> None:
        self._text.write(canvas, _RIGHT - self._text.width(text, style), y, text, style, colour)


def to_jpeg(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=84, optimize=True, progressive=True)
    return buffer.getvalue()


def veil() -> Image.Image:
    """Returns how opaque the dark ground of the text is: most at the left."""
    first, last = _VEIL_OPACITY
    ramp = Image.linear_gradient("L").rotate(90).resize((_VEIL_WIDTH, _SIZE[1]))
    veil = Image.new("L", _SIZE, last)
    veil.paste(ramp.point([first + (last - first) * step // 255 for step in range(256)]))
    return veil

"""Draws the signature of a character for forums: a small PNG of its card."""

import io
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from gateway.pictures.picture_text import PictureText, Style, drawable_text
from gateway.pictures.share_card import CardFigure, ShareCard
from gateway.pictures.share_picture import Brand

SIZE: Final = (468, 60)
MAX_FIGURES: Final = 2

# Drawn at twice the size, so that small letters stay smooth.
_WIDTH, _HEIGHT = SIZE[0] * 2, SIZE[1] * 2
_NAME_LEFT, _NAME_WIDTH = 124, 430
_FIGURES_LEFT, _FIGURE_WIDTH = 580, 170
_PADDING: Final = 18
_GLOW_OPACITY: Final = 150
_COLOURS: Final = 256
_GROUND, _BORDER = "#0b0e14", "#6d5a34"
_TEXT, _MUTED = "#e9e4d8", "#b9b3a2"
_GOLD: Final = "#f0d79a"


class SignatureDrawing:
    """The built parts, and the fonts. One picture at a time."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError or msgspec.MsgspecError for an incomplete build."""
        self._shield = (folder / "card-shield.png").read_bytes()
        self._text = PictureText(folder)

    def draw(self, brand: Brand, card: ShareCard) -> bytes:
        """Returns a PNG of 468 by 60 pixels."""
        picture = Image.new("RGB", (_WIDTH, _HEIGHT), _GROUND)
        glow = Image.linear_gradient("L").rotate(90).resize(picture.size)
        picture.paste(card.color, mask=glow.point([step * _GLOW_OPACITY // 255 for step in range(255, -1, -1)]))
        canvas = ImageDraw.Draw(picture)
        canvas.rectangle((0, 0, _WIDTH - 1, _HEIGHT - 1), outline=_BORDER, width=2)
        with Image.open(io.BytesIO(self._shield)) as shield:
            picture.paste(shield.convert("RGBA"), (14, 5), shield.convert("RGBA"))
        level = Style("display", 40)
        self._text.write(canvas, 60 - self._text.width(card.shield, level) / 2, 71, card.shield, level, _GOLD)
        self._write_name(canvas, card)
        for place, figure in enumerate(card.figures[:MAX_FIGURES]):
            self._write_figure(canvas, _FIGURES_LEFT + place * _FIGURE_WIDTH, figure, _TEXT if place else brand.color)
        self._write_site(canvas, brand)
        self._text.forget()
        return to_png(picture.resize(SIZE, Image.Resampling.LANCZOS))

    def _write_name(self, canvas: ImageDraw.ImageDraw, card: ShareCard) -> None:
        title, subtitle = drawable_text(card.title), drawable_text(card.subtitle)
        styles = [Style("body", size, 700) for size in range(44, 25, -2)]
        if not title or not self._text.has(title, styles[0]):
            title, subtitle = subtitle, ""
        detail, small = drawable_text(card.detail), Style("body", 22, 500)
        if detail and self._text.has(detail, small):
            subtitle = f"{subtitle} · {detail}" if subtitle else detail
        style = self._text.fitting_style(title, styles, _NAME_WIDTH)
        self._text.write(canvas, _NAME_LEFT, 60, self._text.cut(title, style, _NAME_WIDTH), style, _TEXT)
        self._text.write(canvas, _NAME_LEFT, 97, self._text.cut(subtitle, small, _NAME_WIDTH), small, _MUTED)

    def _write_figure(self, canvas: ImageDraw.ImageDraw, left: int, figure: CardFigure, colour: str) -> None:
        width = _FIGURE_WIDTH - _PADDING
        for baseline, text, colour_of_text, styles in (
            (32, figure.label, _MUTED, [Style("body", size, 500) for size in (20, 19, 18)]),
            (72, figure.value, colour, [Style("display", size) for size in range(38, 23, -2)]),
        ):
            style = self._text.fitting_style(text, styles, width)
            self._text.write(canvas, left, baseline, self._text.cut(text, style, width), style, colour_of_text)

    def _write_site(self, canvas: ImageDraw.ImageDraw, brand: Brand) -> None:
        width = _WIDTH - _PADDING - _FIGURES_LEFT
        style, name = Style("body", 19, 500), drawable_text(brand.name)
        if self._text.has(name, style):
            self._text.write(canvas, _FIGURES_LEFT, 103, self._text.cut(name, style, width), style, _MUTED)


def to_png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.quantize(_COLOURS).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()

"""Draws the link preview of one character, clan or report: a banner or a scene, a title and up to four figures.

Titles come from the game; they are only ever drawn as text, in the page's own fonts.
"""

import io
from pathlib import Path
from typing import Final

import msgspec
from PIL import Image, ImageDraw, ImageOps

from gateway.pictures.picture_text import PictureText, Style, drawable_text
from gateway.pictures.share_picture import Brand, to_jpeg, veil

MAX_FIGURES: Final = 4
RACE_BANNERS: Final = ("human", "elf", "darkelf", "orc", "dwarf")
"""By race id."""
RACE_COLOURS: Final = ("#34568c", "#2f7a5b", "#63489a", "#a2452f", "#96702c")

_SIZE: Final = (1200, 630)
_LEFT = 392
_RIGHT = 1140
_BANNER = (64, -14)
_SHIELD = (152, 352)
_CLOTH: Final = ((87, 15), (309, 15), (309, 337), (198, 412), (87, 337))
_GLOW = (1800, 945)
_GLOW_AT = (-744, -284)
_GLOW_OPACITY = 158
_FIGURES_OPACITY: Final = 165
_EMBLEM_CENTER = (198, 165)
_EMBLEM_SIZE = (144, 144)
_DETAIL_CREST = (48, 36)
_MARK_SIZE: Final = 48
_TEXT = "#e9e4d8"
_MUTED = "#b9b3a2"
_GOLD = "#f0d79a"
_GROUND = "#0b0e14"


class CardFigure(msgspec.Struct, frozen=True):
    """`note` stands below the value."""

    label: str
    value: str
    note: str = ""


class ShareCard(msgspec.Struct, frozen=True, kw_only=True):
    """`title`: the name; where the fonts lack it, the subtitle takes its place. `kicker` stands above it.

    `detail`: a line below the subtitle, after the crest; `badges` follow it. `banner`: a race or "plain", which has
    the `color` and shows the crest; empty for none. `shield`: text on the banner's shield. `crest`: a PNG. `note`
    stands at the bottom right. `scene`: a picture of the page behind the texts, see `scenes.json` of the build.
    """

    title: str
    kicker: str = ""
    subtitle: str = ""
    detail: str = ""
    badges: tuple[str, ...] = ()
    figures: tuple[CardFigure, ...] = ()
    banner: str = "plain"
    color: str = "#39435a"
    shield: str = ""
    crest: bytes = b""
    note: str = ""
    scene: str = ""


class CardDrawing:
    """The built parts, and the fonts. One picture at a time."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError or msgspec.MsgspecError for an incomplete build."""
        parts = (*RACE_BANNERS, "plain", "shield", "mark")
        self._parts = {name: (folder / f"card-{name}.png").read_bytes() for name in parts}
        self._ground = (folder / "card.jpg").read_bytes()
        self._folder = folder
        self._scenes = msgspec.json.decode((folder / "scenes.json").read_bytes(), type=dict[str, str])
        self._text = PictureText(folder)

    @classmethod
    def open(cls, folder: Path) -> "CardDrawing | None":
        """Returns None for a build without the files."""
        return cls(folder) if (folder / "card.jpg").is_file() else None

    def draw(self, brand: Brand, card: ShareCard) -> bytes:
        """Returns a JPEG of 1200 by 630 pixels."""
        return to_jpeg(self.paint(brand, card))

    def paint(self, brand: Brand, card: ShareCard) -> Image.Image:
        picture = self._paint_ground(card)
        canvas = ImageDraw.Draw(picture)
        left = self._draw_banner(picture, canvas, card) if card.banner else 60
        self._draw_head(canvas, card, left)
        self._draw_detail(picture, canvas, card, left)
        if card.figures:
            _darken(picture, (left - 24, 362, _RIGHT + 24, 516))
        self._draw_figures(canvas, card, left)
        self._draw_foot(picture, canvas, brand, card.note)
        self._text.forget()
        return picture

    def _paint_ground(self, card: ShareCard) -> Image.Image:
        if card.scene:
            scene = _open_image((self._folder.parent / self._scenes[card.scene]).read_bytes())
            picture = ImageOps.fit(scene.convert("RGB"), _SIZE, centering=(1.0, 0.5))
            picture.paste(_GROUND, mask=veil())
            return picture
        picture = _open_image(self._ground).convert("RGB")
        picture.paste(card.color, _GLOW_AT, _glow())
        return picture

    def _draw_banner(self, picture: Image.Image, canvas: ImageDraw.ImageDraw, card: ShareCard) -> int:
        """Returns the left edge of the texts."""
        canvas.polygon(_CLOTH, fill=card.color)
        _paste(picture, _open_image(self._parts[card.banner]), _BANNER)
        if card.crest and card.banner == "plain":
            emblem = _enlarge(_open_image(card.crest), _EMBLEM_SIZE)
            (x, y), (width, height) = _EMBLEM_CENTER, emblem.size
            _paste(picture, emblem, (x - width // 2, y - height // 2))
        if card.shield:
            _paste(picture, _open_image(self._parts["shield"]), _SHIELD)
            style = Style("display", 40)
            self._text.write(canvas, 198 - self._text.width(card.shield, style) / 2, 418, card.shield, style, _GOLD)
        return _LEFT

    def _draw_head(self, canvas: ImageDraw.ImageDraw, card: ShareCard, left: int) -> None:
        title, subtitle = drawable_text(card.title), drawable_text(card.subtitle)
        styles = [Style("body", size, 700) for size in range(78, 29, -2)]
        if not title or not self._text.has(title, styles[0]):
            title, subtitle = subtitle, ""
        self._line(canvas, left, 128, drawable_text(card.kicker), [Style("body", 24, 400)], _lighten(card.color))
        self._line(canvas, left - 2, 206, title, styles, _TEXT)
        self._line(canvas, left, 258, subtitle, [Style("body", 28, 400)], _TEXT)

    def _draw_detail(self, picture: Image.Image, canvas: ImageDraw.ImageDraw, card: ShareCard, left: int) -> None:
        x = left
        detail = drawable_text(card.detail)
        style = Style("body", 26, 400)
        if card.crest and card.banner != "plain":
            _paste(picture, _enlarge(_open_image(card.crest), _DETAIL_CREST), (x, 284))
            x += _DETAIL_CREST[0] + 14
        if detail and self._text.has(detail, style):
            text = self._text.cut(detail, style, 420)
            self._text.write(canvas, x, 311, text, style, _TEXT)
            x += int(self._text.width(text, style)) + 38
        small = Style("body", 21, 600)
        for badge in card.badges:
            width = int(self._text.width(badge, small)) + 44
            if x + width > _RIGHT:
                return
            canvas.rounded_rectangle((x, 282, x + width, 322), 6, fill=_GROUND, outline="#a5673a")
            self._text.write(canvas, x + 22, 309, badge, small, "#ffc692")
            x += width + 12

    def _draw_figures(self, canvas: ImageDraw.ImageDraw, card: ShareCard, left: int) -> None:
        figures = card.figures[:MAX_FIGURES]
        step = (_RIGHT - left) // max(3, len(figures))
        small, styles = Style("body", 21, 400), [Style("display", size) for size in range(56, 27, -2)]
        labels = [Style("body", size, 400) for size in range(21, 14, -1)]
        for place, figure in enumerate(figures):
            x, width = left + place * step, step - 32
            self._line(canvas, x, 398, figure.label, labels, _MUTED, width)
            self._line(canvas, x, 456, figure.value, styles, _TEXT if place else _GOLD, width)
            self._line(canvas, x, 494, figure.note, [small], _MUTED, width)

    def _draw_foot(self, picture: Image.Image, canvas: ImageDraw.ImageDraw, brand: Brand, note: str) -> None:
        mark = _open_image(brand.mark or self._parts["mark"]).convert("RGBA")
        mark.thumbnail((_MARK_SIZE, _MARK_SIZE))
        _paste(picture, mark, (60, 570 - mark.height // 2))
        x = 124
        name = drawable_text(brand.name)
        small = Style("body", 20, 400)
        if style := self._text.name_style(name, range(28, 21, -2), 420):
            name = self._text.cut(name, style, 420)
            self._text.write(canvas, x, 580, name, style, brand.color)
            x += int(self._text.width(name, style)) + 24
        self._line(canvas, x, 578, drawable_text(brand.game), [small], _MUTED, 320)
        self._text.write(canvas, _RIGHT - self._text.width(note, small), 578, note, small, _MUTED)

    def _line(
        self, canvas: ImageDraw.ImageDraw, x: int, y: int, text: str, styles: list[Style], colour: str, width: int = 0
    ) -> None:
        """Writes the text in the first style that fits into the width, cut in the last one."""
        width = width or _RIGHT - x
        style = self._text.fitting_style(text, styles, width)
        self._text.write(canvas, x, y, self._text.cut(text, style, width), style, colour)


def _open_image(body: bytes) -> Image.Image:
    with Image.open(io.BytesIO(body)) as picture:
        picture.load()
        return picture


def _paste(picture: Image.Image, part: Image.Image, at: tuple[int, int]) -> None:
    rgba = part.convert("RGBA")
    picture.paste(rgba, at, rgba)


def _enlarge(crest: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Returns the crest by whole numbers larger: its few pixels stay sharp."""
    factor = max(1, min(size[0] // crest.width, size[1] // crest.height))
    return crest.convert("RGBA").resize((crest.width * factor, crest.height * factor), Image.Resampling.NEAREST)


def _lighten(color: str) -> str:
    """Returns a colour for text on the dark ground."""
    parts = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{(part + 255) // 2:02x}" for part in parts)


def _darken(picture: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Keeps figures readable on the drawn ground."""
    size = (box[2] - box[0], box[3] - box[1])
    mask = Image.new("L", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 10, fill=_FIGURES_OPACITY)
    picture.paste(_GROUND, box, mask)


def _glow() -> Image.Image:
    """Returns how strong the colour shows around the banner. The ramp is 181 at the middle of its edges."""
    ramp = Image.radial_gradient("L").point([max(0, 181 - step) * _GLOW_OPACITY // 181 for step in range(256)])
    return ramp.resize(_GLOW)

"""The accent colour of the site: its shades, the contrast of text in it, and the style sheet that applies it.

Contrast is the ratio of WCAG 2.2 (relative luminance of sRGB).
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from urllib.parse import quote

from gateway.texts import Text, text

Color = tuple[int, int, int]

MIN_CONTRAST: Final = 4.5
"""WCAG AA for text."""
GROUNDS: Final = {
    "ground": "#0b0e14",
    "raised": "#121826",
    "higher": "#1a2233",
    "sunken": "#080a10",
    "night": "#080a12",
    "dusk": "#0d121d",
}
"""Backgrounds of the page, by the names of ui/src/shared/styles/tokens.css."""
BUTTON_TEXT: Final = "#14100a"
"""The token `on-gold`."""
TRANSPARENT: Final = {
    "hairline": 0.2,
    "hairline-strong": 0.45,
    "line-faint": 0.1,
    "wash": 0.06,
    "wash-strong": 0.13,
}
"""Opacity of the tokens that are the accent colour, partly transparent."""
CONTRASTING: Final = {"hairline": 0.55, "hairline-strong": 0.85, "line-faint": 0.35}
"""The same for those who ask for more contrast."""
TINT: Final = 0.12
_SAFE_IN_CSS: Final = "/:?&=%#+,;@~"
_WHITE: Final = (255, 255, 255)
_BLACK: Final = (0, 0, 0)


def problem(accent: str) -> Text | None:
    """Returns the reason why text in this colour could not be read; None if it can."""
    color = parse(accent)
    ratio = _lowest_contrast(color)
    if ratio >= MIN_CONTRAST:
        return None
    ratio_text = f"{math.floor(ratio * 100) / 100:.2f}"
    return text("reasons.value_contrast", contrast=ratio_text, shade=_nearest_readable(color))


def _lowest_contrast(color: Color) -> float:
    """Returns the ratio on the least suitable background."""
    return min(contrast(color, parse(ground)) for ground in GROUNDS.values())


def style_sheet(accent: str, mark_address: str = "") -> bytes:
    """Returns CSS that replaces the tokens of the accent colour and the site's mark, the address of a picture, in
    whatever order the sheets are loaded; empty texts replace nothing."""
    tokens = [*_tokens(parse(accent))] if accent else []
    if mark_address:
        tokens.append(("mark", f'url("{quote(mark_address, safe=_SAFE_IN_CSS)}")'))
    contrasting = [*_transparent(parse(accent), CONTRASTING)] if accent else []
    more = f"@media (prefers-contrast:more){{{_rule(contrasting)}}}" if contrasting else ""
    return f"{_rule(tokens)}{more}\n".encode()


def _rule(tokens: Iterable[tuple[str, str]]) -> str:
    return ":root:root{{{}}}".format("".join(f"--{name}:{value};" for name, value in tokens))


def bright(accent: str) -> str:
    """Returns the colour of headings."""
    return _hex(shades(parse(accent))["gold-bright"])


def theme(accent: str) -> str:
    """Returns the colour of the browser's bars: the page's background, tinted by the accent colour."""
    ground = GROUNDS["ground"]
    return _hex(mix(parse(ground), parse(accent), TINT)) if accent else ground


def shades(color: Color) -> dict[str, Color]:
    """Returns the opaque tokens. Each can be the background of a button's text."""
    return {
        "gold": color,
        "gold-bright": mix(color, _WHITE, 0.45),
        "gold-deep": _darkest_readable(color),
        "gold-light": mix(color, _WHITE, 0.75),
    }


def parse(color: str) -> Color:
    """Reads `#rrggbb`."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def contrast(first: Color, second: Color) -> float:
    """Returns the contrast ratio, from 1 to 21."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(color: Color, added_color: Color, share: float) -> Color:
    """`share` of the added colour, from 0 to 1."""
    channels = zip(color, added_color, strict=True)
    red, green, blue = (round(channel + (added - channel) * share) for channel, added in channels)
    return red, green, blue


def _luminance(color: Color) -> float:
    red, green, blue = (_linear(channel / 255) for channel in color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _tokens(color: Color) -> Iterator[tuple[str, str]]:
    for name, shade in shades(color).items():
        yield name, _hex(shade)
    yield from _transparent(color, TRANSPARENT)


def _transparent(color: Color, opacities: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    for name, opacity in opacities.items():
        yield name, f"rgb({color[0]} {color[1]} {color[2]} / {opacity})"


def _darkest_readable(color: Color) -> Color:
    """Returns the colour, darkened by up to a fifth as far as the text of a button stays readable."""
    darker = (mix(color, _BLACK, percent / 100) for percent in range(20, 0, -1))
    return next((shade for shade in darker if contrast(shade, parse(BUTTON_TEXT)) >= MIN_CONTRAST), color)


def _nearest_readable(color: Color) -> str:
    lighter = (mix(color, _WHITE, percent / 100) for percent in range(1, 101))
    return next(_hex(shade) for shade in lighter if _lowest_contrast(shade) >= MIN_CONTRAST)


def _hex(color: Color) -> str:
    return "#" + bytes(color).hex()

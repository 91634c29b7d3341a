"""Badges for other sites: players and uptime as SVG, without scripts and without fonts of our own."""

from html import escape
from typing import Final, Literal

from babel.numbers import format_decimal

from gateway.texts import SOURCE, locale, read

Size = Literal["small", "large"]
_FONT: Final = 'font-family="Verdana, DejaVu Sans, sans-serif"'
_LETTER: Final = 7.6
"""Width of a letter at 12 px, rounded up: the reader's font is not known."""


def uptime(minutes: int, up_minutes: int) -> float | None:
    """Returns the share of known minutes in percent, rounded down to two digits; None if none is known."""
    return up_minutes * 10_000 // minutes / 100 if minutes else None


def draw(
    size: Size, name: str, players: int, percent: float | None = None, days: int = 0, language: str = SOURCE
) -> bytes:
    """`days`: how many `percent` is of."""
    count = read(language, "badge.players", count=players)
    if size == "small":
        return _small(name, count).encode()
    return _large(f"{name}: {count}", name, players, _uptime(percent, days, language), language).encode()


def _text_width(text: str, font_size: int = 12) -> float:
    return round(len(text) * _LETTER * font_size / 12, 1)


def _svg(width: float, height: int, label: str, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height}" viewBox="0 0 {width:g} {height}" '
        f'role="img" aria-label="{escape(label)}" {_FONT}>'
        f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1}" rx="5.5" fill="#0d121d" stroke="#d4af6a" '
        f'stroke-opacity=".6"/>{body}</svg>\n'
    )


def _small(name: str, count: str) -> str:
    left, right = _text_width(name) + 24, _text_width(count) + 20
    width = left + right
    body = (
        f'<path d="M{left:g} 1H{width - 6:g}a5 5 0 0 1 5 5V22a5 5 0 0 1-5 5H{left:g}z" fill="#d4af6a"/>'
        f'<text x="12" y="18.5" font-size="12" font-weight="700" fill="#f0d79a">{escape(name)}</text>'
        f'<text x="{left + 10:g}" y="18.5" font-size="12" font-weight="700" fill="#14100a">{count}</text>'
    )
    return _svg(width, 28, f"{name}: {count}", body)


def _uptime(percent: float | None, days: int, language: str) -> str:
    if percent is None:
        return ""
    share = format_decimal(percent, "0.00", locale(language))
    return read(language, "badge.uptime", percent=share, count=days)


def _large(summary: str, name: str, players: int, uptime_text: str, language: str) -> str:
    number, label = format_decimal(players, locale=locale(language)), read(language, "badge.on", name=name)
    verifiable = read(language, "badge.verifiable")
    width = max(320.0, 110 + _text_width(number, 22) + _text_width(label, 13))
    body = (
        f'<path d="M7 20V7H20M{width - 20:g} 7H{width - 7:g}V20M{width - 7:g} 68V81H{width - 20:g}M20 81H7V68" '
        'fill="none" stroke="#d4af6a"/>'
        '<path d="M48 20 28 28v16c0 14 9 22 20 25 11-3 20-11 20-25V28z" fill="#121826" stroke="#d4af6a" '
        'stroke-width="1.5"/>'
        '<path d="M48 29v28M40 36h16M48 57l-4 5h8z" stroke="#f0d79a" stroke-width="2.5" fill="#f0d79a"/>'
        f'<text x="84" y="36" fill="#e9e4d8" font-size="13"><tspan font-size="22" font-weight="700" fill="#f0d79a">'
        f"{number}</tspan> {escape(label)}</text>"
        f'<text x="84" y="57" font-size="12" fill="#a9a392">{uptime_text}</text>'
        '<circle cx="89" cy="70" r="4" fill="#5bb98c"/>'
        f'<text x="99" y="74" font-size="11" fill="#5bb98c">{verifiable}</text>'
    )
    return _svg(width, 88, ", ".join(filter(None, (summary, uptime_text, verifiable))), body)

"""The countdown page: one file for each language, with all that it shows, so that a proxy can serve it alone.

It works without scripts: the date is there in the site's zone, and the page loads again every minute.
"""

import base64
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET

from gateway import package_data
from gateway.config.extras import ALL_EXTRAS
from gateway.config.settings import Settings
from gateway.extras.opening.day import date_text
from gateway.extras.opening.repository import Opening
from gateway.features.site_content import accent, icons
from gateway.features.site_content.content_store import LocalContent, SiteContent
from gateway.http import inline_json, page_texts
from gateway.http.languages import SiteLanguages
from gateway.http.page_texts import PageTexts
from gateway.http.responses import Headers
from gateway.http.security_headers import page_headers, text_hash
from gateway.texts import read

_FOLDER: Final = Path(__file__).parent
_TEXTS: Final = (
    "heading",
    "expected",
    "expected_hint",
    "open",
    "open_hint",
    "enter",
    "days",
    "hours",
    "minutes",
    "seconds",
    "ready",
    "operator",
    "no_script",
    "languages",
)
_RATES: Final = ("exp", "sp", "adena", "drop")
_MAX_MARK_BYTES: Final = 48 * 1024
_POLICY: Final = b"content-security-policy"


class CountdownPages:
    """Writes the page of each language."""

    def __init__(self, settings: Settings, languages: SiteLanguages) -> None:
        self._server, self._languages = settings.server, languages
        enabled = settings.extras.enabled
        self._has_calendar = enabled == ALL_EXTRAS or "notifications" in enabled

    def write(self, opening: Opening, version: str, content: SiteContent) -> dict[str, bytes]:
        """Returns HTML by address. Reads files of the built page, so it blocks."""
        return {
            self._languages.address(language, "/"): self._page(opening, version, content, language)
            for language in self._languages.codes
        }

    def headers(self, html: bytes) -> Headers:
        """Returns the headers of a page that the service itself sends. It may do what its own policy allows."""
        policy = html.partition(b'security-policy" content="')[2].partition(b'"')[0]
        return [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"cache-control", b"no-cache, no-transform"),
            (_POLICY, policy + b"; frame-ancestors 'none'"),
            *(header for header in page_headers(self._server.transport_security) if header[0] != _POLICY),
        ]

    def _page(self, opening: Opening, version: str, content: SiteContent, language: str) -> bytes:
        local, files = content.in_language(language), _files()
        site, public_url = local.site, self._server.public_url
        name, date = site.name, date_text(opening.opens_at, self._server.zone, language)
        style = files["css"] + _font() + (accent.style_sheet(site.accent).decode() if site.accent else "")
        title = read(language, "opening.title", site=name)
        description = read(language, "opening.description", site=name, date=date, tagline=site.tagline)
        opens_at = datetime.fromtimestamp(opening.opens_at, UTC).isoformat()
        mark = _mark(content)
        values = {
            "language": read(language, "language.locale"),
            "policy": _policy(style, files["js"]),
            "title": title,
            "description": description,
            "theme_color": accent.theme(site.accent),
            "addresses": self._addresses(language) if public_url else "",
            "icon": mark or "data:,",
            "event": self._event(name, description, opens_at, language) if public_url else "",
            "style": style,
            "script": files["js"],
            "opens_ms": str(opening.opens_at * 1000),
            "opens_at": opens_at,
            "version": version,
            "date": date,
            "zone": read(language, "opening.your_zone", zone="{zone}"),
            "mark": f'<img src="{mark}" alt="" width="72" height="72">' if mark else "",
            "name": name,
            "home": self._languages.address(language, "/"),
            "message": _message(opening, language),
            "rates": "".join(_rates(local, language)),
            "registration": read(language, f"opening.registration.{_state(opening)}"),
            "links": "".join(self._links(opening, local, language)),
            "other_languages": "".join(self._other_languages(language)),
            **{key: read(language, f"opening.{key}") for key in _TEXTS},
        }
        return page_texts.fill(files["html"].encode(), PageTexts(), values)

    def _links(self, opening: Opening, local: LocalContent, language: str) -> Iterator[str]:
        """Yields the links to what works before the game is open, the most wanted first."""
        account = "register" if opening.is_registration_open else "login"
        links = {account: "/player/profile", "download": "/download", "info": "/server-info"}
        if not any(item.active for item in local.downloads.items):
            del links["download"]
        for key, path in links.items():
            yield _link(self._languages.address(language, path), read(language, f"opening.links.{key}"))
        if self._has_calendar:
            yield _link(f"/calendar.ics?language={language}", read(language, "opening.links.calendar"))

    def _other_languages(self, language: str) -> Iterator[str]:
        for code in self._languages.codes:
            if code != language:
                tag = read(code, "language.hreflang")
                address = self._languages.address(code, "/")
                yield f'<a href="{address}" hreflang="{tag}" lang="{tag}">{escape(read(code, "language.name"))}</a>'

    def _addresses(self, language: str) -> str:
        """Returns links to this page and to it in the other languages, and its preview."""
        url = self._server.public_url
        addresses = {code: url + self._languages.address(code, "/") for code in self._languages.codes}
        alternates = [
            f'<link rel="alternate" hreflang="{read(code, "language.hreflang")}" href="{address}">'
            for code, address in addresses.items()
        ]
        own_lines = [
            f'<link rel="canonical" href="{addresses[language]}">',
            f'<meta property="og:url" content="{addresses[language]}">',
            f'<meta property="og:image" content="{url}/share/home.jpg">',
        ]
        return "".join(f"{line}\n" for line in (*own_lines, *alternates))

    def _event(self, name: str, description: str, opens_at: str, language: str) -> str:
        """Returns the opening for search engines (schema.org)."""
        url = self._server.public_url
        address = url + self._languages.address(language, "/")
        event = {
            "@context": "https://schema.org",
            "@type": "Event",
            "name": read(language, "opening.calendar", site=name),
            "description": description,
            "startDate": opens_at,
            "eventStatus": "https://schema.org/EventScheduled",
            "eventAttendanceMode": "https://schema.org/OnlineEventAttendanceMode",
            "location": {"@type": "VirtualLocation", "url": address},
            "organizer": {"@type": "Organization", "name": name, "url": url},
            "image": f"{url}/share/home.jpg",
            "url": address,
        }
        json = inline_json.escape(msgspec.json.encode(event).decode())
        return f'<script type="application/ld+json">{json}</script>\n'


def _state(opening: Opening) -> str:
    return "open" if opening.is_registration_open else "shut"


def _message(opening: Opening, language: str) -> str:
    message = opening.translations.get(language) or opening.message  # pyright: ignore[reportArgumentType]
    return f'<p class="message">{escape(message)}</p>\n' if message else ""


def _rates(local: LocalContent, language: str) -> Iterator[str]:
    rates = local.info.rates
    if rates is not UNSET:
        for name in _RATES:
            label = read(language, f"opening.rates.{name}")
            yield f"<div><dt>{escape(label)}</dt><dd>{escape(getattr(rates, name))}</dd></div>"


def _link(address: str, label: str) -> str:
    return f'<a class="button" href="{address}">{escape(label)}</a>'


def _policy(style: str, script: str) -> str:
    hashes = text_hash(style.encode()), text_hash(script.encode())
    return (
        f"default-src 'none'; style-src '{hashes[0]}'; script-src '{hashes[1]}'; img-src data:; font-src data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'"
    )


def _mark(content: SiteContent) -> str:
    """Returns the operator's logo, or the page's own, as an address that has the picture in it; empty without one."""
    if content.mark:
        small_marks = (content.mark, content.icons.get(icons.TOUCH_ICON, b""))
        picture = next((mark for mark in small_marks if 0 < len(mark) <= _MAX_MARK_BYTES), b"")
        return _data("image/png", picture)
    own_mark = package_data.ui() / "favicon.svg"
    has_logo = bool(content.texts.site.logo)
    return _data("image/svg+xml", own_mark.read_bytes()) if not has_logo and own_mark.is_file() else ""


def _data(media_type: str, body: bytes) -> str:
    return f"data:{media_type};base64,{base64.b64encode(body).decode()}" if body else ""


@cache
def _files() -> dict[str, str]:
    """Returns the template, its styles and its script, without their comments and indents."""
    texts = {suffix: (_FOLDER / f"countdown.{suffix}").read_text(encoding="utf-8") for suffix in ("html", "css", "js")}
    texts["js"] = re.sub(r"^\s*(//|/\*\*).*\n", "", texts["js"], flags=re.MULTILINE)
    return {suffix: re.sub(r"^ +", "", text, flags=re.MULTILINE) for suffix, text in texts.items()}


@cache
def _font() -> str:
    """Returns the rule of the headings' font; empty where the page is not built."""
    file = next((package_data.ui() / "assets").glob("cinzel-latin-500-*.woff2"), None)
    if file is None:
        return ""
    source = _data("font/woff2", file.read_bytes())
    return f'@font-face{{font-family:Cinzel;font-weight:500;font-display:swap;src:url("{source}") format("woff2")}}\n'

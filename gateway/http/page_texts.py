"""Placeholders of the built pages, which the site's address and the operator's texts replace.

`{{name}}`: a text in HTML. `{{json:name}}`: the same within a JSON string. `{{raw:name}}`: the text unescaped.
`{{content:info,news}}`: JSON text of these parts of the content. `{{date:name|%d/%B/%Y|January,…}}`: a day in that form
with these months. `{{rel-stylesheet:name}}`: a link of that kind to the address; nothing without one.
`{{text:anchor|title}}`: the section with that text of the footer; nothing without one.
"""

import html
import re
from collections.abc import Collection, Mapping
from datetime import date

import msgspec

from gateway.http.inline_json import escape

PLACEHOLDER = re.compile(rb"\{\{(json:|content:|raw:|text:|date:|rel-[a-z-]+:)?([a-z_,]*)(?:\|([^{}]*))?\}\}")


class PageTexts(msgspec.Struct, frozen=True):
    """The operator's texts in one language: `values` of placeholders, `address` of the content file, and its `parts`,
    of which every page takes `site`, `pages` and `extras`. `sections` has the HTML of the footer's texts by anchor."""

    values: dict[str, str] = {}
    address: str = ""
    parts: dict[str, msgspec.Raw] = {}
    sections: dict[str, str] = {}

    def content(self, names: list[str]) -> str:
        """Returns JSON text of those of the named parts that exist."""
        parts = {name: self.parts[name] for name in ("site", "pages", "extras", *names) if name in self.parts}
        return escape(msgspec.json.encode({"address": self.address, **parts}).decode())


def inlined_content(template: bytes, texts: PageTexts) -> str:
    """Returns JSON text of the parts of the content that a page has inside."""
    names = next((match[2].decode() for match in PLACEHOLDER.finditer(template) if match[1] == b"content:"), "")
    return texts.content(names.split(","))


def fill(template: bytes, texts: PageTexts, values: Mapping[str, str], keep: Collection[str] = ()) -> bytes:
    """Replaces the placeholders, but not unknown ones and those of the names to keep."""
    all_values = {**texts.values, **values}
    replacements: dict[bytes, bytes] = {}

    def text_of(match: re.Match[bytes]) -> bytes:
        if match[0] not in replacements:
            replacements[match[0]] = match[0] if match[2].decode() in keep else _text(match, texts, all_values)
        return replacements[match[0]]

    return PLACEHOLDER.sub(text_of, template)


def _text(match: re.Match[bytes], texts: PageTexts, values: Mapping[str, str]) -> bytes:
    kind, name = match[1] or b"", match[2].decode()
    if kind == b"content:":
        return texts.content(name.split(",")).encode()
    if kind.startswith(b"rel-"):
        return _link(kind[4:-1].decode(), values.get(name, "")).encode()
    if kind == b"date:":
        return _day(values.get(name, ""), (match[3] or b"").decode()).encode()
    if kind == b"text:":
        return _section(name, match[3] or b"", texts.sections.get(name, "").encode())
    if name not in values:
        return match[0]
    if kind == b"raw:":
        return values[name].encode()
    if kind == b"json:":
        return escape(msgspec.json.encode(values[name]).decode()[1:-1]).encode()
    return html.escape(values[name]).encode()


def _day(iso: str, form: str) -> str:
    """Returns a day, such as 2026-11-20, in the form of the page's language."""
    if not iso:
        return ""
    day, (shape, _, months) = date.fromisoformat(iso), form.partition("|")
    return (
        shape.replace("%B", months.split(",")[day.month - 1]).replace("%d", str(day.day)).replace("%Y", str(day.year))
    )


def _section(anchor: str, title: bytes, body: bytes) -> bytes:
    return b'<section id="%s"><h2>%s</h2>%s</section>' % (anchor.encode(), title, body) if body else b""


def _link(rel: str, address: str) -> str:
    return f'<link rel="{rel}" href="{html.escape(address)}">' if address else ""

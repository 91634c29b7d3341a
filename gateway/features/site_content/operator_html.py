"""HTML as a tree, from which the administration builds elements: its policy forbids markup from a text."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

from msgspec import Struct

_VOID: Final = frozenset({"br", "hr", "img"})


class HtmlElement(Struct):
    tag: str
    attributes: dict[str, str]
    children: list[HtmlElement | str]


def parse_html(html: str) -> list[HtmlElement | str]:
    """Parses what the service has made from Markdown, so each element is closed."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return parser.root.children


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = HtmlElement("", {}, [])
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = HtmlElement(tag, {name: value or "" for name, value in attrs}, [])
        self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)

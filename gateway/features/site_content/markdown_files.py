"""Texts in Markdown: `pages/<slug>.md` for the footer's anchors, `news/<slug>.md` with a head.

HTML is made once, when the folder is loaded: raw HTML is shown as text, and addresses are checked.
"""

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

from gateway.features.site_content.content_files import ContentError, ContentFile
from gateway.texts import Text, text

ANCHORS: Final = ("rules", "events", "rankings", "donations", "forum", "terms", "privacy", "gdpr")
"""Anchors of the footer; each may have a page."""
SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MAX_SLUG: Final = 60
MAX_BYTES: Final = 64 << 10
MAX_TITLE: Final = 120
SUMMARY_LENGTH: Final = 200
_HEAD: Final = re.compile(r"\A---\n(.*?\n)---(?:\n|\Z)", re.DOTALL)
_ENTRY: Final = re.compile(r"(title|date|until)\s*:\s*(.*\S)\s*")
_LINK: Final = re.compile(r"(https?://|mailto:|/(?!/)|#)\S*")
_PICTURES: Final = "/pictures/"


class News(Struct, frozen=True, kw_only=True):
    """`day` is the first, `until` the last day on which it is shown; None: for good. `summary` is plain text."""

    title: str
    day: date
    until: date | None
    summary: str
    html: str

    def is_shown(self, today: date) -> bool:
        return self.day <= today and (self.until is None or today <= self.until)


class NewsHead(Struct, frozen=True, kw_only=True):
    """`body` follows the head, which has so many `lines`."""

    title: str
    day: date
    until: date | None
    body: str
    lines: int


class MarkdownReader:
    def __init__(self, pictures: frozenset[str]) -> None:
        """`pictures`: paths below `/pictures/` that exist."""
        self._pictures = pictures
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
        # Every address becomes a token, so that a forbidden one is refused instead of shown as text.
        self._markdown.validateLink = lambda url: True

    def page(self, file: ContentFile) -> str:
        """Returns HTML whose headings begin at level 3. Raises ContentError."""
        return self._html(file, self._tokens(file, _text(file), 0), 2)

    def news(self, file: ContentFile) -> News:
        """Raises ContentError."""
        head = read_head(file)
        tokens = self._tokens(file, head.body, head.lines)
        return News(
            title=head.title, day=head.day, until=head.until, summary=_summary(tokens), html=self._html(file, tokens, 1)
        )

    def _tokens(self, file: ContentFile, content: str, lines_before: int) -> list[Token]:
        tokens = self._markdown.parse(content)
        for token in tokens:
            line = lines_before + (token.map[0] if token.map else 0) + 1
            for child in _descendants(token):
                if reason := self._mistake(child):
                    raise ContentError(file.path, reason, line)
        return tokens

    def _mistake(self, token: Token) -> Text | None:
        if token.type == "link_open" and not _LINK.fullmatch(link := str(token.attrs["href"])):
            return text("reasons.markdown_link", link=link[:80])
        if token.type == "image":
            source = str(token.attrs["src"])
            if not source.startswith(_PICTURES) or source.removeprefix(_PICTURES) not in self._pictures:
                return text("reasons.picture_missing", picture=source[:80])
            token.attrSet("loading", "lazy")
        return None

    def _html(self, file: ContentFile, tokens: list[Token], levels: int) -> str:
        for token in tokens:
            if token.type in ("heading_open", "heading_close"):
                token.tag = f"h{min(6, int(token.tag[1]) + levels)}"
            # The page's policy blocks style attributes. Feed readers have no style sheet of ours, but know this one.
            if style := token.attrs.pop("style", None):
                token.attrSet("align", str(style).removeprefix("text-align:"))
        html = str(self._markdown.renderer.render(tokens, self._markdown.options, {})).strip()
        if not html:
            raise ContentError(file.path, text("reasons.no_text"), 1)
        return html


def read_head(file: ContentFile) -> NewsHead:
    """Raises ContentError."""
    content = _text(file)
    head = _HEAD.match(content)
    if not head:
        raise ContentError(file.path, text("reasons.head"), 1)
    values, lines = _head_values(file, head[1])
    day = _day(file, values, lines, "date")
    until = _day(file, values, lines, "until") if "until" in values else None
    if until and until < day:
        raise ContentError(file.path, text("reasons.head_order"), lines["until"])
    if len(values["title"]) > MAX_TITLE:
        raise ContentError(file.path, text("reasons.head_title", limit=MAX_TITLE), lines["title"])
    return NewsHead(title=values["title"], day=day, until=until, body=content[head.end() :], lines=head[0].count("\n"))


def _text(file: ContentFile) -> str:
    if len(file.data) > MAX_BYTES:
        raise ContentError(file.path, text("reasons.file_large", limit=MAX_BYTES))
    return file.text.replace("\r\n", "\n")


def _head_values(file: ContentFile, head: str) -> tuple[dict[str, str], dict[str, int]]:
    """Returns the values by key, and their lines."""
    values, lines = dict[str, str](), dict[str, int]()
    for line, entry in enumerate(head.splitlines(), 2):
        match = _ENTRY.fullmatch(entry)
        if not match or match[1] in values:
            raise ContentError(file.path, text("reasons.head_entry"), line)
        values[match[1]], lines[match[1]] = match[2], line
    for key in ("title", "date"):
        if key not in values:
            raise ContentError(file.path, text("reasons.head_missing", key=key), 1)
    return values, lines


def _day(file: ContentFile, values: dict[str, str], lines: dict[str, int], key: str) -> date:
    try:
        return date.fromisoformat(values[key])
    except ValueError:
        raise ContentError(file.path, text("reasons.head_day", key=key), lines[key]) from None


def _summary(tokens: list[Token]) -> str:
    """Returns the beginning of the first paragraph."""
    for token, content in pairwise(tokens):
        if token.type == "paragraph_open":
            parts = (" " if child.type.endswith("break") else child.content for child in content.children or ())
            summary = "".join(parts)
            return summary if len(summary) <= SUMMARY_LENGTH else summary[:SUMMARY_LENGTH].rpartition(" ")[0] + "…"
    return ""


def _descendants(token: Token) -> Iterator[Token]:
    yield token
    for child in token.children or ():
        yield from _descendants(child)

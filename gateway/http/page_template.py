"""A built file with placeholders, which becomes one response for each origin."""

import re
from collections.abc import Collection, Mapping
from urllib.parse import quote

import msgspec

from gateway.http import articles, page_texts
from gateway.http.articles import Article
from gateway.http.compressed_part import CompressedPart, PartsResponse
from gateway.http.languages import SiteLanguages
from gateway.http.page_texts import PageTexts
from gateway.http.responses import Headers, PreparedResponse, StoredResponse

ROOT = b'<div id="root">'
END = b'<script type="application/json" id="content">'
"""Markers of the part of an empty shell that a rendered page replaces."""
FIRST_SHEET, LAST_SHEET = b"<style", b"</style>"
"""Markers of the style sheets, which have no placeholders."""
NAMED_PAGES = {
    "character.html": "/c/:name",
    "clan.html": "/clan/:name",
    "compare.html": "/compare/:left/:right",
    "boss.html": "/boss/:boss",
    "castle.html": "/castle/:castle",
    "boss-report.html": "/bosses/:boss/:moment",
    "siege-report.html": "/sieges/:castle/:day",
    "week.html": "/weeks/:week",
    "competition.html": "/competition/:id",
    "item.html": "/items/:id",
    "monster.html": "/monsters/:id",
    "market-item.html": "/market/:item",
    "no-page.html": "/no-page",
}
"""Built pages of single subjects, and the text that stands for their path; the last one is for unknown addresses."""
SUBJECT_VALUES = frozenset({"title", "share_file", "level", "class_name", "rank", "date", "first_day", "last_day"})
"""Names of the values that differ between the subjects of one built page."""
NOINDEX = b'<meta name="robots" content="noindex"/>'
"""Of markup that search engines may not list; the headers repeat it."""
MAX_ORIGINS = 16
_ADDRESSES = re.compile(
    rb'((?:<link rel="(?:canonical|alternate)"(?: hreflang="[^"]*")? href|<meta property="og:url" content)'
    rb'="\{\{origin\}\}/[^"?]*)[^"]*"'
)
"""Of the page, in its head, up to the query."""
_DATA_ADDRESS = re.compile(rb'("url":"\{\{origin\}\}/[^"?]+)[^"]*"')
"""The same in its structured data."""
NO_TEXTS = PageTexts()
NO_SHEETS = CompressedPart(b"")


class PageTemplate:
    """A built file with placeholders; a page is an empty shell until it is filled."""

    def __init__(
        self,
        headers: Headers,
        body: bytes,
        language: str,
        texts: PageTexts = NO_TEXTS,
        status: int = 200,
        *,
        head: bytes = b"",
        sheets: CompressedPart = NO_SHEETS,
    ) -> None:
        """`head` and `sheets` precede the body; by default they are a part of it."""
        self.language, self.status = language, status
        self._headers, self._body = headers, body
        self._head, self._sheets = head, sheets
        self._texts, self._markup = texts, b""
        self._values = {"share_version": ""}
        self._absent_addresses: Collection[str] = ()
        self._subject_paths: tuple[str, ...] = ()
        self._subject_entries = b""
        self._subject_parts: tuple[bytes, CompressedPart, bytes] | None = None
        self._content: str | None = None
        self._responses: dict[str, StoredResponse] = {}

    def response(self, origin: str) -> StoredResponse:
        response = self._responses.get(origin)
        if response is None:
            if len(self._responses) >= MAX_ORIGINS:
                self._responses.clear()
            response = self._responses[origin] = self._prepare(origin)
        return response

    def _prepare(self, origin: str) -> StoredResponse:
        body = self._with_markup(origin)
        headers: Headers = [*self._headers, (b"x-robots-tag", b"noindex")] if NOINDEX in self._markup else self._headers
        if self._sheets is NO_SHEETS:
            return PreparedResponse(headers, body, status=self.status)
        return PartsResponse(headers, self._fill(self._head, origin), self._sheets, body, self.status)

    def fill(self, markup: bytes) -> None:
        """Puts markup into the body; empty markup restores the shell."""
        if markup != self._markup:
            self._markup = markup
            self._responses.clear()

    def use_value(self, name: str, value: str) -> None:
        """Takes a value that replaces the operator's texts of that name."""
        if f"{{{{{name}}}}}".encode() in self._body and self._values.get(name) != value:
            self._values[name] = value
            self._responses.clear()

    def leave_out(self, addresses: Collection[str]) -> None:
        """Drops the lines of a sitemap with these addresses, in all languages."""
        if addresses != self._absent_addresses:
            self._absent_addresses = addresses
            self._responses.clear()

    def list_subjects(self, paths: tuple[str, ...], languages: SiteLanguages) -> None:
        """Adds these pages to a sitemap, in all languages."""
        if paths == self._subject_paths:
            return
        addresses = (languages.address(code, path) for path in paths for code in languages.codes)
        self._subject_paths = paths
        self._subject_entries = b"".join(articles.sitemap_entry(address) for address in addresses)
        self._responses.clear()

    def use_texts(self, texts: PageTexts) -> None:
        """Takes new texts; markup that was rendered from other texts is dropped."""
        self._texts, self._markup = texts, b""
        self._subject_parts = self._content = None
        self._responses.clear()

    def for_article(self, article: Article, texts: PageTexts) -> "PageTemplate":
        """Returns the page of one article from the template of all."""
        path = articles.article_path(article.slug)
        body = self._body.replace(articles.SLUG.encode(), path.encode())
        values = {**texts.values, "title": article.title, "summary": article.summary}
        parts = {**texts.parts, "articles": msgspec.Raw(msgspec.json.encode({article.slug: article}))}
        article_texts = msgspec.structs.replace(texts, values=values, parts=parts)
        return PageTemplate(self._headers, body, self.language, article_texts)

    @property
    def content(self) -> str:
        """JSON text of the parts of the content that the page has inside."""
        if self._content is None:
            self._content = page_texts.inlined_content(self._body, self._texts)
        return self._content

    def for_subject(self, file: str, path: str, values: Mapping[str, str], status: int) -> "PageTemplate":
        """Returns the page of one subject from the template of all."""
        if self._subject_parts is None:
            first, end = self._body.find(FIRST_SHEET), self._body.rfind(LAST_SHEET) + len(LAST_SHEET)
            first, end = (first, end) if first >= 0 else (0, 0)
            head, body = (
                page_texts.fill(part, self._texts, {}, keep=SUBJECT_VALUES)
                for part in (self._body[:first], self._body[end:])
            )
            sheets = CompressedPart(self._body[first:end]) if end else NO_SHEETS
            self._subject_parts = head, sheets, body
        head, sheets, body = self._subject_parts
        # An encoded slash of a name is still encoded in the path.
        address = quote(path).replace("%252F", "%2F").encode()
        all_names = NAMED_PAGES[file].encode()
        head = head.replace(all_names, address)
        body = body.replace(all_names, address)
        texts = PageTexts(dict(values))
        return PageTemplate(self._headers, body, self.language, texts, status, head=head, sheets=sheets)

    def for_query(self, query: str, *, is_indexed: bool) -> "PageTemplate":
        """Returns a shell of the same page with a query: its address for search engines, if they may list it."""
        if not is_indexed:
            headers: Headers = [*self._headers, (b"x-robots-tag", b"noindex")]
            return PageTemplate(headers, self._body, self.language, self._texts, self.status)
        body = _ADDRESSES.sub(rb'\1?%s"' % query.replace("&", "&amp;").encode(), self._body)
        body = _DATA_ADDRESS.sub(rb'\1?%s"' % query.encode(), body)
        return PageTemplate(self._headers, body, self.language, self._texts, self.status)

    def with_entries(self, entries: bytes, day: str) -> "PageTemplate":
        """Returns a sitemap with further entries; `day` is that of the last change of the content."""
        body = self._body.replace(b"</urlset>", entries + b"</urlset>")
        return PageTemplate(self._headers, body, self.language, PageTexts({"content_day": day, "snapshot_day": day}))

    def shell_copy(self) -> "PageTemplate":
        """Returns a copy that stays a shell."""
        head, sheets = self._head, self._sheets
        return PageTemplate(
            self._headers, self._body, self.language, self._texts, self.status, head=head, sheets=sheets
        )

    def _with_markup(self, origin: str) -> bytes:
        if not self._markup:
            return self._fill(self._without(self._body), origin)
        head, _, shell = self._body.partition(ROOT)
        tail = END + shell.partition(END)[2]
        # Placeholders are replaced in our own text alone.
        return self._fill(head, origin) + self._markup + self._fill(tail, origin)

    def _without(self, body: bytes) -> bytes:
        if self._subject_entries:
            body = body.replace(b"</urlset>", self._subject_entries + b"</urlset>")
        ends = [f"{address}</loc>".encode() for address in self._absent_addresses]
        return (
            b"".join(line for line in body.splitlines(True) if not any(end in line for end in ends)) if ends else body
        )

    def _fill(self, template: bytes, origin: str) -> bytes:
        return page_texts.fill(template, self._texts, {"origin": origin, **self._values})

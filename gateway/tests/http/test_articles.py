"""Pages of articles, the Atom feed and the sitemap, made from one built page per language."""

from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gateway.http.articles import Article
from gateway.http.page_texts import PageTexts
from gateway.http.responses import PreparedResponse, Scope
from gateway.http.static_files import SiteFiles, StaticFiles

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = '{{origin}} </title>]]>&amp;\x01"'
ARTICLES = [
    Article(slug="b", title=HOSTILE, date="2026-11-20", summary="Summary", html=f"<p>{HOSTILE}</p>"),
    Article(slug="a", title="First", date="2026-11-01", summary="", html="<p>a</p>"),
]


@pytest.fixture
def files(tmp_path: Path) -> StaticFiles:
    for code, folder in (("en", tmp_path), ("es", tmp_path / "es")):
        folder.mkdir(exist_ok=True)
        (folder / "index.html").write_text("<title>{{name}}</title>")
        (folder / "news.html").write_text(
            f'<title>{{{{title}}}}</title><link rel="canonical" href="{{{{origin}}}}{{{{{code}:/news/:slug}}}}"></head>'
            '<body><div id="root"></div><p>shell</p>'
            '<script type="application/json" id="content">{{content:articles}}</script>'
        )
    entry = "<url><loc>{{origin}}/</loc><lastmod>{{snapshot_day}}</lastmod></url>"
    tabs = "\n".join(f"<url><loc>{{{{origin}}}}/world?tab={tab}</loc></url>" for tab in ("halls", "wars"))
    (tmp_path / "sitemap.xml").write_text(f"<urlset>\n{entry}\n{tabs}\n</urlset>\n")
    files = StaticFiles(tmp_path, "https://play.example", [])
    _use(files, ARTICLES)
    return files


def _use(files: StaticFiles, articles: list[Article]) -> None:
    texts = PageTexts({"name": HOSTILE, "tagline": ""}, "/assets/content-1.en.json")
    site = SiteFiles(
        version="c1",
        changed_on="2026-11-01",
        texts={"en": texts, "es": texts},
        articles={"en": articles, "es": articles[1:]},
    )
    files.prepare(site, [])()


def _body(files: StaticFiles, path: str) -> str:
    scope: Scope = {"path": path, "query_string": b"", "headers": [], "scheme": "https"}
    response = files.find(scope)
    assert isinstance(response, PreparedResponse), path
    return response.body.decode()


def test_feed_is_atom_with_escaped_texts(files: StaticFiles) -> None:
    feed = ElementTree.fromstring(_body(files, "/feeds/news.atom"))
    text = HOSTILE.replace("\x01", "")
    assert [feed.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated")] == [
        "https://play.example/feeds/news.atom",
        text,
        "2026-11-20T00:00:00Z",
    ]
    first, second = feed.findall(f"{ATOM}entry")
    assert [first.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated", "published", "content")] == [
        "https://play.example/news/b",
        text,
        *["2026-11-20T00:00:00Z"] * 2,
        f"<p>{text}</p>",
    ]
    assert second.findtext(f"{ATOM}title") == "First"
    spanish = ElementTree.fromstring(_body(files, "/es/feeds/news.atom"))
    assert [entry.findtext(f"{ATOM}id") for entry in spanish.iter(f"{ATOM}entry")] == ["https://play.example/es/news/a"]


def test_article_has_a_page_per_language_until_it_is_removed(files: StaticFiles) -> None:
    page = _body(files, "/news/b")
    assert "<title>{{origin}} &lt;/title&gt;" in page
    assert '<link rel="canonical" href="https://play.example/news/b">' in page
    assert '"articles":{"b":' in page
    assert '"a":' not in page
    assert "https://play.example/es/news/a" in _body(files, "/es/news/a")
    assert files.redirect("/es/news/b") == (302, "/es")
    assert files.redirect("/en/news/b") == (308, "/news/b")
    assert files.article_views == {"/news/b": "en", "/news/a": "en", "/es/news/a": "es"}
    files.fill({"/news/b": b'<div id="root"><h1>Rendered</h1></div>'}, "c1")
    assert "<h1>Rendered</h1>" in _body(files, "/news/b")
    assert "shell" in _body(files, "/news/a")
    _use(files, [])
    assert (files.article_views, files.redirect("/news/b")) == ({}, (302, "/"))
    assert "entry" not in _body(files, "/feeds/news.atom")


def test_sitemap_lists_articles_beside_the_pages(files: StaticFiles) -> None:
    addresses = [item.text for item in ElementTree.fromstring(_body(files, "/sitemap.xml")).iter("loc")]
    paths = ("", "world?tab=halls", "world?tab=wars", "news/b", "news/a", "es/news/a")
    assert addresses == [f"https://play.example/{path}" for path in paths]
    files.absent_views.append(lambda: frozenset({"/world?tab=halls"}))
    assert "tab=halls" not in _body(files, "/sitemap.xml")
    assert "tab=wars" in _body(files, "/sitemap.xml")


def test_sitemap_dates_pages_by_content_news_and_snapshot(files: StaticFiles) -> None:
    def days() -> list[str | None]:
        return [item.text for item in ElementTree.fromstring(_body(files, "/sitemap.xml")).iter("lastmod")]

    assert days()[0] == "2026-11-01"
    files.fill({}, "c1")
    assert days()[0] == datetime.now(UTC).date().isoformat()
    assert days()[1:] == [article.date for article in (*ARTICLES, ARTICLES[1])]

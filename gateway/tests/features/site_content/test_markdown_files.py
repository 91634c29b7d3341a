"""Pages and news in Markdown: hostile text, mistakes with file and line, days on which news are shown."""

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec
import pytest

from gateway import package_data
from gateway.features.site_content import folder_contents, markdown_files, page_files
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.content_store import ContentStore, SiteContent, load

HEAD = "---\ntitle: {{name}} & <b>news</b>\ndate: 2026-11-20\nuntil: 2026-11-30\n---\n"
DAY = date(2026, 11, 25)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the packaged content without pages and news, with one picture."""
    folder = Path(shutil.copytree(package_data.content(), tmp_path / "content"))
    for part in ("pages", "news"):
        shutil.rmtree(folder / part)
        (folder / part).mkdir()
    (folder / "pictures").mkdir()
    (folder / "pictures" / "a.png").write_bytes(b"png")
    return folder


def _page(folder: Path, text: str) -> str:
    (folder / "pages" / "rules.md").write_text(text, encoding="utf-8")
    return load(folder).texts.pages["rules"]


def test_columns_of_a_table_are_aligned_without_a_style_attribute(folder: Path) -> None:
    html = _page(folder, "| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |\n")
    assert '<td align="left">1</td>\n<td align="center">2</td>\n<td align="right">3</td>' in html
    assert "style" not in html


def test_page_becomes_html_with_raw_html_as_text(folder: Path) -> None:
    html = _page(
        folder,
        "# Rules\n\n<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> [b](/download) <https://c.example>\n\n"
        '![seal](/pictures/a.png)\n\n```"><script>\nx\n```\n',
    )
    assert "<h3>Rules</h3>" in html
    assert "<script" not in html
    assert "<img src=x" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert '<a href="/download">b</a> <a href="https://c.example">' in html
    assert '<img src="/pictures/a.png" alt="seal" loading="lazy" />' in html


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[a](javascript:alert(1))", "A link begins with https"),
        ("[a](JaVaScRiPt:alert(1))", "A link begins with https"),
        ("[a](&#106;avascript:alert(1))", "A link begins with https"),
        ("[a][b]\n\n[b]: data:text/html,x", "A link begins with https"),
        ("<vbscript:x>", "A link begins with https"),
        ("[a](//evil.example)", "A link begins with https"),
        ("[a](download)", "A link begins with https"),
        ("| a |\n|---|\n| [a](javascript:x) |", "A link begins with https"),
        ("![a](data:image/svg+xml;base64,AAAA)", "There is no picture"),
        ("![a](https://evil.example/a.png)", "There is no picture"),
        ("![a](/pictures/b.png)", "There is no picture"),
        ("[![a](data:,)](/download)", "There is no picture"),
    ],
)
def test_forbidden_address_is_refused_with_its_line(folder: Path, text: str, reason: str) -> None:
    with pytest.raises(ContentError) as refusal:
        _page(folder, f"first\n\n{text}\n")
    lines = (3, 5) if text.startswith("|") else (3,)
    assert any(str(refusal.value).startswith(f"{folder}/pages/rules.md:{line}: {reason}") for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("---\n", "", 1, "The text begins with title"),
        ("date: 2026-11-20\n", "", 1, "The head has no date"),
        ("date: 2026-11-20", "date: 20 November", 3, "date needs a day"),
        ("until: 2026-11-30", "until: 2026-02-30", 4, "until needs a day"),
        ("until: 2026-11-30", "until: 2026-11-19", 4, "The last day is before the first one"),
        ("until: 2026-11-30", "author: me", 4, "Write title, date or until here"),
        ("until: 2026-11-30", "date: 2026-11-30", 4, "each once"),
        ("<b>news</b>", "x" * markdown_files.MAX_TITLE, 2, "The title has more than 120"),
        ("text", "\n[a](javascript:x)", 7, "A link begins with https"),
        ("text", "", 1, "The text is empty"),
    ],
)
def test_broken_news_are_refused_with_file_and_line(folder: Path, old: str, new: str, line: int, reason: str) -> None:
    (folder / "news" / "a.md").write_text((HEAD + "text").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as refusal:
        load(folder, DAY)
    assert str(refusal.value).startswith(f"{folder}/news/a.md:{line}: ")
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pages/faq.md", "one of rules, events"),
        ("pages/rules.html", "A name is slug.md"),
        ("pages/rules.fr.md", "A name is slug.md"),
        ("news/a.es.md", r"a\.md is missing beside it"),
        ("news/A b.md", "lower-case letters"),
        (f"news/{'a' * 61}.md", "lower-case letters"),
    ],
)
def test_file_with_another_name_is_refused(folder: Path, name: str, reason: str) -> None:
    (folder / name).write_text(HEAD + "text", encoding="utf-8")
    with pytest.raises(ContentError, match=reason):
        load(folder)


def test_sizes_are_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ContentError, match=r"rules\.md: The file is larger than 65,536 bytes"):
        _page(folder, "a" * (markdown_files.MAX_BYTES + 1))
    monkeypatch.setattr(folder_contents, "MAX_MARKDOWN_BYTES", 100)
    with pytest.raises(ContentError, match="All files together"):
        load(folder)


def test_news_are_shown_from_date_to_until_newest_first_in_each_language(folder: Path) -> None:
    for slug, text in {
        "old": "---\ntitle: Old\ndate: 2026-01-01\n---\nold",
        "now": HEAD + "A *new* season\nbegins.\n\nMore.",
        "now.es": HEAD.replace("news", "noticias") + "texto",
        "next": "---\ntitle: Next\ndate: 2026-11-26\n---\nnext",
    }.items():
        (folder / "news" / f"{slug}.md").write_text(text, encoding="utf-8")
    content = load(folder, DAY)
    assert list(content.texts.news) == ["now", "old"]
    assert content.texts.news["now"].summary == "A new season begins."
    assert content.in_language("es").news["now"].title == "{{name}} & <b>noticias</b>"
    assert content.in_language("pt").news == content.texts.news
    assert list(load(folder, date(2026, 11, 30)).texts.news) == ["next", "now", "old"]
    assert list(load(folder, date(2026, 12, 1)).texts.news) == ["next", "old"]
    body = msgspec.json.decode(page_files.content_json(content.texts, page_files.PageExtras([])))
    assert [item["slug"] for item in body["news"]] == list(body["articles"]) == ["now", "old"]


async def test_refresh_drops_news_after_their_last_day_and_keeps_equal_content(folder: Path) -> None:
    (folder / "news" / "now.md").write_text(HEAD + "text", encoding="utf-8")
    today, published_contents = [DAY], list[SiteContent]()
    store = ContentStore(folder, lambda: today[0])

    def prepare(content: SiteContent) -> Callable[[], None]:
        return lambda: published_contents.append(content)

    for day, news, uses in ((DAY, ["now"], 0), (date(2026, 11, 30), ["now"], 0), (date(2026, 12, 1), [], 1)):
        today[0] = day
        await store.refresh(prepare)
        assert (list(store.current.texts.news), len(published_contents)) == (news, uses)
    (folder / "pages" / "terms.md").write_text("[a](javascript:x)")
    await store.refresh(prepare)
    assert (len(published_contents), store.current.texts.pages) == (1, {})

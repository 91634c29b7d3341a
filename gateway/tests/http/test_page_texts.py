"""Placeholders of the built pages: escaped for HTML, for JSON, and as inlined JSON."""

import msgspec
import pytest

from gateway.http.page_texts import PageTexts, fill

HOSTILE = '</title><script>"&\u2028\\'


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<title>{{name}}</title>", "<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;\u2028\\</title>"),
        ("{{unknown}} {{json:unknown}} {{ name }} {{}}", "{{unknown}} {{json:unknown}} {{ name }} {{}}"),
        ("{{rel-stylesheet:name}}", '<link rel="stylesheet" href="&lt;/title&gt;&lt;script&gt;&quot;&amp;\u2028\\">'),
        ("{{rel-stylesheet:empty}}{{rel-apple-touch-icon:unknown}}", ""),
        ("{{raw:list}}{{raw:unknown}}", '["a"]{{raw:unknown}}'),
        ("{{date:day|%d de %B de %Y|enero,febrero}}{{date:unknown|%d|enero}}", "2 de febrero de 2026"),
        ("{{origin}}/{{origin}}", "https://play.example/https://play.example"),
    ],
)
def test_fill_replaces_known_placeholders_and_escapes_html(template: str, expected: str) -> None:
    texts = PageTexts({"name": HOSTILE, "empty": "", "list": '["a"]', "day": "2026-02-02"})
    assert fill(template.encode(), texts, {"origin": "https://play.example"}).decode() == expected


def test_fill_makes_sections_of_the_texts_that_exist() -> None:
    texts = PageTexts(sections={"rules": "<p>{{name}}</p>"})
    html = fill(b"{{text:rules|Reglas}}{{text:terms|Terms}}", texts, {"name": "x"})
    assert html == b'<section id="rules"><h2>Reglas</h2><p>{{name}}</p></section>'


def test_fill_escapes_json_for_a_script_element() -> None:
    texts = PageTexts({"name": HOSTILE}, "/assets/c", {"site": msgspec.Raw(msgspec.json.encode({"name": HOSTILE}))})
    text = fill(b'{"name":"{{json:name}}","content":{{content:info,site}}}', texts, {}).decode()
    assert not set("<>&\u2028") & set(text)
    assert msgspec.json.decode(text) == {
        "name": HOSTILE,
        "content": {"address": "/assets/c", "site": {"name": HOSTILE}},
    }

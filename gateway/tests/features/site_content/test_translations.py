"""The sample content in Spanish and Portuguese says the same as the English one."""

import re
from typing import Any

import msgspec
import pytest

from gateway import package_data
from gateway.features.site_content import content_store

CONTENT = content_store.load(package_data.content())
CODES = {
    "id",
    "type",
    "url",
    "thumbnail_url",
    "download_url",
    "chat_url",
    "forum_url",
    "version",
    "status",
    "difficulty",
}
NAMES = {"castle", "owner", "location", "client"}
_HALF_DAY = re.compile(r"(\d+):(\d\d)(?:-(\d+):(\d\d))? ([AP]M)")


def _figures(text: str) -> list[str]:
    """Returns all figures sorted, hours counted from midnight: `6:00 PM` equals `18:00`."""
    return sorted(re.findall(r"\d+", _HALF_DAY.sub(_from_midnight, text)))


def _from_midnight(clock: re.Match[str]) -> str:
    hours = [int(hour) % 12 + 12 * (clock[5] == "PM") for hour in (clock[1], clock[3]) if hour]
    return f"{hours} {clock[2]} {clock[4] or ''}"


def _values(value: Any, path: str = "") -> dict[str, Any]:
    """Returns the values of nested objects and lists by their path."""
    if isinstance(value, dict):
        entries = value.items()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    elif isinstance(value, list):
        entries = enumerate(value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    else:
        return {path: value}
    return {key: leaf for name, part in entries for key, leaf in _values(part, f"{path}.{name}").items()}  # pyright: ignore


@pytest.mark.parametrize("language", ["es", "pt"])
def test_every_page_and_article_is_translated(language: str) -> None:
    source, translation = CONTENT.texts, CONTENT.in_language(language)
    assert source.pages.keys() >= {"rules", "terms", "privacy"}
    assert len(source.news) > 1
    assert [article.day for article in translation.news.values()] == [article.day for article in source.news.values()]
    pairs = [(source.pages[slug], html) for slug, html in translation.pages.items()]
    pairs += [(source.news[slug].html, article.html) for slug, article in translation.news.items()]
    for english, local_html in pairs:
        assert local_html != english
        assert _figures(local_html) == _figures(english)
        assert re.findall(r"</?\w+", local_html) == re.findall(r"</?\w+", english)
        links = [re.findall(r'href="([^"]+)"', html) for html in (english, local_html)]
        assert links[1] == [f"/{language}{path}" for path in links[0]]


@pytest.mark.parametrize("language", ["es", "pt"])
@pytest.mark.parametrize("part", ["info", "media", "downloads"])
def test_translation_has_the_figures_codes_and_names_of_the_english_file(part: str, language: str) -> None:
    english_values = _values(msgspec.to_builtins(getattr(CONTENT.texts, part)))
    local_values = _values(msgspec.to_builtins(getattr(CONTENT.in_language(language), part)))
    assert local_values.keys() == english_values.keys()
    assert local_values != english_values
    for path, text in english_values.items():
        if isinstance(text, str) and path.rpartition(".")[2] not in CODES | NAMES:
            assert _figures(local_values[path]) == _figures(text), path
        else:
            assert local_values[path] == text, path

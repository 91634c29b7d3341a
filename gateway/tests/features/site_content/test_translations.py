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
    own, translated = CONTENT.texts, CONTENT.in_language(language)
    assert own.pages.keys() >= {"rules", "terms", "privacy"}
    assert len(own.news) > 1
    assert [article.day for article in translated.news.values()] == [article.day for article in own.news.values()]
    pairs = [(own.pages[slug], html) for slug, html in translated.pages.items()]
    pairs += [(own.news[slug].html, article.html) for slug, article in translated.news.items()]
    for english, other in pairs:
        assert other != english
        assert _figures(other) == _figures(english)
        assert re.findall(r"</?\w+", other) == re.findall(r"</?\w+", english)
        links = [re.findall(r'href="([^"]+)"', html) for html in (english, other)]
        assert links[1] == [f"/{language}{path}" for path in links[0]]


@pytest.mark.parametrize("language", ["es", "pt"])
@pytest.mark.parametrize("part", ["info", "media", "downloads"])
def test_translation_has_the_figures_codes_and_names_of_the_english_file(part: str, language: str) -> None:
    english = _values(msgspec.to_builtins(getattr(CONTENT.texts, part)))
    translated = _values(msgspec.to_builtins(getattr(CONTENT.in_language(language), part)))
    assert translated.keys() == english.keys()
    assert translated != english
    for path, text in english.items():
        if isinstance(text, str) and path.rpartition(".")[2] not in CODES | NAMES:
            assert _figures(translated[path]) == _figures(text), path
        else:
            assert translated[path] == text, path

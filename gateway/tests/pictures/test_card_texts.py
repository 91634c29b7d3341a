"""Texts of link previews in each language of the build."""

import string
from collections.abc import Mapping

import pytest

from gateway import package_data
from gateway.pictures.card_texts import CardTexts, read_card_texts


@pytest.fixture(scope="module")
def texts() -> Mapping[str, CardTexts]:
    texts = read_card_texts(package_data.ui() / "render")
    if not texts:
        pytest.skip("the page has not been built")
    return texts


def test_all_languages_have_the_same_texts_with_the_same_values(texts: Mapping[str, CardTexts]) -> None:
    def values(language: CardTexts) -> dict[str, set[str]]:
        parts_by_key = {key: string.Formatter().parse(text) for key, text in language.texts.items()}
        return {key: {name for _, name, _, _ in parts if name} for key, parts in parts_by_key.items()}

    assert set(texts) == {"en", "es", "pt"}
    assert values(texts["en"]) == values(texts["es"]) == values(texts["pt"])
    assert {len(language.races) for language in texts.values()} == {5}


def test_numbers_and_names_follow_the_language(texts: Mapping[str, CardTexts]) -> None:
    assert [texts[code].number(12_345) for code in ("en", "es", "pt")] == ["12,345", "12.345", "12.345"]
    assert [texts[code].percent(64.25) for code in ("en", "es")] == ["64.2%", "64,2%"]
    assert texts["es"]("takesFrom", name="{before}", before="A") == "{before} se lo quita a A"

"""Texts of the catalogues: values, forms of plural, languages that readers ask for, and one more language."""

from collections.abc import Generator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from gateway import texts
from gateway.http.errors import Problem
from gateway.tests.support.paths import GATEWAY
from gateway.texts import Text, text

pytestmark = pytest.mark.unit


@pytest.fixture
def two_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    catalogues = {
        "en": {
            "locale": "en-US",
            "share": "{percent} % of {coins}",
            "coins": {"zero": "no coins", "one": "{count} coin", "other": "{count} coins"},
        },
        "de": {
            "locale": "de-DE",
            "share": "{percent} % von {coins}",
            "coins": {"one": "{count} Münze", "other": "{count} Münzen"},
        },
    }
    for language, values in catalogues.items():
        about = {"language": {"locale": values.pop("locale")}, "wallet": values}
        (tmp_path / f"{language}.json").write_bytes(msgspec.json.encode(about))
    monkeypatch.setattr(texts, "_FOLDER", tmp_path)
    caches = (texts.languages, texts.locale, texts._texts)  # pyright: ignore[reportPrivateUsage]
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize(
    ("language", "count", "sentence"),
    [
        ("en", 0, "no coins"),
        ("en", 1, "1 coin"),
        ("en", 1200, "1,200 coins"),
        ("de", 0, "0 Münzen"),
        ("de", 1, "1 Münze"),
        ("de", 1200, "1.200 Münzen"),
        ("fr", 2, "2 coins"),
    ],
)
def test_text_has_the_form_and_the_signs_of_its_language(
    two_catalogues: None, language: str, count: int, sentence: str
) -> None:
    assert text("wallet.coins", count=count).read(language) == sentence


def test_value_may_be_a_decimal_or_a_text(two_catalogues: None) -> None:
    share = text("wallet.share", percent=1250.0, coins=text("wallet.coins", count=1200))
    assert (str(share), share.read("de")) == ("1,250.0 % of 1,200 coins", "1.250,0 % von 1.200 Münzen")
    assert msgspec.json.decode(msgspec.json.encode(share), type=Text) == share


def test_language_is_a_file_alone(two_catalogues: None) -> None:
    assert texts.languages() == ("en", "de")


def test_text_without_a_value_it_names_is_an_error() -> None:
    with pytest.raises(KeyError):
        text("fields.max").read("en")
    with pytest.raises(KeyError):
        str(text("fields.no_such_code"))


def test_value_is_not_read_as_a_text() -> None:
    assert text("fields.one_of", values="{limit} <b>").read("en") == "Must be one of {limit} <b>"


def test_text_is_stored_as_code_and_values() -> None:
    sentence = text("fields.max", limit=7)
    assert msgspec.json.decode(msgspec.json.encode(sentence), type=Text) == sentence


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "pt"),
        ("es", "es"),
        ("es-AR,es;q=0.9,en;q=0.8", "es"),
        ("de, en;q=0.3, es;q=0.5", "es"),
        ("fr;q=x, *;q=0.1", "pt"),
        ("es;q=0, en", "en"),
        ("ES", "es"),
        (";;;,=", "pt"),
    ],
)
def test_preferred_language_is_that_of_the_header(header: str, language: str) -> None:
    assert texts.preferred(header, "pt") == language


@pytest.mark.whole
def test_every_error_code_has_a_text_in_every_language() -> None:
    files = [path for path in GATEWAY.rglob("*.py") if "tests" not in path.parts]
    for path in files:
        if "(Problem)" in path.read_text(encoding="utf-8"):
            import_module(".".join(path.relative_to(GATEWAY.parent).with_suffix("").parts))

    def with_subclasses(kind: type[Problem]) -> set[type[Problem]]:
        return {kind}.union(*map(with_subclasses, kind.__subclasses__()))

    codes = {kind.error for kind in with_subclasses(Problem)}
    assert len(codes) > 30
    assert {f"refusals.{code}" for code in codes} == {*texts.codes("refusals.")}
    for language in texts.languages():
        assert all(texts.read(language, f"refusals.{code}", currency="ISK") for code in codes), language

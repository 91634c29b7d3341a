"""The site's texts: one catalogue for each language, which the service and the build of the page read.

A text is a string with `{name}` for each value, or one for each form of plural, which `count` decides; `zero` is for 0.
`ui/build/messages.mjs` describes what texts of the page may have beyond that.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from babel import Locale
from babel.numbers import format_currency, format_decimal

Value = str | int
"""A number is shown with the signs of the language."""
SOURCE: Final = "en"
"""Logs and commands use this language, and so do answers to readers who name none."""
LANGUAGE: Final = r"^[a-z]{2}\Z"
"""Pattern of a language that a reader names. One without a catalogue gets English."""
_FOLDER: Final = Path(__file__).parent
_PLURAL_FORMS: Final = {"zero", "one", "two", "few", "many", "other"}


class Text(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence in no language: `section.group.key` in the catalogues, and its values by name."""

    code: str
    values: "Mapping[str, TextValue]" = {}

    def __str__(self) -> str:
        return self.read(SOURCE)

    def read(self, language: str) -> str:
        return read(language, self.code, **self.values)


TextValue = Value | float | Text
"""A float is shown with one decimal, a text in the language of the sentence around it."""


def text(code: str, /, **values: TextValue) -> Text:
    return Text(code, values)


def price(amount: int, currency: str) -> str | Text:
    """Returns a sum in whole units: pesos in the Argentine format in every language, as the page shows them."""
    if currency == "ARS":
        return format_currency(amount, currency, "¤\u00a0#,##0", locale="es_AR", currency_digits=False)
    return text("details.sum", amount=amount, currency=currency)


class Refusal(Exception):  # noqa: N818 - subclasses name what is refused
    """Base of errors that a reader gets in the reader's language. As a string it is English."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


def read(language: str, code: str, /, **values: TextValue) -> str:
    """Returns a text with its values, in English for an unknown language. Raises KeyError for an unknown code."""
    language = language if language in languages() else SOURCE
    template = _texts(language)[code]
    if not isinstance(template, str):
        template = template[_plural_form(language, template, values["count"])]
    return template.format_map({name: _shown(language, value) for name, value in values.items()})


@cache
def languages() -> tuple[str, ...]:
    """Returns the languages that have a catalogue, English first."""
    names = sorted(path.stem for path in _FOLDER.glob("*.json"))
    return (SOURCE, *(name for name in names if name != SOURCE))


@cache
def locale(language: str) -> Locale:
    """Returns how the language writes numbers and dates."""
    return Locale.parse(read(language, "language.locale"), sep="-")


def codes(prefix: str) -> list[str]:
    """Returns the codes of the English catalogue that begin so."""
    return [code for code in _texts(SOURCE) if code.startswith(prefix)]


def preferred(header: str, default: str) -> str:
    """Returns the language with a catalogue that an `Accept-Language` header prefers, else `default`."""
    weights: dict[str, float] = {}
    for part in header.split(",")[:20]:
        tag, _, weight = part.partition(";")
        weights.setdefault(tag.strip().partition("-")[0].lower(), _weight(weight))
    names = [name for name, weight in weights.items() if weight > 0 and name in languages()]
    return max(names, key=lambda name: weights[name], default=default)


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    try:
        return float(value) if name else 1.0
    except ValueError:
        return 0.0


def _plural_form(language: str, forms: Mapping[str, str], count: TextValue) -> str:
    assert isinstance(count, int)
    form = "zero" if count == 0 and "zero" in forms else locale(language).plural_form(count)
    return form if form in forms else "other"


def _shown(language: str, value: TextValue) -> str:
    if isinstance(value, Text):
        return value.read(language)
    if isinstance(value, str):
        return value
    return format_decimal(value, "#,##0.0" if isinstance(value, float) else None, locale(language))


@cache
def _texts(language: str) -> dict[str, str | dict[str, str]]:
    """Returns code → text, or form of plural → text."""
    return dict(_flatten(msgspec.json.decode((_FOLDER / f"{language}.json").read_bytes()), ""))


def _flatten(group: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str | dict[str, str]]]:
    for key, value in group.items():
        if isinstance(value, str) or ("other" in value and value.keys() <= _PLURAL_FORMS):
            yield prefix + key, value
        else:
            yield from _flatten(value, f"{prefix}{key}.")

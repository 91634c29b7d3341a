"""Texts, numbers and dates of link previews in a language of the site."""

from datetime import date

import msgspec
from babel.dates import format_skeleton
from babel.numbers import format_decimal

from gateway.texts import Value, locale, read


class CardTexts(msgspec.Struct, frozen=True):
    language: str

    def __call__(self, code: str, /, **values: Value) -> str:
        return read(self.language, code, **values)

    def number(self, value: int) -> str:
        return format_decimal(value, locale=locale(self.language))

    def short_date(self, day: date) -> str:
        return format_skeleton("MMMd", day, locale=locale(self.language))

    def date(self, day: date) -> str:
        return format_skeleton("yMMMd", day, locale=locale(self.language))

    def percent(self, value: float) -> str:
        return format_decimal(value, "0.0", locale(self.language)) + "%"

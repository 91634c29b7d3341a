"""Texts and numbers of link previews in a language of the page, from the build."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import msgspec

FILE = "card-texts.json"


class CardTexts(msgspec.Struct, frozen=True, kw_only=True):
    """`races`: names by id. `group` and `decimal`: the signs in numbers. `dates`: by month, with {day} and {year}."""

    group: str
    decimal: str
    dates: list[str]
    races: list[str]
    texts: dict[str, str]
    language: str = ""

    def __call__(self, key: str, /, **values: object) -> str:
        return self.texts[key].format(**values)

    def number(self, value: int) -> str:
        return f"{value:,}".replace(",", self.group)

    def date(self, day: date) -> str:
        return self.dates[day.month - 1].format(day=day.day, year=day.year)

    def percent(self, value: float) -> str:
        return f"{value:.1f}%".replace(".", self.decimal)


def read_card_texts(folder: Path) -> Mapping[str, CardTexts]:
    """Returns the texts by language; none for a build without them."""
    file = folder / FILE
    texts = msgspec.json.decode(file.read_bytes(), type=dict[str, CardTexts]) if file.is_file() else {}
    return {language: msgspec.structs.replace(card_texts, language=language) for language, card_texts in texts.items()}

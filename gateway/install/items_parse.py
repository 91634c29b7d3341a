"""Turns an item of a datapack, in any dialect, into an item of the catalogue."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from gateway.config.settings import SettingsError
from gateway.features.items.catalogue import MAX_ICON_LENGTH, MAX_ID, MAX_ITEMS, MAX_NAME_LENGTH, CatalogueItem
from gateway.game.items import Kind, category_of, grade_of, is_known_type, type_of
from gateway.game.slots import body_part

_MAX_WORD_LENGTH: Final = 40
_MAX_UNKNOWN_WORDS: Final = 50


class ImportFailedError(SettingsError):
    """The source cannot be read; the text names the place and the error."""


class RawItem(Struct, frozen=True, kw_only=True):
    """An item in the words of its source. `action`: effect of its use, if the source names it."""

    id: int
    name: str
    kind: Kind
    subtype: str = ""
    crystal: str = ""
    bodypart: str = ""
    icon: str = ""
    stackable: bool = False
    action: str = ""


class ImportSummary(Struct):
    """Result of an import. `kinds`: items of each kind. `unknown_words`: those without a rule → number of items."""

    kinds: Counter[Kind]
    repeated_ids: int = 0
    unknown_words: dict[str, int] = {}


def collect(source: Iterable[RawItem]) -> tuple[list[CatalogueItem], ImportSummary]:
    """Returns the catalogue's items. If an id occurs twice, the later item counts, as it does in the game.

    Raises ImportFailedError for an invalid id, and for more items than a catalogue holds.
    """
    items: dict[int, RawItem] = {}
    summary = ImportSummary(Counter())
    for raw in source:
        if not 0 <= raw.id <= MAX_ID:
            raise ImportFailedError(f"invalid item id {raw.id}")
        summary.repeated_ids += raw.id in items
        items[raw.id] = raw
        if len(items) > MAX_ITEMS:
            raise ImportFailedError(f"more than {MAX_ITEMS:,} items")
    return [_item(raw, summary) for raw in items.values()], summary


def _item(raw: RawItem, summary: ImportSummary) -> CatalogueItem:
    part = body_part(raw.bodypart)
    summary.kinds[raw.kind] += 1
    if part is None:
        _note(summary, f"bodypart {raw.bodypart}")
    if not is_known_type(raw.kind, raw.subtype):
        _note(summary, f"{raw.kind} type {raw.subtype}")
    name = clean_text(raw.name, MAX_NAME_LENGTH)
    subtype = clean_text(raw.subtype, _MAX_WORD_LENGTH)
    part = part or ""
    return CatalogueItem(
        id=raw.id,
        name=name or f"Item #{raw.id}",
        type=type_of(raw.kind, subtype, name, part, item_id=raw.id, action=raw.action),
        category=category_of(raw.kind, subtype, name, part, item_id=raw.id, action=raw.action),
        grade=grade_of(raw.crystal),
        part=part,
        icon=clean_text(raw.icon, MAX_ICON_LENGTH) or None,
        stackable=raw.stackable,
    )


def clean_text(text: str, max_length: int) -> str:
    """Returns one line without invisible characters: control, private-use, unassigned and text direction."""
    text = "".join(" " if letter.isspace() else letter for letter in text)
    text = "".join(letter for letter in text if unicodedata.category(letter)[0] != "C")
    return " ".join(text.split())[:max_length].rstrip()


def _note(summary: ImportSummary, word: str) -> None:
    word = clean_text(word, 60)
    if word in summary.unknown_words or len(summary.unknown_words) < _MAX_UNKNOWN_WORDS:
        summary.unknown_words[word] = summary.unknown_words.get(word, 0) + 1

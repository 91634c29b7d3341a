"""Sentences about events and names of calendar entries in the languages of the site: plain text, without markup."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from gateway.extras.world.schemas import PublicEvent

LANGUAGE: Final = r"^[a-z]{2}\Z"
"""Pattern of a language of the page. Texts that it does not have are English."""
_NAMES: Final = 3
_TEXTS: Final[Mapping[str, Mapping[str, str]]] = json.loads(
    (Path(__file__).parent / "texts.json").read_text(encoding="utf-8")
)


def text(language: str, key: str, **values: object) -> str:
    return _TEXTS.get(language, _TEXTS["en"])[key].format(**values)


def prefix(language: str, site_language: str) -> str:
    """Returns what the paths of the page begin with in a language."""
    return f"/{language}" if language in _TEXTS and language != site_language else ""


def sentence(event: PublicEvent, language: str) -> str:
    """Returns a sentence about the event. Names that are not public are left out or given as unknown."""
    unknown = text(language, "unknown")
    return text(
        language,
        _key(event),
        subject=event.subject or unknown,
        object=event.object or unknown,
        names=_names([character.char_name for character in event.characters], language) or unknown,
        value=event.value,
        class_name=event.characters[0].class_name if event.characters else unknown,
        rank=text(language, "noble" if event.value == 1 else "level", value=event.value),
    )


def _key(event: PublicEvent) -> str:
    match event.kind:
        case "olympiad_period" | "signs_period":
            return f"{event.kind}_{event.value}"
        case "world_first":
            return f"world_first_{event.first_of or 'world'}"
        case "boss_killed" if not event.characters:
            return "boss_killed_unknown"
        case "siege_ended" if not event.object:
            return "siege_ended_unknown"
        case kind:
            return kind


def _names(names: list[str], language: str) -> str:
    first_names = ", ".join(names[:_NAMES])
    more = len(names) - _NAMES
    return text(language, "more", names=first_names, count=more) if more > 0 else first_names

"""Sentences about events in the languages of the site: plain text, without markup."""

from typing import Final

from gateway.extras.world.schemas import PublicEvent
from gateway.texts import read

_NAMES: Final = 3


def sentence(event: PublicEvent, language: str) -> str:
    """Returns a sentence about the event. Names that are not public are left out or given as unknown."""
    unknown, value = read(language, "events.unknown"), event.value or 0
    hidden_hero, hidden_clan = (read(language, f"shared.{key}") for key in ("hiddenHero", "hiddenClan"))
    names = [hidden_hero if character.privacy == "hidden" else character.char_name for character in event.characters]
    hidden_names = dict.fromkeys(event.hidden or (), hidden_clan)
    return read(
        language,
        f"notifications.events.{_key(event)}",
        subject=hidden_names.get("subject") or event.subject or unknown,
        object=hidden_names.get("object") or event.object or unknown,
        names=_names(names, language) or unknown,
        value=value,
        class_name=event.characters[0].class_name if event.characters else unknown,
        rank=read(language, "events.noble" if value == 1 else "events.level", value=value),
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
    return read(language, "notifications.more", names=first_names, count=more) if more > 0 else first_names

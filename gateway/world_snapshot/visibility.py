"""Public visibility of a character, by the privacy level that its player has chosen. Pure.

Every public answer takes names from here, and every text that a player can write in the game passes `shown_text`.
"""

import unicodedata
from collections.abc import Collection, Sequence
from typing import Final, Literal, get_args

from msgspec import UNSET, Struct, UnsetType

Privacy = Literal["public", "rankings", "hidden"]
Place = Literal["board", "elsewhere"]
"""`board`: rankings, search, and lists of a clan's members; `elsewhere`: reports, records, feeds, every other text."""

HiddenMark = bool | UnsetType
"""True with the name of a hidden clan; no other answer has the field."""

LEVELS: Final[tuple[Privacy, ...]] = get_args(Privacy)
"""By number, as a snapshot stores them."""
PUBLIC: Final = LEVELS.index("public")
HIDDEN: Final = LEVELS.index("hidden")
HIDDEN_NAME: Final = "Hidden hero"
HIDDEN_CLAN: Final = "Hidden clan"
"""No name of a clan has a space."""
_MAX_TEXT: Final = 50
"""Letters of the widest column for a name or a title in any family."""
_NO_TEXT: Final = "\ufffd"
"""In place of a text of which nothing can be shown."""


class PrivacyLevels(Struct, frozen=True):
    """`logins`: accounts whose level is not the default.

    `hidden_names`: of characters, clans and alliances, hidden by operators, as the public would see them.
    """

    default: Privacy = "public"
    logins: dict[Privacy, list[str]] = {}
    hidden_names: list[str] = []


ALL_PUBLIC: Final = PrivacyLevels()


class ShownCharacter(Struct, frozen=True):
    """`char_id` is null for a hidden character. Only a character of level `public` has a page."""

    char_name: str
    char_id: int | None
    privacy: Privacy


def shown_character(name: str, character_id: int, level: int, place: Place) -> ShownCharacter:
    """`level`: number of the character's level."""
    is_named = level == PUBLIC or (place == "board" and level != HIDDEN)
    if is_named:
        return ShownCharacter(name, character_id, LEVELS[level])
    return ShownCharacter(HIDDEN_NAME, None, "hidden")


def shown_clan(name: str, hidden_names: Collection[str]) -> str:
    text = shown_text(name)
    return HIDDEN_CLAN if text in hidden_names else text


def hidden_mark(clan_name: str | None) -> HiddenMark:
    """Returns the field that marks a clan's name as that of a hidden one."""
    return True if clan_name == HIDDEN_CLAN else UNSET


def shown_text(text: str) -> str:
    """Returns a name or a title without letters that have no shape of their own: control, direction, zero-width and
    unassigned ones, which can hide in a name or turn the text around it. Separators of any kind become blanks."""
    if text.isprintable() and len(text) <= _MAX_TEXT:
        return text
    categories = ((letter, unicodedata.category(letter)[0]) for letter in text)
    visible_text = "".join(" " if category == "Z" else letter for letter, category in categories if category != "C")
    return visible_text[:_MAX_TEXT] or _NO_TEXT


def shown_texts(texts: Sequence[str]) -> Sequence[str]:
    """Returns the same for many texts. Texts of a range that need no change take one step."""
    if "".join(texts).isprintable() and max(map(len, texts), default=0) <= _MAX_TEXT:
        return texts
    return [shown_text(text) for text in texts]


def level_numbers(levels: PrivacyLevels) -> Collection[tuple[int, list[str]]]:
    """Returns the number of each level that an account has chosen, and the logins."""
    return [(LEVELS.index(level), logins) for level, logins in levels.logins.items()]

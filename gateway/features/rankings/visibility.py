"""Public visibility of a character, by the privacy level that its player has chosen. Pure.

Every public answer takes names from here.
"""

from collections.abc import Collection
from typing import Final, Literal, get_args

from msgspec import Struct

Privacy = Literal["public", "rankings", "hidden"]
Place = Literal["board", "elsewhere"]
"""`board`: rankings, search, and lists of a clan's members; `elsewhere`: reports, records, feeds, every other text."""

LEVELS: Final[tuple[Privacy, ...]] = get_args(Privacy)
"""By number, as a snapshot stores them."""
PUBLIC: Final = LEVELS.index("public")
HIDDEN: Final = LEVELS.index("hidden")
HIDDEN_NAME: Final = "Hidden hero"
HIDDEN_CLAN: Final = "Hidden clan"
"""No name of a clan has a space."""


class PrivacyLevels(Struct, frozen=True):
    """`logins`: accounts whose level is not the default.

    `hidden_names`: of characters, clans and alliances, hidden by operators.
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
    return HIDDEN_CLAN if name in hidden_names else name


def level_numbers(levels: PrivacyLevels) -> Collection[tuple[int, list[str]]]:
    """Returns the number of each level that an account has chosen, and the logins."""
    return [(LEVELS.index(level), logins) for level, logins in levels.logins.items()]

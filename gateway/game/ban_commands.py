"""The words that a game master types in the game to ban, by family. The site shows them, and writes no ban itself.

Sources are these classes of the packs: `AdminBan` of L2J Mobius C6, aCis, L2jFrozen and L2jOrion; `AdminPunishment` of
L2J Mobius CT_0; `AdminPunish` of aCis 400+; `gmaccess.handlers.ban` of Lucera.
"""

import re
from typing import Final, Literal

from msgspec import Struct

BanCommandKind = Literal["ban_account", "unban_account", "ban_character", "unban_character"]

_ACCOUNT: Final = re.compile(r"[0-9A-Za-z_.-]{1,45}")
_USUAL: Final[dict[BanCommandKind, str]] = {
    "ban_account": "//ban_acc",
    "unban_account": "//unban_acc",
    "ban_character": "//ban_char",
    "unban_character": "//unban_char",
}
_WORDS: Final[dict[str, dict[BanCommandKind, str]]] = {
    "mobius": _USUAL,
    "mobius_ct0": _USUAL,
    "acis": _USUAL,
    "rusacis": {
        "ban_account": "//ban account",
        "unban_account": "//unban account",
        "ban_character": "//ban player",
        "unban_character": "//unban player",
    },
    "frozen": _USUAL,
    "orion": _USUAL,
    "lucera": {
        "ban_account": "//ban",
        "unban_account": "//unban",
        "ban_character": "//banchar",
        "unban_character": "//unbanchar",
    },
}
PUNISHES_ACCOUNTS_BY_NAME: Final = frozenset({"mobius_ct0"})
"""Families whose command for accounts reads an account's name alone. In the others it bans the account of the online
character of that name, if there is one.
"""


class BanCommand(Struct, frozen=True):
    """`name`: of the account or character. `words`: as they are typed."""

    kind: BanCommandKind
    name: str
    words: str


def is_typeable_account(login: str) -> bool:
    """Returns False for a name that the game would cut or read otherwise: commands are split at blanks."""
    return _ACCOUNT.fullmatch(login) is not None


def commands(family: str, login: str, characters: list[str]) -> list[BanCommand]:
    """Returns the commands of an account and of its characters, without those of names that cannot be typed.

    `login`: empty: those of the characters alone.
    """
    words = _WORDS[family]
    accounts = [login] if is_typeable_account(login) else []
    names: dict[BanCommandKind, list[str]] = {
        "ban_account": accounts,
        "unban_account": accounts,
        "ban_character": [name for name in characters if name.isalnum()],
        "unban_character": [name for name in characters if name.isalnum()],
    }
    return [BanCommand(kind, name, f"{words[kind]} {name}") for kind in words for name in names[kind]]

"""The section of the settings about what the public sees of players, and about accounts that are no players."""

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

_ACCOUNT_PATTERN = re.compile(r"[A-Za-z0-9_.@*?-]*[A-Za-z0-9][A-Za-z0-9_.@*?-]*")


class PrivacySettings(msgspec.Struct, frozen=True, kw_only=True):
    default_level: Annotated[
        Literal["public", "rankings", "hidden"],
        "What the public sees of accounts that have not chosen: all, the name in rankings alone, or no name.",
    ] = "public"
    not_player_accounts: Annotated[
        tuple[Annotated[str, Meta(max_length=45)], ...],
        Meta(max_length=20),
        "Accounts of bots and services, neither counted nor ranked: names with * and ? for letters, as ai_*; comma "
        "separated.",
    ] = ()
    not_player_levels: Annotated[
        tuple[int, ...],
        Meta(max_length=20),
        "Access levels of accounts that are neither counted nor ranked, as 127; comma separated.",
    ] = ()

    def __post_init__(self) -> None:
        for pattern in self.not_player_accounts:
            if not _ACCOUNT_PATTERN.fullmatch(pattern):
                raise ValueError(f"not_player_accounts: {pattern!r} is no pattern of account names such as ai_*")
        if 0 in self.not_player_levels:
            raise ValueError("not_player_levels: 0 is the access level of players")

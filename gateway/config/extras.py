"""The sections of the settings about extras: which are on, and how long rewards wait."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

ALL_EXTRAS: Final = ("all",)


class ExtraSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[
        tuple[str, ...],
        "Extras that are on: all, or the names that `gateway extras list` shows; comma separated; empty: none.",
    ] = ALL_EXTRAS


class RewardSettings(msgspec.Struct, frozen=True, kw_only=True):
    hold_hours: Annotated[
        int,
        Meta(ge=0, le=24 * 90),
        "Hours after a prize, a vote, a code or a referral before its coins may be sent into the game; 0: none.",
    ] = 72

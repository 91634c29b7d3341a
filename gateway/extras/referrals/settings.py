"""The section `referrals`: what referrals pay, and for what."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gateway.config.kinds import Count


class ReferralSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Pay players who bring players through their own link."] = False
    referrer_coins: Annotated[Count, "Coins for the player who shared the link."] = 50
    account_coins: Annotated[Count, "Coins for the player who registered through it."] = 25
    level: Annotated[int, Meta(ge=1, le=100), "Level that a character of the new account has to reach."] = 40
    play_hours: Annotated[int, Meta(ge=0, le=10_000), "Hours that this character has to be played."] = 10
    paid_per_month: Annotated[Count, "Referrals that are paid to one player in 30 days; further ones wait."] = 10
    network_days: Annotated[
        int,
        Meta(ge=0, le=365),
        "Days around a registration in which a session of the referrer from its network refuses it; 0: none.",
    ] = 30


SECTION = ReferralSettings

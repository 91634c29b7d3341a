"""The sections of the settings about extras: which are on, push messages, history, economy, insight and rewards."""

import re
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

_HOST_PATTERN = re.compile(r"(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+")


ALL_EXTRAS: Final = ("all",)


class ExtraSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[
        tuple[str, ...],
        "Extras that are on: all, or the names that `gateway extras list` shows; comma separated; empty: none.",
    ] = ALL_EXTRAS


class PushSettings(msgspec.Struct, frozen=True, kw_only=True):
    allowed_hosts: Annotated[
        tuple[str, ...],
        "Hosts of push services that messages are sent to; *. stands for names below; comma separated; empty: no push.",
    ] = (
        "fcm.googleapis.com",
        "jmt17.google.com",  # the same service, for builds of Chromium without Google's keys
        "*.push.services.mozilla.com",
        "*.notify.windows.com",
        "web.push.apple.com",
        "*.push.apple.com",
    )

    def __post_init__(self) -> None:
        for host in self.allowed_hosts:
            if not _HOST_PATTERN.fullmatch(host):
                raise ValueError(f"allowed_hosts: {host!r} is no host such as push.example.com or *.example.com")


class HistorySettings(msgspec.Struct, frozen=True, kw_only=True):
    days: Annotated[
        int, Meta(ge=31, le=36_500), "Days of each character that are kept; of older ones the last of each month."
    ] = 400


class EconomySettings(msgspec.Struct, frozen=True, kw_only=True):
    """`hour`: of the count, the quietest one, in the site's time zone. `days`: of counts and acknowledged alarms that
    are kept. `wealth_level`: characters below it raise an alarm with more Adena than 99.9 % of all.
    """

    enabled: Annotated[
        bool, "Count all items of the game once a day, at no more than 1 % of the database's time, and raise alarms."
    ] = False
    public_report: Annotated[
        bool, "Show players Adena by level and items by amount on the page of the server's status; no owner is named."
    ] = False
    hour: ClassVar[int] = 4
    days: ClassVar[int] = 400
    wealth_level: ClassVar[int] = 40
    wealth_limit: Annotated[
        int,
        Meta(ge=0, le=2**53 - 1),
        "Adena above which characters below level 40 raise an alarm in any case; 0: no such limit.",
    ] = 500_000_000


class InsightSettings(msgspec.Struct, frozen=True, kw_only=True):
    weekly_minutes: ClassVar[int] = 120
    """Minutes of play a week that make an account active: T of the activity index in the administration."""


class RewardSettings(msgspec.Struct, frozen=True, kw_only=True):
    hold_hours: Annotated[
        int,
        Meta(ge=0, le=24 * 90),
        "Hours after a prize, a vote, a code or a referral before its coins may be sent into the game; 0: none.",
    ] = 72

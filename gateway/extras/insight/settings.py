"""The section `insight`: activity of accounts."""

from typing import ClassVar

import msgspec


class InsightSettings(msgspec.Struct, frozen=True, kw_only=True):
    weekly_minutes: ClassVar[int] = 120
    """Minutes of play a week that make an account active: T of the activity index in the administration."""


SECTION = InsightSettings
RETIRED = ("insight.weekly_minutes",)

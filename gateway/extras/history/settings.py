"""The section `history`: how long days are kept."""

from typing import Annotated

import msgspec
from msgspec import Meta


class HistorySettings(msgspec.Struct, frozen=True, kw_only=True):
    days: Annotated[
        int, Meta(ge=31, le=36_500), "Days of each character that are kept; of older ones the last of each month."
    ] = 400


SECTION = HistorySettings

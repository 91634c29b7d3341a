"""The section `economy`: the count of items."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta


class EconomySettings(msgspec.Struct, frozen=True, kw_only=True):
    """`hour`: of the count, the quietest one, in the site's time zone. `days`: of counts and acknowledged alarms that
    are kept. `wealth_level`: characters below it raise an alarm with more Adena than 99.9 % of all.
    """

    enabled: Annotated[
        bool, "Count all items of the game once a day, at no more than 1 % of the database's time, and raise alarms."
    ] = False
    public_report: Annotated[
        bool, "Show players Adena by level and items by amount on `/economy`; no owner is named."
    ] = False
    hour: ClassVar[int] = 4
    days: ClassVar[int] = 400
    wealth_level: ClassVar[int] = 40
    wealth_limit: Annotated[
        int,
        Meta(ge=0, le=2**53 - 1),
        "Adena above which characters below level 40 raise an alarm in any case; 0: no such limit.",
    ] = 500_000_000


SECTION = EconomySettings
RETIRED = ("economy.hour", "economy.days", "economy.wealth_level")

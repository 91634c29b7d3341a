"""The section `roulette`: what a spin costs, how often one may spin, and what there is to win."""

from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from gateway.config.types import Count
from gateway.features.roulette.wheel import DEFAULT, Wheel, parse, percent


class Roulette(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Let players spin; off: the wheel is shown and stands still."] = True
    spin_cost: Annotated[Count, Meta(le=1_000_000_000), "Coins that a spin costs."] = 10
    max_daily_spins: Annotated[int, Meta(ge=0), "Spins of one account a day; 0: as many as it can pay."] = 10
    cooldown_seconds: Annotated[int, Meta(ge=0, le=86_400), "Time between two spins of one account."] = 30
    time_zone: Annotated[str, "The site's time zone: the day of max_daily_spins turns at its midnight."] = (
        "America/Argentina/Buenos_Aires"
    )
    slots: Annotated[tuple[str, ...], "The twelve slots by position, TIER:prize:weight; comma separated."] = DEFAULT
    allow_unprofitable_wheel: Annotated[bool, "Run a wheel that gives back more than it takes."] = False

    def __post_init__(self) -> None:
        try:
            returned = self.wheel.returns(self.spin_cost)
        except ValueError as wrong:
            raise ValueError(f"slots: {wrong}") from None
        if returned > 1 and not self.allow_unprofitable_wheel:
            raise ValueError(
                f"slots: this wheel gives back {percent(returned)} of what it takes; "
                "set roulette.allow_unprofitable_wheel to run it anyway"
            )
        try:
            _ = self.zone
        except (ValueError, OSError, KeyError):
            raise ValueError(f"time_zone: {self.time_zone!r} is no time zone such as Europe/Madrid") from None

    @property
    def wheel(self) -> Wheel:
        return parse(self.slots)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

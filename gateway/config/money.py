"""The sections about coins: the books, deliveries into the game, and the roulette."""

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from gateway.concurrency.durations import DAY
from gateway.config.dsn import DsnError, parse_dsn
from gateway.config.kinds import Count
from gateway.texts import Text, text


class CoinSettings(msgspec.Struct, frozen=True, kw_only=True):
    item_id: Annotated[Count, "The item that is a coin in the game."] = 4037


class LedgerSettings(msgspec.Struct, frozen=True, kw_only=True):
    anchor_file: Annotated[str, "File to which the hash of each closed day is appended; empty: none."] = ""


class DeliverySettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Let players send coins to their characters; off if nothing delivers them."] = True


class GameTableDeliverySettings(msgspec.Struct, frozen=True, kw_only=True):
    """Coins go into the game through the delivery table of its schema family."""

    enabled: Annotated[bool, "Deliver coins through the game's own table; needs `dsn`."] = False
    dsn: Annotated[str, "Login for that one table; `gateway install --handover` makes it."] = ""
    poll_seconds: ClassVar[int] = 5
    """Time between two polls of open deliveries and of the table."""

    def __post_init__(self) -> None:
        if self.dsn and not self.dsn.startswith("mysql://"):
            raise ValueError("dsn: expected mysql://user:password@host:port/game_schema")

    @property
    def active(self) -> bool:
        return self.enabled and bool(self.dsn)

    def problems(self) -> list[Text]:
        """Reasons why an enabled section cannot work."""
        if not self.enabled:
            return []
        if not self.dsn:
            return [text("doctor.settings.no_delivery_dsn")]
        try:
            parse_dsn(self.dsn)
        except DsnError as error:
            return [text("doctor.settings.delivery_dsn", error=str(error))]
        return []


class RouletteSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Let players spin; off: the wheel is shown and stands still."] = True
    spin_cost: Annotated[Count, Meta(le=1_000_000_000), "Coins that a spin costs."] = 10
    max_daily_spins: Annotated[int, Meta(ge=0), "Spins of one account a day; 0: no limit."] = 10
    cooldown_seconds: Annotated[int, Meta(ge=0, le=DAY), "Time between two spins of one account."] = 30
    pair_max_spins: ClassVar[int] = 1000
    pair_max_days: ClassVar[int] = 30
    """Spins of one pair of seeds, and days that it is in use; then the player chooses new seeds."""
    step_up_above: Annotated[
        int,
        Meta(ge=0),
        "Coins that an account's spins may cost between two proofs of its password; 0: no proof is asked.",
    ] = 0
    slots: Annotated[tuple[str, ...], "The twelve slots by position, TIER:prize:weight; comma separated."] = (
        "JACKPOT:500:10",
        "TINY_WIN:3:1400",
        "SMALL_WIN:7:1200",
        "MEDIUM_WIN:15:750",
        "TINY_WIN:3:1400",
        "GOOD_WIN:30:300",
        "BIG_WIN:100:90",
        "TINY_WIN:3:1400",
        "SMALL_WIN:7:1200",
        "MEDIUM_WIN:15:750",
        "SMALL_WIN:7:1200",
        "GOOD_WIN:30:300",
    )
    allow_unprofitable_wheel: Annotated[bool, "Run a wheel that gives back more than it takes."] = False

"""The section `game_table_delivery`: coins go into the game through the delivery table of its schema family."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gateway.config.dsn import DsnError, parse_dsn


class GameTableDelivery(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Deliver coins through the game's own table; needs `dsn`."] = False
    dsn: Annotated[str, "Login for that one table; `gateway install --handover` makes it."] = ""
    poll_seconds: Annotated[int, Meta(ge=2, le=300), "Time between two polls of open deliveries and of the table."] = 5

    def __post_init__(self) -> None:
        if self.dsn and not self.dsn.startswith("mysql://"):
            raise ValueError("dsn: expected mysql://user:password@host:port/game_schema")

    @property
    def active(self) -> bool:
        return self.enabled and bool(self.dsn)


def missing(delivery: GameTableDelivery) -> list[str]:
    """Returns the problems that prevent an enabled section from working, each as `key: reason`."""
    if not delivery.enabled:
        return []
    if not delivery.dsn:
        return ["game_table_delivery.dsn is not set; `gateway install --handover --apply` makes the user and writes it"]
    try:
        parse_dsn(delivery.dsn)
    except DsnError as error:
        return [f"game_table_delivery.dsn: {error}"]
    return []

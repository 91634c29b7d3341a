"""The section `handover`: coins into the game through the table that its family has for that."""

from typing import Annotated

import msgspec
from msgspec import Meta

from gateway.config.dsn import DsnError, parse_dsn


class Handover(msgspec.Struct, frozen=True, kw_only=True):
    enabled: Annotated[bool, "Hand coins over through the game's own table; `dsn` is needed as well."] = False
    dsn: Annotated[str, "User of that one table, made by `gateway install --handover`."] = ""
    every_seconds: Annotated[int, Meta(ge=2, le=300), "Time between two looks at what waits and what was given."] = 5

    def __post_init__(self) -> None:
        if self.dsn and not self.dsn.startswith("mysql://"):
            raise ValueError("dsn: expected mysql://user:password@host:port/game_schema")

    @property
    def active(self) -> bool:
        return self.enabled and bool(self.dsn)


def missing(handover: Handover) -> list[str]:
    """What keeps it from working although it is switched on: each a key and a reason."""
    if not handover.enabled:
        return []
    if not handover.dsn:
        return ["handover.dsn is not set; `gateway install --handover --apply` makes the user and writes it"]
    try:
        parse_dsn(handover.dsn)
    except DsnError as wrong:
        return [f"handover.dsn: {wrong}"]
    return []

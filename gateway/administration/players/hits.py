"""Results of the administration's search."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Final, Literal

from msgspec import Struct

from gateway.administration.fields import NeedsMoney
from gateway.administration.players.states import PlayerState

HitKind = Literal["payment", "donation", "delivery", "account", "character", "email", "address", "competition"]
HitState = Literal[
    PlayerState,
    "completed",
    "pending",
    "failed",
    "refunded",
    "delivered",
    "cancelled",
    "foreign",
    "online",
    "",
]

MAX_BY_NAME: Final = 8
"""Results of a kind that a name finds."""


class SearchHit(Struct, frozen=True, kw_only=True):
    """`id`: number or name of the hit. `account`: empty for a payment of no donation. `at`: epoch seconds; `amount`:
    minor units of `currency`. `title`: of a competition.

    `state`: the gravest of the account, or that of the payment, donation or delivery.
    """

    kind: HitKind
    id: str
    account: str
    state: HitState = ""
    at: int | None = None
    amount: Annotated[int | None, NeedsMoney] = None
    currency: str = ""
    coins: int | None = None
    level: int | None = None
    class_name: str | None = None
    title: str = ""


HitReader = Callable[[str], Awaitable[Sequence[SearchHit]]]
"""Called with the text that is searched. Returns at most MAX_BY_NAME. Raises DatabaseUnavailable."""

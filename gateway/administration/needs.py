"""Cases that need a person. The overview lists them, and the rules of the alerts count them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

from msgspec import Struct

from gateway.features.payments.explanation import Explanation

NeedKind = Literal[
    "delivery_unconfirmed",
    "delivery_stuck",
    "payment_mismatched",
    "dispute",
    "coins_held",
    "competition_due",
    "economy_alarm",
    "account_frozen",
]

MAX_NEEDS: Final = 50
"""Most cases of one kind."""


class OpenAlarm(Struct, frozen=True):
    """An alarm of the economy. `item`: its name. `limit`: the bound that `value` passes."""

    kind: Literal["supply", "stack", "wealth", "copy"]
    item: str
    value: int
    limit: int


class Need(Struct, frozen=True, kw_only=True):
    """Something that waits for a person. `since`: epoch seconds. `amount`: centavos.

    `text`: title of a competition.
    """

    kind: NeedKind
    subject: str
    account: str | None = None
    since: int | None = None
    coins: int | None = None
    amount: int | None = None
    text: str = ""
    explanation: Explanation | None = None
    alarm: OpenAlarm | None = None


NeedReader = Callable[[int], Awaitable[Sequence[Need]]]
"""Called with the present time in epoch seconds. Raises DatabaseUnavailable."""

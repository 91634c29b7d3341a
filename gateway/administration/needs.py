"""Cases that need a person. The overview lists them, and the rules of the alerts count them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Final, Literal

from msgspec import Struct

from gateway.administration.fields import NeedsMoney
from gateway.features.payments.explanation import Explanation

NeedKind = Literal[
    "delivery_unconfirmed",
    "delivery_stuck",
    "payment_mismatched",
    "dispute",
    "coins_held",
    "ticket_money",
    "ticket_open",
    "competition_due",
    "economy_alarm",
    "account_frozen",
]

NEED_PERMISSIONS: Final[dict[NeedKind, str]] = {
    "delivery_unconfirmed": "players.read",
    "delivery_stuck": "players.read",
    "payment_mismatched": "players.read",
    "dispute": "players.read",
    "coins_held": "coins.read",
    "ticket_money": "money.read",
    "ticket_open": "tickets.read",
    "competition_due": "competitions.read",
    "economy_alarm": "economy.read",
    "account_frozen": "players.read",
}
"""The right to the rows of each kind: an operator without it does not see that there are any."""

MAX_NEEDS: Final = 50
"""Most cases of one kind."""


class OpenAlarm(Struct, frozen=True):
    """An alarm of the economy. `item`: its name. `limit`: the bound that `value` passes."""

    kind: Literal["supply", "stack", "wealth", "copy"]
    item: str
    value: int
    limit: int


class Need(Struct, frozen=True, kw_only=True):
    """Something that waits for a person. `since`: epoch seconds. `amount`: minor units of `currency`.

    `text`: title of a competition or a ticket.
    """

    kind: NeedKind
    subject: str
    account: str | None = None
    since: int | None = None
    coins: int | None = None
    amount: Annotated[int | None, NeedsMoney] = None
    currency: str | None = None
    text: str = ""
    explanation: Explanation | None = None
    alarm: OpenAlarm | None = None


NeedReader = Callable[[int], Awaitable[Sequence[Need]]]
"""Called with the present time in epoch seconds. Raises DatabaseUnavailable."""

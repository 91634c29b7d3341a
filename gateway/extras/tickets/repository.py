"""Rows and statements of tickets."""

from typing import Final, Literal, get_args

from msgspec import Struct

from gateway.database.queries import query
from gateway.registration.feature import SignalCount

Topic = Literal["paid", "sign_in", "item", "spin", "other"]
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)
MONEY_TOPIC: Final[Topic] = "paid"
State = Literal["open", "answered", "waiting", "closed"]
Author = Literal["player", "operator", "note"]


class TicketRow(Struct, frozen=True):
    """Times in epoch seconds. `waiting_since`: the first message without an answer; None: there is none."""

    id: int
    account: str
    topic: Topic
    title: str
    donation_id: str | None
    state: State
    created_at: int
    changed_at: int
    waiting_since: int | None


class MessageRow(Struct, frozen=True):
    """`operator`: empty for a message of the player."""

    id: int
    author: Author
    operator: str
    text: str
    at: int


class PictureRow(Struct, frozen=True):
    id: int
    at: int
    size: int


class PictureData(Struct, frozen=True):
    data: bytes


class PictureBytes(Struct, frozen=True):
    size: int


class AddedId(Struct, frozen=True):
    id: int


class AccountTicket(Struct, frozen=True):
    id: int
    state: State


class DonationId(Struct, frozen=True):
    id: str


LOCK_ACCOUNT: Final = query("tickets.lock_account", AccountTicket)
OWN_DONATION: Final = query("tickets.own_donation", DonationId)
ADD: Final = query("tickets.add", None)
LAST_ID: Final = query("tickets.last_id", AddedId)
ADD_MESSAGE: Final = query("tickets.add_message", None)
TICKET_OF_KEY: Final = query("tickets.ticket_of_key", AddedId)
OWN: Final = query("tickets.own", TicketRow)
TICKET: Final = query("tickets.ticket", TicketRow)
LOCK: Final = query("tickets.lock", TicketRow)
MESSAGES: Final = query("tickets.messages", MessageRow)
NEWEST_OF_PLAYER: Final = query("tickets.newest_of_player", AddedId)
PICTURES: Final = query("tickets.pictures", PictureRow)
PICTURE: Final = query("tickets.picture", PictureData)
PICTURE_BYTES: Final = query("tickets.picture_bytes", PictureBytes)
ADD_PICTURE: Final = query("tickets.add_picture", None)
SET_STATE: Final = query("tickets.set_state", None)
PAGE: Final = query("tickets.page", TicketRow)
OPEN: Final = query("tickets.open", TicketRow)
UNANSWERED: Final = query("tickets.unanswered", SignalCount)
CLOSE_ANSWERED: Final = query("tickets.close_answered", None)
PRUNE: Final = query("tickets.prune", None)

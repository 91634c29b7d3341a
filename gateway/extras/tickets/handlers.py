"""/api/player/tickets: a player writes to the operators and reads their answers."""

import math
from datetime import datetime
from typing import Annotated, Final

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import HeaderParameter, JSONBody, PathParameter
from msgspec import Meta, Struct

from gateway.concurrency.durations import DAY, HOUR
from gateway.config.settings import Settings
from gateway.database.database import Database
from gateway.database.times import to_datetime
from gateway.extras.tickets import repository
from gateway.extras.tickets.pictures import MAX_BYTES, PictureReader, picture_response
from gateway.extras.tickets.repository import MONEY_TOPIC, State, TicketRow, Topic
from gateway.extras.tickets.settings import TicketSettings
from gateway.extras.tickets.store import ACCOUNT_BYTES, MAX_OPEN, TicketStore, clean
from gateway.features.accounts import Caller
from gateway.features.accounts.limits import HttpRequest
from gateway.http import idempotency
from gateway.http.errors import (
    AccountFrozen,
    Conflict,
    NotFound,
    SiteUnavailable,
    TooLarge,
    TooManyRequests,
    ValidationFailed,
)
from gateway.http.rate_limit import Clients
from gateway.http.rate_limit_shared import Limit, Limiter
from gateway.http.request_validation import STREAMED_BODY, body_parts
from gateway.http.routes import get, post
from gateway.texts import text

TITLE_MAX: Final = 100
TEXT_MAX: Final = 4000
_ERRORS: Final = (AccountFrozen, SiteUnavailable)
_CHANGE_ERRORS: Final = (NotFound, Conflict, ValidationFailed, TooManyRequests, *_ERRORS)

TicketId = Annotated[int, PathParameter(ge=1, le=2**32 - 1)]
PictureId = Annotated[int, PathParameter(ge=1, le=2**32 - 1)]
Key = Annotated[
    str, HeaderParameter(name=idempotency.HEADER, required=True, schema_extra={"pattern": idempotency.KEY.pattern})
]
MessageText = Annotated[str, Meta(max_length=TEXT_MAX)]


class TicketForm(Struct, forbid_unknown_fields=True, kw_only=True):
    """`donation_id`: of an own donation, for the topic `paid`."""

    topic: Topic
    title: Annotated[str, Meta(max_length=TITLE_MAX)] = ""
    text: MessageText = ""
    donation_id: Annotated[str, Meta(max_length=36)] | None = None


class TicketMessageForm(Struct, forbid_unknown_fields=True):
    text: MessageText = ""


class TicketSummary(Struct, frozen=True, kw_only=True):
    id: int
    topic: Topic
    title: str
    state: State
    created_at: datetime
    changed_at: datetime


class TicketList(Struct, frozen=True, kw_only=True):
    """The last changed first. `open_max`: tickets that may be open at once. `picture_bytes`: used, of `picture_max`."""

    data: list[TicketSummary]
    open_max: int
    picture_bytes: int
    picture_max: int


class TicketMessage(Struct, frozen=True):
    """`is_own`: of the player; else of an operator."""

    id: int
    is_own: bool
    text: str
    at: datetime


class TicketPicture(Struct, frozen=True):
    id: int
    at: datetime


class TicketThread(Struct, frozen=True, kw_only=True):
    """A ticket with its messages and pictures, in their order."""

    ticket: TicketSummary
    donation_id: str | None
    messages: list[TicketMessage]
    pictures: list[TicketPicture]


class OwnTickets:
    """Answers about the tickets of one account, and the limits of writing."""

    def __init__(self, site: Database, settings: TicketSettings, limiter: Limiter, clients: Clients) -> None:
        self._site, self._settings = site, settings
        self._limiter, self._clients = limiter, clients
        self.store, self.reader = TicketStore(site), PictureReader()

    async def overview(self, login: str) -> TicketList:
        rows = await self._site.read(repository.OWN, account=login)
        used = await self._site.one(repository.PICTURE_BYTES, account=login)
        return TicketList(
            data=[_summary(row) for row in rows],
            open_max=MAX_OPEN,
            picture_bytes=used.size if used else 0,
            picture_max=ACCOUNT_BYTES,
        )

    async def thread(self, login: str, id: int) -> TicketThread:
        """Raises NotFound. Notes of operators are left out."""
        row = await self.store.own(login, id)
        messages = await self._site.read(repository.MESSAGES, ticket_id=id)
        pictures = await self._site.read(repository.PICTURES, ticket_id=id)
        return TicketThread(
            ticket=_summary(row),
            donation_id=row.donation_id,
            messages=[
                TicketMessage(message.id, message.author == "player", message.text, to_datetime(message.at))
                for message in messages
                if message.author != "note"
            ],
            pictures=[TicketPicture(picture.id, to_datetime(picture.at)) for picture in pictures],
        )

    async def picture(self, login: str, id: int, picture_id: int) -> Response[bytes]:
        """Raises NotFound."""
        await self.store.own(login, id)
        row = await self._site.one(repository.PICTURE, id=picture_id, ticket_id=id)
        if row is None:
            raise NotFound
        return picture_response(picture_id, row.data)

    async def take_ticket(self, request: HttpRequest, login: str) -> None:
        """Counts a new ticket of the account and of its address. Raises TooManyRequests."""
        address, per_day = self._clients.key(request.scope), self._settings.per_day
        by_address = Limit(f"ticket-address:{address}", 4 * per_day * self._clients.allowance(request.scope), DAY)
        await self._take([Limit(f"ticket:{login}", per_day, DAY), *([by_address] if address else [])])

    async def take_message(self, login: str) -> None:
        """Counts a message or a picture. Raises TooManyRequests."""
        await self._take([Limit(f"ticket-message:{login}", self._settings.messages_per_hour, HOUR)])

    async def _take(self, limits: list[Limit]) -> None:
        if wait := await self._limiter.take_all(limits):
            raise TooManyRequests(text("details.many_tickets"), retry_after=math.ceil(wait))


def _summary(row: TicketRow) -> TicketSummary:
    return TicketSummary(
        id=row.id,
        topic=row.topic,
        title=row.title,
        state=row.state,
        created_at=to_datetime(row.created_at),
        changed_at=to_datetime(row.changed_at),
    )


def _require_text(value: str, field: str) -> str:
    """Returns the text as it is stored. Raises ValidationFailed for an empty one."""
    cleaned = clean(value)
    if not cleaned:
        raise ValidationFailed(fields={field: text("reasons.text_missing")})
    return cleaned


def routes(tickets: OwnTickets, settings: Settings) -> list[HTTPRouteHandler]:
    return [*_read_routes(tickets), *_write_routes(tickets), _picture_route(tickets, settings)]


def _read_routes(tickets: OwnTickets) -> list[HTTPRouteHandler]:
    @get("/api/player/tickets", *_ERRORS)
    async def list_tickets(caller: Caller) -> TicketList:
        """The account's tickets."""
        return await tickets.overview(caller.login)

    @get("/api/player/tickets/{ticket_id:int}", NotFound, *_ERRORS)
    async def get_ticket(caller: Caller, ticket_id: TicketId) -> TicketThread:
        """A ticket with its messages."""
        return await tickets.thread(caller.login, ticket_id)

    @get("/api/player/tickets/{ticket_id:int}/pictures/{picture_id:int}", NotFound, *_ERRORS)
    async def get_ticket_picture(caller: Caller, ticket_id: TicketId, picture_id: PictureId) -> Response[bytes]:
        """A picture of a ticket, as WebP."""
        return await tickets.picture(caller.login, ticket_id, picture_id)

    return [list_tickets, get_ticket, get_ticket_picture]


def _write_routes(tickets: OwnTickets) -> list[HTTPRouteHandler]:
    @post("/api/player/tickets", *_CHANGE_ERRORS, status_code=201)
    async def open_ticket(
        request: HttpRequest, caller: Caller, data: JSONBody[TicketForm], idempotency_key: Key = ""
    ) -> TicketThread:
        """Write to the operators."""
        idempotency.check(idempotency_key)
        title, message = _require_text(data.title.replace("\n", " "), "title"), _require_text(data.text, "text")
        key = idempotency.uuid_of(f"ticket\0{caller.login}\0{idempotency_key}")
        if await tickets.store.ticket_of(key) is None:
            await tickets.take_ticket(request, caller.login)
        topic = MONEY_TOPIC if data.donation_id else data.topic
        ticket_id = await tickets.store.open(caller.login, topic, title, data.donation_id or None, message, key)
        return await tickets.thread(caller.login, ticket_id)

    @post("/api/player/tickets/{ticket_id:int}/messages", *_CHANGE_ERRORS)
    async def write_ticket_message(
        caller: Caller, ticket_id: TicketId, data: JSONBody[TicketMessageForm], idempotency_key: Key = ""
    ) -> TicketThread:
        """Add a message to a ticket that is not closed."""
        idempotency.check(idempotency_key)
        message = _require_text(data.text, "text")
        await tickets.take_message(caller.login)
        key = idempotency.uuid_of(f"message\0{caller.login}\0{idempotency_key}")
        await tickets.store.write(caller.login, ticket_id, message, key)
        return await tickets.thread(caller.login, ticket_id)

    @post("/api/player/tickets/{ticket_id:int}/close", NotFound, Conflict, *_ERRORS)
    async def close_ticket(caller: Caller, ticket_id: TicketId) -> TicketThread:
        """Close a ticket: the question is answered."""
        await tickets.store.close(caller.login, ticket_id)
        return await tickets.thread(caller.login, ticket_id)

    return [open_ticket, write_ticket_message, close_ticket]


def _picture_route(tickets: OwnTickets, settings: Settings) -> HTTPRouteHandler:
    @post(
        "/api/player/tickets/{ticket_id:int}/pictures",
        TooLarge,
        *_CHANGE_ERRORS,
        max_body_bytes=MAX_BYTES,
        opt={STREAMED_BODY: True},
    )
    async def add_ticket_picture(request: HttpRequest, caller: Caller, ticket_id: TicketId) -> TicketThread:
        """Add a picture to a ticket: PNG, JPEG or WebP, which the service encodes anew without metadata."""
        row = await tickets.store.own(caller.login, ticket_id)
        if row.state == "closed":
            raise Conflict(text("reasons.ticket_closed"))
        await tickets.store.require_space(caller.login, 1)
        await tickets.take_message(caller.login)
        parts = body_parts(request, settings.server.body_timeout_seconds)
        await tickets.store.add_picture(caller.login, ticket_id, await tickets.reader.read(parts))
        return await tickets.thread(caller.login, ticket_id)

    return add_ticket_picture

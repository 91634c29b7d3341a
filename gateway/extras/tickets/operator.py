"""Tickets in the administration: list, read, answer, set aside and close, with notes that no player sees.

Tickets about payments exist for operators who may read money alone. Texts are in no log, so that they can be erased.
"""

import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Final, Literal

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct
from msgspec.structs import replace

from gateway.administration.changes import Change, ChangedMeanwhile, ChangeForm, ChangeResult
from gateway.administration.needs import MAX_NEEDS, Need
from gateway.administration.operator_pages import OperatorPages
from gateway.administration.routes import get, post
from gateway.administration.sessions import Operator, OperatorIdentity
from gateway.database.database import Database, Databases, Session
from gateway.database.times import to_datetime
from gateway.extras.tickets import repository
from gateway.extras.tickets.handlers import TEXT_MAX, PictureId, TicketId, TicketPicture
from gateway.extras.tickets.mails import TicketMails
from gateway.extras.tickets.pictures import picture_response
from gateway.extras.tickets.repository import MONEY_TOPIC, Author, State, TicketRow, Topic
from gateway.extras.tickets.store import add_message, clean, set_state
from gateway.features.operators import operator_log
from gateway.http.errors import Conflict, NotFound, ValidationFailed
from gateway.http.paging import LAST_ID, BeforeId, keyset_page
from gateway.registration.extra import Parts
from gateway.texts import codes, read, text

_ROWS: Final = 100
_SEARCH_MAX: Final = 60
_REPLIES: Final = "ticketReplies."
_ERRORS: Final = (NotFound, Conflict, ChangedMeanwhile, ValidationFailed)


class OperatorTicket(Struct, frozen=True, kw_only=True):
    """`waiting_since`: the first message without an answer; null: there is none."""

    id: int
    account: str
    topic: Topic
    title: str
    state: State
    created_at: datetime
    changed_at: datetime
    waiting_since: datetime | None


class OperatorTickets(Struct, frozen=True):
    """The newest first. `next`: the value of `before` for older rows; null on the last page."""

    data: list[OperatorTicket]
    next: int | None


class OperatorTicketMessage(Struct, frozen=True, kw_only=True):
    """`author`: `note` for a note of an operator, which the player does not see. `operator`: empty for the player."""

    id: int
    author: Author
    operator: str
    text: str
    at: datetime


class OperatorTicketThread(Struct, frozen=True, kw_only=True):
    """`language`: of the player. `replies`: prepared ones in it, by name. `next_open`: another ticket that
    waits, the longest."""

    ticket: OperatorTicket
    donation_id: str | None
    language: str
    messages: list[OperatorTicketMessage]
    pictures: list[TicketPicture]
    replies: dict[str, str]
    next_open: int | None


class TicketTextForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    text: Annotated[str, Meta(max_length=TEXT_MAX)]


class TicketAnswerForm(TicketTextForm, forbid_unknown_fields=True, kw_only=True):
    """`closes`: the ticket is closed with the answer. `last_message`: the newest that the operator has read: an answer
    that does not know a newer one is refused, since it would end its wait."""

    closes: bool = False
    last_message: int


class TicketStateForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    """`state` `waiting`: the operator waits for someone else. `topic` null: as it is."""

    state: Literal["open", "waiting", "closed"]
    topic: Topic | None = None


Work = Callable[[Session, TicketRow], Awaitable[None]]


class TicketDesk:
    """Tickets as the operators see and change them."""

    def __init__(self, site: Database, mails: TicketMails) -> None:
        self._site, self._mails = site, mails

    async def row(self, operator: OperatorIdentity, id: int) -> TicketRow:
        """Raises NotFound, also for a ticket that the operator may not see."""
        return _visible(await self._site.one(repository.TICKET, id=id), operator)

    async def thread(self, operator: OperatorIdentity, id: int) -> OperatorTicketThread:
        row = await self.row(operator, id)
        messages = await self._site.read(repository.MESSAGES, ticket_id=id)
        pictures = await self._site.read(repository.PICTURES, ticket_id=id)
        language = await self._mails.language(row.account)
        open_tickets = [ticket for money in _kinds(operator) for ticket in await self.open(money, 2) if ticket.id != id]
        return OperatorTicketThread(
            ticket=_ticket(row),
            donation_id=row.donation_id,
            language=language,
            messages=[
                OperatorTicketMessage(
                    id=message.id,
                    author=message.author,
                    operator=message.operator,
                    text=message.text,
                    at=to_datetime(message.at),
                )
                for message in messages
            ],
            pictures=[TicketPicture(picture.id, to_datetime(picture.at)) for picture in pictures],
            replies={code.removeprefix(_REPLIES): read(language, code) for code in codes(_REPLIES)},
            next_open=min(open_tickets, key=lambda ticket: ticket.waiting_since or 0).id if open_tickets else None,
        )

    async def open(self, with_money: int, limit: int) -> list[TicketRow]:
        return await self._site.read(repository.OPEN, with_money=with_money, limit=limit)

    async def answer(self, change: Change, id: int, form: TicketAnswerForm) -> ChangeResult:
        answer, now = _text(form), int(time.time())
        state: State = "closed" if form.closes else "answered"

        async def work(session: Session, row: TicketRow) -> None:
            newest = await session.one(repository.NEWEST_OF_PLAYER, ticket_id=id)
            if newest and newest.id > form.last_message:
                raise ChangedMeanwhile
            message_id = await add_message(session, id, "operator", answer, now, operator=change.operator.name)
            await set_state(session, row, state, now)
            await self._mails.note(session, message_id)
            values = {"state": state, "answer": f"{len(answer)} characters"}
            await operator_log.record(session, f"ticket:{id}", before={"state": row.state}, after=values)

        return await self._apply(change, id, replace(form, reason=form.reason or "an answer"), work)

    async def add_note(self, change: Change, id: int, form: TicketTextForm) -> ChangeResult:
        note, now = _text(form), int(time.time())

        async def work(session: Session, _row: TicketRow) -> None:
            await add_message(session, id, "note", note, now, operator=change.operator.name)
            await operator_log.record(session, f"ticket:{id}", after={"note": f"{len(note)} characters"})

        return await self._apply(change, id, replace(form, reason=form.reason or "a note"), work)

    async def set_state(self, change: Change, id: int, form: TicketStateForm) -> ChangeResult:
        now = int(time.time())

        async def work(session: Session, row: TicketRow) -> None:
            topic = form.topic or row.topic
            if (form.state, topic) == (row.state, row.topic):
                raise Conflict(text("reasons.ticket_same"))
            since = row.waiting_since or now if form.state == "open" else None
            await set_state(session, row, form.state, now, waiting_since=since, topic=topic)
            old_values, new_values = {"state": row.state, "topic": row.topic}, {"state": form.state, "topic": topic}
            await operator_log.record(session, f"ticket:{id}", before=old_values, after=new_values)

        return await self._apply(change, id, replace(form, reason=form.reason or "a state"), work)

    async def _apply(self, change: Change, id: int, form: ChangeForm, work: Work) -> ChangeResult:
        async def apply(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                await work(session, _visible(await session.one(repository.LOCK, id=id), change.operator))

        return await change.apply(form, f"ticket:{id}", apply)

    async def needs(self, _now: int) -> list[Need]:
        """The tickets that wait for an answer."""
        return [
            Need(
                kind="ticket_money" if with_money else "ticket_open",
                subject=f"ticket:{row.id}",
                account=row.account,
                since=row.waiting_since,
                text=row.title,
            )
            for with_money in (1, 0)
            for row in await self.open(with_money, MAX_NEEDS)
        ]


def _kinds(operator: OperatorIdentity) -> tuple[int, ...]:
    """Returns the values of `with_money` that the operator may see."""
    return (0, 1) if operator.may("money.read") else (0,)


def _visible(row: TicketRow | None, operator: OperatorIdentity) -> TicketRow:
    if row is None or (row.topic == MONEY_TOPIC and not operator.may("money.read")):
        raise NotFound
    return row


def _text(form: TicketTextForm) -> str:
    cleaned = clean(form.text)
    if not cleaned:
        raise ValidationFailed(fields={"text": text("reasons.text_missing")})
    return cleaned


def _ticket(row: TicketRow) -> OperatorTicket:
    return OperatorTicket(
        id=row.id,
        account=row.account,
        topic=row.topic,
        title=row.title,
        state=row.state,
        created_at=to_datetime(row.created_at),
        changed_at=to_datetime(row.changed_at),
        waiting_since=to_datetime(row.waiting_since),
    )


def pages(parts: Parts) -> OperatorPages:
    site = parts.get(Databases).site
    desk = TicketDesk(site, parts.get(TicketMails))
    return OperatorPages(routes=[*_read_routes(site, desk), *_change_routes(desk)], needs=[desk.needs])


def _read_routes(site: Database, desk: TicketDesk) -> list[HTTPRouteHandler]:
    @get("/api/admin/tickets", permission="tickets.read")
    async def list_operator_tickets(
        operator: Operator,
        current_state: Annotated[State | None, QueryParameter(name="state")] = None,
        topic: Annotated[Topic | None, QueryParameter()] = None,
        search: Annotated[str, QueryParameter(max_length=_SEARCH_MAX)] = "",
        before: BeforeId = LAST_ID,
    ) -> OperatorTickets:
        """Tickets by state, topic and words: number, account, title or text."""
        words = search.strip()
        rows = await site.read(
            repository.PAGE,
            state=current_state or "",
            topic=topic or "",
            search=words,
            number=int(words) if words.isdecimal() and len(words) < 10 else 0,
            with_money=int(operator.may("money.read")),
            before=before,
            limit=_ROWS + 1,
        )
        page, next_id = keyset_page(rows, _ROWS, lambda row: row.id)
        return OperatorTickets([_ticket(row) for row in page], next_id)

    @get("/api/admin/tickets/{id:int}", NotFound, permission="tickets.read")
    async def get_operator_ticket(operator: Operator, id: TicketId) -> OperatorTicketThread:
        """A ticket with its messages, notes and prepared replies."""
        return await desk.thread(operator, id)

    @get("/api/admin/tickets/{id:int}/pictures/{picture_id:int}", NotFound, permission="tickets.read")
    async def get_operator_ticket_picture(operator: Operator, id: TicketId, picture_id: PictureId) -> Response[bytes]:
        """A picture of a ticket, as WebP."""
        await desk.row(operator, id)
        row = await site.one(repository.PICTURE, id=picture_id, ticket_id=id)
        if row is None:
            raise NotFound
        return picture_response(picture_id, row.data)

    return [list_operator_tickets, get_operator_ticket, get_operator_ticket_picture]


def _change_routes(desk: TicketDesk) -> list[HTTPRouteHandler]:
    @post("/api/admin/tickets/{id:int}/answer", *_ERRORS, permission="tickets.answer")
    async def answer_ticket(change: Change, id: TicketId, data: JSONBody[TicketAnswerForm]) -> ChangeResult:
        """Answer a ticket; the player is told by mail and on the site."""
        return await desk.answer(change, id, data)

    @post("/api/admin/tickets/{id:int}/notes", *_ERRORS, permission="tickets.answer")
    async def add_ticket_note(change: Change, id: TicketId, data: JSONBody[TicketTextForm]) -> ChangeResult:
        """Add a note for other operators."""
        return await desk.add_note(change, id, data)

    @post("/api/admin/tickets/{id:int}/state", *_ERRORS, permission="tickets.answer")
    async def set_ticket_state(change: Change, id: TicketId, data: JSONBody[TicketStateForm]) -> ChangeResult:
        """Set a ticket aside, open or close it, or give it another topic."""
        return await desk.set_state(change, id, data)

    return [answer_ticket, add_ticket_note, set_ticket_state]

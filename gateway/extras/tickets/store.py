"""Tickets of an account: each change in one transaction, which locks the account's rows where it counts them."""

import time
import unicodedata
from typing import Final

from gateway.database.database import Database, DuplicateKey, Session
from gateway.extras.tickets import repository
from gateway.extras.tickets.repository import Author, State, TicketRow, Topic
from gateway.http.errors import Conflict, NotFound
from gateway.texts import text

MAX_OPEN: Final = 5
"""Tickets of one account that are not closed."""
ACCOUNT_BYTES: Final = 20_000_000
"""Of the pictures of one account."""
_NO_TEXT: Final = ("Cc", "Cs")


def clean(value: str) -> str:
    """Returns the text without control characters; line breaks stay."""
    lines = value.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(sign for sign in lines if sign == "\n" or unicodedata.category(sign) not in _NO_TEXT).strip()


class TicketStore:
    """Methods raise DatabaseUnavailable."""

    def __init__(self, site: Database) -> None:
        self._site = site

    async def own(self, account: str, id: int) -> TicketRow:
        """Raises NotFound, also for the ticket of another account."""
        row = await self._site.one(repository.TICKET, id=id)
        if row is None or row.account != account:
            raise NotFound
        return row

    async def ticket_of(self, key: str) -> int | None:
        """Returns the ticket of the message that a request with this key has written."""
        row = await self._site.one(repository.TICKET_OF_KEY, message_key=key)
        return row.id if row else None

    async def open(
        self, account: str, topic: Topic, title: str, donation_id: str | None, message: str, key: str
    ) -> int:
        """Returns the id of the ticket, of the first one for a repeated key.

        Raises NotFound for the donation of another account, and Conflict with too many open tickets.
        """

        async def work(session: Session) -> int:
            rows = await session.read(repository.LOCK_ACCOUNT, account=account)
            if sum(row.state != "closed" for row in rows) >= MAX_OPEN:
                raise Conflict(text("reasons.tickets_open", limit=MAX_OPEN))
            if donation_id and not await session.one(repository.OWN_DONATION, id=donation_id, account=account):
                raise NotFound
            now = int(time.time())
            await session.write(
                repository.ADD, account=account, topic=topic, title=title, donation_id=donation_id, now=now
            )
            row = await session.one(repository.LAST_ID)
            assert row
            await add_message(session, row.id, "player", message, now, key=key)
            return row.id

        try:
            return await self.ticket_of(key) or await self._site.transact(work)
        except (DuplicateKey, Conflict):
            if id := await self.ticket_of(key):  # a concurrent repetition has opened it
                return id
            raise

    async def write(self, account: str, id: int, message: str, key: str) -> None:
        """Adds a message, once for each key. Raises NotFound, and Conflict for a closed ticket."""

        async def work(session: Session) -> None:
            row = await _lock(session, account, id)
            now = int(time.time())
            await add_message(session, id, "player", message, now, key=key)
            await set_state(session, row, "open", now, waiting_since=row.waiting_since or now)

        if await self.ticket_of(key) is None:
            try:
                await self._site.transact(work)
            except DuplicateKey:
                return  # a concurrent repetition has written it

    async def close(self, account: str, id: int) -> None:
        """Raises NotFound, and Conflict for a closed ticket."""

        async def work(session: Session) -> None:
            await set_state(session, await _lock(session, account, id), "closed", int(time.time()))

        await self._site.transact(work)

    async def add_picture(self, account: str, id: int, picture: bytes) -> None:
        """Raises NotFound, and Conflict for a closed ticket and above the bytes of the account."""

        async def work(session: Session) -> None:
            await session.read(repository.LOCK_ACCOUNT, account=account)
            row = await _lock(session, account, id)
            await self.require_space(account, len(picture), session)
            now = int(time.time())
            await session.write(repository.ADD_PICTURE, ticket_id=id, size=len(picture), data=picture, now=now)
            await set_state(session, row, "open", now, waiting_since=row.waiting_since or now)

        await self._site.transact(work)

    async def require_space(self, account: str, size: int, session: Session | None = None) -> None:
        """Raises Conflict if the account's pictures would have too many bytes."""
        row = await (session or self._site).one(repository.PICTURE_BYTES, account=account)
        if (row.size if row else 0) + size > ACCOUNT_BYTES:
            raise Conflict(text("reasons.ticket_pictures_full", megabytes=ACCOUNT_BYTES // 1_000_000))


async def add_message(
    session: Session, id: int, author: Author, message: str, now: int, *, operator: str = "", key: str | None = None
) -> int:
    """Returns the id of the message. Raises DuplicateKey."""
    row = {"author": author, "operator": operator, "text": message, "message_key": key}
    await session.write(repository.ADD_MESSAGE, ticket_id=id, now=now, **row)
    last_row = await session.one(repository.LAST_ID)
    assert last_row
    return last_row.id


async def set_state(
    session: Session,
    row: TicketRow,
    state: State,
    now: int,
    *,
    waiting_since: int | None = None,
    topic: Topic | None = None,
) -> None:
    closed_at = now if state == "closed" else None
    changed_values = {"state": state, "topic": topic or row.topic, "waiting_since": waiting_since}
    await session.write(repository.SET_STATE, id=row.id, now=now, closed_at=closed_at, **changed_values)


async def _lock(session: Session, account: str, id: int) -> TicketRow:
    row = await session.one(repository.LOCK, id=id)
    if row is None or row.account != account:
        raise NotFound
    if row.state == "closed":
        raise Conflict(text("reasons.ticket_closed"))
    return row

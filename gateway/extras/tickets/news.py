"""Answers as news of the account."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.extras.tickets.mails import PATH
from gateway.registration.account_news import AccountNewsItem, ReadAccountNews


class AnsweredTicket(Struct, frozen=True):
    id: int
    title: str
    at: int


ANSWERED: Final = query("tickets.answered", AnsweredTicket)


def news_of(site: Database) -> ReadAccountNews:
    async def read(login: str, since: int) -> Sequence[AccountNewsItem]:
        rows = await site.read(ANSWERED, account=login, since=since)
        return [
            AccountNewsItem(
                kind="ticket", id=str(row.id), title=row.title, at=row.at, address=f"{PATH}?ticket={row.id}"
            )
            for row in rows
        ]

    return read

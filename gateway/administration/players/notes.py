"""Notes of operators about an account, which its player never sees. Their text is in no log, so it can be erased."""

import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Meta, Struct
from msgspec.structs import replace

from gateway.administration.changes import Change, ChangeForm, ChangeResult
from gateway.administration.players.sources import Login
from gateway.administration.routes import post
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.operators import operator_log
from gateway.http.errors import NotFound, ValidationFailed
from gateway.texts import text as sentence

TEXT_MAX: Final = 500
_ROWS: Final = 50
_REASON: Final = "a note"
_UNDO_SECONDS: Final = 11 * 60
"""The page offers it for ten minutes."""


class AccountNote(Struct, frozen=True):
    """`at`: epoch seconds."""

    id: int
    at: int
    operator: str
    text: str


class NoteForm(ChangeForm, forbid_unknown_fields=True, kw_only=True):
    text: Annotated[str, Meta(max_length=TEXT_MAX)]


NOTES = query("admin_players.notes", AccountNote)
ADD = query("admin_players.add_note", None)
LAST = query("admin_players.last_note", AccountNote)
DELETE = query("admin_players.delete_note", None)


async def notes_of(site: Database, login: str) -> list[AccountNote]:
    return await site.read(NOTES, account=login, limit=_ROWS)


def _log_values(text: str) -> dict[str, object]:
    return {"note": f"{len(text)} characters"}


def routes(require: Callable[[str], Awaitable[None]]) -> list[HTTPRouteHandler]:
    """`require`: raises NotFound for an account that does not exist."""

    @post("/api/admin/accounts/{login:str}/notes", NotFound, ValidationFailed, permission="notes.add")
    async def add_account_note(change: Change, login: Login, data: JSONBody[NoteForm]) -> ChangeResult:
        """Add a note about the account, for other operators."""
        account, text = login.lower(), data.text.strip()
        if not text:
            raise ValidationFailed(fields={"text": sentence("reasons.text_missing")})
        await require(account)

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                await session.write(ADD, account=account, at=int(time.time()), operator=change.operator.name, text=text)
                await operator_log.record(session, f"account:{account}", after=_log_values(text))

        return await change.apply(replace(data, reason=data.reason or _REASON), f"account:{account}", work)

    @post("/api/admin/accounts/{login:str}/notes/removal", NotFound, permission="notes.add")
    async def remove_account_note(change: Change, login: Login, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Remove the operator's own last note about the account, within ten minutes."""
        account, operator = login.lower(), change.operator.name

        async def work(joined_site: Database) -> None:
            async with joined_site.transaction() as session:
                since = int(time.time()) - _UNDO_SECONDS
                note = await session.one(LAST, account=account, operator=operator, since=since)
                if note is None:
                    raise NotFound
                await session.write(DELETE, id=note.id)
                await operator_log.record(session, f"account:{account}", before=_log_values(note.text))

        return await change.apply(data, f"account:{account}", work)

    return [add_account_note, remove_account_note]

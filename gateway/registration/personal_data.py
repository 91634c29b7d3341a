"""Personal data of an account in the site schema: what a feature has of it, for its player and for an erasure."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from gateway.database.database import Database, Session
from gateway.database.queries import Query

_PAGE: Final = 1000
Owner = Mapping[str, str | int]
"""Arguments of the statements that name an account: its login, or a hash of it."""
KeptReason = Literal["books", "log", "choice", "statistics"]
"""Why rows outlive an erasure. `choice`: what others may see of characters that are still in the game."""


class PersonalRow(Struct, frozen=True):
    """`body`: a JSON object."""

    body: str


async def by_login(_site: Database, login: str) -> Owner:
    return {"login": login}


class PersonalTables(Struct, frozen=True, kw_only=True):
    statements: Mapping[str, Query[PersonalRow]]
    """Name in the export → statement, which has the owner's arguments, `limit` and `start`."""
    find_owner: Callable[[Database, str], Awaitable[Owner]] = by_login
    kept: Mapping[str, KeptReason] = {}
    """Those of `statements` whose rows an erasure leaves, under a random name; a `choice` under the login."""
    erase: Callable[[Session, Owner], Awaitable[None]] | None = None
    """Deletes or renames rows, besides those of the procedure `erase_account`, in the transaction of the erasure."""

    async def read(self, site: Database, login: str) -> dict[str, list[dict[str, Any]]]:
        owner = await self.find_owner(site, login)
        return {name: await _rows(site, statement, owner) for name, statement in self.statements.items()}


async def _rows(site: Database, statement: Query[PersonalRow], owner: Owner) -> list[dict[str, Any]]:
    owner = {name: value for name, value in owner.items() if name in statement.args}
    rows, page = list[dict[str, Any]](), [PersonalRow("")]
    while page:
        page = await site.read(statement, limit=_PAGE, start=len(rows), **owner)
        rows += [msgspec.json.decode(row.body) for row in page]
    return rows

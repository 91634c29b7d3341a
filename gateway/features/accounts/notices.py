"""GET /api/auth/notices: changes of the account, for a banner at the next login."""

import time
from datetime import datetime
from typing import Final

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.concurrency.durations import DAY
from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts.audit_log import NOTICES, Action, notice
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.schemas import AccountChange, AccountChanges
from gateway.features.accounts.session import Caller
from gateway.http.errors import AccountFrozen, SiteUnavailable, reader_language
from gateway.http.routes import get

_SHOWN_SECONDS: Final = 30 * DAY
_MAX_SHOWN: Final = 5


class ChangeRow(Struct, frozen=True):
    action: Action
    ip_address: str
    at: datetime


CHANGES = query("security_log.changes", ChangeRow)


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get("/api/auth/notices", AccountFrozen, SiteUnavailable)
    async def get_account_changes(caller: Caller, request: HttpRequest) -> AccountChanges:
        """Changes of password, email and factors in the last 30 days."""
        since = int(time.time()) - _SHOWN_SECONDS
        rows = await site.read(CHANGES, login=caller.login, actions=list(NOTICES), since=since, limit=_MAX_SHOWN)
        language = reader_language(request.scope)
        return AccountChanges(
            [
                AccountChange(
                    action=row.action,
                    text=notice(row.action).read(language),
                    timestamp=row.at,
                    ip_address=row.ip_address,
                )
                for row in rows
            ]
        )

    return [get_account_changes]

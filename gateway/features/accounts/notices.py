"""GET /api/auth/notices: changes of the account, for a banner at the next login."""

import time
from datetime import UTC, datetime
from typing import Final

from litestar import get
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from gateway.database.database import Database
from gateway.database.queries import query
from gateway.features.accounts.audit_log import NOTICES, Action
from gateway.features.accounts.schemas import AccountChange, AccountChanges
from gateway.features.accounts.session import Caller
from gateway.http.errors import AccountFrozen, NotAuthenticated, SiteUnavailable, documented

_SHOWN_SECONDS: Final = 30 * 86_400
_MAX_SHOWN: Final = 5


class ChangeRow(Struct, frozen=True):
    action: Action
    ip_address: str
    at: int


CHANGES = query("security_log.changes", ChangeRow)


def routes(site: Database) -> list[HTTPRouteHandler]:
    @get(
        "/api/auth/notices",
        responses=documented(NotAuthenticated, AccountFrozen, SiteUnavailable),
        operation_id="getAccountChanges",
        summary="Changes of password, e-mail and factors in the last 30 days",
        tags=["auth"],
    )
    async def account_changes(caller: Caller) -> AccountChanges:
        since = int(time.time()) - _SHOWN_SECONDS
        rows = await site.read(CHANGES, login=caller.login, actions=list(NOTICES), since=since, limit=_MAX_SHOWN)
        return AccountChanges(
            [
                AccountChange(row.action, NOTICES[row.action], datetime.fromtimestamp(row.at, UTC), row.ip_address)
                for row in rows
            ]
        )

    return [account_changes]

"""Requests of players about their data: an export as a file, and the erasure of an account."""

import time
from typing import Final

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec.structs import replace

from gateway.administration.changes import Change, ChangeForm, ChangeResult
from gateway.administration.players.account import PlayerReader
from gateway.administration.players.sources import Login, PlayerSources
from gateway.administration.routes import post
from gateway.administration.sessions import Operator
from gateway.database.database import Database
from gateway.features.account_overview import erasure, personal_data
from gateway.features.account_overview.personal_data import AccountExport
from gateway.features.operators.command_line import site_connection
from gateway.features.operators.operator_log import running
from gateway.features.roulette.eligibility import spin_rules
from gateway.http.errors import Conflict, NotFound, ValidationFailed
from gateway.texts import text

_ERRORS: Final = (NotFound, Conflict, ValidationFailed)


def routes(sources: PlayerSources, reader: PlayerReader) -> list[HTTPRouteHandler]:
    @post("/api/admin/accounts/{login:str}/export", NotFound, permission="accounts.export")
    async def export_account(operator: Operator, login: Login) -> AccountExport:
        """Everything that the site holds about an account; writes a row of the operators' log."""
        await reader.require(login.lower())
        with running(operator.operation("accounts export")):
            return await personal_data.export(sources.site, login.lower())

    @post("/api/admin/accounts/{login:str}/erase", *_ERRORS, permission="accounts.erase")
    async def erase_account(change: Change, login: Login, data: JSONBody[ChangeForm]) -> ChangeResult:
        """Replace the login by a random name, and delete what only serves the player."""
        settings = sources.settings
        account = login.lower()
        now = int(time.time())
        await reader.require(account)

        async def work(joined_site: Database) -> None:
            try:
                if await erasure.erase(joined_site, spin_rules(settings), account, now) is None:
                    raise Conflict(text("reasons.nothing_stored"))
            except erasure.ErasureRefused as error:
                raise Conflict(text("reasons.settle_first"), *error.reasons) from None

        # It reads all closed days, which the statement limits of the pool that serves players do not allow.
        async with site_connection(settings, read_only=False) as site:
            return await replace(change, site=site).apply(data, f"account:{account}", work, command="accounts erase")

    return [export_account, erase_account]

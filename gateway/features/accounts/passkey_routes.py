"""Routes of passkeys: the list of an account, new ones, and the login with a passkey alone."""

from datetime import date, timedelta
from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter

from gateway.features.accounts.factor_routes import FactorChanges
from gateway.features.accounts.limits import HttpRequest
from gateway.features.accounts.login import Authentication
from gateway.features.accounts.passkey_schemas import (
    PasskeyAdded,
    PasskeyEntry,
    PasskeyForm,
    PasskeyList,
    PasskeyLoginForm,
    PasskeyOptions,
)
from gateway.features.accounts.passkey_store import MAX_PASSKEYS, ListedPasskey
from gateway.features.accounts.schemas import Done, Session
from gateway.features.accounts.session import Caller
from gateway.features.operators.site_controls import AccountBlocked
from gateway.http.errors import (
    UNAVAILABLE,
    WITHOUT_FACTOR,
    AccountBanned,
    AccountFrozen,
    Conflict,
    NotFound,
    PasskeyRefused,
    PasskeysOff,
    RecentRecovery,
    StaffNetworkRefused,
    StepUpRequired,
    ValidationFailed,
)
from gateway.http.routes import delete, get, post

_ERRORS = (AccountFrozen, PasskeysOff, *UNAVAILABLE)
_OPT = {WITHOUT_FACTOR: True}
_FIRST_DAY = date(1970, 1, 1)


def routes(authentication: Authentication) -> list[HTTPRouteHandler]:
    passkeys, changes = authentication.factors.passkeys, FactorChanges(authentication)

    @get("/api/auth/passkeys", *_ERRORS, opt=_OPT)
    async def list_passkeys(caller: Caller) -> PasskeyList:
        """Passkeys of the account."""
        passkeys.require_party()
        return PasskeyList([_entry(row) for row in await passkeys.store.of_account(caller.login)], MAX_PASSKEYS)

    @post("/api/auth/passkeys/options", *_ERRORS, RecentRecovery, StepUpRequired, opt=_OPT)
    async def get_passkey_options(caller: Caller) -> PasskeyOptions:
        """Options for a new passkey, for five minutes."""
        await changes.require_proof(caller)
        return await passkeys.creation_options(caller)

    @post(
        "/api/auth/passkeys",
        ValidationFailed,
        PasskeyRefused,
        *_ERRORS,
        RecentRecovery,
        StepUpRequired,
        Conflict,
        status_code=201,
        opt=_OPT,
    )
    async def add_passkey(caller: Caller, request: HttpRequest, data: JSONBody[PasskeyForm]) -> PasskeyAdded:
        """Add a passkey."""
        await changes.require_proof(caller)
        name = " ".join(data.name.split()) or authentication.client_of(request).device
        await passkeys.add(caller, data.credential, name)
        return PasskeyAdded(True, "Passkey added", await changes.complete_addition(caller, "PASSKEY_ADDED"))

    @delete("/api/auth/passkeys/{passkey_id:int}", *_ERRORS, RecentRecovery, StepUpRequired, NotFound, opt=_OPT)
    async def remove_passkey(caller: Caller, passkey_id: Annotated[int, PathParameter(ge=1, le=2**63 - 1)]) -> Done:
        """Remove a passkey; with the last factor the recovery codes go."""
        passkeys.require_party()
        await changes.require_proof(caller)
        if not await passkeys.store.remove(caller.login, passkey_id):
            raise NotFound
        await changes.complete_removal(caller, "PASSKEY_REMOVED")
        return Done(True, "Passkey removed")

    @post("/api/auth/passkeys/login/options", PasskeysOff)
    async def get_passkey_login_options() -> PasskeyOptions:
        """Options for a proof with a passkey, for five minutes: of a login, a second step or a step-up."""
        return passkeys.request_options()

    @post(
        "/api/auth/passkeys/login/verify",
        ValidationFailed,
        PasskeyRefused,
        PasskeysOff,
        AccountBanned,
        AccountBlocked,
        StaffNetworkRefused,
        *UNAVAILABLE,
    )
    async def login_with_passkey(request: HttpRequest, data: JSONBody[PasskeyLoginForm]) -> Session:
        """Log in with a passkey alone."""
        return await authentication.login_with_passkey(request, data.assertion)

    return [
        list_passkeys,
        get_passkey_options,
        add_passkey,
        remove_passkey,
        get_passkey_login_options,
        login_with_passkey,
    ]


def _entry(row: ListedPasskey) -> PasskeyEntry:
    last_used = None if row.used_day is None else _FIRST_DAY + timedelta(days=row.used_day)
    return PasskeyEntry(row.id, row.name, row.created_at, last_used)
